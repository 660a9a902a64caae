/**
 * A process of its own that runs the real engine, to be killed. It loads everything, waits for a
 * line on standard input, and then goes: `node kill-child.ts <settings as JSON>`.
 */
import { once } from 'node:events';
import pino from 'pino';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { type CarrierProfile, usualProfile } from '../../src/carriers/simulated/profile.ts';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import { openDatabase } from '../../src/db/database.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startEngine } from '../../src/engine/start.ts';
import { afternoon, vault } from './world.ts';
import { markAfterCall } from './wrong-claim.ts';

export interface ChildSettings {
  url: string;
  folder: string;
  speed: number;
  leaseSeconds: number;
  /** Mark the entries after their calls: what must not be. */
  wrong: boolean;
  /** Where the public is not the usual one. */
  profile?: Partial<CarrierProfile>;
}

const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings;
const db = openDatabase({ connectionString: settings.url, max: 4 });
process.stdout.write('loaded\n');
await once(process.stdin, 'data');

const clock = await loadSimulationClock(db, { speed: settings.speed, start: new Date(afternoon) });
const carrier = simulatedCarrier({
  clock,
  dataFolder: settings.folder,
  randomOf: (name) => seededRandom(`1/${name}`),
  profile: { ...usualProfile, ...settings.profile },
});
const textCarrier = simulatedTextCarrier({
  clock,
  dataFolder: settings.folder,
  randomOf: (name) => seededRandom(`1/${name}`),
  // Many auto-replies, so that kills meet them.
  profile: { ...usualTextProfile, stop: 0.1 },
});
startEngine({
  db,
  vault,
  clock,
  log: pino({ level: 'fatal' }),
  metrics: createMetrics(),
  carriers: new Map([['simulated', carrier]]),
  textCarriers: new Map([['simulated', textCarrier]]),
  leaseSeconds: settings.leaseSeconds,
  ...(settings.wrong ? { claim: markAfterCall(db) } : {}),
});
