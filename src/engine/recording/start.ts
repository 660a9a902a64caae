/** Runs the recorder in a process, beside the engine, so that no slow recording holds up a call. */

import { setTimeout as sleep } from 'node:timers/promises';
import { listenTo } from '#db/listen.ts';
import { realMs } from '#domain/milliseconds.ts';
import { Recorder, type RecorderDeps } from './recorder.ts';

/** Between ticks while a call is in progress, and at rest: a carrier may report a call that nobody follows. */
const tickEvery = realMs(100);
const tickAtRest = realMs(1_000);

/** `stop` ends the calls in progress, then closes the carriers. */
export function startRecorder(deps: RecorderDeps): { stop(): Promise<void> } {
  const recorder = new Recorder(deps);
  const stopping = new AbortController();
  let awake = new AbortController();
  const expect = () => {
    recorder.expect();
    awake.abort();
  };
  const work = { onMessage: expect, onListening: expect, onLost: expect };
  const listener = listenTo(deps.db, 'phone_recording', work);
  const loop = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A request that comes during the tick is looked for after it.
      awake = new AbortController();
      await recorder.tick();
      const signal = AbortSignal.any([stopping.signal, awake.signal]);
      const pause = recorder.isAtRest() ? tickAtRest : tickEvery;
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  return {
    async stop() {
      stopping.abort();
      await loop;
      await listener.close();
      await recorder.stop();
      for (const carrier of deps.recordingCarriers.values()) await carrier.close();
    },
  };
}
