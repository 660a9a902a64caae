/** The scene of one seed: everything that chance decides before the first step, drawn in a fixed order. */

import { createClientTurns } from '../../src/db/client-turns.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { keepCounts } from '../../src/db/queries/waiting-tally.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { type Random, seededRandom } from '../../src/domain/random.ts';
import { muchTrouble, noTrouble } from '../harness/trouble/trouble-profile.ts';
import { muchTextTrouble, noTextTrouble } from '../harness/trouble/trouble-text-profile.ts';
import { type AgentLines, createAgentLines } from './agent-lines.ts';
import { drawCap } from './cap-judge.ts';
import { type AgentsRead, openTexts, type Plant } from './engines.ts';
import { drawFollowUps } from './follow-ups.ts';
import { createFortune } from './fortune.ts';
import type { Connections } from './gated-database.ts';
import { addGuardedHousehold, askingPublic, historyAt } from './guarded-town.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { sometimesLong } from './letters.ts';
import type { Office } from './office.ts';
import { keyOf } from './people.ts';
import { drawPersons } from './persons.ts';
import type { Scene } from './play.ts';
import { drawPolicy } from './policy-judge.ts';
import { confirmations, drawQueue } from './queue-judge.ts';
import { Stage } from './stage.ts';
import type { Actor } from './step.ts';
import { buildTown, type Household, pick } from './town.ts';
import { drawDeadTrunk } from './trunk-judge.ts';
import type { VirtualTime } from './virtual-time.ts';
import { isAgentNoted, states } from './watched-rows.ts';
import type { WrongBuild } from './wrong-build.ts';

type Ask = Office['ask'];

export interface Given {
  folder: string;
  plain: Database;
  connections: Connections;
  time: VirtualTime;
  stageOf: (stage: Stage) => void;
  wrong: WrongBuild | undefined;
  agentsRead: AgentsRead;
}

/** What the parts of a scene are made from. */
interface Ground {
  seed: number;
  given: Given;
  random: Random;
  clock: Plant['clock'];
  ledger: Ledger;
  lines: AgentLines;
  stage: Stage;
  ask: Ask;
  checks: Checks;
}

/** Attempts of which something must hold before the next step. */
interface Checks {
  /** Acknowledged; their results must be stored. */
  acknowledged: string[];
  /** Their agents are called, which must be noted. */
  agentsCalled: string[];
}

export async function setScene(seed: number, given: Given): Promise<Scene> {
  const { folder, plain, connections, time, wrong } = given;
  const random = seededRandom(`simulation/${seed}`);
  const speed = pick(random, [5, 20, 60]);
  const anchor = time.now();
  const start = wrong?.start ?? startingInstant(random);
  const clock = { speed, now: () => simMs(start + (time.now() - anchor) * speed) };
  const town = await drawTown(seed, random, speed, given);
  const isGuarded = await drawGuarded(seed, town, start, given);
  const rules = seededRandom(`simulation/${seed}/follow-ups`);
  await drawFollowUps(plain, rules, town, wrong?.followsOften);
  await keepCountsOf(plain, town);
  const ledger = createLedger(folder);
  const lines = createAgentLines({
    ...{ clock, seed: String(seed), seen: ledger.seen },
    mostAgents: (engine, to) => agentsOf(given, town, engine, to),
  });
  const trunk = seededRandom(`simulation/${seed}/trunk`);
  ledger.deadTrunk = wrong?.deadTrunk?.(start, speed) ?? drawDeadTrunk(trunk, start, speed);
  const checks: Checks = { acknowledged: [], agentsCalled: [] };
  const ask: Ask = (clientId, sql, values) =>
    asClient(plain, clientId, (tx) => tx.rows(sql, values));
  const fortune = createFortune(random);
  const stage: Stage = new Stage(() => ({
    random,
    time,
    mishapAt: fortune.mishapAt,
    delayOf: fortune.delayOf,
    beforeStep: () => judgeStep(checks, ask, ledger),
    async died(actor) {
      lines.died(actor);
      await connections.abandon(actor);
    },
  }));
  given.stageOf(stage);
  const db = connections.databaseOf(stage);
  const ground = { seed, given, random, clock, ledger, lines, stage, ask, checks };
  const plant = drawPlant(ground, db);
  if (isGuarded) Object.assign(plant.profile, askingPublic);
  const office = openOffice(ground, db, town);
  await startAll(plain, office);
  const history = historyAt(start);
  return { stage, plant, office, history, ledger, town, connections, plain, ask, time, fortune };
}

/** What waits is the same by count and by what each change noted, also under kills and cuts. */
async function keepCountsOf(plain: Database, town: readonly Household[]) {
  for (const { clientId } of town) {
    const lists = await asClient(plain, clientId, (tx) =>
      tx.rows<{ id: number }>('SELECT call_list_id AS id FROM call_list ORDER BY 1'),
    );
    for (const { id } of lists) await keepCounts(plain, { clientId, callListId: id });
  }
}

function drawTown(seed: number, random: Random, speed: number, { plain, wrong }: Given) {
  const caps = seededRandom(`simulation/${seed}/caps`);
  const persons = seededRandom(`simulation/${seed}/persons`);
  const policies = seededRandom(`simulation/${seed}/policy`);
  return buildTown(plain, random, {
    clients: wrong?.guarded ? 0 : random.between(1, 2),
    campaigns: random.between(1, 3),
    phones: random.between(40, 120),
    perMinute: () => random.between(20, Math.ceil(1_200 / speed)),
    cap: () => drawCap(caps),
    policy: () => drawPolicy(seed, policies),
    persons: (phones) => drawPersons(persons, phones),
    once: () => persons.chance(0.6),
    ...(wrong?.kinds && { kinds: wrong.kinds }),
    ...(wrong?.followsOften && {
      ...{ clients: 1, campaigns: 1, phones: 15, perMinute: () => Math.ceil(1_200 / speed) },
    }),
    ...(wrong?.oneBusyCampaign && {
      ...{ clients: 1, campaigns: 1, phones: 600, perMinute: () => Math.ceil(1_200 / speed) },
    }),
  });
}

/** Beside the others, in half of the seeds. Of wrong builds only in those that are about it: others go on as they were. */
async function drawGuarded(
  seed: number,
  town: Household[],
  now: number,
  { plain, wrong }: Given,
): Promise<boolean> {
  const random = seededRandom(`simulation/${seed}/guarded`);
  const isDrawn = random.chance(0.5);
  if (wrong ? !wrong.guarded : !isDrawn) return false;
  await addGuardedHousehold(plain, random, town, {
    ...{ now, clients: 1, campaigns: random.between(1, 2), phones: random.between(100, 250) },
    perMinute: () => 60,
    cap: () => drawCap(random),
    policy: () => [],
    persons: (phones) => drawPersons(random, phones),
    once: () => random.chance(0.3),
  });
  return true;
}

/** On duty, by what an engine has read last. */
function agentsOf({ agentsRead }: Given, town: Household[], { name }: Actor, to: string) {
  const campaigns = town.flatMap((home) => home.campaigns);
  const campaign = campaigns.find(({ guarded }) => guarded === to);
  return campaign && agentsRead.get(name)?.get(campaign.campaignId)?.count;
}

async function judgeStep(checks: Checks, ask: Ask, ledger: Ledger): Promise<void> {
  for (const id of checks.agentsCalled.splice(0)) {
    if (!(await isAgentNoted(ask, id))) ledger.seen.push(`an agent is called for ${id} unnoted`);
  }
  for (const id of checks.acknowledged.splice(0)) {
    if ((await states(ask, [id]))[0] !== 'ended') ledger.seen.push(`${id} acknowledged too early`);
  }
}

function drawPlant(
  { seed, given, random, clock, ledger, lines, stage, ask, checks }: Ground,
  db: Database,
): Plant {
  const { connections, folder, wrong, agentsRead } = given;
  const { speed } = clock;
  const limits = () => ({ lockMs: 500, statementMs: 20_000, turns: createClientTurns(4) });
  const ground = { stage, clock, folder, seed: String(seed), ledger };
  const usual = random.chance(0.3) ? noTextTrouble : sometimesLong(seed, muchTextTrouble);
  const textTrouble = { ...(wrong?.textTrouble ?? usual) };
  const chance = seededRandom(`simulation/${seed}/queue`);
  const queue = drawQueue(chance, speed, ledger, wrong?.slowQueue);
  return {
    ...{ ...ground, lines },
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
    agentsRead,
    areOpen: async (ids) => (await states(ask, ids)).every((state) => state === 'open'),
    checkAcknowledged: (id) => checks.acknowledged.push(id),
    checkAgent: (id) => checks.agentsCalled.push(id),
  };
}

function openOffice(
  { seed, given, random, clock, ledger, stage, ask }: Ground,
  db: Database,
  town: Office['town'],
): Office {
  const { wrong } = given;
  return {
    stage,
    db,
    random,
    ledger,
    town,
    now: clock.now,
    second: 1_000 * clock.speed,
    bareOptOut: wrong?.bareOptOut ?? false,
    locks: wrong?.waitsForClients || seededRandom(`simulation/${seed}/locks`).chance(0.3),
    ask: (...asked) => stage.step({ what: 'look', run: () => ask(...asked) }),
    rates: new Map(),
  };
}

async function startAll(plain: Database, { town, rates }: Office): Promise<void> {
  for (const { clientId, campaigns } of town) {
    for (const campaign of campaigns) {
      rates.set(keyOf(campaign), { most: campaign.perMinute, starts: 1 });
      await requestStart(plain, clientId, campaign.campaignId);
    }
  }
}

/** Often just before calling hours end or begin somewhere; at any time of the year. */
function startingInstant(random: Random): number {
  const day = Date.UTC(2026, random.between(0, 11), random.between(1, 28));
  const minute = random.chance(0.5)
    ? pick(random, [12, 13, 14, 15, 24, 25, 26, 27, 28]) * 60 + random.between(-12, 5)
    : random.between(17 * 60, 22 * 60);
  return day + minute * 60_000;
}
