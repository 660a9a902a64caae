/** The open carriers in a process: looks at the table and tells how they stand until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, levelOf } from '#db/errors.ts';
import { createOpenCarriers, type OpenCarriers, type OpenCarriersDeps } from './open-carriers.ts';

/** Real milliseconds: a change of a connection shows after the first, one of the table after the second. */
const lookEvery = 250;
const followEvery = 1_000;
const tellEvery = 2_000;
/** Real milliseconds that a start waits for connections. */
const patience = 5_000;

export interface RunningCarriers
  extends Pick<OpenCarriers, 'carriers' | 'textCarriers' | 'recordingCarriers' | 'askDates'> {
  stop(): Promise<void>;
}

/**
 * Resolves when every carrier of the table was opened and, if that does not take too long, connected:
 * a campaign whose automatic start was missed meanwhile would be refused for a carrier that is away.
 */
export async function startCarriers(deps: OpenCarriersDeps): Promise<RunningCarriers> {
  const open = createOpenCarriers(deps);
  const stopping = new AbortController();
  await open.follow();
  for (const end = performance.now() + patience; performance.now() < end; await sleep(50)) {
    if (open.allConnected()) break;
  }
  await open.tell(true);
  const loop = run();

  async function run(): Promise<void> {
    let followAt = performance.now() + followEvery;
    let tellAt = performance.now() + tellEvery;
    while (!stopping.signal.aborted) {
      await sleep(lookEvery, undefined, { signal: stopping.signal }).catch(() => {});
      const now = performance.now();
      try {
        if (now >= followAt) {
          await open.follow();
          followAt = now + followEvery;
        }
        await open.tell(now >= tellAt);
        if (now >= tellAt) tellAt = now + tellEvery;
      } catch (error) {
        const told = isDatabaseAway(error) ? { reason: String(error) } : { err: error };
        deps.log[levelOf(error, 'error')](told, 'the carriers could not be looked after');
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
