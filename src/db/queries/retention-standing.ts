/** What is stored of each kind, for the operator: rows, the oldest, and about how many bytes. */
import type { RetentionKind } from '#domain/retention.ts';
import { asClient, asOwner, type Database, type Tx } from '../database.ts';

/** The kinds that the operator sees; attempts go with their list and have no time of their own. */
export type StoredKind = Exclude<RetentionKind, 'journal'> | 'attempts';

export interface Stored {
  rows: number;
  /** There are more: counting stops at a million. */
  atLeast: boolean;
  oldest: Date | null;
  /** With indexes; a client's share of its tables by rows. */
  bytes: number;
}

const mostCounted = 1_000_000;

/** SQL by kind, of client $1: rows, each with `at`. */
const rowsOf: Record<Exclude<StoredKind, 'contacts' | 'attempts'>, string> = {
  calls: `SELECT started_at AS at FROM call_record WHERE client_id = $1 AND call_type <> 'Text'`,
  texts: `SELECT started_at AS at FROM call_record WHERE client_id = $1 AND call_type = 'Text'`,
  inbound: 'SELECT received AS at FROM inbound_text WHERE client_id = $1',
  recordings: `SELECT created AS at FROM sound WHERE client_id = $1 AND file_name LIKE 'recording-%'`,
  reports: 'SELECT created AS at FROM report_archive WHERE client_id = $1',
};

/** Their tables; those of calls and texts are one. */
const tablesOf: Record<StoredKind, string[]> = {
  contacts: ['list_entry', 'rejected_row', 'account_phone'],
  attempts: ['attempt', 'outbound_text'],
  calls: ['call_record'],
  texts: ['call_record'],
  inbound: ['inbound_text', 'text_reply', 'contact_rest'],
  recordings: ['sound', 'phone_recording'],
  reports: ['report_archive', 'report_part'],
};
export const storedKinds = Object.keys(tablesOf) as StoredKind[];

export type Counted = Omit<Stored, 'bytes'>;

/** By client. */
export async function readStored(
  db: Database,
  clientIds: readonly number[],
): Promise<Map<number, Record<StoredKind, Stored>>> {
  const counted = new Map<number, Record<StoredKind, Counted>>();
  for (const clientId of clientIds) {
    counted.set(clientId, await asClient(db, clientId, (tx) => countStored(tx, clientId)));
  }
  const bytes = bytesByRows([...counted.values()], await asOwner(db, readSizes));
  const withBytes = (kind: StoredKind, one: Counted): Stored => ({
    ...one,
    bytes: bytes(kind, one.rows),
  });
  return new Map(
    [...counted].map(([clientId, of]) => [
      clientId,
      Object.fromEntries(storedKinds.map((kind) => [kind, withBytes(kind, of[kind])])) as Record<
        StoredKind,
        Stored
      >,
    ]),
  );
}

/** What rows of a kind take of their tables, which several kinds and clients share. */
export function bytesByRows(
  all: readonly Record<StoredKind, Counted>[],
  sizes: ReadonlyMap<string, number>,
): (kind: StoredKind, rows: number) => number {
  const rowsIn = new Map<string, number>();
  for (const of of all) {
    for (const kind of storedKinds) {
      const table = tablesOf[kind][0] ?? '';
      rowsIn.set(table, (rowsIn.get(table) ?? 0) + of[kind].rows);
    }
  }
  return (kind, rows) => {
    const size = tablesOf[kind].reduce((sum, table) => sum + (sizes.get(table) ?? 0), 0);
    const shared = rowsIn.get(tablesOf[kind][0] ?? '') ?? 0;
    return shared === 0 ? 0 : Math.round((size * rows) / shared);
  };
}

/** @param most `all`: to the end, which takes long where there is much */
export async function countStored(
  tx: Tx,
  clientId: number,
  most: number | 'all' = mostCounted,
): Promise<Record<StoredKind, Counted>> {
  const rows = await tx.row<Record<'contacts' | 'attempts', number> & Record<string, unknown>>(
    `SELECT coalesce(sum(l.phone_count + l.rejected_count)
         FILTER (WHERE l.contacts_deleted_at IS NULL), 0)::bigint AS contacts,
       min(l.created) FILTER (WHERE l.contacts_deleted_at IS NULL) AS "oldestContacts",
       coalesce(sum(n.attempted), 0)::bigint AS attempts,
       min(l.created) FILTER (WHERE n.attempted > 0) AS "oldestAttempts"
     FROM call_list l
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.emptied_at IS NULL`,
    [clientId],
  );
  const counted = (count = 0, oldest: unknown = null): Counted => ({
    rows: count,
    atLeast: false,
    oldest: oldest as Date | null,
  });
  const found = {
    contacts: counted(rows?.contacts, rows?.oldestContacts),
    attempts: counted(rows?.attempts, rows?.oldestAttempts),
  } as Record<StoredKind, Counted>;
  for (const [kind, sql] of Object.entries(rowsOf)) {
    const row = await tx.row<{ rows: number; oldest: Date | null }>(
      `SELECT (SELECT count(*) FROM (${sql} ${most === 'all' ? '' : `LIMIT ${most + 1}`}) AS batch) AS rows,
         (SELECT at FROM (${sql}) AS every ORDER BY at LIMIT 1) AS oldest`,
      [clientId],
    );
    const count = row?.rows ?? 0;
    const limit = most === 'all' ? count : most;
    found[kind as StoredKind] = {
      rows: Math.min(count, limit),
      atLeast: count > limit,
      oldest: row?.oldest ?? null,
    };
  }
  return found;
}

/**
 * Rows of a kind from before an instant. Contact data: of lists loaded before it, at most, because a
 * list must have ended.
 */
export async function countBefore(
  tx: Tx,
  clientId: number,
  kind: Exclude<StoredKind, 'attempts'>,
  before: Date,
): Promise<number> {
  const sql =
    kind === 'contacts'
      ? `SELECT coalesce(sum(phone_count + rejected_count), 0)::bigint AS rows FROM call_list
         WHERE client_id = $1 AND contacts_deleted_at IS NULL AND emptied_at IS NULL AND created < $2`
      : `SELECT count(*) AS rows FROM (${rowsOf[kind]}) AS every WHERE at < $2`;
  return (await tx.row<{ rows: number }>(sql, [clientId, before]))?.rows ?? 0;
}

/** Bytes by table, partitions and indexes and what is out of line included. */
export async function readSizes(tx: Tx): Promise<Map<string, number>> {
  const names = [...new Set(Object.values(tablesOf).flat())];
  const rows = await tx.rows<{ name: string; bytes: number }>(
    `SELECT name, coalesce((SELECT sum(pg_total_relation_size(relid))
         FROM pg_partition_tree(name::regclass) WHERE isleaf),
         pg_total_relation_size(name::regclass))::bigint AS bytes
     FROM unnest($1::text[]) AS name`,
    [names],
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
