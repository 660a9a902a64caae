/** Runs calls and texts to managers in a process, beside the engine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listenTo } from '#db/listen.ts';
import { managerContactChannel } from '#db/queries/manager-contact.ts';
import { realMs } from '#domain/milliseconds.ts';
import { ManagerContacts, type ManagerContactsDeps, restEvery } from './manager-contacts.ts';

/** Between ticks while something is in progress. */
const tickEvery = realMs(100);

/** `stop` ends the calls in progress; the carriers stay open for the engine. */
export function startManagerContacts(deps: ManagerContactsDeps): { stop(): Promise<void> } {
  const contacts = new ManagerContacts(deps);
  const stopping = new AbortController();
  let awake = new AbortController();
  const expect = () => {
    contacts.expect();
    awake.abort();
  };
  const work = { onMessage: expect, onListening: expect, onLost: expect };
  const listener = listenTo(deps.db, managerContactChannel, work);
  const loop = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A request that comes during the tick is looked for after it.
      awake = new AbortController();
      await contacts.tick();
      const signal = AbortSignal.any([stopping.signal, awake.signal]);
      const pause = contacts.isAtRest() ? restEvery : tickEvery;
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  return {
    async stop() {
      stopping.abort();
      await loop;
      await listener.close();
      await contacts.stop();
    },
  };
}
