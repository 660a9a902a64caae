/** Runs the recorder in a process, beside the engine, so that no slow recording holds up a call. */

import { setTimeout as sleep } from 'node:timers/promises';
import { listenTo } from '#db/listen.ts';
import { realMs } from '#domain/milliseconds.ts';
import { Recorder, type RecorderDeps } from './recorder.ts';

/** Between ticks. */
const tickEvery = realMs(100);

/** `stop` ends the calls in progress, then closes the carriers. */
export function startRecorder(deps: RecorderDeps): { stop(): Promise<void> } {
  const recorder = new Recorder(deps);
  const stopping = new AbortController();
  const expect = () => recorder.expect();
  const work = { onMessage: expect, onListening: expect, onLost: expect };
  const listener = listenTo(deps.db, 'phone_recording', work);
  const loop = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await recorder.tick();
      await sleep(tickEvery, undefined, { signal: stopping.signal }).catch(() => {});
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
