/** Stops everything that a client runs. */
import { runStatus } from '#contract/campaign.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { type RunState, requestStop, stopAsked } from './campaign-run.ts';

const runs = `run_status IN (${runStatus.starting}, ${runStatus.running})`;

/** SQL: its schedule, or a list that arrives, may start it. */
const mayStart = '(scheduled_start OR start_automatically OR stop_automatically OR list_arrived)';

/**
 * Asks every campaign of the client that runs or starts to stop, gives up automatic starts that wait for
 * a carrier, and keeps the others from being started by what their schedules asked for before. What nobody
 * holds stops at once and together; what is held by a claim or an edit stops one by one, so that no
 * campaign's stop waits for another one's claim.
 *
 * @param askedAt the engines' clock
 * @returns those that this stopped
 */
export async function stopAllCampaigns(
  db: Database,
  clientId: number,
  askedAt: Date,
): Promise<RunState[]> {
  const free = await asClient(db, clientId, (tx) => stopThoseFree(tx, clientId, askedAt));
  const asked = free.map(({ campaignId }) => campaignId);
  const left = await asClient(db, clientId, (tx) => readLeft(tx, clientId, asked));
  const stopped = free.filter(({ ran }) => ran).map(({ ran: _, ...state }) => state);
  const outcomes = await Promise.allSettled(
    left.map(async ({ campaignId, running }) => {
      const state = await asClient(db, clientId, (tx) =>
        requestStop(tx, clientId, campaignId, askedAt),
      );
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

interface Free extends RunState {
  /** It ran or started until now. */
  ran: boolean;
}

function stopThoseFree(tx: Tx, clientId: number, askedAt: Date): Promise<Free[]> {
  return tx.rows<Free>(
    `UPDATE campaign c
     SET run_status = CASE WHEN free.ran THEN ${runStatus.stopping} ELSE c.run_status END,
       reason = CASE WHEN free.ran THEN NULL ELSE c.reason END,
       scheduled_start = false, ${stopAsked('$2')}
     FROM (SELECT campaign_id, ${runs} AS ran FROM campaign
       WHERE client_id = $1 AND deleted_at IS NULL AND (${runs} OR ${mayStart})
       ORDER BY campaign_id FOR UPDATE SKIP LOCKED) AS free
     WHERE c.client_id = $1 AND c.campaign_id = free.campaign_id
     RETURNING c.campaign_id AS "campaignId", c.run_status AS "runStatus", c.completed, free.ran`,
    [clientId, askedAt],
  );
}

interface Left {
  campaignId: number;
  /** Otherwise its schedule may start it. */
  running: boolean;
}

/** @param asked campaigns that were free; of these only what somebody has started since */
function readLeft(tx: Tx, clientId: number, asked: readonly number[]): Promise<Left[]> {
  return tx.rows<Left>(
    `SELECT campaign_id AS "campaignId", ${runs} AS running FROM campaign
     WHERE client_id = $1 AND deleted_at IS NULL
       AND (${runs} OR scheduled_start OR (${mayStart} AND campaign_id <> ALL ($2::bigint[])))
     ORDER BY campaign_id`,
    [clientId, asked],
  );
}
