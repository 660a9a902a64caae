/** How many agents of a Linkback a person has set on duty while it runs (decision 088). */

import { mostAgents } from '#contract/agents.ts';
import { campaignType } from '#contract/campaign.ts';
import type { Tx } from '../database.ts';
import { type CampaignRow, campaignColumns, dutyOf } from './campaign-row.ts';
import { changeForecast } from './kept-forecast.ts';

/**
 * Sets the agents on duty. It is no edit of the campaign: nobody's open editor is out of date, and no
 * approval ends.
 *
 * @param now of the engine's clock, which the hours of the agents are read by
 * @returns false when the client has no such Linkback
 */
export async function setAgentsOnDuty(
  tx: Tx,
  clientId: number,
  campaignId: number,
  { agents, now }: { agents: number; now: Date },
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE campaign SET agents_set = $3, agents_set_at = $4
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL
       AND campaign_type = ${campaignType.linkback}`,
    [clientId, campaignId, agents, now],
  );
  if (changed !== 1) return false;
  await changeForecast(tx, { clientId, campaignId });
  return true;
}

/**
 * Some more or fewer than are on duty at this instant. Changes of one campaign come one after the other, so
 * that none is lost.
 *
 * @returns how many are on duty then; undefined when the client has no such Linkback
 */
export async function changeAgentsOnDuty(
  tx: Tx,
  clientId: number,
  campaignId: number,
  { change, now }: { change: number; now: Date },
): Promise<number | undefined> {
  const row = await tx.row<CampaignRow>(
    `SELECT ${campaignColumns} FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL
       AND campaign_type = ${campaignType.linkback} FOR NO KEY UPDATE`,
    [clientId, campaignId],
  );
  if (!row) return undefined;
  const agents = Math.min(mostAgents, Math.max(0, dutyOf(row, now) + change));
  await setAgentsOnDuty(tx, clientId, campaignId, { agents, now });
  return agents;
}

/** Before a save: one that changes the agents is the newer word on them. */
export async function forgetAgentsSet(
  tx: Tx,
  clientId: number,
  campaignId: number,
  saved: { agent_count: number | null; agent_schedule: unknown },
): Promise<void> {
  await tx.run(
    `UPDATE campaign SET agents_set = NULL, agents_set_at = NULL
     WHERE client_id = $1 AND campaign_id = $2 AND agents_set IS NOT NULL
       AND (agent_count IS DISTINCT FROM $3 OR agent_schedule <> $4::jsonb)`,
    [clientId, campaignId, saved.agent_count, saved.agent_schedule],
  );
}
