import type { Tx } from '../database.ts';

/** Makes the partitions for call records of this instant's month, unless they exist. */
export async function ensureCallRecordMonth(tx: Tx, instant: Date): Promise<void> {
  await tx.run('SELECT ensure_call_record_month($1)', [instant]);
}
