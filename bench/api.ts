/**
 * How long the console's calls take when they come 50 times a second: at rest, and while a campaign
 * of 600 calls a minute runs and files of 120 MB are imported one after the other. The program runs
 * as in production; twelve calls take turns, each sent at its moment whether or not others are late.
 *
 *     node bench/api.ts [seconds=30] [rounds=3] [entries=40000]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  asClient,
  asPlatform,
  closeDatabase,
  type Database,
  openDatabase,
} from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { placeGroupOf } from '../src/domain/place-group.ts';
import { type Campaign, makeCampaign, makeList } from '../test/engine/world.ts';
import { openSession } from '../test/harness/session.ts';
import { machineLine } from './engine-site.ts';
import { conclude } from './goal.ts';
import { headers, writeContacts } from './import-file.ts';
import { median } from './median.ts';

const seconds = Number(process.argv[2] ?? 30);
const rounds = Number(process.argv[3] ?? 3);
const entries = Number(process.argv[4] ?? 40_000);
const perSecond = 50;
const port = 18_164;
const address = `http://127.0.0.1:${port}`;

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-api-'));
const contacts = join(folder, 'contacts.csv');
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const login = {
  host: server.host,
  port: server.port,
  user: server.user,
  database: server.database,
};
await migrate(login);
const db = openDatabase({ ...login, max: 5 });
try {
  const { campaign, token } = await world(db);
  writeContacts(contacts, 120_000_000);
  const program = await startProgram();
  try {
    await compare(campaign, token);
  } finally {
    await program.stop();
  }
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

/** At rest first: a campaign cannot be unstarted, so the rounds of each come one after the other. */
async function compare(campaign: Campaign, token: string): Promise<void> {
  const calls = callsOf(campaign);
  await load(token, calls, 5);
  const rest: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rest.push(p99('at rest', await load(token, calls, seconds)));
  }
  await requestStart(db, campaign.clientId, campaign.campaignId);
  for (let round = 0; round < rounds; round += 1) {
    const importing = importOnAndOn(token, campaign);
    busy.push(p99('an import and a campaign', await load(token, calls, seconds)));
    await importing.stop();
  }
  console.log(machineLine());
  const what = `API at ${perSecond} requests a second, p99 in ms`;
  const atMost = { is: 'at most', digits: 0 } as const;
  conclude({ ...atMost, what: `${what}, at rest`, ratio: median(rest), goal: 50 });
  const during = `${what}, during an import and a campaign`;
  conclude({ ...atMost, what: during, ratio: median(busy), goal: 100 });
}

interface Call {
  path: string;
  body?: object;
}

function callsOf({ clientId, campaignId }: Campaign): Call[] {
  const report = { clientId, numRows: 25, filters: {} };
  const client = `clientId=${clientId}`;
  return [
    { path: `/api/livemonitoring?${client}` },
    { path: `/api/livemonitoring/${campaignId}?${client}` },
    { path: `/api/campaign/${campaignId}/funnel?${client}` },
    { path: `/api/campaign/dialer?${client}` },
    { path: `/api/campaign?${client}` },
    { path: `/api/campaign/progress1?${client}`, body: [campaignId] },
    { path: `/api/calllist?campaignId=${campaignId}&${client}` },
    { path: '/api/reports/cdr', body: report },
    { path: '/api/reports/cdrcount', body: report },
    { path: `/api/message?${client}` },
    { path: `/api/donotcall?${client}&search=302555&limit=25` },
    { path: `/api/carrier?${client}` },
  ];
}

interface Timed {
  path: string;
  ms: number;
}

/** What each response took; a late one holds up none of the next. */
async function load(token: string, calls: readonly Call[], forSeconds: number): Promise<Timed[]> {
  const times: Timed[] = [];
  const sent: Promise<void>[] = [];
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
  };
  const began = performance.now();
  for (let n = 0; n < forSeconds * perSecond; n += 1) {
    await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
    const call = calls[n % calls.length];
    if (call)
      sent.push(
        ask(token, call)
          .then((ms) => void times.push({ path: call.path.replace(/\?.*/, ''), ms }))
          .catch(fail),
      );
  }
  await Promise.all(sent);
  if (failure) throw failure;
  return times;
}

async function ask(token: string, { path, body }: Call): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${address}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
  return performance.now() - began;
}

function p99(name: string, times: Timed[]): number {
  const all = times.map(({ ms }) => ms);
  const shown = [0.5, 0.95, 0.99, 0.9999]
    .map((share) => quantile(all, share).toFixed(1))
    .join(', ');
  console.log(`${name}: ${times.length} requests; p50, p95, p99, longest: ${shown} ms`);
  const ofPath = Map.groupBy(times, ({ path }) => path);
  const slowest = [...ofPath]
    .map(([path, of]) => ({ path, ms: of.map(({ ms }) => ms) }))
    .map(({ path, ms }) => ({ path, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) }))
    .toSorted((a, b) => b.p99 - a.p99)
    .slice(0, 4)
    .map((one) => `${one.path} ${one.p50.toFixed(0)}, ${one.p99.toFixed(0)} ms`);
  console.log(`  slowest, p50 and p99: ${slowest.join('; ')}`);
  return quantile(all, 0.99);
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function importOnAndOn(token: string, { campaignId }: Campaign) {
  let stopping = false;
  const loop = (async () => {
    for (let n = 0; !stopping; n += 1) await upload(token, campaignId, `Import ${Date.now()}-${n}`);
  })();
  // Reported by stop().
  loop.catch(() => {});
  return {
    async stop() {
      stopping = true;
      await loop;
    },
  };
}

async function upload(token: string, campaignId: number, callListName: string): Promise<void> {
  const phone = { fieldColumn: headers.indexOf('Phone'), fieldName: 'Phone' };
  const settings = {
    ...{ callListName, campaignId, delimiter: ',' },
    callListMapList: [{ accountField: { id: 0, value: '' }, selectedCallListField: [phone] }],
    restriction: { restrictionType: 2, pastXDays: null },
  };
  const form = new FormData();
  form.append('fileSelect', await openAsBlob(contacts), 'contacts.csv');
  form.append('callListMap', JSON.stringify(settings));
  form.append('headers', JSON.stringify(headers));
  const response = await fetch(`${address}/api/calllist/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!response.ok) throw new Error(await response.text());
}

async function world(database: Database) {
  const campaign = await makeCampaign(database, { callsPerMinute: 600 });
  const { clientId } = campaign;
  await makeList(database, campaign, { entries });
  // Sealed with a key that the program does not have; the place as an import makes it.
  const place = placeGroupOf({ areaCode: '212', state: null, zipCode: null });
  await asClient(database, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET ssn = NULL, date_of_birth = NULL, place_group = $2
       WHERE client_id = $1`,
      [clientId, place],
    ),
  );
  const manager = await asPlatform(database, (tx) =>
    tx.row<{ id: number }>(
      `INSERT INTO manager (client_id, name, username, email, password_hash)
       VALUES ($1, 'Bench', 'bench', 'bench@example.com', '-') RETURNING manager_id AS id`,
      [clientId],
    ),
  );
  return { campaign, token: await openSession(database, clientId, manager?.id ?? 0) };
}

async function startProgram(): Promise<{ child: ChildProcess; stop(): Promise<void> }> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const host = encodeURIComponent(login.host);
  const child = spawn(process.execPath, ['--max-semi-space-size=2', main, 'start', '--no-demo'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql://${login.user}@${host}:${login.port}/${login.database}`,
      CARILLON_DATA: join(folder, 'program'),
      CARILLON_PORT: String(port),
      CARILLON_METRICS: 'off',
      CARILLON_SIM_START: '2026-11-20T14:00:00-05:00',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += String(text);
      if (said.includes('Press Ctrl-C to stop.')) resolve();
    });
    void ended.then(() => reject(new Error(`Carillon ended: ${said}`)));
  });
  return {
    child,
    async stop() {
      child.kill('SIGTERM');
      child.kill('SIGINT');
      await ended;
    },
  };
}
