/** What happens in a simulated run: engines live and die, people act, PostgreSQL crashes, all ends. */
import type { Database } from '../../src/db/database.ts';
import type { History } from '../engine/recount.ts';
import { noTrouble } from '../harness/trouble/trouble-profile.ts';
import { noTextTrouble } from '../harness/trouble/trouble-text-profile.ts';
import { type Plant, startLife } from './engines.ts';
import { badFunnels } from './follow-ups.ts';
import type { Fortune } from './fortune.ts';
import type { Connections } from './gated-database.ts';
import type { Ledger } from './ledger.ts';
import type { Office } from './office.ts';
import { people, stop } from './people.ts';
import type { Stage } from './stage.ts';
import { type Actor, LineBroke } from './step.ts';
import type { Household } from './town.ts';
import { isQuiet } from './verdict.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Scene {
  stage: Stage;
  plant: Plant;
  office: Office;
  ledger: Ledger;
  town: Household[];
  connections: Connections;
  /** The database outside of every part. */
  plain: Database;
  ask: Office['ask'];
  time: VirtualTime;
  fortune: Fortune;
  /** What stood in the books of a guarded client before the run. */
  history: History;
}

/** Real milliseconds of a run before it is wound down. */
const playFor = 30_000;
/** Simulated: the longest talk, and some minutes for the rest. */
const longestWindDown = 4.5 * 3_600_000;

/** Real milliseconds between two looks at the funnels, which must add up at every step. */
const funnelEvery = 1_500;

/** @param caught of a wrong build: asked at intervals; the run ends as soon as it returns something */
export async function play(scene: Scene, caught: () => Promise<string[]>): Promise<string[]> {
  const { stage, plant, office, time, fortune, connections } = scene;
  const { random } = office;
  const end = time.now() + playFor;
  const engines = random.between(1, 2);
  for (let n = 1; n <= engines; n += 1) keepAlive(scene, `engine ${n}`);
  for (const [name, act] of Object.entries(people)) {
    const pause = (name === 'urgent' && plant.wrong?.urgentEvery) || (pauses[name] ?? 4_000);
    stage.play({ name, dead: false }, async () => {
      while (time.now() < end) {
        await stage.sleep(random.between(1, 2 * pause));
        if (time.now() < end) await act(office).catch(lineOnly);
      }
    });
  }
  const crashes = random.between(0, 2);
  for (let n = 0; n <= crashes; n += 1) {
    const until = n === crashes ? end : time.now() + random.between(1, Math.floor(playFor / 3));
    while (time.now() < until) {
      const look = Math.min(until, time.now() + playFor / 6);
      while (time.now() < look) {
        await stage.runUntil(Math.min(look, time.now() + funnelEvery));
        await watchFunnels(scene);
      }
      const found = await caught();
      if (found.length > 0) return found;
    }
    if (n === crashes) break;
    fortune.crashes += 1;
    stage.trace.push(`${time.now()} PostgreSQL crashes`);
    await connections.breakAll();
  }
  fortune.over = true;
  plant.trouble = noTrouble;
  Object.assign(plant.textTrouble, noTextTrouble);
  return [];
}

/** In the middle of whatever goes on: what only adds up at the end is a sum that a manager sees wrong. */
async function watchFunnels({ plain, town, plant, ledger }: Scene): Promise<void> {
  for (const { clientId, campaigns } of town) {
    ledger.funnels += campaigns.length;
    for (const wrong of await badFunnels(plain, clientId, campaigns, plant.clock.now())) {
      ledger.seen.push(`in mid-run ${wrong}`);
    }
  }
}

/** Real milliseconds between two deeds of a person. */
const pauses: Readonly<Record<string, number>> = {
  stopper: 15_000,
  closer: 15_000,
  remover: 1_000,
  importer: 2_000,
  locker: 8_000,
  urgent: 9_000,
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
export async function windDown(scene: Scene): Promise<void> {
  const { stage, office, town, time, plant } = scene;
  const end = time.now() + Math.ceil(longestWindDown / plant.clock.speed);
  const stopAll = () =>
    stage.play({ name: 'caretaker', dead: false }, async () => {
      for (const { campaigns } of town)
        for (const campaign of campaigns) await stop(office, campaign);
    });
  stopAll();
  let hurried = false;
  const hurry = time.now() + 120_000;
  do {
    await stage.runUntil(time.now() + 2_000);
    // A silent talk is given up after hours: fewer polls are enough.
    if (hurried || time.now() <= hurry) continue;
    hurried = true;
    plant.tickEvery = plant.leaseSeconds * 250;
    // A manager whose start was on its way may have come after the first stop.
    stopAll();
  } while (time.now() < end && !(await isQuiet(scene)));
  await storeTold(scene);
  await letAgentsGo(scene);
}

/** Real milliseconds until an engine has let go of everybody whom it kept for calls that are over now. */
const longestGoing = 60_000;

async function letAgentsGo({ stage, plant, time }: Scene): Promise<void> {
  const end = time.now() + longestGoing;
  while (plant.lines.up().length > 0 && time.now() < end) {
    await stage.runUntil(time.now() + 1_000);
  }
}

/** Real milliseconds: nothing is in the way of an event any more. */
const longestStore = 60_000;

/** What the text carrier has told by now is stored and acknowledged, whatever failed before. */
async function storeTold({ stage, plant, ledger, time }: Scene): Promise<void> {
  const end = time.now() + longestStore;
  let told = plant.texts.events();
  while (told.length > 0 && time.now() < end) {
    await stage.runUntil(time.now() + 2_000);
    const waiting = new Set(plant.texts.events());
    told = told.filter((event) => waiting.has(event));
  }
  for (const { kind, carrierRef } of told) {
    ledger.seen.push(`the ${kind} ${carrierRef} was told and never stored`);
  }
}

/** A line that broke is what a manager sees as an error, and lets be. */
function lineOnly(error: unknown): void {
  if (!(error instanceof LineBroke)) throw error;
}
