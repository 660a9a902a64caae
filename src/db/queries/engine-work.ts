/** Whether any engine has work: what an engine at rest has to know. */
import { runStatus } from '#contract/campaign.ts';
import type { Tx } from '../database.ts';

/** The channel that wakes engines at rest (functions/notify-engine-work.sql). */
export const engineWork = 'engine_work';

/** Whether a campaign of any client is starting, running or stopping, here or elsewhere. */
export async function isAnyCampaignActive(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ active: boolean }>(
    `SELECT EXISTS (SELECT FROM campaign WHERE run_status <> ${runStatus.stopped}) AS active`,
  );
  return row?.active ?? true;
}
