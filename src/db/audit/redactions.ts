/**
 * Entries that an erasure took a number out of (decision 073): their own hashes no longer fit, so the
 * erasure's entry, later in the same chain, holds the hash of what is left of each.
 */
import type { Tx } from '../database.ts';
import { type ChainedEntry, chainedFields, hashOfEntry } from './chain.ts';

/** By sequence: the hashes that entries have had since an erasure. */
export async function readRedactions(tx: Tx, clientId: number): Promise<Map<string, string>> {
  const rows = await tx.rows<{ redacted: Record<string, string> }>(
    `SELECT after->'redacted' AS redacted FROM audit_entry
     WHERE client_id = $1 AND thing_kind = 'person' AND after ? 'redacted' ORDER BY sequence`,
    [clientId],
  );
  return new Map(rows.flatMap(({ redacted }) => Object.entries(redacted)));
}

/** Whether an entry is what its last erasure left of it: both are read in one moment, by one statement. */
export async function isRedacted(
  tx: Tx,
  { clientId, sequence }: Pick<ChainedEntry, 'clientId' | 'sequence'>,
): Promise<boolean> {
  const row = await tx.row<Pick<ChainedEntry, 'fields' | 'previous'> & { left: string | null }>(
    `SELECT ${chainedFields} AS fields, encode(previous, 'hex') AS previous,
       (SELECT e.after->'redacted'->>$2 FROM audit_entry e
        WHERE e.client_id = $1 AND e.thing_kind = 'person' AND e.after->'redacted' ? $2
        ORDER BY e.sequence DESC LIMIT 1) AS left
     FROM audit_entry WHERE client_id = $1 AND sequence = $2::bigint`,
    [clientId, sequence],
  );
  return row?.left !== undefined && row.left !== null && hashOfEntry(row) === row.left;
}
