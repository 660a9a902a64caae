/** The rights of a person by commands, over a data folder in which an engine has called the number. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { campaignState, makeCampaign, makeList, readCallLog, vault } from '../engine/world.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
db.connection.numberKey = numberKeyOf(vault.lookupKey('numbers'));
const folder = mkdtempSync(join(tmpdir(), 'carillon-person-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// The key that the engine's vault seals with.
writeFileSync(join(folder, 'carillon.key'), '01'.repeat(32), { mode: 0o600 });
const carillon = commandsOn(db.url, { env: { CARILLON_DATA: folder } });

const acme = await makeClient(db, { code: 'acme' });
const zeta = await makeClient(db, { code: 'zeta' });
const firstPhone = 12_025_550_140;
const phone = '12025550143';
const typed = '(202) 555-0143';
const digits = phone.slice(1);
const sound = Buffer.from('RIFF a voice that is nobody else’s');

/** Called, texted back, recorded, and in the journal, as a customer of both clients. */
async function fill({ clientId, code, manager }: typeof acme): Promise<void> {
  const campaign = await makeCampaign(db, { clientId });
  await makeList(db, campaign, { entries: 10, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  const { engine, runUntil } = makeEngine(db, { folder });
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `WITH came AS (
         INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent, carrier_ref)
         VALUES ($1, $2, '12025550199', '2026-11-20T20:00:00Z', 'who is this', 5, gen_random_uuid())
         RETURNING inbound_text_id)
       INSERT INTO contact_rest (client_id, inbound_text_id, phone, since, decided_at, decision)
       SELECT $1, inbound_text_id, $2, '2026-11-20T20:00:01Z', '2026-11-20T20:00:02Z', 'keep' FROM came`,
      [clientId, phone],
    );
    await tx.run(
      `INSERT INTO sound (client_id, file_name, media_type, content) VALUES ($1, 'mine.wav', 'audio/wav', $2)`,
      [clientId, sound],
    );
    await tx.run(
      `INSERT INTO phone_recording (client_id, manager_id, phone, name, file_name, stage,
         call_status, ended_at)
       VALUES ($1, $2, $3, 'Greeting', 'mine.wav', 'finished', 'terminated', '2026-11-20T20:00:00Z')`,
      [clientId, manager.managerId, digits],
    );
  });
  const file = join(tmpdir(), `carillon-person-${code}-${process.pid}.csv`);
  writeFileSync(file, `${typed}\n`);
  const imported = await carillon('dnc', 'import', code, file);
  rmSync(file);
  expect(imported).toMatchObject({ code: 0 });
}
await fill(acme);
await fill(zeta);
// The carrier's log is rotated; the oldest file is the fifth.
for (const n of [1, 2, 5]) {
  const line = { at: '2026-11-01T12:00:00Z', attemptId: `old-${n}`, kind: 'call', to: phone };
  writeFileSync(join(folder, `${callLogName}.${n}`), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** Every file but those of a PostgreSQL cluster. */
function files(of = folder): string[] {
  return readdirSync(of, { withFileTypes: true }).flatMap((entry) => {
    const path = join(of, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'postgres' ? [] : files(path);
  });
}
const holding = (number = digits) =>
  files().filter((path) => readFileSync(path, 'latin1').includes(number));

const doNotCall = async ({ clientId }: typeof acme) => {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string }>('SELECT phone FROM do_not_call WHERE client_id = $1', [clientId]),
  );
  return rows.map((row) => row.phone);
};

interface Shown {
  clients: {
    code: string;
    person: {
      places: { place: string; total: number; rows: Record<string, string>[] }[];
      receipts: object[];
    };
  }[];
}
const shown = async (...more: string[]) =>
  JSON.parse((await carillon('person', 'show', phone, '--json', ...more)).out) as Shown;

test.each([['show'], ['export', '--out=never.json'], ['erase']])(
  'person %s refuses what is no number, and a client that there is none',
  async (verb, ...options) => {
    const before = files();
    for (const wrong of ['hello', '555-0143', '911', '2025550143999', '']) {
      const run = await carillon('person', verb, wrong, ...options);
      expect(run.code, wrong).toBe(2);
      expect(run.err).toContain('is not a North American phone number');
    }
    const nobody = await carillon('person', verb, phone, '--client=nobody', ...options);
    expect(nobody.code).not.toBe(0);
    expect(nobody.err).toContain('nobody');
    expect(files()).toEqual(before);
  },
);

test('a number that nobody has is said to be unknown, and erasing it leaves nothing behind', async () => {
  const unknown = '2025550177';
  const seen = await carillon('person', 'show', unknown);
  expect(seen).toMatchObject({ code: 0, out: 'Nothing is kept about this number.' });
  const erased = await carillon('person', 'erase', unknown, '--hash-dnc');
  expect(erased.code).toBe(0);
  expect(erased.out).toBe('Nothing is kept about this number.');
  const json = await carillon('person', 'erase', unknown, '--json');
  expect(JSON.parse(json.out)).toEqual({ erased: [], refused: [] });
  expect(await doNotCall(acme)).toEqual([phone]);
  expect(holding(unknown)).toEqual([]);
});

test('show counts each place for every client, or for one; --json shows the rows', async () => {
  const { out, code } = await carillon('person', 'show', typed);
  expect(code).toBe(0);
  for (const one of ['acme', 'zeta']) expect(out).toContain(`Client "${one}":`);
  for (const line of [
    'entries: 1',
    'calls: 1',
    'attempts: 1',
    'textsReceived: 1',
    'doNotCall: 1',
  ]) {
    expect(out).toContain(`  ${line}`);
  }
  const one = await shown('--client=zeta');
  expect(one.clients.map((client) => client.code)).toEqual(['zeta']);
  const texts = one.clients[0]?.person.places.find(({ place }) => place === 'textsReceived');
  expect(texts?.rows[0]).toMatchObject({
    ...{ restingSince: '2026-11-20T20:00:01.000Z', decision: 'keep' },
    decided: '2026-11-20T20:00:02.000Z',
  });
  const recordings = one.clients[0]?.person.places.find(({ place }) => place === 'recordings');
  expect(recordings?.rows[0]?.sound).toBe(`${sound.length} bytes`);
});

test("export writes one file with the sounds, for its owner alone, and never over another's", async () => {
  const path = join(folder, '..', `carillon-person-export-${process.pid}.json`);
  afterAll(() => rmSync(path, { force: true }));
  expect((await carillon('person', 'export', phone)).code).toBe(2);
  const run = await carillon('person', 'export', phone, `--out=${path}`, '--client=acme');
  expect(run).toMatchObject({ code: 0, out: `Written: ${path}` });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  const file = JSON.parse(text) as Shown & { phone: string };
  expect(file.phone).toBe(phone);
  expect(file.clients.map(({ code }) => code)).toEqual(['acme']);
  const rows = file.clients[0]?.person.places.find(({ place }) => place === 'recordings')?.rows;
  expect(Buffer.from(rows?.[0]?.sound ?? '', 'base64')).toEqual(sound);
  expect(text).toContain('who is this');
  const again = await carillon('person', 'export', phone, `--out=${path}`);
  expect(again.code).toBe(1);
  expect(again.err).toContain('exists');
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('erase with --client takes the number of that client alone, and keeps its entry in digits', async () => {
  expect(holding().length).toBeGreaterThan(3);
  const run = await carillon('person', 'erase', typed, '--client=zeta');
  expect(run.code).toBe(0);
  expect(run.out).toMatch(/^Erased of client "zeta": \d+ rows\.$/);
  expect(run.err).toContain('a restore erases it again');
  expect(await doNotCall(zeta)).toEqual([phone]);
  const places = (await shown()).clients.map(({ code, person }) => [
    code,
    person.places.map(({ place }) => place),
  ]);
  expect(places).toEqual([
    ['acme', expect.arrayContaining(['entries', 'calls'])],
    ['zeta', ['doNotCall']],
  ]);
});

test('erase with --hash-dnc leaves the digits in no file of the data folder and no list', async () => {
  const run = await carillon('person', 'erase', phone, '--hash-dnc', '--json');
  expect(run.code, run.err).toBe(0);
  const { erased } = JSON.parse(run.out) as { erased: { client: string; counts: object }[] };
  expect(erased.map(({ client }) => client).sort()).toEqual(['acme', 'zeta']);
  expect(erased.find(({ client }) => client === 'acme')?.counts).toMatchObject({
    ...{ entries: 1, calls: 1, attempts: 1, textsReceived: 1, recordings: 1 },
  });
  expect(run.out + run.err).not.toContain(digits);
  expect(holding()).toEqual([]);
  for (const one of [acme, zeta]) {
    expect(await doNotCall(one)).toEqual([expect.stringMatching(/^#[0-9a-f]{32}$/)]);
  }
  const sounds = await asClient(db, acme.clientId, (tx) =>
    tx.rows('SELECT 1 FROM sound WHERE client_id = $1', [acme.clientId]),
  );
  expect(sounds).toEqual([]);
});

test('the other numbers stay in the files, and each line can still be read', () => {
  const called = readCallLog(folder).map(({ to }) => to);
  expect(called).toHaveLength(20);
  expect(called.filter((to) => to === '12025550142')).toHaveLength(2);
  expect(called.filter((to) => /^x+$/.test(to))).toHaveLength(2);
});

test('the receipt is shown for the number, without it, and a second erasure is in order', async () => {
  const { out } = await carillon('person', 'show', phone);
  expect(out.match(/erased on \d{4}-/g)).toHaveLength(3);
  const again = await carillon('person', 'erase', phone, '--hash-dnc');
  expect(again.code, again.err).toBe(0);
  expect(holding()).toEqual([]);
  const receipts = await asPlatform(db, (tx) => tx.rows<object>('SELECT * FROM erasure'));
  expect(JSON.stringify(receipts)).not.toContain(digits);
  expect(await doNotCall(acme)).toEqual([expect.stringMatching(/^#/)]);
});

test('an erasure that one client refuses still cleans the files of those that are done', async () => {
  const number = '12025550145';
  await asClient(db, zeta.clientId, (tx) =>
    tx.run(
      `UPDATE attempt SET finished_at = NULL, result = NULL WHERE client_id = $1 AND phone = $2`,
      [zeta.clientId, number],
    ),
  );
  const run = await carillon('person', 'erase', number);
  expect(run.code).toBe(1);
  expect(run.out).toContain('Not erased for client "zeta": ');
  expect(holding(number.slice(1))).toEqual([]);
  const left = async ({ clientId }: typeof acme) =>
    asClient(db, clientId, (tx) =>
      tx.rows('SELECT 1 FROM list_entry WHERE client_id = $1 AND phone = $2', [clientId, number]),
    );
  expect(await left(acme)).toHaveLength(0);
  expect(await left(zeta)).toHaveLength(1);
});

test('a client that refuses keeps no other from being erased, and each is named with what became of it', async () => {
  const number = '12025550146';
  const reopen = (finished: string, result: string) =>
    asClient(db, acme.clientId, (tx) =>
      tx.run(
        `UPDATE attempt SET finished_at = ${finished}, result = ${result}
         WHERE client_id = $1 AND phone = $2`,
        [acme.clientId, number],
      ),
    );
  await reopen('NULL', 'NULL');
  const run = await carillon('person', 'erase', number);
  expect(run.code).toBe(1);
  expect(run.out.split('\n')).toEqual([
    expect.stringMatching(/^Erased of client "zeta": \d+ rows\.$/),
    'Not erased for client "acme": A call or text to this number is in progress. Erase it when that has ended.',
  ]);
  const again = await carillon('person', 'erase', number, '--json');
  expect(again.code).toBe(1);
  expect(JSON.parse(again.out)).toMatchObject({
    refused: [{ client: 'acme', reason: expect.stringContaining('in progress') }],
  });
  // Nothing was erased, and the audit log says so.
  const entries = await asClient(db, acme.clientId, (tx) =>
    tx.rows(
      `SELECT operation, outcome, reason FROM audit_entry
       WHERE client_id = $1 AND thing_name = '…0146' ORDER BY sequence`,
      [acme.clientId],
    ),
  );
  const look = { operation: 'person show', outcome: 'done', reason: null };
  const refusal = { operation: 'person erase', outcome: 'refused', reason: 'in_use' };
  expect(entries).toEqual([look, refusal, look, refusal]);
  await reopen('attempted_at', "'unknown'");
  const last = await carillon('person', 'erase', number, '--json');
  expect(last.code, last.err).toBe(0);
  expect(JSON.parse(last.out)).toMatchObject({ refused: [] });
  expect(holding(number.slice(1))).toEqual([]);
});
