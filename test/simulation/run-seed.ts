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
import { type Plant, startLife } from './engines.ts';
import { createFortune, type Fortune } from './fortune.ts';
import { type Connections, openConnections } from './gated-database.ts';
import { createLedger, type Ledger, readLines } from './judge.ts';
import { keyOf, type Office, people, stop } from './people.ts';
import { type Actor, createStage, LineBroke, type Stage } from './stage.ts';
import { buildTown, type Household, pick } from './town.ts';
import { isQuiet, verdictOn } from './verdict.ts';
import type { VirtualTime } from './virtual-time.ts';
import { isAgentNoted, states } from './watched-rows.ts';
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
/** Simulated: the longest talk, and some minutes for the rest. */
const longestWindDown = 4.5 * 3_600_000;

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
    const { ask, town, ledger, office, plant } = scene;
    const { rates } = office;
    const { speed } = plant.clock;
    const violations = await verdictOn({ ask, town, ledger, rates, speed, plain }, text);
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
    perMinute: () => random.between(20, Math.ceil(1_200 / speed)),
  });
  const ledger = createLedger(folder);
  const unchecked: string[] = [];
  const agentsAsked: string[] = [];
  const ask: Ask = (clientId, sql, values) =>
    asClient(plain, clientId, (tx) => tx.rows(sql, values));
  const fortune = createFortune(random);
  const stage: Stage = createStage(() => ({
    random,
    time,
    mishapAt: fortune.mishapAt,
    delayOf: fortune.delayOf,
    async beforeStep() {
      for (const id of agentsAsked.splice(0)) {
        if (!(await isAgentNoted(ask, id)))
          ledger.seen.push(`an agent is called for ${id} unnoted`);
      }
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
    profile: { pressesNine: 0.15, hangsUpEarly: 0.3, pressesOne: 0.3 },
    wrong,
    areOpen: async (ids) => (await states(ask, ids)).every((state) => state === 'open'),
    checkAcknowledged: (id) => unchecked.push(id),
    checkAgent: (id) => agentsAsked.push(id),
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
      rates.set(keyOf(campaign), { most: campaign.perMinute, starts: 1 });
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

async function play(scene: Scene): Promise<void> {
  const { stage, plant, office, time, fortune, connections } = scene;
  const { random } = office;
  const end = time.now() + playFor;
  const engines = random.between(1, 2);
  for (let n = 1; n <= engines; n += 1) keepAlive(scene, `engine ${n}`);
  for (const [name, act] of Object.entries(people)) {
    const pause = pauses[name] ?? 4_000;
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

/** Real milliseconds between two deeds of a person. */
const pauses: Readonly<Record<string, number>> = {
  stopper: 15_000,
  closer: 15_000,
  remover: 1_000,
  importer: 2_000,
};

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
  const { stage, office, town, time, plant } = scene;
  const end = time.now() + Math.ceil(longestWindDown / plant.clock.speed);
  stage.play({ name: 'caretaker', dead: false }, async () => {
    for (const { campaigns } of town)
      for (const campaign of campaigns) await stop(office, campaign);
  });
  const hurry = time.now() + 120_000;
  do {
    await stage.runUntil(time.now() + 2_000);
    // A talk of which nothing is heard is given up after hours: fewer looks will do.
    if (time.now() > hurry) plant.tickEvery = plant.leaseSeconds * 250;
  } while (time.now() < end && !(await isQuiet(scene)));
}

/** A line that broke is what a manager sees as an error, and lets be. */
function lineOnly(error: unknown): void {
  if (!(error instanceof LineBroke)) throw error;
}
