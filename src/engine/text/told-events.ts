/** How the events of a text carrier are worked through. */
import type { Logger } from 'pino';
import { isDatabaseAway, isOutOfTime, levelOf } from '#db/errors.ts';

/**
 * All together, or one by one: what cannot be stored is told again, and holds up nothing else.
 *
 * @throws what concerns all of them: the database is away, or somebody holds a lock
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
    if (isDatabaseAway(error) || isOutOfTime(error)) throw error;
    if (events.length > 1) for (const event of events) await oneByOne(log, clientId, [event], work);
    else {
      const line = { err: error, clientId };
      log[levelOf(error, 'error')](line, 'what a text carrier told could not be stored');
    }
  }
}

export function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
