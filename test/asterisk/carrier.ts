/** The Asterisk carrier alone, without an engine: the test handles its events. */

import { tmpdir } from 'node:os';
import pino from 'pino';
import { asteriskKind } from '../../src/carriers/asterisk/kind.ts';
import type { CarrierLog, CarrierSurroundings } from '../../src/carriers/kind.ts';
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { until } from '../harness/until.ts';
import { ari } from './site.ts';

export interface CarrierWish {
  /** ARI addresses, separated by commas. */
  nodes: string;
  /** Different for each carrier on the same Asterisk. */
  engineName: string;
  settings?: Record<string, string>;
  soundUrl?: CarrierSurroundings['soundUrl'];
  log?: CarrierLog;
}

export interface AloneCarrier {
  voice: VoiceCarrier;
  /** The next event of a call; it is not acknowledged yet. */
  next(attemptId: string, kind: CallEvent['kind'], seconds?: number): Promise<CallEvent>;
  close(): Promise<void>;
}

/** Resolves when it is connected. */
export async function openCarrier(wish: CarrierWish): Promise<AloneCarrier> {
  const { nodes, engineName, soundUrl = () => '', log = pino({ level: 'silent' }) } = wish;
  const settings = asteriskKind.settings.parse({ nodes, password: ari.password, ...wish.settings });
  const carrier = asteriskKind.open(settings, {
    ...{
      name: 'asterisk',
      engineName,
      dataFolder: tmpdir(),
      clock: { now: () => simMs(Date.now()) },
      log,
      soundUrl,
    },
    ...{ randomOf: seededRandom, callbackUrl: () => '' },
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  });
  const { voice } = carrier;
  if (!voice) throw new Error('The carrier has no voice port.');
  await until(() => voice.connected() || undefined);
  return {
    voice,
    close: carrier.close,
    async next(attemptId, kind, seconds) {
      const first = () => voice.events().find((event) => event.attemptId === attemptId);
      const event = await until(first, seconds);
      if (event.kind !== kind) throw new Error(`Expected ${kind}, got ${JSON.stringify(event)}.`);
      return event;
    },
  };
}
