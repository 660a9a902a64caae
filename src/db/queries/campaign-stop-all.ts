/** Stops everything that a client runs. */
import { runStatus } from '#contract/campaign.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { type RunState, requestStop } from './campaign-run.ts';

const runs = `run_status IN (${runStatus.starting}, ${runStatus.running})`;

/**
 * Asks every campaign of the client that runs or starts to stop, and gives up automatic starts that
 * wait for a carrier. What nobody holds stops at once and together; what is held by a claim or an
 * edit stops one by one, so that no campaign's stop waits for another one's claim.
 *
 * @returns those that this stopped
 */
export async function stopAllCampaigns(db: Database, clientId: number): Promise<RunState[]> {
  const stopped = await asClient(db, clientId, (tx) => stopThoseFree(tx, clientId));
  const left = await asClient(db, clientId, (tx) => readLeft(tx, clientId));
  const outcomes = await Promise.allSettled(
    left.map(async ({ campaignId, running }) => {
      const state = await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
      return running ? state : undefined;
    }),
  );
  for (const outcome of outcomes) {
    // The others are stopped by now; the manager who asked has to know which one is not.
    if (outcome.status === 'rejected') throw outcome.reason;
    if (outcome.value) stopped.push(outcome.value);
  }
  return stopped;
}

function stopThoseFree(tx: Tx, clientId: number): Promise<RunState[]> {
  return tx.rows<RunState>(
    `UPDATE campaign c
     SET run_status = ${runStatus.stopping}, reason = NULL, scheduled_start = false
     FROM (SELECT campaign_id FROM campaign
       WHERE client_id = $1 AND deleted_at IS NULL AND ${runs}
       ORDER BY campaign_id FOR UPDATE SKIP LOCKED) AS free
     WHERE c.client_id = $1 AND c.campaign_id = free.campaign_id
     RETURNING c.campaign_id AS "campaignId", c.run_status AS "runStatus", c.completed`,
    [clientId],
  );
}

interface Left {
  campaignId: number;
  /** Otherwise an automatic start of it waits for its carrier. */
  running: boolean;
}

function readLeft(tx: Tx, clientId: number): Promise<Left[]> {
  return tx.rows<Left>(
    `SELECT campaign_id AS "campaignId", ${runs} AS running FROM campaign
     WHERE client_id = $1 AND deleted_at IS NULL AND (${runs} OR scheduled_start)
     ORDER BY campaign_id`,
    [clientId],
  );
}
