/** Everything is sealed again: every place, in small steps, without losing what others change meanwhile. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSecret, sealSecret } from '../../src/api/second-factor/authenticator.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { opened, sealed } from '../../src/db/kept-response.ts';
import { ringOfKey, ringText, withNewKey } from '../../src/db/key-ring.ts';
import { findCarrier, insertCarrier, openedSettings } from '../../src/db/queries/carrier.ts';
import { recordSeals } from '../../src/db/queries/record-seals.ts';
import { beginArchive, openFilters } from '../../src/db/queries/report-archive.ts';
import { packPart, readParts } from '../../src/db/queries/report-part.ts';
import {
  insertScrubService,
  listScrubServices,
  openedSecret,
} from '../../src/db/queries/scrub-service.ts';
import { insertSpeechEngine } from '../../src/db/queries/speech-engine.ts';
import { countSeals } from '../../src/db/reseal/counts.ts';
import { type ResealRun, resealAll } from '../../src/db/reseal/run.ts';
import { clientFiles, personColumns, platformFiles } from '../../src/db/sealed-files.ts';
import { makeCampaign, makeList } from '../engine/world.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { firstKey, sealedBy, withUnbound } from './key-world.ts';

const db = await freshDatabase();
const { clientId, manager } = await makeClient(db);
const { managerId } = manager;
const campaign = await makeCampaign(db, { clientId });
const { signal } = new AbortController();

const ring = withNewKey(ringOfKey(firstKey), new Date('2026-11-28T01:00:00Z'));
const [newest = '', first = ''] = ring.keys.map(({ id }) => id);
const before = createVault({ ring: ringOfKey(firstKey), sealing: first, opensUnbound: true });
const after = createVault({ ring, sealing: newest, opensUnbound: true });
const run: ResealRun = { db, vault: after, signal, pauseMs: 0 };
const short = (id: string) => id.slice(0, 8);

/** The key begins to seal, or seals again what turns up. */
const begin = (keyId: string) =>
  asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO data_key (key_id) VALUES ($1) ON CONFLICT (key_id) DO UPDATE SET resealed_at = NULL`,
      [keyId],
    ),
  );
const auditEntries = () =>
  asPlatform(
    db,
    async (tx) => (await tx.row<{ n: number }>('SELECT count(*) AS n FROM audit_entry'))?.n,
  );

const scope = { clientId, managerId, operation: 'editCampaign', key: 'key-1' };
const secrets = { password: 'plum kettle 4471' };
const scrubService = {
  ...{ name: 'scrub', url: 'https://scrub.example.com', questions: [], private: false },
  ...{ goodDays: 30, batch: 100, perSecond: 2 },
};
const ssn = '812-67-5363';

async function fillAll(): Promise<{ callListId: number; reportArchiveId: number }> {
  await asPlatform(db, (tx) =>
    insertCarrier(tx, before, 'smpp', { name: 'main', settings: { host: 'x' }, secrets }),
  );
  await asPlatform(db, (tx) => insertScrubService(tx, before, scrubService, 'plum kettle'));
  await asPlatform(db, (tx) =>
    insertSpeechEngine(tx, before, {
      ...{ name: 'kokoro', kind: 'openai', settings: secrets, sendsTo: 'x' },
      voices: [{ engineName: 'a', name: 'Ann' }],
    }),
  );
  const callListId = await makeList(db, campaign, { entries: 20 });
  return asClient(db, clientId, async (tx) => {
    await tx.run(
      'INSERT INTO authenticator_app (client_id, manager_id, secret, new_secret) VALUES ($1, $2, $3, $4)',
      [
        ...[clientId, managerId, sealSecret(before, { clientId, managerId }, Buffer.from('one'))],
        sealSecret(before, { clientId, managerId }, Buffer.from('two')),
      ],
    );
    await tx.run(
      `INSERT INTO idempotency_key (client_id, manager_id, operation, key, request, effect, response)
       VALUES ($1, $2, $3, $4, '', $5, $6)`,
      [
        ...[clientId, managerId, scope.operation, scope.key],
        ...[sealed(before, scope, { effect: 1 }), sealed(before, scope, { response: 2 })],
      ],
    );
    const filters = { ssn: [ssn] };
    const reportArchiveId = await beginArchive(
      tx,
      clientId,
      { managerId, filters: filters as never, utcOffset: 0, includeFullSsn: false },
      before,
    );
    for (let part = 0; part < 6; part += 1) {
      await tx.run(
        'INSERT INTO report_part (client_id, report_archive_id, part, content) VALUES ($1, $2, $3, $4)',
        [
          ...[clientId, reportArchiveId, part],
          await packPart(before, { clientId, reportArchiveId, part }, Buffer.from(`part ${part}`)),
        ],
      );
    }
    const place = { clientId, callListId, entryId: 10 };
    const seals = recordSeals(before, place, { ssn, dateOfBirth: null });
    await tx.run(`SELECT ensure_call_record_month('2026-11-20T20:00:00Z')`);
    await tx.run(
      `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
         billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
         call_list_name, campaign_name, ssn, ssn_index, ssn_last4_index)
       VALUES ($1, '2026-11-20T20:00:00Z', $2, 10, $3, 0, 0, 0, 0, 'person', 'x', '12125550101', '', 0, '', '', $4, $5, $6)`,
      [
        ...[clientId, callListId, campaign.campaignId],
        ...[seals.ssn, seals.ssnIndex, seals.ssnLast4Index],
      ],
    );
    return { callListId, reportArchiveId };
  });
}

test('every sealed place of the data map is sealed again, opens as before, and is no change', async () => {
  const { callListId, reportArchiveId } = await fillAll();
  await withUnbound(db);
  await begin(newest);
  const places = [...personColumns, ...clientFiles, ...platformFiles].map(({ table }) => table);
  expect((await countSeals(db)).map(({ place }) => place).toSorted()).toEqual(places.toSorted());
  const map = readFileSync(new URL('../../docs/data-map.md', import.meta.url), 'utf8');
  const sealedRows = map
    .split('\n')
    .filter((line) => /^\| `\w+` \|.*\bsealed\b[^|]*\|$/.test(line));
  expect(sealedRows.map((line) => /`(\w+)`/.exec(line)?.[1]).toSorted()).toEqual(places.toSorted());
  const carrier = await asPlatform(db, (tx) => findCarrier(tx, 'main'));
  const audited = await auditEntries();

  expect(await resealAll(run)).toMatchObject({ state: 'ended', unreadable: 0 });
  expect(Object.keys(await sealedBy(db))).toEqual([short(newest)]);
  expect(await auditEntries()).toBe(audited);
  const alone = createVault({
    ring: { ...ring, keys: ring.keys.slice(0, 1) },
    ...{ sealing: newest, opensUnbound: false },
  });
  const now = await asPlatform(db, (tx) => findCarrier(tx, 'main'));
  expect(now?.updated).toEqual(carrier?.updated);
  if (now) expect(openedSettings(alone, now)).toEqual({ host: 'x', ...secrets });
  const [service] = await asPlatform(db, listScrubServices);
  if (service) expect(openedSecret(alone, service)).toBe('plum kettle');
  await asClient(db, clientId, async (tx) => {
    const app = await tx.row<{ secret: Buffer; next: Buffer }>(
      'SELECT secret, new_secret AS next FROM authenticator_app',
    );
    const manager = { clientId, managerId };
    expect(openSecret(alone, manager, app?.secret ?? Buffer.alloc(0))?.toString()).toBe('one');
    expect(openSecret(alone, manager, app?.next ?? Buffer.alloc(0))?.toString()).toBe('two');
    const kept = await tx.row<{ effect: Buffer; response: Buffer }>(
      'SELECT effect, response FROM idempotency_key',
    );
    expect(opened(alone, scope, kept?.effect ?? Buffer.alloc(0))).toEqual({ effect: 1 });
    expect(opened(alone, scope, kept?.response ?? Buffer.alloc(0))).toEqual({ response: 2 });
    const archive = await tx.row<{ filters: Buffer }>(
      'SELECT sealed_filters AS filters FROM report_archive',
    );
    const key = { clientId, reportArchiveId };
    expect(openFilters(alone, key, archive?.filters ?? Buffer.alloc(0))).toEqual({ ssn: [ssn] });
    const record = await tx.row<{ ssn: Buffer; index: Buffer }>(
      'SELECT ssn, ssn_index AS index FROM call_record',
    );
    const place = { table: 'call_record' as const, clientId, callListId, row: 10 };
    expect(alone.open(record?.ssn ?? Buffer.alloc(0), { ...place, field: 'ssn' })).toBe(ssn);
    expect(record?.index).toEqual(alone.ssnIndex(clientId, ssn));
  });
  const parts: string[] = [];
  for await (const part of readParts(db, alone, { clientId, reportArchiveId, partCount: 6 })) {
    parts.push(part.toString());
  }
  expect(parts).toEqual([0, 1, 2, 3, 4, 5].map((part) => `part ${part}`));
});

test('a process that is killed in the middle loses nothing, and another one goes on', async () => {
  await makeList(db, campaign, { entries: 10_000 });
  await withUnbound(db);
  await begin(newest);
  const child = spawn(process.execPath, [
    fileURLToPath(new URL('reseal-child.ts', import.meta.url)),
    ...[db.url, ringText(ring), newest],
  ]);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const done = async () => (await sealedBy(db)).unbound ?? 0;
  const all = await done();
  while ((await done()) === all) await sleep(20);
  child.kill('SIGKILL');
  await ended;
  const left = await done();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(all);
  expect(await resealAll(run)).toMatchObject({ state: 'ended', changed: left / 2, unreadable: 0 });
  expect(await done()).toBe(0);
});

test('what somebody changes meanwhile is kept, and nobody waits for it', async () => {
  const callListId = await makeList(db, campaign, { entries: 20 });
  await withUnbound(db);
  await begin(newest);
  const place = { table: 'list_entry' as const, clientId, callListId, field: 'ssn' as const };
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      'UPDATE list_entry SET ssn = $3 WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 10',
      [clientId, callListId, before.seal('999-88-7777', { ...place, row: 11 })],
    );
    expect(await resealAll(run)).toMatchObject({ state: 'goes on', changed: 1 });
  });
  expect(await resealAll(run)).toMatchObject({ state: 'ended', changed: 1 });
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ ssn: Buffer }>(
      'SELECT ssn FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 10',
      [clientId, callListId],
    ),
  );
  expect(after.open(row?.ssn ?? Buffer.alloc(0), { ...place, row: 11 })).toBe('999-88-7777');
});

test('what opens with no key is left as it is and counted, and the rest ends', async () => {
  const callListId = await makeList(db, campaign, { entries: 20 });
  const stranger = createVault(Buffer.alloc(32, 9));
  const place = {
    table: 'list_entry' as const,
    clientId,
    callListId,
    row: 11,
    field: 'ssn' as const,
  };
  await withUnbound(db);
  await begin(newest);
  const foreign = stranger.seal(ssn, place);
  await asClient(db, clientId, (tx) =>
    tx.run(
      'UPDATE list_entry SET ssn = $3 WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 10',
      [clientId, callListId, foreign],
    ),
  );
  expect(await resealAll(run)).toMatchObject({ state: 'ended', unreadable: 1 });
  const kept = await asClient(db, clientId, (tx) =>
    tx.row<{ ssn: Buffer }>(
      'SELECT ssn FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 10',
      [clientId, callListId],
    ),
  );
  expect(kept?.ssn).toEqual(foreign);
});
