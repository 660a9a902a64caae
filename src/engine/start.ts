/** Runs the engine in a process: ticks until it is stopped. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { EngineDeps } from './deps.ts';
import { Engine } from './engine.ts';
import { openRest } from './rest.ts';

/** Between ticks while a campaign runs. */
const busyTick = realMs(20);
/** A tick that places thousands of calls takes longer than a customer who pressed 1 may wait. */
const listenEvery = realMs(25);

export interface RunningEngine {
  /** Begins nothing more, follows what is in flight for a while, then ends the rest as unknown. */
  stop(patience?: StopPatience): Promise<void>;
}

export interface StopPatience {
  /** How long calls in progress have to end. */
  graceMs: RealMs;
  /** Ends the wait immediately. */
  hurry?: AbortSignal;
}

export function startEngine(deps: EngineDeps): RunningEngine {
  const engine = new Engine(deps);
  const rest = openRest(deps, () => engine.isIdle());
  const stopping = new AbortController();
  let listening: NodeJS.Timeout | undefined;
  const loop = run();

  function listenOn(): void {
    listening ??= setTimeout(listen, listenEvery);
  }

  /** Not at rest, when nobody is in a call. */
  function listen(): void {
    listening = undefined;
    // A campaign that begins in the tick after a rest is listened to, though the rest has not been looked at anew.
    if (rest.isResting() && !engine.isBusy()) return;
    engine.listen();
    listenOn();
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      listenOn();
      await engine.tick();
      if (!engine.isBusy()) {
        await rest.untilNextTick(began, stopping.signal);
        continue;
      }
      const wait = Math.max(1, busyTick - (performance.now() - began));
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** The engine keeps ticking meanwhile. */
  async function untilIdle({ graceMs, hurry }: StopPatience): Promise<void> {
    const end = performance.now() + graceMs;
    while (engine.isBusy() && performance.now() < end && !hurry?.aborted) await sleep(busyTick);
  }

  return {
    async stop(patience) {
      engine.drain();
      if (patience) await untilIdle(patience);
      stopping.abort();
      clearTimeout(listening);
      await loop;
      await rest.close();
      await engine.stop();
      for (const carrier of deps.carriers.values()) await carrier.close();
      for (const carrier of deps.textCarriers?.values() ?? []) await carrier.close();
    },
  };
}
