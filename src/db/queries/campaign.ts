/** Campaigns as the contract shows them: lists, one, save and delete. */

import { type Campaign, campaignTexts, campaignType, runStatus } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import type {
  BroadcastCampaign,
  LinkbackCampaign,
  VoiceCampaign,
} from '#contract/voice-campaign.ts';
import type { Tx } from '#db/database.ts';
import { nameOrder } from '../name-order.ts';
import {
  broadcastOf,
  type CampaignRow,
  campaignColumns,
  linkbackOf,
  summaryOf,
} from './campaign-row.ts';
import { type Changing, lockVersion } from './change.ts';

/** All campaigns of every type, by name. `now` is the engine's clock. */
export async function listCampaigns(tx: Tx, clientId: number, now: Date): Promise<Campaign[]> {
  const rows = await tx.rows<CampaignRow>(
    `SELECT ${campaignColumns} FROM campaign
     WHERE client_id = $1 AND deleted_at IS NULL ORDER BY ${nameOrder('name')}, campaign_id`,
    [clientId],
  );
  return rows.map((row) => summaryOf(row, now));
}

/** The Broadcast and Linkback campaigns, by name, each with the fields of its type. */
export async function listVoiceCampaigns(
  tx: Tx,
  clientId: number,
  now: Date,
): Promise<VoiceCampaign[]> {
  const rows = await tx.rows<CampaignRow>(
    `SELECT ${campaignColumns} FROM campaign
     WHERE client_id = $1 AND deleted_at IS NULL
       AND campaign_type IN (${campaignType.broadcast}, ${campaignType.linkback})
     ORDER BY ${nameOrder('name')}, campaign_id`,
    [clientId],
  );
  return rows.map((row) =>
    row.campaign_type === campaignType.broadcast ? broadcastOf(row, now) : linkbackOf(row, now),
  );
}

export async function findBroadcast(
  tx: Tx,
  clientId: number,
  campaignId: number,
  now: Date,
): Promise<BroadcastCampaign | undefined> {
  const row = await findOfType(tx, clientId, campaignId, campaignType.broadcast);
  return row && broadcastOf(row, now);
}

export async function findLinkback(
  tx: Tx,
  clientId: number,
  campaignId: number,
  now: Date,
): Promise<LinkbackCampaign | undefined> {
  const row = await findOfType(tx, clientId, campaignId, campaignType.linkback);
  return row && linkbackOf(row, now);
}

/**
 * Deletes a campaign that is stopped; its calls and lists keep its name.
 * Returns false when there is none; throws `conflict` while it runs, `changed_meanwhile` for an old
 * version.
 */
export async function deleteCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
  changing: Changing,
): Promise<boolean> {
  const read = async () => {
    const stored = await findAny(tx, clientId, campaignId);
    return stored && summaryOf(stored, changing.now);
  };
  await lockVersion(tx, 'campaign', [clientId, campaignId], changing, read);
  const row = await tx.row<{ run_status: number }>(
    `SELECT run_status FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [clientId, campaignId],
  );
  if (!row) return false;
  if (row.run_status !== runStatus.stopped) throw problem('conflict', campaignTexts.deleteRunning);
  await tx.run(
    `UPDATE campaign
     SET deleted_at = now(), start_automatically = false, stop_automatically = false
     WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  return true;
}

function findAny(tx: Tx, clientId: number, campaignId: number) {
  return tx.row<CampaignRow>(
    `SELECT ${campaignColumns} FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
}

function findOfType(tx: Tx, clientId: number, campaignId: number, type: number) {
  return tx.row<CampaignRow>(
    `SELECT ${campaignColumns} FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND campaign_type = $3 AND deleted_at IS NULL`,
    [clientId, campaignId, type],
  );
}
