/** A copy of a campaign: stopped, without lists, and without a start by itself. */
import { campaignType } from '#contract/campaign.ts';
import { copyName } from '#domain/copy-name.ts';
import type { Tx } from '../database.ts';
import { columnsOf } from '../field-map.ts';
import { campaignFields } from './campaign-fields.ts';
import type { Changing } from './change.ts';

/** Everything else that a manager sets. */
const copied = columnsOf(campaignFields)
  .split(', ')
  .filter((column) => !['name', 'start_automatically', 'start_weekdays'].includes(column))
  .join(', ');

/**
 * The start's weekdays are not copied either: they would switch it on at the next save. Its time
 * stays, which does nothing without them.
 *
 * @returns the copy's id; undefined when the client has no such campaign
 */
export async function copyCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
  { managerId, now }: Changing,
): Promise<{ id: number; name: string } | undefined> {
  // Copies that are made at once would choose the same name.
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('campaign names'), $1)`, [clientId]);
  const original = await tx.row<{ name: string; texting: boolean }>(
    `SELECT name, campaign_type = ${campaignType.texting} AS texting FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!original) return undefined;
  const others = await tx.rows<{ name: string }>(
    `SELECT name FROM campaign WHERE client_id = $1 AND deleted_at IS NULL
       AND (campaign_type = ${campaignType.texting}) = $2`,
    [clientId, original.texting],
  );
  const name = copyName(
    original.name,
    others.map((other) => other.name),
  );
  return tx.row<{ id: number; name: string }>(
    `INSERT INTO campaign (client_id, campaign_type, name, changed_by, changed_at, ${copied})
     SELECT client_id, campaign_type, $3, $4, $5, ${copied} FROM campaign
     WHERE client_id = $1 AND campaign_id = $2
     RETURNING campaign_id AS id, name`,
    [clientId, campaignId, name, managerId, now],
  );
}
