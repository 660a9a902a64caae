/** A database that goes away, refuses writes or has no space, under a Carillon that calls. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reasonSentence, troubleSentence } from '../../src/domain/reason-sentences.ts';
import type { TroubleKind } from '../../src/domain/trouble-words.ts';
import { firingOn } from '../deploy/state-alerts.ts';
import { type FirstCampaign, startFirstCampaign } from '../harness/first-campaign.ts';
import { ownServer, password } from '../harness/own-server.ts';
import { until } from '../harness/until.ts';
import { commandsOn } from './command-run.ts';
import { type CarillonProcess, carillon, freePort } from './started-carillon.ts';

// The started process says the true words, and the commands beside it must say the same.
vi.unmock('../../src/domain/reason-sentences.ts');

const server = await ownServer();
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-trouble-'));
let running: CarillonProcess;
let campaign: FirstCampaign;
let port = 0;
let address = '';

beforeAll(async () => {
  await server.dba([
    `CREATE ROLE trouble LOGIN CREATEROLE PASSWORD '${password}'`,
    'CREATE DATABASE trouble OWNER trouble TEMPLATE template0',
  ]);
  port = await freePort();
  const more = {
    ...{
      DATABASE_URL: server.url('trouble', 'trouble'),
      CARILLON_DEMO_PASSWORD: 'four_green_kettles',
    },
    CARILLON_SLOW_STATEMENT_MS: '0',
  };
  running = carillon({ dataFolder, port, more }, ['start', '--roles=api,engine,jobs']);
  await running.started;
  address = /Metrics {4}(http:\S+)\/metrics/.exec(running.out())?.[1] ?? '';
  const contacts = readFileSync(join(dataFolder, 'demo-contacts.csv'), 'utf8');
  campaign = await startFirstCampaign(`http://127.0.0.1:${port}`, 'four_green_kettles', contacts);
  // It runs through all of these tests.
  await server.dba(['UPDATE campaign SET calls_per_minute = 12'], 'trouble');
}, 180_000);
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  await server.remove();
  rmSync(dataFolder, { recursive: true, force: true });
});

interface Line {
  level: string;
  time: string;
  trouble?: string;
  [key: string]: unknown;
}

/** What was logged since the last question, at the level that is set unless another is given. */
let read = 0;
function lines(): Line[] {
  const text = running.err();
  const end = text.lastIndexOf('\n') + 1;
  const fresh = text.slice(read, end);
  read = end;
  return fresh
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

const ready = async (url: string): Promise<Record<string, unknown>> => {
  const response = await fetch(`${url}/health/ready`);
  return { code: response.status, ...((await response.json()) as object) };
};
const ownReady = () => ready(address);
const consoleReady = () => ready(`http://127.0.0.1:${port}`);
/** A command beside it, in this process. */
const command = (...args: string[]) =>
  commandsOn(server.url('trouble', 'trouble'), { env: { CARILLON_DATA: dataFolder } })(...args);
/** Why a campaign of calls waits. */
const waitsFor = (trouble: TroubleKind) =>
  reasonSentence({ code: 'database_trouble', trouble, channel: 'voice' });

/** What status, the list of campaigns and the alerts say while it lasts. */
async function reportedBy(kind: TroubleKind, alert = 'CarillonDatabaseTrouble') {
  const status = JSON.parse((await command('status', '--json')).out);
  const codes = status.problems.map(({ code }: { code: string }) => code);
  const code = kind === 'journal' ? 'journal_trouble' : 'database_trouble';
  expect(codes).toContain(code);
  expect(codes).not.toContain('process_silent');
  const [process] = status.processes;
  const { startedAt, troubleSince } = await ownReady();
  expect(process).toMatchObject({ health: kind, reason: troubleSentence(kind), troubleSince });
  expect(Date.parse(String(troubleSince))).toBeGreaterThan(Date.parse(String(startedAt)));
  const wanted = waitsFor(kind);
  expect(status.campaigns.started).toMatchObject([{ reason: wanted }]);
  const list = await command('campaign', 'list', '--json');
  expect(JSON.parse(list.out)).toMatchObject([{ reason: wanted }]);
  expect(await firing()).toContain(alert);
}
const firing = async () => firingOn(await (await fetch(`${address}/metrics`)).text());
const isReady = () => until(async () => ((await ownReady()).code === 200 ? true : undefined));
const reason = async () => {
  const response = await campaign.me.get(`/api/livemonitoring?clientId=${campaign.clientId}`);
  const [row] = response.json<{ campaignStatusName: string; statusReason: string | null }[]>();
  return [row?.campaignStatusName, row?.statusReason];
};
const shows = (wanted: string | null) =>
  until(async () => {
    const [, said] = await reason().catch(() => [undefined, 'not yet']);
    return said === wanted || undefined;
  });

/** Exactly one line when it began and one when it ended, and no other about the same trouble. */
function loggedOnce(kind: string): Line {
  const all = lines();
  const [begun, ended, ...more] = all.filter(({ trouble }) => trouble !== undefined);
  expect([begun, ended, more]).toMatchObject([
    { level: 'error', trouble: kind, service: 'carillon', time: expect.stringMatching(/^20.*Z$/) },
    { level: 'warn', trouble: kind, seconds: expect.any(Number), failed: expect.any(Number) },
    [],
  ]);
  const others = all.filter(({ trouble }) => trouble === undefined);
  expect(others.filter(({ msg }) => /could not|cannot|away|failed/.test(String(msg)))).toEqual([]);
  expect(others.filter(({ level }) => level === 'error')).toEqual([]);
  return begun as Line;
}

test('a database that is unreachable: not ready, one log line, one when it is back, and calls go on', async () => {
  await until(async () => ((await reason())[0] === 'Running' ? true : undefined));
  lines();
  await server.stop();
  await until(async () => ((await ownReady()).status === 'unreachable' ? true : undefined));
  expect(await ownReady()).toMatchObject({ code: 503, reason: troubleSentence('unreachable') });
  expect(await consoleReady()).toMatchObject({ code: 'database_unreachable', status: 503 });
  // The address checks by itself; the watch checks twice before it reports anything.
  await until(async () => (await firing()).includes('CarillonDatabaseTrouble') || undefined);
  expect(await firing()).toContain('CarillonDatabaseTrouble');
  expect((await command('stop', '--all')).err).toContain('The stop is NOT in force');
  // Engine, jobs and requests meet it again and again.
  for (let n = 0; n < 8; n += 1) {
    await sleep(500);
    expect((await campaign.me.get('/api/manager')).status).toBe(503);
  }
  await server.restart();
  await isReady();
  expect(await consoleReady()).toEqual({ code: 200, status: 'ok' });
  await shows(null);
  const begun = loggedOnce('unreachable');
  expect(begun.campaigns).toBe(1);
}, 120_000);

test('a database that is read-only: screens show why each campaign waits', async () => {
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'trouble'`;
  await server.dba(['ALTER ROLE trouble SET default_transaction_read_only = on', cut]);
  await until(async () => ((await ownReady()).status === 'read_only' ? true : undefined));
  expect(await ownReady()).toMatchObject({ code: 503 });
  expect(await consoleReady()).toMatchObject({ code: 'database_read_only', status: 503 });
  await shows(waitsFor('read_only'));
  expect((await campaign.me.post('/api/manager/add', {})).status).not.toBe(500);
  await reportedBy('read_only');
  const stop = await command('stop', '--all');
  expect(stop).toMatchObject({ code: 1, out: '' });
  expect(stop.err.split('\n')).toEqual([
    'The stop is NOT in force.',
    expect.stringContaining(`${troubleSentence('read_only')} Details: `),
  ]);
  const lift = await command('stop', '--lift', '--all');
  expect(lift.err).toContain('Nothing was lifted. The stop is still in force, if there was one.');
  await server.dba(['ALTER ROLE trouble RESET default_transaction_read_only', cut]);
  await isReady();
  await shows(null);
  loggedOnce('read_only');
}, 120_000);

/** What PostgreSQL says when a table finds no space, raised by a trigger: filling a disk needs root. */
const fullDisk = `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'could not extend file "base/16384/2619": No space left on device'
      USING ERRCODE = 'disk_full';
  END $$;
  CREATE TRIGGER no_room BEFORE INSERT ON attempt FOR EACH STATEMENT EXECUTE FUNCTION no_room()`;

test('a disk that is full: also the row of the campaign says so while there is room for that', async () => {
  // Claims come more often than a quiet spell lasts: a slow campaign would meet the full disk anew each time.
  await server.dba([fullDisk, 'UPDATE campaign SET calls_per_minute = 60'], 'trouble');
  await until(async () => ((await ownReady()).status === 'full' ? true : undefined));
  expect(await consoleReady()).toMatchObject({ code: 'database_full', status: 503 });
  await shows(waitsFor('full'));
  await until(async () => {
    const code = "SELECT reason ->> 'trouble' AS trouble FROM campaign";
    const [row] = await server.dba([code], 'trouble');
    return (row as { trouble: string | null }).trouble === 'full' || undefined;
  });
  await reportedBy('full');
  const slowly = 'UPDATE campaign SET calls_per_minute = 12';
  await server.dba([slowly, 'DROP TRIGGER no_room ON attempt'], 'trouble');
  await isReady();
  await shows(null);
  loggedOnce('full');
}, 120_000);

test('a data folder that cannot be written: the process is not ready, and says so once', async () => {
  const witness = join(dataFolder, 'witness');
  const mark = readdirSync(witness, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('mark.json'),
  );
  const blocked = join(witness, mark ?? '');
  // No mark replaces a folder; one may be written between the two steps.
  await until(async () => {
    try {
      rmSync(blocked);
      mkdirSync(blocked);
      return true;
    } catch {
      return undefined;
    }
  });
  await until(async () => ((await ownReady()).status === 'journal' ? true : undefined));
  expect(await consoleReady()).toMatchObject({ code: 'journal_unwritable', status: 503 });
  await reportedBy('journal', 'CarillonJournalTrouble');
  rmdirSync(blocked);
  await isReady();
  loggedOnce('journal');
}, 120_000);
