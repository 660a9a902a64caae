/**
 * Call records by month, sent and inbound texts by day, once they are older than a client keeps
 * them.
 */
import { cutoffOf, leastReplyDays, monthCutoffOf } from '#domain/retention.ts';
import { awaitsReceipt, inFlight } from '../attempt-states.ts';
import { asReport, type Database } from '../database.ts';
import { deleteKeptReplies } from '../queries/kept-reply.ts';
import {
  countInbound,
  countRecords,
  countSentTexts,
  deleteInbound,
  deleteRecords,
  deleteSentTexts,
  keepTalks,
  listRecordMonths,
  listsWithTexts,
  type RecordKind,
  type RecordMonth,
} from '../queries/old-record.ts';
import { noteDeleted } from '../queries/retention.ts';
import {
  batchRows,
  countingMs,
  inBatches,
  inOrder,
  orNextTime,
  type RetentionDeps,
  step,
} from './batches.ts';
import type { OfClient } from './lists.ts';
import type { Partitions } from './partitions.ts';

const recordKinds: readonly RecordKind[] = ['calls', 'texts'];

export interface DeletedRecords {
  /** Rows by client and kind. */
  rows: Map<number, Record<RecordKind, number>>;
  /** Months that were dropped whole: "2025-03". */
  months: string[];
}

/**
 * Month by month, the oldest first. A month that no client keeps is dropped whole; in the others
 * only the expired rows are deleted, and the month is dropped when that empties it.
 */
export async function deleteOldRecords(
  deps: RetentionDeps,
  partitions: Partitions | undefined,
  clients: readonly OfClient[],
): Promise<DeletedRecords> {
  const done: DeletedRecords = {
    rows: new Map(clients.map(({ clientId }) => [clientId, { calls: 0, texts: 0 }])),
    months: [],
  };
  // Any client's connection will do: all clients share the months.
  const [first] = clients;
  if (!first) return done;
  const months = await step(deps, first.clientId, listRecordMonths);
  for (const month of months) {
    const gone = clients.flatMap((client) =>
      recordKinds.filter((kind) => letsGo(client, kind, month)).map((kind) => ({ client, kind })),
    );
    if (gone.length === 0) continue;
    if (!(await keepTalksOf(deps, gone, month))) continue;
    const everybody = gone.length === clients.length * recordKinds.length;
    for (const { client, kind } of gone) {
      const rows = await orNextTime(
        () => deleteOf(deps, client.clientId, month, kind, everybody),
        0,
      );
      if (rows === 0) continue;
      const sums = done.rows.get(client.clientId);
      if (sums) sums[kind] += rows;
      if (deps.dryRun) continue;
      const before = month.to.getTime();
      await step(deps, client.clientId, (tx) => noteDeleted(tx, client.clientId, kind, before));
    }
    if (await dropIfOver(deps, partitions, clients, month, everybody)) {
      done.months.push(month.from.toISOString().slice(0, 7));
    }
  }
  return done;
}

function letsGo({ days, now }: OfClient, kind: RecordKind, { to }: RecordMonth): boolean {
  const before = monthCutoffOf(now, days[kind]);
  return before !== null && to.getTime() <= before;
}

/**
 * A follow-up ends for who talked with an agent, however long ago its record was deleted.
 *
 * @returns false: rows were locked for too long, so the month waits for the next run
 */
async function keepTalksOf(
  deps: RetentionDeps,
  gone: readonly { client: OfClient; kind: RecordKind }[],
  month: RecordMonth,
): Promise<boolean> {
  if (deps.dryRun) return true;
  for (const { client, kind } of gone) {
    if (kind !== 'calls') continue;
    const { clientId } = client;
    const keep = () =>
      inOrder(deps, clientId, '-infinity', (tx, after) =>
        keepTalks(tx, clientId, month, after, batchRows),
      );
    if ((await orNextTime(keep, undefined)) === undefined) return false;
  }
  return true;
}

/** @param whole the month is dropped whole: its rows are only counted */
function deleteOf(
  deps: RetentionDeps,
  clientId: number,
  month: RecordMonth,
  kind: RecordKind,
  whole: boolean,
): Promise<number> {
  return deps.dryRun || whole
    ? step(deps, clientId, (tx) => countRecords(tx, clientId, month, kind), countingMs)
    : inOrder(deps, clientId, month.from.toISOString(), (tx, after) =>
        deleteRecords(tx, clientId, month, kind, after, batchRows),
      );
}

async function dropIfOver(
  deps: RetentionDeps,
  partitions: Partitions | undefined,
  clients: readonly OfClient[],
  month: RecordMonth,
  everybody: boolean,
): Promise<boolean> {
  for (const { clientId } of clients) {
    // Calls of that month that still run will be recorded there.
    if (await hasOpenAttempt(deps, clientId, month.to)) return false;
  }
  if (!everybody && !(await isEmpty(deps.db, month))) return false;
  if (deps.dryRun) return true;
  deps.signal?.throwIfAborted();
  return (await partitions?.drop('call_record', month.name)) ?? false;
}

function hasOpenAttempt(deps: RetentionDeps, clientId: number, before: Date): Promise<boolean> {
  return step(deps, clientId, async (tx) => {
    const row = await tx.row<{ isOpen: boolean }>(
      `SELECT EXISTS (SELECT FROM attempt
           WHERE client_id = $1 AND ${inFlight()} AND attempted_at < $2)
         OR EXISTS (SELECT FROM attempt
           WHERE client_id = $1 AND ${awaitsReceipt()} AND attempted_at < $2) AS "isOpen"`,
      [clientId, before],
    );
    return row?.isOpen ?? false;
  });
}

/** Of all clients: the report's role sees every row. */
function isEmpty(db: Database, { from, to }: RecordMonth): Promise<boolean> {
  return asReport(db, 0, async (tx) => {
    const row = await tx.row(
      'SELECT 1 FROM call_record WHERE started_at >= $1 AND started_at < $2 LIMIT 1',
      [from, to],
    );
    return row === undefined;
  });
}

/** What text campaigns sent, by the day of the text. */
export async function deleteOldTexts(
  deps: RetentionDeps,
  { clientId, days, now }: OfClient,
): Promise<number> {
  const cutoff = cutoffOf(now, days.texts);
  if (cutoff === null) return 0;
  const before = new Date(cutoff);
  let sum = 0;
  for (const list of await step(deps, clientId, (tx) => listsWithTexts(tx, clientId, before))) {
    sum += deps.dryRun
      ? await step(deps, clientId, (tx) => countSentTexts(tx, clientId, list, before))
      : await orNextTime(
          () =>
            inOrder(deps, clientId, -1, (tx, after) =>
              deleteSentTexts(tx, clientId, list, before, after, batchRows),
            ),
          0,
        );
  }
  return sum;
}

/** What is kept of a deleted text is kept from then on; what is older goes, because nothing can need it. */
const repliesSince = ({ now }: OfClient) => new Date(cutoffOf(now, leastReplyDays) ?? 0);

async function deleteOldReplies(deps: RetentionDeps, client: OfClient): Promise<void> {
  const { clientId } = client;
  const before = repliesSince(client);
  await orNextTime(
    () => inBatches(deps, clientId, (tx) => deleteKeptReplies(tx, clientId, before, batchRows)),
    0,
  );
}

export async function deleteOldInbound(deps: RetentionDeps, client: OfClient): Promise<number> {
  const rows = await deleteInboundOf(deps, client);
  if (!deps.dryRun) await deleteOldReplies(deps, client);
  return rows;
}

async function deleteInboundOf(deps: RetentionDeps, client: OfClient): Promise<number> {
  const { clientId, days, now } = client;
  const cutoff = cutoffOf(now, days.inbound);
  if (cutoff === null) return 0;
  const before = new Date(cutoff);
  if (deps.dryRun) return step(deps, clientId, (tx) => countInbound(tx, clientId, before));
  const of = { before, keptSince: repliesSince(client) };
  const rows = await orNextTime(
    () => inBatches(deps, clientId, (tx) => deleteInbound(tx, clientId, of, batchRows)),
    0,
  );
  if (rows > 0) await step(deps, clientId, (tx) => noteDeleted(tx, clientId, 'inbound', cutoff));
  return rows;
}
