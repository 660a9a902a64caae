/**
 * Call records by month, sent and inbound texts by day, once they are older than a client keeps
 * them.
 */
import {
  cutoffOf,
  isStillOld,
  leastReplyDays,
  monthCutoffOf,
  type RetentionDays,
} from '#domain/retention.ts';
import { awaitsReceipt, inFlight } from '../attempt-states.ts';
import { asPlatform, asReport, type Database, type Tx } from '../database.ts';
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
import { noteDeleted, readRetention } from '../queries/retention.ts';
import {
  batchRows,
  countingMs,
  inBatches,
  inOrder,
  orNextTime,
  type RetentionDeps,
  refuseHeld,
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
    const went: Went[] = [];
    for (const { client, kind } of gone) {
      const rows = await orNextTime(() => deleteOf(deps, client, month, kind, everybody), 0);
      if (rows > 0) went.push({ clientId: client.clientId, kind, rows });
    }
    const dropped =
      (await isOver(deps, clients, month, everybody)) &&
      (deps.dryRun || (await drop(deps, partitions, clients, month, everybody ? went : undefined)));
    if (dropped) done.months.push(month.from.toISOString().slice(0, 7));
    // Of a month that stayed, they were only counted.
    if (everybody && !dropped) continue;
    for (const { clientId, kind, rows } of went) {
      const sums = done.rows.get(clientId);
      if (sums) sums[kind] += rows;
    }
  }
  return done;
}

function letsGo(
  { days, now }: Omit<OfClient, 'clientId'>,
  kind: RecordKind,
  { to }: RecordMonth,
): boolean {
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

interface Went {
  clientId: number;
  kind: RecordKind;
  rows: number;
}

/** @param whole the month is dropped whole: its rows are only counted */
function deleteOf(
  deps: RetentionDeps,
  { clientId, now }: OfClient,
  month: RecordMonth,
  kind: RecordKind,
  whole: boolean,
): Promise<number> {
  return deps.dryRun || whole
    ? step(deps, clientId, (tx) => countRecords(tx, clientId, month, kind), countingMs)
    : inOrder(deps, clientId, month.from.toISOString(), async (tx, after, days) => {
        if (!letsGo({ days, now }, kind, month)) return undefined;
        const next = await deleteRecords(tx, clientId, month, kind, after, batchRows);
        if (next) await noteDeleted(tx, clientId, kind, month.to.getTime());
        return next;
      });
}

/** Nothing is in it that may come or must stay. */
async function isOver(
  deps: RetentionDeps,
  clients: readonly OfClient[],
  month: RecordMonth,
  everybody: boolean,
): Promise<boolean> {
  for (const { clientId } of clients) {
    // Calls of that month that still run will be recorded there.
    if (await hasOpenAttempt(deps, clientId, month.to)) return false;
  }
  return everybody || isEmpty(deps.db, month);
}

/** @param whole what goes with the month; undefined: it is empty */
async function drop(
  deps: RetentionDeps,
  partitions: Partitions | undefined,
  [first]: readonly OfClient[],
  month: RecordMonth,
  whole: readonly Went[] | undefined,
): Promise<boolean> {
  deps.signal?.throwIfAborted();
  const mayGo = async () => {
    await asPlatform(deps.db, refuseHeld);
    if (!whole || !first) return true;
    // All clients, also those that came since: anybody's longer time keeps the month.
    const found = await asPlatform(deps.db, readRetention);
    const { now } = first;
    const goes = found.every(({ days }) =>
      recordKinds.every((kind) => letsGo({ days, now }, kind, month)),
    );
    if (!goes) return false;
    // Before the drop: a crash between the two must not lose the note.
    for (const { clientId, kind } of whole) {
      await step(deps, clientId, (tx) => noteDeleted(tx, clientId, kind, month.to.getTime()));
    }
    return true;
  };
  return (await partitions?.drop('call_record', month.name, mayGo)) ?? false;
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
            inOrder(deps, clientId, -1, async (tx, after, current) =>
              isStillOld(before, now, current.texts)
                ? deleteSentTexts(tx, clientId, list, before, after, batchRows)
                : undefined,
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
  const deleteNext = async (tx: Tx, current: RetentionDays) => {
    if (!isStillOld(before, now, current.inbound)) return 0;
    const rows = await deleteInbound(tx, clientId, of, batchRows);
    if (rows > 0) await noteDeleted(tx, clientId, 'inbound', cutoff);
    return rows;
  };
  return orNextTime(() => inBatches(deps, clientId, deleteNext), 0);
}
