/** A key is rotated while a campaign runs on two machines. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readSealing } from '../../src/db/queries/data-key.ts';
import { resealAll } from '../../src/db/reseal/run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { unreadable } from '../../src/domain/masking.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { recount } from '../engine/recount.ts';
import { makeEngine, temporaryFolder } from '../engine/test-engine.ts';
import {
  afternoon,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
  vault,
} from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { unboundSeal } from '../harness/unbound-seal.ts';
import { machine, running, sealedBy, withUnbound } from './key-world.ts';

const db = await freshDatabase();
const short = (id = '') => id.slice(0, 8);
const { signal } = new AbortController();
const [here, there] = [machine(db), machine(db)];
const [one, other] = [await running(db, here, 'here'), await running(db, there, 'there')];
/** What the first test leaves. */
const called = { clientId: 0, callListId: 0 };

test('a rotation while two engines call leaves nothing unreadable, calls nobody twice, and seals everything with the new key', async () => {
  await withUnbound(db);
  await Promise.all([one.presence.report(), other.presence.report()]);
  const campaign = await makeCampaign(db, { callsPerMinute: 3_000 });
  const { clientId, campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 200 });
  Object.assign(called, { clientId, callListId });
  await requestStart(db, clientId, campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const engines = [one, other].map(({ vault }) =>
    makeEngine(db, { clock, folder, deps: { vault, leaseSeconds: 8 } }),
  );
  let done = false;
  const calling = (async () => {
    for (let round = 0; round < 4_000 && !done; round += 1) {
      // On a busy machine all could be called before there is a second key.
      while (readCallLog(folder).length >= 30 && here.ids().length === 1) await sleep(5);
      clock.advance(simMs(250));
      await Promise.all(engines.map(({ engine }) => engine.tick()));
      done = (await campaignState(db, campaign)).completed;
    }
  })();
  const reporting = (async () => {
    while (!done) {
      await Promise.all([one.presence.report(), other.presence.report()]);
      await sleep(20);
    }
  })();
  while (readCallLog(folder).length < 30) await sleep(10);
  const rotated = here.run('key', 'rotate', '--json');
  while (here.ids().length === 1) await sleep(5);
  const [newest, first] = here.ids();
  const before = readCallLog(folder).length;
  while (readCallLog(folder).length < before + 30) await sleep(10);
  // One machine lacks the new key: nothing is sealed with it.
  expect(await sealedBy(db)).not.toHaveProperty(short(newest));
  there.copyFrom(here);
  expect(JSON.parse((await rotated).out)).toMatchObject({ keyId: newest, seals: true });
  const job = { db, vault: other.vault, signal, pauseMs: 0 };
  while (!done) await resealAll(job);
  await Promise.all([calling, reporting]);
  await Promise.all([one.settle(), other.settle()]);
  while ((await resealAll(job)).state !== 'nothing to do') await sleep(5);
  await Promise.all(engines.map(({ engine }) => engine.stop()));

  const log = readCallLog(folder);
  expect([log.length, new Set(log.map(({ to }) => to)).size]).toEqual([200, 200]);
  expect(await recount(db, clientId)).toMatchObject({ callRecords: 200, mismatches: 0 });
  // 20 entries and 20 records have both values.
  expect(await sealedBy(db)).toEqual({ [short(newest)]: 80 });
  expect([one.known().unreadable, other.known().unreadable]).toEqual([0, 0]);
  expect(await asPlatform(db, readSealing)).toEqual({ keyId: newest, opensUnbound: false });
  const records = await asClient(db, clientId, (tx) =>
    tx.rows<{ entryId: number; ssn: Buffer; index: Buffer }>(
      `SELECT entry_id AS "entryId", ssn, ssn_index AS index FROM call_record
       WHERE client_id = $1 AND ssn IS NOT NULL`,
      [clientId],
    ),
  );
  for (const { entryId, ssn, index } of records) {
    const place = { table: 'call_record' as const, clientId, callListId, row: entryId };
    expect(one.vault.open(ssn, { ...place, field: 'ssn' })).toBe('812-67-5363');
    expect(index).toEqual(one.vault.ssnIndex(clientId, '812-67-5363'));
  }
  expect(first).not.toBe(newest);
});

test('after that, a value of an earlier version and one copied from another row are unreadable, and the log names the place', async () => {
  const { clientId, callListId } = called;
  const unbound = unboundSeal(vault, '812-67-5363', { clientId, field: 'ssn' });
  const entries = await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE list_entry e SET ssn = CASE entry_id WHEN 30 THEN $3::bytea ELSE
         (SELECT ssn FROM list_entry o WHERE o.client_id = $1 AND o.call_list_id = $2 AND o.entry_id = 10) END
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id IN (20, 30)`,
      [clientId, callListId, unbound],
    );
    return tx.rows<{ row: number; ssn: Buffer }>(
      `SELECT account_line AS row, ssn FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id IN (10, 20, 30) ORDER BY entry_id`,
      [clientId, callListId],
    );
  });
  const place = { table: 'list_entry' as const, clientId, callListId, field: 'ssn' as const };
  const read = entries.map(({ row, ssn }) => one.vault.read(ssn, { ...place, row }));
  expect(read).toEqual(['812-67-5363', unreadable, unreadable]);
  expect(one.known().unreadable).toBe(2);
  expect(one.logged).toContainEqual(
    expect.objectContaining({
      level: 50,
      place: `list_entry.ssn:${clientId}:${callListId}:21`,
      msg: expect.stringContaining('belongs elsewhere or was changed'),
    }),
  );
});
