/** Runs calls and texts to managers in a process, beside the engine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listenTo } from '#db/listen.ts';
import { managerContactChannel } from '#db/queries/manager-contact.ts';
import { realMs } from '#domain/milliseconds.ts';
import { ManagerContacts, type ManagerContactsDeps } from './manager-contacts.ts';

/** Between ticks. */
const tickEvery = realMs(100);

/** `stop` ends the calls in progress; the carriers stay open for the engine. */
export function startManagerContacts(deps: ManagerContactsDeps): { stop(): Promise<void> } {
  const contacts = new ManagerContacts(deps);
  const stopping = new AbortController();
  const expect = () => contacts.expect();
  const work = { onMessage: expect, onListening: expect, onLost: expect };
  const listener = listenTo(deps.db, managerContactChannel, work);
  const loop = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await contacts.tick();
      await sleep(tickEvery, undefined, { signal: stopping.signal }).catch(() => {});
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
