/** Carriers of two kinds, as an engine opens them from the table: the simulated one, and a wire. */
import { pino } from 'pino';
import { z } from 'zod';
import type { CarrierKind, OpenCarrier } from '../../src/carriers/kind.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { simulatedKind } from '../../src/carriers/simulated/kind.ts';
import { asPlatform, type Database } from '../../src/db/database.ts';
import { insertCarrier, updateCarrier } from '../../src/db/queries/carrier.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { createMetrics, type Metrics } from '../../src/domain/metrics.ts';
import { seededRandom } from '../../src/domain/random.ts';
import {
  createOpenCarriers,
  type OpenCarriers,
  type OpenCarriersDeps,
} from '../../src/engine/carriers/open-carriers.ts';
import { temporaryFolder } from './test-engine.ts';
import { afternoon, vault } from './world.ts';

/** What a wire was opened with, and what it was asked. */
export interface Wire {
  settings: { host: string; password?: string | undefined };
  name: string;
  up: boolean;
  closed: boolean;
  hungUp: string[];
}

export interface CarrierSite {
  open: OpenCarriers;
  /** What `open` was made of. */
  deps: OpenCarriersDeps;
  clock: VirtualClock;
  metrics: Metrics;
  /** Every wire ever opened, in order. */
  wires: Wire[];
  /** Where its carriers keep their files. */
  folder: string;
}

/** The detail of a wire that is down. */
export const wireDown = { code: 'connection_failed', said: 'The host does not respond.' } as const;

const wireSettings = z.object({
  host: z.string().regex(/^\S+$/, 'must be a host'),
  password: z.string().optional(),
});

/** A kind like another carrier's: its calls are those of the model, its connection is the test's. */
function wireKind(wires: Wire[]): CarrierKind<Wire['settings']> {
  return {
    channels: ['voice'],
    settings: wireSettings,
    secrets: ['password'],
    open(settings, around): OpenCarrier {
      if (settings.host === 'refused') throw new Error('The host does not take this password.');
      const { name } = around;
      const slow = settings.host === 'slow';
      const wire: Wire = { settings, name, up: !slow, closed: false, hungUp: [] };
      if (slow) {
        setTimeout(() => {
          wire.up = true;
        }, 300);
      }
      wires.push(wire);
      const voice = simulatedCarrier(around);
      return {
        voice: {
          ...voice,
          name,
          connected: () => wire.up,
          hangUp(attemptId, at) {
            if (wire.up) wire.hungUp.push(attemptId);
            voice.hangUp(attemptId, at);
          },
        },
        detail: () => (wire.up ? undefined : wireDown),
        async close() {
          wire.closed = true;
          await voice.close();
        },
      };
    },
    test: async () => [],
  };
}

export function carrierSite(db: Database, engineName = 'engine-1'): CarrierSite {
  const clock = virtualClock(afternoon);
  const dataFolder = temporaryFolder();
  const log = pino({ level: 'silent' });
  const metrics = createMetrics();
  const wires: Wire[] = [];
  const deps: OpenCarriersDeps = {
    ...{ db, vault, log, metrics, engineName },
    kinds: { simulated: simulatedKind, wire: wireKind(wires) },
    surroundingsOf: (name) => ({
      ...{ name, clock, log, dataFolder, engineName },
      randomOf: (use) => seededRandom(`1/${use}`),
      soundUrl: () => '',
      callbackUrl: () => '',
      callbacks: { take: async () => [], find: async () => [], done: async () => {} },
    }),
  };
  return { open: createOpenCarriers(deps), deps, clock, metrics, wires, folder: dataFolder };
}

export function addWire(db: Database, name: string, host: string, password?: string) {
  const secrets: Record<string, string> = password === undefined ? {} : { password };
  return asPlatform(db, (tx) =>
    insertCarrier(tx, vault, 'wire', { name, settings: { host }, secrets }),
  );
}

export function changeWire(db: Database, name: string, host: string) {
  return asPlatform(db, (tx) =>
    updateCarrier(tx, vault, { name, settings: { host }, secrets: {} }),
  );
}
