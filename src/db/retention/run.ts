/** Deletes data past each client's retention rules (docs/operating-retention.md). */
import type { RealMs } from '#domain/milliseconds.ts';
import type { RetentionDays } from '#domain/retention.ts';
import { asPlatform, type Database } from '../database.ts';
import { listDetached } from '../queries/detached.ts';
import { countOldArchives, removeOldArchives } from '../queries/old-report.ts';
import { sweepRecordings, unusedRecordings } from '../queries/phone-recording-sweep.ts';
import { type ClientRetention, readRetention, retentionNow } from '../queries/retention.ts';
import { noteSwept } from '../queries/retention-figure.ts';
import { type RetentionDeps, refuseHeld } from './batches.ts';
import { countKept } from './count.ts';
import { emptyLists, type OfClient } from './lists.ts';
import { openPartitions } from './partitions.ts';
import { deleteOldInbound, deleteOldRecords, deleteOldTexts } from './records.ts';

/** Rows of one client that were deleted, or would be. */
export interface ClientDeleted {
  code: string;
  lists: number;
  contacts: number;
  attempts: number;
  calls: number;
  /** Call records of texts. */
  texts: number;
  /** What was sent, word for word. */
  sentTexts: number;
  inbound: number;
  /** Equally old lists that are kept because numbers wait in them. */
  openLists: number;
}

export interface Deleted {
  clients: ClientDeleted[];
  recordings: number;
  reports: number;
  /** Months of call records that were dropped whole: "2025-03". */
  months: string[];
  /** Tables that an earlier run detached and this one dropped. */
  finished: string[];
  /** Tables that somebody else detached; they stay. */
  foreign: string[];
}

export interface RunOptions {
  /** Counts only. */
  dryRun?: boolean;
  signal?: AbortSignal;
  /** Other rules than those that are set, to count what they would delete. */
  rules?: (client: ClientRetention) => RetentionDays;
  /** How long a partition may wait for readers. */
  waitMs?: RealMs;
}

/**
 * Asks about the times and about a hold again before each step.
 *
 * @returns undefined: another process is running it
 * @throws OnHold where it deletes
 */
export async function runRetention(
  db: Database,
  { dryRun = false, signal, rules = ({ days }) => days, waitMs }: RunOptions = {},
): Promise<Deleted | undefined> {
  const deps: RetentionDeps = { db, dryRun, ...(signal && { signal }) };
  if (!dryRun) await asPlatform(db, refuseHeld);
  const partitions = dryRun ? undefined : await openPartitions(db, waitMs);
  if (!dryRun && !partitions) return undefined;
  try {
    const detached = await asPlatform(db, listDetached);
    const finished = partitions
      ? await partitions.finishEarlier()
      : detached.filter(({ ours }) => ours).map(({ name }) => name);
    const foreign = detached.filter(({ ours }) => !ours).map(({ name }) => name);
    const { now, found } = await asPlatform(db, async (tx) => ({
      now: await retentionNow(tx),
      found: await readRetention(tx),
    }));
    const clients = found.map((client) => ({ ...client, days: rules(client), now }));
    const records = await deleteOldRecords(deps, partitions, clients);
    const gone: ClientDeleted[] = [];
    for (const client of clients) {
      const sentTexts = await deleteOldTexts(deps, client);
      const lists = await emptyLists(deps, partitions, client);
      const inbound = await deleteOldInbound(deps, client);
      const { calls = 0, texts = 0 } = records.rows.get(client.clientId) ?? {};
      gone.push({ code: client.code, ...lists, calls, texts, sentTexts, inbound });
    }
    const rest = await asPlatformRest(db, dryRun);
    if (!dryRun) {
      await noteGone(db, clients, gone);
      await countKept(deps, clients);
    }
    return { clients: gone, ...rest, months: records.months, finished, foreign };
  } finally {
    await partitions?.close();
  }
}

/** For the screen of each client; the hourly kinds note what they delete by themselves. */
function noteGone(db: Database, clients: readonly OfClient[], gone: readonly ClientDeleted[]) {
  return asPlatform(db, async (tx) => {
    for (const kind of ['contacts', 'calls', 'texts', 'inbound'] as const) {
      const rows = clients.map(({ clientId }, at) => [clientId, gone[at]?.[kind] ?? 0] as const);
      await noteSwept(tx, kind, new Map(rows));
    }
  });
}

/** Kinds that have a sweep of their own every hour. */
async function asPlatformRest(db: Database, dryRun: boolean) {
  if (dryRun) {
    return asPlatform(db, async (tx) => ({
      recordings: await unusedRecordings(tx),
      reports: await countOldArchives(tx),
    }));
  }
  const reports = await asPlatform(db, async (tx) => {
    await refuseHeld(tx);
    return removeOldArchives(tx);
  });
  for (let recordings = 0; ; ) {
    const gone = await asPlatform(db, async (tx) => {
      await refuseHeld(tx);
      return sweepRecordings(tx);
    });
    if (gone === 0) return { recordings, reports };
    recordings += gone;
  }
}

/** Whether anything was deleted. */
export function isAnything(deleted: Deleted): boolean {
  const { clients, recordings, reports, months, finished } = deleted;
  return (
    recordings + reports + months.length + finished.length > 0 ||
    clients.some((one) =>
      [
        one.lists,
        one.contacts,
        one.attempts,
        one.calls,
        one.texts,
        one.sentTexts,
        one.inbound,
      ].some(Boolean),
    )
  );
}
