/** Months of call records and large lists that are no longer partitions, or are being detached. */
import type { Tx } from '../database.ts';

export interface Detached {
  /** Of the table: `call_record_202503`. */
  name: string;
  /**
   * Retention detached it, or began to, and will drop it. Any other one was detached by somebody to
   * keep it.
   */
  ours: boolean;
  /** Its DETACH was begun and has not ended. */
  pending: boolean;
}

/** SQL: whether a name is that of a month of call records or of a large list. */
export const isPartName = (name: string) =>
  `${name} ~ '^(call_record_[0-9]{6}|list_entry_[0-9]{10,})$'`;

/** By name. */
export const detachedSql = `SELECT c.relname AS name, d.name IS NOT NULL AND (d.detached OR c.relispartition) AS ours,
    c.relispartition AS pending
  FROM pg_class c
  LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND i.inhdetachpending
  LEFT JOIN retention_detaching d ON d.name = c.relname
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND ${isPartName('c.relname')}
    AND (NOT c.relispartition OR i.inhrelid IS NOT NULL)
  ORDER BY c.relname`;

export function listDetached(tx: Tx): Promise<Detached[]> {
  return tx.rows<Detached>(detachedSql);
}
