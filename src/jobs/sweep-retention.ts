import { asPlatform } from '#db/database.ts';
import { readHold } from '#db/queries/hold.ts';
import { isAnything, runRetention } from '#db/retention/run.ts';
import type { TaskContext } from './deps.ts';

/** Deletes what clients do not keep any longer, in small steps beside calls in progress. */
export async function sweepRetention({ db, log, signal, clockOff }: TaskContext): Promise<void> {
  if (clockOff?.()) {
    log.warn('nothing is deleted by its age while the clock is off');
    return;
  }
  // What a reconciliation is about to look for stays.
  if (await asPlatform(db, readHold)) {
    log.warn('nothing is deleted by its age while the platform is on hold');
    return;
  }
  const deleted = await runRetention(db, { signal });
  if (!deleted) {
    log.info('retention is at work already, in another process');
    return;
  }
  if (!isAnything(deleted)) return;
  const { clients, ...rest } = deleted;
  const sum = (of: (client: (typeof clients)[number]) => number) =>
    clients.reduce((all, client) => all + of(client), 0);
  log.info(
    {
      ...rest,
      lists: sum(({ lists }) => lists),
      contacts: sum(({ contacts }) => contacts),
      attempts: sum(({ attempts }) => attempts),
      calls: sum(({ calls }) => calls),
      texts: sum(({ texts }) => texts),
      inbound: sum(({ inbound }) => inbound),
    },
    'data whose time was over was deleted',
  );
}
