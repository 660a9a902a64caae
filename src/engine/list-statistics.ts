/**
 * The planner's statistics of lists that begin to be called, made beside the calls: no start waits
 * for them. Partitions of lists are shared, so one look a minute serves them all.
 */
import type { Logger } from 'pino';
import { asClient, type Database } from '#db/database.ts';
import { isOutOfTime, levelOf } from '#db/errors.ts';
import { firstLargeId } from '#db/queries/call-list-load.ts';
import { refreshListStatistics } from '#db/queries/list-rest.ts';
import { realMs } from '#domain/milliseconds.ts';
import { errorFields } from './error-fields.ts';

export interface ListStatistics {
  /** Makes those of the list's partition, a minute after they were last begun at the earliest. */
  ask(clientId: number, callListId: number): void;
  /** Asks no more. Resolves when nothing is under way. */
  end(): Promise<unknown>;
}

const every = realMs(60_000);

export function createListStatistics(db: Database, log: Logger): ListStatistics {
  /** By partition: who waits for the minute to pass. */
  const waiting = new Map<number, NodeJS.Timeout>();
  /** By partition, by performance.now(). */
  const begunAt = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  let isOver = false;

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

  function begin(partition: number, clientId: number, callListId: number): void {
    waiting.delete(partition);
    begunAt.set(partition, performance.now());
    const made = make(clientId, callListId).finally(() => underWay.delete(made));
    underWay.add(made);
  }

  return {
    ask(clientId, callListId) {
      const partition = callListId < firstLargeId ? 0 : callListId;
      if (isOver || waiting.has(partition)) return;
      const since = performance.now() - (begunAt.get(partition) ?? Number.NEGATIVE_INFINITY);
      if (since >= every) return begin(partition, clientId, callListId);
      const timer = setTimeout(begin, every - since, partition, clientId, callListId);
      waiting.set(partition, timer.unref());
    },
    end() {
      isOver = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
      return Promise.all(underWay);
    },
  };
}
