/**
 * Entries that an erasure took a number out of (decision 073): their own hashes no longer fit, so the
 * erasure's entry, later in the same chain, holds the hash of what is left of each.
 */
import type { Tx } from '../database.ts';

/** By sequence: the hashes that entries have had since an erasure. */
export async function readRedactions(tx: Tx, clientId: number): Promise<Map<string, string>> {
  const rows = await tx.rows<{ redacted: Record<string, string> }>(
    `SELECT after->'redacted' AS redacted FROM audit_entry
     WHERE client_id = $1 AND thing_kind = 'person' AND after ? 'redacted' ORDER BY sequence`,
    [clientId],
  );
  return new Map(rows.flatMap(({ redacted }) => Object.entries(redacted)));
}
