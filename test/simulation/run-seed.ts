/** One seed: a town, its engines and people for some minutes, and what the judge says of it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { createClientTurns } from '../../src/db/client-turns.ts';
import { asClient, closeDatabase, type Database, openDatabase } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type Random, seededRandom } from '../../src/domain/random.ts';
import { muchTrouble, noTrouble } from '../harness/trouble/trouble-profile.ts';
import { muchTextTrouble, noTextTrouble } from '../harness/trouble/trouble-text-profile.ts';
import { drawCap } from './cap-judge.ts';
import { type AgentsRead, openTexts, type Plant } from './engines.ts';
import { createFortune } from './fortune.ts';
import { type Connections, openConnections } from './gated-database.ts';
import { readLines } from './judge.ts';
import { createLedger } from './ledger.ts';
import { sometimesLong } from './letters.ts';
import type { Office } from './office.ts';
import { keyOf } from './people.ts';
import { drawPersons } from './persons.ts';
import { play, type Scene, windDown } from './play.ts';
import { confirmations, drawQueue } from './queue-judge.ts';
import { Stage } from './stage.ts';
import { buildTown, pick } from './town.ts';
import { drawDeadTrunk } from './trunk-judge.ts';
import { verdictOn } from './verdict.ts';
import type { VirtualTime } from './virtual-time.ts';
import { isAgentNoted, noteAgents, states } from './watched-rows.ts';
import type { WrongBuild } from './wrong-build.ts';

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
  const agentsRead: AgentsRead = new Map();
  const connections = await openConnections({
    connection,
    time,
    watch: (actor, sql, rows) => noteAgents(agentsRead, actor, sql, rows),
    rewrite: wrong?.rewrite,
    earlyCommit: wrong?.earlyCommit,
  });
  try {
    const scene = await setScene(seed, {
      ...{ folder, plain, connections, time, stageOf, wrong, agentsRead },
    });
    const began = scene.plant.clock.now();
    const read = () => readFileSync(join(folder, callLogName), 'utf8');
    const { ask, town, ledger, office, plant } = scene;
    const judge = () => {
      const { rates } = office;
      const { speed } = plant.clock;
      // The judge adds to the ledger what it finds confirmed.
      const optOuts = [...ledger.optOuts];
      return verdictOn({ ask, town, ledger: { ...ledger, optOuts }, rates, speed, plain }, read());
    };
    const caught = async () => {
      const found = wrong ? await judge() : [];
      return found.filter((violation) => wrong?.symptom.test(violation));
    };
    const early = await play(scene, caught);
    if (early.length === 0) await windDown(scene);
    const violations = early.length > 0 ? early : await judge();
    const text = read();
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
  agentsRead: AgentsRead;
}

async function setScene(seed: number, given: Given): Promise<Scene> {
  const { folder, plain, connections, time, wrong } = given;
  const random = seededRandom(`simulation/${seed}`);
  const speed = pick(random, [5, 20, 60]);
  const anchor = time.now();
  const start = wrong?.start ?? startingInstant(random);
  const clock = { speed, now: () => start + (time.now() - anchor) * speed };
  const caps = seededRandom(`simulation/${seed}/caps`);
  const persons = seededRandom(`simulation/${seed}/persons`);
  const town = await buildTown(plain, random, {
    clients: random.between(1, 2),
    campaigns: random.between(1, 3),
    phones: random.between(40, 120),
    perMinute: () => random.between(20, Math.ceil(1_200 / speed)),
    cap: () => drawCap(caps),
    persons: (phones) => drawPersons(persons, phones),
    once: () => persons.chance(0.6),
    ...(wrong?.kinds && { kinds: wrong.kinds }),
    ...(wrong?.oneBusyCampaign && {
      ...{ clients: 1, campaigns: 1, phones: 600, perMinute: () => Math.ceil(1_200 / speed) },
    }),
  });
  const ledger = createLedger(folder);
  const trunk = seededRandom(`simulation/${seed}/trunk`);
  ledger.deadTrunk = wrong?.deadTrunk?.(start, speed) ?? drawDeadTrunk(trunk, start, speed);
  const unchecked: string[] = [];
  const agentsAsked: string[] = [];
  const ask: Ask = (clientId, sql, values) =>
    asClient(plain, clientId, (tx) => tx.rows(sql, values));
  const fortune = createFortune(random);
  const stage: Stage = new Stage(() => ({
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
  const limits = () => ({ lockMs: 500, statementMs: 20_000, turns: createClientTurns(4) });
  const ground = { stage, clock, folder, seed: String(seed), ledger };
  const usual = random.chance(0.3) ? noTextTrouble : sometimesLong(seed, muchTextTrouble);
  const textTrouble = { ...(wrong?.textTrouble ?? usual) };
  const chance = seededRandom(`simulation/${seed}/queue`);
  const queue = drawQueue(chance, speed, ledger, wrong?.slowQueue);
  const plant: Plant = {
    ...ground,
    openDatabase: () => (wrong?.waitsForClients ? db : connections.databaseOf(stage, limits())),
    texts: openTexts(ground, textTrouble, queue, wrong?.textAnswers),
    confirmations: (replies, at) => confirmations(ask, replies, at),
    textTrouble,
    leaseSeconds: random.between(2, 8),
    tickEvery: random.between(100, 500),
    trouble: {
      ...(random.chance(0.3) ? noTrouble : muchTrouble),
      ...(ledger.deadTrunk.length > 0 && { deadTrunk: ledger.deadTrunk }),
    },
    profile: {
      ...{ pressesNine: 0.15, hangsUpEarly: 0.3, pressesOne: 0.3 },
      machinePressesNine: 0.1,
    },
    wrong,
    agentsRead: given.agentsRead,
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
    locks: wrong?.waitsForClients || seededRandom(`simulation/${seed}/locks`).chance(0.3),
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
