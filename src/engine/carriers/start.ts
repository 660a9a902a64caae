/** Runs the open carriers in a process: polls the table and reports states until stopped. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnreachable, levelOf } from '#db/errors.ts';
import { realMs } from '#domain/milliseconds.ts';
import { createOpenCarriers, type OpenCarriers, type OpenCarriersDeps } from './open-carriers.ts';

/** The first is for changed connections, the second for a changed table. */
const pollEvery = realMs(250);
const followEvery = realMs(2_000);
const reportEvery = realMs(2_000);
/** How long a start waits for connections. */
const patience = realMs(5_000);

export interface RunningCarriers
  extends Pick<OpenCarriers, 'carriers' | 'textCarriers' | 'recordingCarriers' | 'askDates'> {
  stop(): Promise<void>;
}

/**
 * Resolves when every carrier of the table was opened and, if that does not take too long,
 * connected: otherwise a campaign that is starting late by its schedule would be refused for a
 * disconnected carrier.
 */
export async function startCarriers(deps: OpenCarriersDeps): Promise<RunningCarriers> {
  const open = createOpenCarriers(deps);
  const stopping = new AbortController();
  await open.follow();
  for (const end = performance.now() + patience; performance.now() < end; await sleep(50)) {
    if (open.allConnected()) break;
  }
  await open.report(true);
  const loop = run();

  async function run(): Promise<void> {
    let followAt = performance.now() + followEvery;
    let reportAt = performance.now() + reportEvery;
    while (!stopping.signal.aborted) {
      await sleep(pollEvery, undefined, { signal: stopping.signal }).catch(() => {});
      const now = performance.now();
      try {
        if (now >= followAt) {
          await open.follow();
          followAt = now + followEvery;
        }
        await open.report(now >= reportAt);
        if (now >= reportAt) reportAt = now + reportEvery;
      } catch (error) {
        const fields = isDatabaseUnreachable(error) ? { reason: String(error) } : { err: error };
        deps.log[levelOf(error, 'error')](fields, 'could not refresh the carriers');
      }
    }
  }

  const { carriers, textCarriers, recordingCarriers } = open;
  return {
    carriers,
    textCarriers,
    recordingCarriers,
    askDates: open.askDates,
    async stop() {
      stopping.abort();
      await loop;
      await open.close();
    },
  };
}
