/**
 * The planner's statistics of lists that begin to be called, made beside the calls: no start waits
 * for them. Partitions of lists are shared, so one look a minute serves them all.
 */
import type { Logger } from 'pino';
import { asClient, type Database } from '#db/database.ts';
import { isOutOfTime, levelOf } from '#db/errors.ts';
import { firstLargeId } from '#db/queries/call-list-load.ts';
import { refreshListStatistics } from '#db/queries/list-rest.ts';
import { later, realMs } from '#domain/milliseconds.ts';
import { errorFields } from './campaign-steps.ts';

export interface ListStatistics {
  /** Begins to make those of the list's partition, unless that was begun within a minute. */
  ask(clientId: number, callListId: number): void;
  /** Resolves when nothing is under way. */
  ended(): Promise<unknown>;
}

const every = realMs(60_000);

export function createListStatistics(db: Database, log: Logger): ListStatistics {
  /** By partition: not again before, by performance.now(). */
  const nextAt = new Map<number, number>();
  const underWay = new Set<Promise<void>>();

  async function make(clientId: number, callListId: number): Promise<void> {
    try {
      await asClient(db, clientId, (tx) => refreshListStatistics(tx, callListId));
    } catch (error) {
      // A longer lock is an ANALYZE itself, or is followed by one.
      if (isOutOfTime(error)) return;
      const line = { ...errorFields(error), clientId, callListId };
      log[levelOf(error, 'warn')](line, 'statistics of a list could not be made');
    }
  }

  return {
    ask(clientId, callListId) {
      const now = realMs(performance.now());
      const partition = callListId < firstLargeId ? 0 : callListId;
      if (now < (nextAt.get(partition) ?? 0)) return;
      nextAt.set(partition, later(now, every));
      const made = make(clientId, callListId).finally(() => underWay.delete(made));
      underWay.add(made);
    },
    ended: () => Promise.all(underWay),
  };
}
