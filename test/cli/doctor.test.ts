import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { clock, database as databaseFindings } from '../../src/cli/doctor/database.ts';
import { dataFolder, nodeVersion, soundDecoder } from '../../src/cli/doctor/machine.ts';
import { runningClock } from '../../src/cli/doctor/running-clock.ts';
import { timeZones } from '../../src/cli/doctor/time-zones.ts';
import { writeRunFile } from '../../src/cli/start/run-file.ts';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import { writeEngine } from '../../src/db/queries/engine.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { noteUnknownNumbers } from '../../src/db/queries/number-owner.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { tzReleased, tzVersion } from '../../src/domain/zone-rules/zone-rules.gen.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'carillon-doctor-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const settings = { dataFolder: folder, keyFile: undefined };

test('a sound database has nothing wrong', async () => {
  const findings = await databaseFindings(database.owner, settings);
  expect(findings.map(({ what, state }) => `${what} ${state}`)).toEqual([
    'Database fine',
    // The server of a test run may lose its data, and declares so.
    'Durability hint',
    'Locks fine',
    'Rights fine',
    'Clock fine',
    'Schema fine',
    'Key hint',
  ]);
});

test('the doctor reports what the running Carillon says about its clock: only it knows that the clock was set', async () => {
  let clockOff: string | null = null;
  const http = createServer(
    (_request, response) => void response.end(JSON.stringify({ clockOff })),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  expect(await runningClock(`http://127.0.0.1:${port}`)).toEqual([]);
  clockOff = 'The clock of this engine was set ahead by 2 hours.';
  expect(await runningClock(`http://127.0.0.1:${port}`)).toEqual([
    { what: 'Clock', state: 'wrong', text: clockOff },
  ]);
  await new Promise((resolve) => http.close(resolve));
  expect(await runningClock(`http://127.0.0.1:${port}`)).toMatchObject([{ state: 'hint' }]);
  expect(await runningClock(null)).toMatchObject([
    { state: 'hint', text: expect.stringContaining('CARILLON_METRICS is off') },
  ]);
});

test('beside a running Carillon with its own server, which locks no folder, the doctor recognizes its port and reports its clock', async () => {
  const clockOff = 'The clock of this engine is off by 3 seconds.';
  const http = createServer(
    (_request, response) => void response.end(JSON.stringify({ clockOff })),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const env = { CARILLON_PORT: String(port), CARILLON_DATA: folder };
  const url = `http://127.0.0.1:${port}`;
  const file = writeRunFile(folder, { version: '', roles: ['api'], metrics: url, console: url });
  const { out } = await commandsOn(database.url, { env })('doctor');
  expect(out).toContain(`Carillon is running on 127.0.0.1:${port}`);
  expect(out).toMatch(/WRONG {2}Clock {8}The clock of this engine is off by 3 seconds\./);
  file.release();
  const other = await commandsOn(database.url, { env })('doctor');
  expect(other.out).toMatch(/WRONG {2}Port .*is in use by another program/);
  await new Promise((resolve) => http.close(resolve));
});

test("a clock that differs from the database's by more than two seconds is wrong", async () => {
  const client = new Client(database.owner);
  await client.connect();
  try {
    expect((await clock(client, () => Date.now() - 1_000)).state).toBe('fine');
    expect(await clock(client, () => Date.now() - 3_000)).toEqual({
      what: 'Clock',
      state: 'wrong',
      text: "The clock of this machine is 3 seconds behind the database's. No calls or texts go out until they agree. Synchronize both clocks with NTP.",
    });
  } finally {
    await client.end();
  }
});

test('for a login that is not the owner, the doctor says what it lacks', async () => {
  const name = `plain_${database.owner.database}`;
  await asOwner(database, async (tx) => {
    await tx.run(`CREATE ROLE ${name} LOGIN`);
    await tx.run(`GRANT SELECT ON migration, installation TO ${name}`);
  });
  try {
    const findings = await databaseFindings({ ...database.owner, user: name }, settings);
    const wrong = findings.filter(({ state }) => state === 'wrong');
    expect(wrong.map(({ text }) => text)).toEqual([
      `The server already has carillon_client, carillon_platform, carillon_report, but the role ${name} is not a member. The role ${name} may not create tables in the database ${database.owner.database}. It must own the database. Run as a superuser in this database: GRANT carillon_client, carillon_platform, carillon_report TO "${name}"; ALTER DATABASE "${database.owner.database}" OWNER TO "${name}";`,
    ]);
  } finally {
    await asOwner(database, (tx) =>
      tx.run(`REVOKE SELECT ON migration, installation FROM ${name}`),
    );
    await asOwner(database, (tx) => tx.run(`DROP ROLE ${name}`));
  }
});

test('a database that does not respond is wrong, and the doctor ends with exit code 1', async () => {
  const { code, out } = await commandsOn('postgresql://nobody@127.0.0.1:1/none')('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(
    /WRONG {2}Database {5}The database cannot be reached: .*Is the server running/,
  );
});

test('where MP3 cannot be decoded, the doctor says what can', async () => {
  expect((await soundDecoder()).state).toBe('fine');
  const none = await soundDecoder(() => Promise.reject(new Error('no binary')));
  expect(none.state).toBe('hint');
  expect(none.text).toContain('Only WAV files can be read here');
});

test('the time zone data shows its version and age, and is a note once it is old', () => {
  const released = Date.parse(tzReleased);
  const day = 24 * 3_600_000;
  expect(timeZones(released + 26 * day, '2026f', [])).toEqual([
    {
      what: 'Time zones',
      state: 'fine',
      text: `${tzVersion} of ${tzReleased}, 26 days old`,
    },
  ]);
  const [old] = timeZones(released + 61 * day, '2026f', []);
  expect(old?.state).toBe('hint');
  expect(old?.text).toContain('61 days old) is older than 60 days');
});

test('where the data of Node differs, the doctor names the zones', () => {
  const hours = (count: number) => count * 3_600_000;
  const from = Date.parse('2026-11-22T12:00:00Z');
  const winnipeg = { zone: 'America/Winnipeg', from, ours: hours(-5), node: hours(-6) };
  const now = Date.parse(tzReleased);
  expect(timeZones(now, '2026c', [winnipeg])[1]).toEqual({
    what: 'Time zones',
    state: 'hint',
    text: "Node's data (2026c) differs from Carillon's: America/Winnipeg from 2026-11-22 on (Carillon's -5:00, Node's -6:00). Calls and texts wait until both allow them.",
  });
  const newYork = { ...winnipeg, zone: 'America/New_York' };
  const findings = timeZones(now, '2026c', [newYork, winnipeg]);
  expect(findings.map(({ state }) => state)).toEqual(['fine', 'wrong', 'hint']);
  expect(findings[1]?.text).toContain('Schedules and the days of reports follow');
});

test('the doctor looks at the time zone data of this Carillon', async () => {
  const { out } = await commandsOn('postgresql://nobody@127.0.0.1:1/none')('doctor');
  expect(out).toMatch(/Time zones {3}.*20\d\d[a-z] of 20\d\d-\d\d-\d\d, \d+ days? old/);
});

test('an old Node is wrong', () => {
  expect(nodeVersion('v22.1.0').state).toBe('wrong');
  expect(nodeVersion('v24.0.0').state).toBe('fine');
});

test('a file instead of the data folder is wrong; a missing folder is created later', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(dataFolder(file).state).toBe('wrong');
  expect(dataFolder(join(folder, 'later', 'on')).state).toBe('hint');
  expect(dataFolder(folder).state).toBe('fine');
});

test('numbers that people texted and that no client has are shown', async () => {
  const run = commandsOn(database.url);
  expect((await run('doctor')).out).not.toContain('which no client has');
  const numbers = [{ phone: '17025550142', texts: 3, optOuts: 1 }];
  await asPlatform(database, (tx) => noteUnknownNumbers(tx, 'main', numbers));
  const { out } = await run('doctor');
  expect(out).toContain(
    '3 texts came through "main" to 702-555-0142, which no client has. Opt-outs among them: 1. They apply to every client of that carrier. "carillon number add" assigns it to one.',
  );
});

test('the doctor names an engine on any machine whose clock is off', async () => {
  const self = { carrierName: 'a', host: 'dialer-2', version: '1.0.0' };
  const word = { connected: { voice: [], text: [] }, idleBecause: null, offers: [] };
  await asPlatform(database, async (tx) => {
    const late = { ...self, engineId: randomUUID(), name: 'dialer-2-engine-1' };
    await writeEngine(tx, late, { ...word, clockOffsetMs: 32_400_000 }, 60);
    const right = { ...self, engineId: randomUUID(), name: 'dialer-1-engine-1' };
    await writeEngine(tx, right, { ...word, clockOffsetMs: 800 }, 60);
  });
  const { code, out } = await commandsOn(database.url)('doctor');
  expect(code).toBe(1);
  expect(out).toContain(
    `WRONG  Clock        The clock of the engine "dialer-2-engine-1" is 9 hours ahead of the database's.`,
  );
  expect(out).not.toContain('dialer-1-engine-1');
});

test('the doctor says why the platform is on hold, and since when', async () => {
  await asPlatform(database, (tx) => beginHold(tx, 'operator'));
  const { out } = await commandsOn(database.url)('doctor');
  const why = reasonSentence({ code: 'hold', hold: 'operator', asked: false });
  expect(out).toContain(`WRONG  Hold         ${why} Since `);
});
