/** Small steps that leave room for calls: each a short transaction, then a rest as long as it took. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RetentionDays } from '#domain/retention.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { isOutOfTime } from '../errors.ts';
import { readOwnDays, shareRules } from '../queries/retention.ts';

/** Rows of one transaction: some tens of milliseconds. */
export const batchRows = 2_000;
/** Milliseconds that a step waits for a lock before it is left for the next run. */
const lockMs = 500;
const statementMs = 60_000;
/** Counting reads millions of rows, but locks none. */
export const countingMs = 30 * 60_000;

export interface RetentionDeps {
  db: Database;
  /** Ends the run between two steps; the next run continues. */
  signal?: AbortSignal;
  /** Counts only. */
  dryRun: boolean;
}

/** One step as a client, with limits on waiting. */
export function step<T>(
  { db, signal }: RetentionDeps,
  clientId: number,
  work: (tx: Tx) => Promise<T>,
  limitMs = statementMs,
): Promise<T> {
  signal?.throwIfAborted();
  return asClient(db, clientId, async (tx) => {
    await tx.run(
      `SELECT set_config('lock_timeout', '${lockMs}', true),
         set_config('statement_timeout', '${limitMs}', true)`,
    );
    return work(tx);
  });
}

/** Data that a reconciliation may need stays: the platform is on hold. */
export class OnHold extends Error {}

/** @throws OnHold */
export async function refuseHeld(tx: Tx): Promise<void> {
  const row = await tx.row<{ held: boolean }>('SELECT current_world() IS NULL AS held');
  if (row?.held !== false) throw new OnHold('Retention stops: the platform is on hold.');
}

/**
 * A step that deletes. `work` gets the client's days as they are now; until the step ends, nobody
 * changes them.
 *
 * @throws OnHold
 */
export function deletingStep<T>(
  deps: RetentionDeps,
  clientId: number,
  work: (tx: Tx, days: RetentionDays) => Promise<T>,
): Promise<T> {
  return step(deps, clientId, async (tx) => {
    await shareRules(tx);
    await refuseHeld(tx);
    return work(tx, await readOwnDays(tx, clientId));
  });
}

/**
 * Repeats a deleting step until it returns 0.
 *
 * @returns the sum of what the steps returned
 */
export function inBatches(
  deps: RetentionDeps,
  clientId: number,
  work: (tx: Tx, days: RetentionDays) => Promise<number>,
): Promise<number> {
  return inOrder(deps, clientId, undefined, async (tx, _after, days) => {
    const rows = await work(tx, days);
    return rows === 0 ? undefined : { rows, last: undefined };
  });
}

/**
 * The same for rows in an order: each step gets the point where the last one ended, the first one
 * `from`, and returns undefined when nothing was left.
 */
export async function inOrder<Key>(
  deps: RetentionDeps,
  clientId: number,
  from: Key,
  work: (
    tx: Tx,
    after: Key,
    days: RetentionDays,
  ) => Promise<{ rows: number; last: Key } | undefined>,
): Promise<number> {
  let after = from;
  for (let sum = 0; ; ) {
    const begun = performance.now();
    // A step that PostgreSQL undoes is repeated from where it began.
    const next = await deletingStep(deps, clientId, (tx, days) => work(tx, after, days));
    if (!next) return sum;
    after = next.last;
    sum += next.rows;
    await sleep(Math.min(2_000, performance.now() - begun), undefined, { signal: deps.signal });
  }
}

/** Rows that others lock for too long are left for the next run: no client blocks another. */
export async function orNextTime<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOutOfTime(error)) return otherwise;
    throw error;
  }
}
