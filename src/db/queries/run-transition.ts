/**
 * The engine's changes of a campaign's status. Each step names the lease; under another fence, or
 * when the status is no longer the one it starts from, it does nothing and returns false.
 */
import { runStatus } from '#contract/campaign.ts';
import type { Reason, StoredReason } from '#contract/reason.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { enqueue } from '../job-queue.ts';
import { isInUse, isLoading } from '../list-states.ts';
import { endForecast } from './kept-forecast.ts';
import type { Lease } from './lease.ts';
import { holdsLease } from './lease-check.ts';

/** OFFSET 0: as a join it would read every open attempt of the platform. */
const noOpenAttempt = `NOT EXISTS (
  SELECT FROM attempt a
  WHERE a.client_id = c.client_id AND a.campaign_id = c.campaign_id AND ${inFlight('a')} OFFSET 0)`;

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
    `UPDATE campaign c SET run_status = ${runStatus.stopped}, started = NULL
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.run_status = ${runStatus.stopping}
       AND ${noOpenAttempt}`,
    [lease.clientId, lease.campaignId],
  );
  return ended === 1;
}

/**
 * Running -> Completed, when no entry waits and no list is being loaded. The row is locked first
 * and read with a snapshot taken after it: so a list that became ready meanwhile is seen. A
 * text that waits for its receipt does not keep it running: some never come (decision 032).
 */
export async function completeRun(tx: Tx, lease: Lease): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false;
  const { clientId, campaignId } = lease;
  const run = await tx.row<{ started: Date | null }>(
    `SELECT started FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND run_status = ${runStatus.running} FOR UPDATE`,
    [clientId, campaignId],
  );
  const completed = await tx.run(
    // The first waiting entry in the order of its index: EXISTS alone would read all lists.
    `UPDATE campaign c
     SET run_status = ${runStatus.stopped}, completed = true, started = NULL, reason = NULL
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.run_status = ${runStatus.running}
       AND ${noOpenAttempt}
       AND NOT EXISTS (
         SELECT FROM call_list l
         WHERE l.client_id = c.client_id AND l.campaign_id = c.campaign_id
           AND (${isLoading('l')} OR (${isInUse('l')} AND (
             SELECT e.entry_id FROM list_entry e
             WHERE e.client_id = l.client_id AND e.call_list_id = l.call_list_id
               AND e.state = ${entryState.waiting}
             ORDER BY e.due_at, e.entry_id LIMIT 1) IS NOT NULL)))`,
    [clientId, campaignId],
  );
  if (completed !== 1) return false;
  await endForecast(tx, { clientId, campaignId, started: run?.started ?? null });
  return true;
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
