/** What campaigns are for: a client's new ones, and one that there is. */
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

/** Undefined when the client has no such campaign. */
export async function readCampaignPurpose(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<Purpose | undefined> {
  const row = await tx.row<{ purpose: Purpose }>(
    `SELECT purpose FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
  return row?.purpose;
}
