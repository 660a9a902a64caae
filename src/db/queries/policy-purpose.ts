/** What a client's new campaigns are for, unless they say so themselves. */
import type { Purpose } from '#contract/policy.ts';
import type { Tx } from '../database.ts';

export async function readPurpose(tx: Tx, clientId: number): Promise<Purpose> {
  const row = await tx.row<{ purpose: Purpose }>(
    'SELECT purpose FROM client WHERE client_id = $1',
    [clientId],
  );
  if (!row) throw new Error(`There is no client ${clientId}.`);
  return row.purpose;
}

export async function setPurpose(tx: Tx, clientId: number, purpose: Purpose): Promise<void> {
  await tx.run('UPDATE client SET purpose = $2 WHERE client_id = $1', [clientId, purpose]);
}
