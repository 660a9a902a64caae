/**
 * The engine's changes of a campaign's status. Each step names the lease; under another fence, or
 * when the status is no longer the one it starts from, it does nothing and returns false.
 */
import { runStatus } from '#contract/campaign.ts';
import type { Reason, StoredReason } from '#contract/reason.ts';
import type { Tx } from '../database.ts';
import { enqueue } from '../job-queue.ts';
import { endForecast } from './kept-forecast.ts';
import {
  hasOpenAttempt,
  hasOwnReplies,
  hasWaitingEntry,
  leadingCampaign,
} from './leading-campaign.ts';
import type { Lease } from './lease.ts';
import { holdsLease } from './lease-check.ts';

const noOpenAttempt = `NOT ${hasOpenAttempt('c')}`;

/** SQL: agents set on duty hold for a run; those that are set after it hold for the next one. */
const agentsForgotten = 'agents_set = NULL, agents_set_at = NULL';

/** Starting -> Running. */
export async function beginRun(tx: Tx, lease: Lease, now: Date): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false;
  const begun = await tx.row<{ started: Date }>(
    `UPDATE campaign SET run_status = ${runStatus.running}, started = coalesce(started, $3),
       reason = NULL, scheduled_start = false
     WHERE client_id = $1 AND campaign_id = $2 AND run_status = ${runStatus.starting}
     RETURNING started`,
    [lease.clientId, lease.campaignId, now],
  );
  if (!begun) return false;
  const { clientId, campaignId } = lease;
  // What it will come to is kept, to be compared with what it came to.
  const job = { clientId, campaignId, at: begun.started.toISOString() };
  await enqueue(tx, 'keep-forecast', `forecast ${clientId} ${campaignId}`, job);
  return true;
}

/**
 * Starting -> Stopped, with the reason why it cannot run. It is Stopping first while calls of its
 * last run are open: a campaign that is Stopped has no engine that would end them. An automatic
 * start waits only for a disconnected carrier.
 */
export async function refuseRun(tx: Tx, lease: Lease, reason: Reason): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false;
  const refused = await tx.run(
    `UPDATE campaign c
     SET run_status = CASE WHEN ${noOpenAttempt} THEN ${runStatus.stopped}
         ELSE ${runStatus.stopping} END, reason = $3,
       started = CASE WHEN ${noOpenAttempt} THEN NULL ELSE c.started END,
       scheduled_start = c.scheduled_start AND $4
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.run_status = ${runStatus.starting}`,
    [lease.clientId, lease.campaignId, reason, reason.code === 'carrier_disconnected'],
  );
  return refused === 1;
}

/** Stopping -> Stopped, once no attempt is open. */
export async function endRun(tx: Tx, lease: Lease): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false;
  const ended = await tx.run(
    `UPDATE campaign c SET run_status = ${runStatus.stopped}, started = NULL, ${agentsForgotten}
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.run_status = ${runStatus.stopping}
       AND ${noOpenAttempt}`,
    [lease.clientId, lease.campaignId],
  );
  return ended === 1;
}

export interface Completion {
  completed: boolean;
  /** The name of a campaign whose rules lead here, of which follow-ups may still come. */
  leading: string | null;
  /** Texts of its own wait for their reply, and are sent again without one. */
  replies?: boolean;
}

/**
 * Running -> Completed, when no entry waits, no list is being loaded and no follow-up can come of
 * another campaign or of its own texts without a reply. The row is locked first and read with a
 * snapshot taken after it: so a list that became ready meanwhile is seen. That is one snapshot for all
 * conditions: of a follow-up that is recorded meanwhile it sees either its parent in flight or the entry
 * that waits. A text that waits for its receipt keeps it running only where a rule sends it again without
 * a reply: some never come (decision 032).
 */
export async function completeRun(tx: Tx, lease: Lease): Promise<Completion> {
  const open: Completion = { completed: false, leading: null };
  if (!(await holdsLease(tx, lease))) return open;
  const { clientId, campaignId } = lease;
  const run = await tx.row<{ started: Date | null; leading: string | null; replies: boolean }>(
    `SELECT started, (${leadingCampaign}) AS leading, ${hasOwnReplies('c')} AS replies
     FROM campaign c
     WHERE client_id = $1 AND campaign_id = $2 AND run_status = ${runStatus.running} FOR UPDATE`,
    [clientId, campaignId],
  );
  if (!run) return open;
  if (run.replies) return { ...open, leading: run.leading, replies: true };
  if (run.leading !== null) return { ...open, leading: run.leading };
  const completed = await tx.run(
    `UPDATE campaign c
     SET run_status = ${runStatus.stopped}, completed = true, started = NULL, reason = NULL,
       ${agentsForgotten}
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.run_status = ${runStatus.running}
       AND ${noOpenAttempt} AND NOT ${hasWaitingEntry('c')} AND NOT ${hasOwnReplies('c')}
       AND NOT EXISTS (${leadingCampaign})`,
    [clientId, campaignId],
  );
  if (completed !== 1) return open;
  await endForecast(tx, { clientId, campaignId, started: run.started });
  return { completed: true, leading: null };
}

/** Stores why a running campaign does not dial at the moment; null when it does. */
export async function setReason(tx: Tx, lease: Lease, reason: StoredReason | null): Promise<void> {
  if (!(await holdsLease(tx, lease))) return;
  await tx.run(
    `UPDATE campaign SET reason = $3
     WHERE client_id = $1 AND campaign_id = $2 AND run_status = ${runStatus.running}
       AND reason IS DISTINCT FROM $3`,
    [lease.clientId, lease.campaignId, reason],
  );
}
