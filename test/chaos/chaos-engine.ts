/**
 * An engine in a process of its own, on carriers that misbehave, to be killed: from outside, or by
 * itself at a given statement or just after a given submission of calls. `node chaos-engine.ts <settings as JSON>`; it loads, says so, waits
 * for a line on standard input, and then reports at intervals how often its link was cut.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import pino from 'pino';
import type { VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../../src/carriers/simulated/profile.ts';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startEngine } from '../../src/engine/start.ts';
import { startWitness } from '../../src/witness/witness.ts';
import { vault } from '../engine/world.ts';
import { markAfterCall } from '../engine/wrong-claim.ts';
import { troubled } from '../harness/trouble/trouble.ts';
import { muchTrouble, noTrouble } from '../harness/trouble/trouble-profile.ts';
import { troubledTexts } from '../harness/trouble/trouble-text.ts';
import { muchTextTrouble, noTextTrouble } from '../harness/trouble/trouble-text-profile.ts';
import { noting } from './event-log.ts';
import { oneTooMany } from './one-too-many.ts';

export interface ChaosEngineSettings {
  url: string;
  folder: string;
  life: number;
  speed: number;
  start: string;
  leaseSeconds: number;
  /**
   * Dies by itself at this statement, before it is sent or after its response; or when this submission
   * stands in the carrier's log, before anything else happens.
   */
  dieAt?: { statement: number; after: boolean } | { submission: number } | undefined;
  /** Mark the entries after their calls: what must not be. */
  markAfterCall: boolean;
  /** A Linkback places one call more than its free agents allow: what must not be. */
  oneTooMany: boolean;
  /** A call's end is acknowledged as soon as it is reported, before its commit: this must not happen. */
  earlyAcknowledge: boolean;
  /** Its data folder: it writes its journal there. Absent: a build that knows no witness. */
  dataFolder?: string;
  /** Its carriers make no trouble: a silent talk lasts for hours. */
  calm: boolean;
}

const settings = JSON.parse(process.argv[2] ?? '') as ChaosEngineSettings;
const real = openDatabase({ connectionString: settings.url, max: 4 });
process.stdout.write('loaded\n');
await once(process.stdin, 'data');
// The run was killed: nobody is left to end this process.
process.stdin.on('end', () => process.exit(1)).resume();

const { speed, folder, leaseSeconds } = settings;
const clock = await loadSimulationClock(real, { speed, start: new Date(settings.start) });
const { dieAt } = settings;
const witness = settings.dataFolder
  ? await startWitness({
      ...{ db: real, vault, dataFolder: settings.dataFolder },
      log: pino({ level: 'fatal' }),
      placesCalls: true,
      note: () => {},
    })
  : undefined;
const mortal = dieAt && 'statement' in dieAt ? dyingAt(real, dieAt) : real;
const db = witness ? { ...mortal, journal: witness } : mortal;
const randomOf = (name: string) => seededRandom(name === 'trouble' ? `${settings.life}` : name);
const cuts = { cutEvery: [1_000, 20_000], cutFor: [1_000, 5_000] } as const;
const carrier = troubled(
  simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf,
    profile: { ...usualProfile, pressesNine: 0.1, pressesOne: 0.5, talk: [5_000, 60_000] },
  }),
  {
    clock,
    randomOf,
    profile: settings.calm ? noTrouble : { ...muchTrouble, ...cuts },
    sleep: (ms) => sleep(ms / speed),
  },
);
const noted = noting(
  folder,
  clock,
  dieAt && 'submission' in dieAt ? dyingOn(carrier, dieAt.submission) : carrier,
);
const textCarrier = troubledTexts(
  simulatedTextCarrier({
    clock,
    dataFolder: folder,
    randomOf,
    profile: { ...usualTextProfile, stop: 0.3 },
  }),
  {
    clock,
    randomOf: (name) => seededRandom(`texts ${settings.life} ${name}`),
    profile: settings.calm ? noTextTrouble : { ...muchTextTrouble, ...cuts },
    sleep: (ms) => sleep(ms / speed),
  },
);
startEngine({
  db,
  vault,
  clock,
  log: pino({ level: 'fatal' }),
  metrics: createMetrics(),
  carriers: new Map([['simulated', settings.earlyAcknowledge ? forgetful(noted) : noted]]),
  textCarriers: new Map([['simulated', textCarrier]]),
  leaseSeconds,
  ...(witness && { witness }),
  ...(settings.markAfterCall ? { claim: markAfterCall(db) } : {}),
  ...(settings.oneTooMany ? oneTooMany : {}),
});
process.stdout.write('works\n');
let reported = 0;
setInterval(() => {
  for (; reported < carrier.met.cuts + textCarrier.met.cuts; reported += 1)
    process.stdout.write('cut\n');
}, 20);

/** The same carrier to an engine that acknowledges an end before it did anything about it. */
function forgetful(inner: VoiceCarrier): VoiceCarrier {
  return {
    ...inner,
    events() {
      const events = inner.events();
      inner.acknowledge(events.filter(({ kind }) => kind === 'ended'));
      return events;
    },
  };
}

/** The same carrier for a process that ends at its n-th submission, whose calls are placed. */
function dyingOn(inner: VoiceCarrier, submission: number): VoiceCarrier {
  let count = 0;
  return {
    ...inner,
    place(calls) {
      const placed = inner.place(calls);
      count += 1;
      if (count === submission) process.kill(process.pid, 'SIGKILL');
      return placed;
    },
  };
}

/** The same database for a process that ends at its n-th statement. */
function dyingAt(database: Database, at: { statement: number; after: boolean }): Database {
  let count = 0;
  const die = () => process.kill(process.pid, 'SIGKILL');
  const counted = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        if (property !== 'query') return value.bind(target);
        return async (...given: unknown[]) => {
          count += 1;
          const last = count === at.statement;
          if (last && !at.after) die();
          const returned: unknown = await value.apply(target, given);
          if (last) die();
          return returned;
        };
      },
    });
  const pool = new Proxy(database.pool, {
    get(target, property) {
      if (property === 'connect') return async () => counted(await target.connect());
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...database, pool };
}
