import { sweepAllAnswers } from '#db/retention/answers.ts';
import { OnHold } from '#db/retention/batches.ts';
import { isAnything, runRetention } from '#db/retention/run.ts';
import type { TaskContext } from './deps.ts';

/** Deletes data past its retention, in small steps beside calls in progress. */
export async function sweepRetention({ db, log, signal, clockOff }: TaskContext): Promise<void> {
  if (clockOff?.()) {
    log.warn('retention is paused while the clock is off');
    return;
  }
  const deleted = await runRetention(db, { signal }).catch((error) => {
    if (error instanceof OnHold) return error;
    throw error;
  });
  if (deleted instanceof OnHold) {
    log.warn('retention is paused while the platform is on hold');
    return;
  }
  if (!deleted) {
    log.info('retention is already running in another process');
    return;
  }
  const answers = await sweepAllAnswers(db, signal);
  if (answers > 0) log.info({ answers }, 'deleted old answers of scrub services');
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
    'deleted data past its retention period',
  );
}
