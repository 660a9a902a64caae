/** One seed: a town, its engines and people for some minutes, and what the judge says of it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { muchTrouble, noTrouble } from '../../src/carriers/simulated/trouble-profile.ts';
import { asClient, closeDatabase, type Database, openDatabase } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type Random, seededRandom } from '../../src/domain/random.ts';
import { recount } from '../engine/recount.ts';
import { type Plant, startLife } from './engines.ts';
import { type Connections, openConnections } from './gated-database.ts';
import {
  afterOptOut,
  brokenSilences,
  createLedger,
  handedOverTwice,
  type Ledger,
  outsideHours,
  readLines,
  tooFast,
} from './judge.ts';
import { keyOf, type Office, people, stop } from './people.ts';
import { type Actor, createStage, LineBroke, type Mishap, type Stage, type Step } from './stage.ts';
import { buildTown, type Household, zonesOfTown } from './town.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { WrongBuild } from './wrong-builds.ts';

export interface SeedResult {
  violations: string[];
  /** Simulated milliseconds. */
  simulated: number;
  steps: number;
  calls: number;
  deaths: number;
  cuts: number;
  crashes: number;
  optOuts: number;
  /** The same for two runs of one seed. */
  fingerprint: string;
  trace: string[];
}

type Ask = Office['ask'];

interface Scene {
  stage: Stage;
  plant: Plant;
  office: Office;
  ledger: Ledger;
  town: Household[];
  connections: Connections;
  /** The database outside of every part. */
  plain: Database;
  ask: Ask;
  time: VirtualTime;
  fortune: Fortune;
}

/** Real milliseconds of a run before it is wound down. */
const playFor = 30_000;
const longestWindDown = 1_800_000;

export async function runSeed(
  seed: number,
  connection: pg.PoolConfig,
  time: VirtualTime,
  stageOf: (stage: Stage) => void,
  wrong?: WrongBuild,
): Promise<SeedResult> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-simulation-'));
  writeFileSync(join(folder, callLogName), '');
  const plain = openDatabase({ ...connection, max: 2 });
  const connections = await openConnections({
    connection,
    time,
    rewrite: wrong?.rewrite,
    earlyCommit: wrong?.earlyCommit,
  });
  try {
    const scene = await setScene(seed, { folder, plain, connections, time, stageOf, wrong });
    const began = scene.plant.clock.now();
    await play(scene);
    await windDown(scene);
    const text = readFileSync(join(folder, callLogName), 'utf8');
    const violations = await judge(scene, text);
    const { fortune, stage } = scene;
    const trace = stage.trace;
    return {
      violations,
      simulated: scene.plant.clock.now() - began,
      steps: trace.length,
      calls: readLines(text).length,
      deaths: fortune.deaths,
      cuts: fortune.cuts,
      crashes: fortune.crashes,
      optOuts: scene.ledger.optOuts.length,
      fingerprint: createHash('sha256')
        .update(trace.join('\n'))
        .update(text)
        .digest('hex')
        .slice(0, 16),
      trace,
    };
  } finally {
    await connections.close();
    await closeDatabase(plain);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Given {
  folder: string;
  plain: Database;
  connections: Connections;
  time: VirtualTime;
  stageOf: (stage: Stage) => void;
  wrong: WrongBuild | undefined;
}

async function setScene(seed: number, given: Given): Promise<Scene> {
  const { folder, plain, connections, time, wrong } = given;
  const random = seededRandom(`simulation/${seed}`);
  const speed = pick(random, [5, 20, 60]);
  const anchor = time.now();
  const start = startingInstant(random);
  const clock = { speed, now: () => start + (time.now() - anchor) * speed };
  const town = await buildTown(plain, random, {
    clients: random.between(1, 2),
    campaigns: random.between(1, 3),
    phones: random.between(40, 120),
    callsPerMinute: () => random.between(20, Math.ceil(1_200 / speed)),
  });
  const ledger = createLedger(folder);
  const unchecked: string[] = [];
  const ask: Ask = (clientId, sql, values) =>
    asClient(plain, clientId, (tx) => tx.rows(sql, values));
  const fortune = createFortune(random);
  const stage: Stage = createStage(() => ({
    random,
    time,
    mishapAt: fortune.mishapAt,
    delayOf: fortune.delayOf,
    async beforeStep() {
      for (const id of unchecked.splice(0)) {
        if ((await states(ask, [id]))[0] !== 'ended')
          ledger.seen.push(`${id} acknowledged too early`);
      }
    },
    died: (actor) => connections.abandon(actor),
  }));
  given.stageOf(stage);
  const db = connections.databaseOf(stage);
  const plant: Plant = {
    stage,
    db,
    ledger,
    clock,
    folder,
    seed: String(seed),
    leaseSeconds: random.between(2, 8),
    tickEvery: random.between(100, 500),
    trouble: random.chance(0.3) ? noTrouble : muchTrouble,
    profile: { pressesNine: 0.15, hangsUpEarly: 0.3 },
    wrong,
    areOpen: async (ids) => (await states(ask, ids)).every((state) => state === 'open'),
    checkAcknowledged: (id) => unchecked.push(id),
  };
  const rates = new Map<string, { most: number; starts: number }>();
  const office: Office = {
    stage,
    db,
    random,
    ledger,
    town,
    now: clock.now,
    second: 1_000 * speed,
    bareOptOut: wrong?.bareOptOut ?? false,
    ask: (...asked) => stage.step({ what: 'look', run: () => ask(...asked) }),
    rates,
  };
  for (const { clientId, campaigns } of town) {
    for (const campaign of campaigns) {
      const [row] = await ask<{ n: number }>(
        clientId,
        'SELECT calls_per_minute AS n FROM campaign WHERE client_id = $1 AND campaign_id = $2',
        [clientId, campaign.campaignId],
      );
      rates.set(keyOf(campaign), { most: row?.n ?? 0, starts: 1 });
      await requestStart(plain, clientId, campaign.campaignId);
    }
  }
  return { stage, plant, office, ledger, town, connections, plain, ask, time, fortune };
}

/** Often just before calling hours end or begin somewhere; at any time of the year. */
function startingInstant(random: Random): number {
  const day = Date.UTC(2026, random.between(0, 11), random.between(1, 28));
  const minute = random.chance(0.5)
    ? pick(random, [12, 13, 14, 15, 24, 25, 26, 27, 28]) * 60 + random.between(-12, 5)
    : random.between(17 * 60, 22 * 60);
  return day + minute * 60_000;
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

interface Fortune {
  deaths: number;
  cuts: number;
  crashes: number;
  over: boolean;
  mishapAt(step: Step): Mishap | undefined;
  delayOf(step: Step): number;
}

function createFortune(random: Random): Fortune {
  const deadly = pick(random, [0, 0.0005, 0.002]);
  const cutting = pick(random, [0, 0.0005, 0.002]);
  const slowness = pick(random, [0.01, 0.05, 0.2]);
  const fortune: Fortune = {
    deaths: 0,
    cuts: 0,
    crashes: 0,
    over: false,
    mishapAt(step) {
      const draw = random.next();
      const late = random.chance(0.5);
      if (fortune.over) return undefined;
      if (step.actor.name.startsWith('engine') && draw < deadly) {
        fortune.deaths += 1;
        return late ? 'die_after' : 'die_before';
      }
      if (step.abort && draw > 1 - cutting) {
        fortune.cuts += 1;
        return late ? 'cut_after' : 'cut_before';
      }
      return undefined;
    },
    delayOf(step) {
      const draw = random.next();
      const ms = random.between(1, 60);
      if (fortune.over) return 0;
      // A process that stands still for long, between two transactions.
      if (step.what === 'connect' && draw < 0.002) return ms * 200;
      return draw < slowness ? ms : 0;
    },
  };
  return fortune;
}

async function play(scene: Scene): Promise<void> {
  const { stage, plant, office, time, fortune, connections } = scene;
  const { random } = office;
  const end = time.now() + playFor;
  const engines = random.between(1, 2);
  for (let n = 1; n <= engines; n += 1) keepAlive(scene, `engine ${n}`);
  for (const [name, act] of Object.entries(people)) {
    const pause = name === 'stopper' || name === 'closer' ? 15_000 : 4_000;
    stage.play({ name, dead: false }, async () => {
      while (time.now() < end) {
        await stage.sleep(random.between(1, 2 * pause));
        if (time.now() < end) await act(office).catch(lineOnly);
      }
    });
  }
  const crashes = random.between(0, 2);
  for (let n = 0; n <= crashes; n += 1) {
    await stage.runUntil(
      n === crashes ? end : time.now() + random.between(1, Math.floor(playFor / 3)),
    );
    if (n === crashes) break;
    fortune.crashes += 1;
    stage.trace.push(`${time.now()} PostgreSQL crashes`);
    await connections.breakAll();
  }
  fortune.over = true;
  plant.trouble = noTrouble;
}

/** A dead engine is followed by another one after a while. */
function keepAlive({ stage, plant, office }: Scene, name: string): void {
  stage.play({ name: `keeper of ${name}`, dead: false }, async () => {
    for (let life = 1; ; life += 1) {
      const actor: Actor = { name: `${name}.${life}`, dead: false };
      startLife(plant, actor);
      const wait = office.random.between(100, 9_000);
      while (!actor.dead) await stage.sleep(500);
      await stage.sleep(wait);
    }
  });
}

/** Everything is stopped; whatever is under way must come to an end. */
async function windDown(scene: Scene): Promise<void> {
  const { stage, office, town, time } = scene;
  const end = time.now() + longestWindDown;
  stage.play({ name: 'caretaker', dead: false }, async () => {
    for (const { campaigns } of town)
      for (const campaign of campaigns) await stop(office, campaign);
  });
  do await stage.runUntil(time.now() + 2_000);
  while (time.now() < end && !(await isQuiet(scene)));
}

async function isQuiet({ ask, town }: Scene): Promise<boolean> {
  for (const { clientId } of town) {
    const rows = await ask(
      clientId,
      `SELECT 1 FROM campaign WHERE run_status <> 1 UNION ALL
       SELECT 1 FROM attempt WHERE finished_at IS NULL UNION ALL
       SELECT 1 FROM call_list WHERE status_id = 5`,
      [],
    );
    if (rows.length > 0) return false;
  }
  return true;
}

async function judge(scene: Scene, text: string): Promise<string[]> {
  const { plant, office, ask, ledger, town, plain } = scene;
  const lines = readLines(text);
  const found = [...ledger.seen];
  if (!(await isQuiet(scene))) found.push('something never came to its end');
  const owners = new Map<string, number>();
  for (const { clientId } of town) {
    const lists = await ask<{ id: number; campaignId: number }>(
      clientId,
      'SELECT call_list_id AS id, campaign_id AS "campaignId" FROM call_list',
      [],
    );
    for (const { id, campaignId } of lists) owners.set(`${clientId}-${id}`, campaignId);
    const books = await recount(plain, clientId);
    if (books.mismatches > 0) found.push(`${books.mismatches} attempts without their one record`);
    for (const wrong of books.wrongCounts) found.push(`wrong counts ${JSON.stringify(wrong)}`);
    found.push(...(await overlaps(ask, clientId)));
  }
  const campaignOf = (line: { clientId: number; callListId: number }) =>
    owners.get(`${line.clientId}-${line.callListId}`);
  found.push(...handedOverTwice(lines));
  found.push(...afterOptOut(lines, ledger));
  found.push(...brokenSilences(lines, ledger, campaignOf));
  found.push(...outsideHours(lines, zonesOfTown));
  for (const campaign of town.flatMap(({ campaigns }) => campaigns)) {
    const rate = office.rates.get(keyOf(campaign));
    const own = lines.filter((line) => campaignOf(line) === campaign.campaignId);
    if (!rate) continue;
    const burst = 4_000 * plant.clock.speed;
    found.push(...tooFast(own, { perMinute: rate.most, burst, starts: rate.starts }));
  }
  return found;
}

/** A number is in one call of a client at a time. */
async function overlaps(ask: Ask, clientId: number): Promise<string[]> {
  const rows = await ask<{ phone: string }>(
    clientId,
    `SELECT a.phone FROM attempt a JOIN attempt b ON b.client_id = a.client_id AND b.phone = a.phone
       AND (b.call_list_id, b.entry_id) > (a.call_list_id, a.entry_id)
       AND b.attempted_at < a.finished_at AND a.attempted_at < b.finished_at
     WHERE a.client_id = $1`,
    [clientId],
  );
  return rows.map(({ phone }) => `${phone} was in two calls at once`);
}

/** By attempt id, in order. */
async function states(ask: Ask, ids: string[]): Promise<('open' | 'ended' | 'none')[]> {
  const keys = ids.map((id) => id.split('-').map(Number));
  const rows = await ask<{ state: 'open' | 'ended' | 'none' }>(
    keys[0]?.[0] ?? 0,
    `SELECT CASE WHEN a.entry_id IS NULL THEN 'none' WHEN a.finished_at IS NULL THEN 'open'
       ELSE 'ended' END AS state
     FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY AS v (list, entry, n)
     LEFT JOIN attempt a ON a.call_list_id = v.list AND a.entry_id = v.entry
     ORDER BY v.n`,
    [keys.map((key) => key[1]), keys.map((key) => key[2])],
  );
  return rows.map(({ state }) => state);
}

/** A line that broke is what a manager sees as an error, and lets be. */
function lineOnly(error: unknown): void {
  if (!(error instanceof LineBroke)) throw error;
}
