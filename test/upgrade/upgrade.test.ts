import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSchema } from '../../scripts/schema/read-schema.ts';
import type { NumberStory } from '../../src/contract/number.ts';
import { asPlatform, closeDatabase, openDatabase } from '../../src/db/database.ts';
import { migrate, pendingMigrations, readMigrations } from '../../src/db/migrate.ts';
import { readHold } from '../../src/db/queries/hold.ts';
import { commandsOn } from '../cli/command-run.ts';
import { signInDemo } from '../harness/first-campaign.ts';
import { startProgram } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { dumpDatabase } from './dump.ts';
import { emptyDatabase } from './empty-database.ts';
import { fixtureFile, fixtureVersions, partOf, partsOf, readFixture } from './fixture.ts';
import { restoreFixture } from './restore.ts';
import { lostRows } from './survival.ts';

test('there is a fixture of before the baseline of migrations, and each is small', () => {
  expect(fixtureVersions()).toContain('before-baseline');
  for (const version of fixtureVersions()) {
    expect(readFileSync(fixtureFile(version)).length, version).toBeLessThan(300_000);
  }
});

describe.each(fixtureVersions())('a database of %s', async (version) => {
  const parts = readFixture(fixtureFile(version));
  const { key, password } = partOf(parts, 'secrets');
  const database = await emptyDatabase();
  const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-upgraded-'));
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
  beforeAll(() => restoreFixture(database.owner, database.superuser, parts));

  /** Rows of the whole database, of every client. */
  async function rows<T extends object>(sql: string): Promise<T[]> {
    const client = new Client(database.superuser);
    await client.connect();
    const returned = await client.query<T>(sql);
    await client.end();
    return returned.rows;
  }

  test('holds every kind of data, of two months, with campaigns that were running', () => {
    const filled = new Set(partsOf(parts, 'rows').map(({ table }) => table));
    const kinds = [
      ...['client', 'manager', 'call_list', 'list_entry_shared', 'list_entry_1000000000'],
      ...['attempt', 'outbound_text', 'inbound_text', 'do_not_call', 'account_stop', 'sound'],
      ...['phone_recording', 'report_archive', 'report_part', 'voice_message_rendering'],
      ...['graphile_worker._private_jobs', 'upload', 'rejected_row', 'campaign_lease', 'session'],
    ];
    expect(kinds.filter((table) => !filled.has(table))).toEqual([]);
    const months = [...filled].filter((table) => table.startsWith('call_record_'));
    expect(new Set(months.map((table) => table.slice(0, 'call_record_202610'.length))).size).toBe(
      2,
    );
  });

  test('is restored as it was written', async () => {
    const again = await dumpDatabase(database.superuser);
    const written = parts.filter(({ kind }) => ['partition', 'rows', 'sequence'].includes(kind));
    expect(again).toEqual(written);
  });

  test('is brought to the schema of this version, with nothing lost', async () => {
    const known = new Set(partsOf(parts, 'migration').map(({ name }) => name));
    // The former migrations made what the baseline makes.
    const base = known.has('0001-platform') ? '0054' : '';
    const missing = readMigrations().filter(({ name }) => name >= base && !known.has(name));
    expect(await migrate(database.owner)).toEqual(missing.map(({ name }) => name));
    expect(await pendingMigrations(database.owner)).toEqual([]);
    const written = readFileSync(new URL('../../src/db/schema.sql', import.meta.url), 'utf8');
    expect(await readSchema(database.owner)).toBe(written);
    expect(await lostRows(database.superuser, parts)).toEqual([]);
  });

  /** Another folder played on it, whose journal is not here: such a database starts on hold. */
  async function letGo(folder: string): Promise<void> {
    const seen = await rows<{ name: string }>('SELECT DISTINCT name FROM witness');
    const others = seen.filter(({ name }) => !name.endsWith(`:${folder}`));
    if (others.length === 0) return;
    const db = openDatabase({ ...database.owner, max: 1 });
    expect(await asPlatform(db, readHold)).toMatchObject({ code: 'unknown_folder' });
    await closeDatabase(db);
    const carillon = commandsOn(database.url, { env: { CARILLON_DATA: folder } });
    const gone = others.map(({ name }) => `--gone=${name}`);
    const said = await carillon('restore', 'reconcile', ...gone, '--without-carrier=simulated');
    expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  }

  test('goes on with its campaigns and calls or texts nobody a second time', async () => {
    const before = await rows<{ phone: string }>(
      `SELECT e.phone FROM attempt a JOIN list_entry e USING (client_id, call_list_id, entry_id)
       ORDER BY a.client_id, e.phone`,
    );
    mkdirSync(dataFolder, { recursive: true });
    writeFileSync(join(dataFolder, 'carillon.key'), key, { mode: 0o600 });
    const program = await startProgram(database, { dataFolder });
    const { me, clientId } = await signInDemo(program.url, password);
    const running = async () =>
      (await me.get(`/api/campaign?clientId=${clientId}`))
        .json<{ name: string; campaignStatusName: string }[]>()
        .filter(({ campaignStatusName }) => campaignStatusName === 'Running')
        .map(({ name }) => name);
    expect((await running()).sort()).toEqual(['Linkback', 'November', 'Texts']);
    await letGo(dataFolder);
    const log = () =>
      readFileSync(join(dataFolder, 'simulated-carrier.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { to: string });
    await until(() => (log().length > 60 ? true : undefined), 120);
    // Attempts of before did not keep what allowed them, and nothing is invented; those from now on do.
    const allowedOf = async (phone = '') => {
      const { history } = (await me.get(`/api/number/${phone}`)).json<NumberStory>();
      return history.flatMap((event) => ('allowedBy' in event ? [event.allowedBy !== null] : []));
    };
    expect(await allowedOf(before[0]?.phone)).toEqual([false]);
    expect(await allowedOf(log()[0]?.to)).toEqual([true]);
    expect(await program.stop()).toBe(0);
    const called = log().map(({ to }) => to);
    const earlier = new Set(before.map(({ phone }) => phone));
    expect(called.filter((phone) => earlier.has(phone))).toEqual([]);
    expect(new Set(called).size).toBe(called.length);
  }, 180_000);

  test('is refused by the version that made it once it was upgraded', async () => {
    const own = partsOf(parts, 'migration').filter(({ checksum }) => checksum !== undefined);
    const newer = readMigrations().at(-1)?.checksum !== own.at(-1)?.checksum;
    const old = own.map(({ name, sql, checksum = '' }) => ({ name, sql, checksum }));
    const start = migrate(database.owner, old);
    if (newer) await expect(start).rejects.toThrow('It was created by a newer version');
    else expect(await start).toEqual([]);
  });
});
