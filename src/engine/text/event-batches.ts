/** Works through the events of a text carrier in batches. */
import type { Logger } from 'pino';
import { isDatabaseUnreachable, isOutOfTime, levelOf } from '#db/errors.ts';

/**
 * All together, or one by one: an event that cannot be stored is reported again and holds up
 * nothing else.
 *
 * @throws errors that concern all of them: the database is down, or somebody holds a lock
 */
export async function oneByOne<T>(
  log: Logger,
  clientId: number,
  events: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  if (events.length === 0) return;
  try {
    await work(events);
  } catch (error) {
    if (isDatabaseUnreachable(error) || isOutOfTime(error)) throw error;
    if (events.length > 1) for (const event of events) await oneByOne(log, clientId, [event], work);
    else {
      const line = { err: error, clientId };
      log[levelOf(error, 'error')](line, 'could not store an event of a text carrier');
    }
  }
}

export function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
