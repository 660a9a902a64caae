/** The program's engine and recorder on a real Asterisk, in this process or another. */

import { tmpdir } from 'node:os';
import pino from 'pino';
import { carrierKinds as kinds } from '../../src/carriers/index.ts';
import type { CarrierSurroundings, FetchedSound } from '../../src/carriers/kind.ts';
import { asPlatform, type Database } from '../../src/db/database.ts';
import { insertCarrier } from '../../src/db/queries/carrier.ts';
import type { PacedClock } from '../../src/domain/clock.ts';
import { createMetrics, type Metrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { type RunningCarriers, startCarriers } from '../../src/engine/carriers/start.ts';
import { startManagerContacts } from '../../src/engine/manager/start.ts';
import { startRecorder } from '../../src/engine/recording/start.ts';
import { startEngine } from '../../src/engine/start.ts';
import { createTextsInFlight } from '../../src/engine/text/texts-in-flight.ts';
import { afternoon, vault } from '../engine/world.ts';
import { ari, type Node } from './site.ts';

export const carrierName = 'asterisk';

/** Starts at 15:00 Eastern, and runs at the speed of real time. */
export function realClock(begin = Date.now()) {
  return { speed: 1, now: () => simMs(afternoon + Date.now() - begin) };
}

export interface EngineWish {
  db: Database;
  soundUrl(id: string, sound: FetchedSound): string;
  clock?: PacedClock;
  engineName?: string;
}

export interface AsteriskEngine {
  carriers: RunningCarriers;
  metrics: Metrics;
  /** Ends in order. */
  stop(): Promise<void>;
}

/** Inserts what `carillon carrier add` would insert. */
export async function addCarrier(
  db: Database,
  nodes: readonly Node[],
  settings: Record<string, string> = {},
) {
  const given = { nodes: nodes.map(({ url }) => url).join(','), ...settings };
  await asPlatform(db, (tx) =>
    insertCarrier(tx, vault, 'asterisk', {
      ...{ name: carrierName, settings: given, secrets: { password: ari.password } },
    }),
  );
}

/** The program's engine and recorder, on the carriers in the database. */
export async function runEngine(wish: EngineWish): Promise<AsteriskEngine> {
  const { db, soundUrl, clock = realClock(), engineName = 'carillon-test' } = wish;
  const log = pino({ level: process.env.ENGINE_TEST_LOG ?? 'silent' });
  const metrics = createMetrics();
  const carriers = await startCarriers({
    ...{ db, vault, log, metrics, engineName, kinds },
    surroundingsOf: (name): CarrierSurroundings => ({
      ...{ name, clock, log, engineName, soundUrl, dataFolder: tmpdir() },
      randomOf: (use) => seededRandom(use),
      callbackUrl: () => '',
      callbacks: { take: async () => [], find: async () => [], done: async () => {} },
    }),
  });
  const shared = { inProgress: new Map(), textsInFlight: createTextsInFlight() };
  const given = { db, vault, clock, log, leaseSeconds: 3, ...carriers };
  const engine = startEngine({ ...given, metrics, shared });
  const contacts = startManagerContacts({ ...given, ...shared });
  const { recordingCarriers } = carriers;
  const recorder = startRecorder({ db, clock, log, recordingCarriers, leaseSeconds: 3 });
  return {
    carriers,
    metrics,
    async stop() {
      await contacts.stop();
      await Promise.all([engine.stop(), recorder.stop()]);
      await carriers.stop();
    },
  };
}
