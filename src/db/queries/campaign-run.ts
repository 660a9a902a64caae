/**
 * Starting and stopping campaigns: the API's requests, and the reasons to refuse them. The engine
 * sees the row and does the rest.
 *
 *   Stopped -> Starting -> Running -> Stopping -> Stopped, or Completed (= Stopped + completed)
 */
import { campaignType, type RunStatusId, runStatus } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import type { ReasonOf, StoredReason } from '#contract/reason.ts';
import { messageStatus } from '#contract/voice-message.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse } from '../list-states.ts';
import { releaseBrake } from './brake.ts';
import { isCarrierDisconnected } from './carrier-state.ts';
import { approvalAgainst, approve, type Starter } from './launch-approval.ts';
import { mayGetFollowUps } from './leading-campaign.ts';
import { lintAgainst } from './lint.ts';
import { askBeforeStart } from './scrub-list.ts';

export interface RunState {
  campaignId: number;
  runStatus: RunStatusId;
  completed: boolean;
}

interface CampaignRow {
  campaign_type: number;
  run_status: RunStatusId;
  completed: boolean;
  reason: StoredReason | null;
  trunk_stopped: boolean;
}

/** Why a campaign cannot start. */
export type StartReason = ReasonOf<
  | 'no_list'
  | 'nothing_left'
  | 'no_message'
  | 'no_customer_message'
  | 'no_linkback_number'
  | 'no_agents'
  | 'message_not_ready'
  | 'no_text_message'
  | 'no_sender'
  | 'carrier_disconnected'
  | 'needs_approval'
  | 'lint_blocked'
>;

/**
 * Asks for a start. A campaign that runs already stays as it is; one that is stopping goes on.
 *
 * @returns undefined when the client has no such campaign
 * @throws ProblemError cannot_run with the reason, which is also kept with the campaign
 */
export async function requestStart(
  db: Database,
  clientId: number,
  campaignId: number,
): Promise<RunState | undefined> {
  const outcome = await asClient(db, clientId, (tx) => tryStart(tx, clientId, campaignId));
  if (outcome && 'reason' in outcome) {
    const { reason } = outcome;
    throw problem(refusalOf(reason), reasonSentence(reason), { reason });
  }
  return outcome;
}

/** A message that must be changed is no state of the campaign. */
export function refusalOf({ code }: StoredReason): 'lint_blocked' | 'cannot_run' {
  return code === 'lint_blocked' ? code : 'cannot_run';
}

/**
 * The same inside a transaction: a refusal is stored and returned, not thrown.
 *
 * @param starter `schedule`: an automatic start; if its carrier is disconnected, it is tried again in
 *   its window
 * @param askedAt the engines' clock when a person asked: no stop that the schedule missed before is made
 *   up for. Absent: the schedule asks
 */
export async function tryStart(
  tx: Tx,
  clientId: number,
  campaignId: number,
  starter: Starter = 'operator',
  askedAt?: Date,
): Promise<RunState | { reason: StoredReason } | undefined> {
  const bySchedule = starter === 'schedule';
  const campaign = await lockCampaign(tx, clientId, campaignId);
  if (!campaign) return undefined;
  const { run_status, completed } = campaign;
  if (run_status === runStatus.starting || run_status === runStatus.running) {
    return { campaignId, runStatus: run_status, completed };
  }
  // Only a person decides that the trunk works again, or that the brake may be released; the reason
  // for the stop stays. (Both stops set the same mark, which an older version knows.)
  if (bySchedule && campaign.trunk_stopped) {
    return { reason: campaign.reason ?? { code: 'trunk_failed' } };
  }
  const reason = await reasonAgainst(tx, clientId, campaignId, { ...campaign, starter });
  const next = reason === undefined ? runStatus.starting : run_status;
  await tx.run(
    `UPDATE campaign SET run_status = $3::smallint, reason = $4,
       completed = completed AND $3::smallint <> ${runStatus.starting},
       trunk_stopped = trunk_stopped AND $3::smallint <> ${runStatus.starting},
       trunk_failures = CASE WHEN NOT $5 AND $3::smallint = ${runStatus.starting} THEN 0
         ELSE trunk_failures END,
       scheduled_start = CASE WHEN $5 THEN $3::smallint = ${runStatus.starting} OR $6
         ELSE scheduled_start END,
       schedule_since = CASE WHEN $3::smallint = ${runStatus.starting} THEN coalesce($7, schedule_since)
         ELSE schedule_since END,
       stop_asked_at = CASE WHEN NOT $5 AND $3::smallint = ${runStatus.starting} THEN NULL
         ELSE stop_asked_at END
     WHERE client_id = $1 AND campaign_id = $2`,
    [
      ...[clientId, campaignId, next, reason ?? null, bySchedule],
      ...[reason?.code === 'carrier_disconnected', askedAt ?? null],
    ],
  );
  if (reason !== undefined) return { reason };
  if (!bySchedule) await releaseBrake(tx, { clientId, campaignId });
  await askBeforeStart(tx, clientId, campaignId);
  await approve(tx, [clientId, campaignId], starter);
  return { campaignId, runStatus: next, completed: false };
}

/**
 * Asks for a stop: no call starts after this commits, calls in progress finish. A campaign that
 * does not run is unchanged, and an automatic start that waits for its carrier is given up.
 *
 * @param askedAt the engines' clock when a person asked: nothing that the schedule started or missed
 *   before starts it again. Absent: the schedule asks
 * @returns undefined when the client has no such campaign
 */
export async function requestStop(
  tx: Tx,
  clientId: number,
  campaignId: number,
  askedAt?: Date,
): Promise<RunState | undefined> {
  const campaign = await lockCampaign(tx, clientId, campaignId);
  if (!campaign) return undefined;
  if (askedAt) {
    await tx.run(
      `UPDATE campaign SET ${stopAsked('$3')} WHERE client_id = $1 AND campaign_id = $2`,
      [...[clientId, campaignId, askedAt]],
    );
  }
  const { run_status, completed } = campaign;
  const runs = run_status === runStatus.starting || run_status === runStatus.running;
  if (!runs) {
    await forgetStart(tx, clientId, campaignId);
    return { campaignId, runStatus: run_status, completed };
  }
  await tx.run(
    `UPDATE campaign
     SET run_status = ${runStatus.stopping}, reason = NULL, scheduled_start = false
     WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  return { campaignId, runStatus: runStatus.stopping, completed };
}

/**
 * SQL: a person's stop at `at` (timestamptz, the engines' clock) outlasts what the schedule asked for
 * up to that very instant, also by a list that arrives later.
 */
export const stopAsked = (at: string) =>
  `schedule_since = ${at}::timestamptz + interval '1 millisecond', stop_asked_at = ${at},
   list_arrived = false`;

/** @returns how many starts were waiting for a carrier: 1 or 0 */
export function forgetStart(tx: Tx, clientId: number, campaignId: number): Promise<number> {
  return tx.run(
    `UPDATE campaign SET scheduled_start = false
     WHERE client_id = $1 AND campaign_id = $2 AND scheduled_start
       AND run_status IN (${runStatus.stopped}, ${runStatus.stopping})`,
    [clientId, campaignId],
  );
}

/**
 * To be called in the transaction that makes a list Loaded: a Completed campaign is a Stopped one
 * again, which the engine starts when it is inside its automatic window. Locks the campaign's row,
 * so that it cannot complete without having seen the new list.
 */
export async function listBecameReady(tx: Tx, clientId: number, campaignId: number): Promise<void> {
  // The reason why a start was refused ("no list") may no longer apply.
  await tx.run(
    `UPDATE campaign SET completed = false, list_arrived = list_arrived OR completed,
       reason = CASE WHEN run_status = ${runStatus.stopped} AND NOT trunk_stopped THEN NULL
         ELSE reason END
     WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
}

/**
 * Why a start would be refused now; null when it would not, and for a campaign that runs already.
 *
 * @returns undefined when the client has no such campaign
 */
export async function reasonAgainstStart(
  tx: Tx,
  clientId: number,
  campaignId: number,
  starter: Starter,
): Promise<StartReason | null | undefined> {
  const campaign = await tx.row<CampaignRow>(
    `${campaignState} WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!campaign) return undefined;
  const { run_status } = campaign;
  if (run_status === runStatus.starting || run_status === runStatus.running) return null;
  return (await reasonAgainst(tx, clientId, campaignId, { ...campaign, starter })) ?? null;
}

/** The reason why it cannot run; undefined when it can. */
async function reasonAgainst(
  tx: Tx,
  clientId: number,
  campaignId: number,
  campaign: CampaignRow & { starter: Starter },
): Promise<StartReason | undefined> {
  const texting = campaign.campaign_type === campaignType.texting;
  const channel = texting ? 'text' : 'voice';
  const { phones, waiting } = await listsToCall(tx, clientId, campaignId);
  // Follow-ups of another campaign, or of its own texts, may still come: it waits for them.
  if (!waiting && !(await mayGetFollowUps(tx, clientId, campaignId))) {
    return phones === 0 ? { code: 'no_list' } : { code: 'nothing_left', channel };
  }
  const lacking = texting
    ? await textReasonAgainst(tx, clientId, campaignId)
    : await voiceReasonAgainst(tx, clientId, campaignId);
  if (lacking !== undefined) return lacking;
  const linted = await lintAgainst(tx, clientId, campaignId);
  if (linted) return linted;
  const unapproved = await approvalAgainst(tx, [clientId, campaignId], campaign.starter);
  if (unapproved) return unapproved;
  const disconnected = await isCarrierDisconnected(tx, clientId, channel);
  return disconnected ? { code: 'carrier_disconnected' } : undefined;
}

async function textReasonAgainst(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<StartReason | undefined> {
  const needs = await tx.row<{ message: boolean; sender: boolean }>(
    `SELECT m.text_message_id IS NOT NULL AS message, n.texting_number_id IS NOT NULL AS sender
     FROM campaign c
     LEFT JOIN text_message m ON m.client_id = $1 AND m.text_message_id = c.text_message_id
       AND m.deleted_at IS NULL
     LEFT JOIN texting_number n ON n.client_id = $1 AND n.texting_number_id = c.texting_number_id
       AND n.deleted_at IS NULL
     WHERE c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
  if (!needs?.message) return { code: 'no_text_message' };
  return needs.sender ? undefined : { code: 'no_sender' };
}

interface VoiceNeeds {
  linkback: boolean;
  customer: boolean;
  number: boolean;
  agents: boolean;
  messages: { name: string; ready: boolean; failed: boolean }[];
}

/** Without a message, the person who answers a Linkback call has nowhere to press 1. */
async function voiceReasonAgainst(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<StartReason | undefined> {
  const needs = await tx.row<VoiceNeeds>(
    `SELECT c.campaign_type = ${campaignType.linkback} AS linkback,
       coalesce(bool_or(m.voice_message_id = c.customer_message_id), false) AS customer,
       coalesce(c.linkback_number, '') <> '' AS number, coalesce(c.agent_count, 0) > 0 AS agents,
       coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'ready', m.ready_version IS NOT NULL,
           'failed', m.status_id = ${messageStatus.error})
         ORDER BY m.voice_message_id) FILTER (WHERE m.voice_message_id IS NOT NULL), '[]') AS messages
     FROM campaign c
     LEFT JOIN voice_message m ON m.client_id = $1 AND m.deleted_at IS NULL
       AND (m.voice_message_id IN (c.customer_message_id, c.machine_message_id)
         OR (c.campaign_type = ${campaignType.linkback} AND m.voice_message_id = c.agent_message_id))
     WHERE c.client_id = $1 AND c.campaign_id = $2
     GROUP BY c.client_id, c.campaign_id`,
    [clientId, campaignId],
  );
  if (!needs || needs.messages.length === 0) return { code: 'no_message' };
  if (needs.linkback) {
    if (!needs.customer) return { code: 'no_customer_message' };
    if (!needs.number) return { code: 'no_linkback_number' };
    if (!needs.agents) return { code: 'no_agents' };
  }
  const notReady = needs.messages.find((message) => !message.ready);
  if (!notReady) return undefined;
  const { name, failed } = notReady;
  return { code: 'message_not_ready', message: name, ...(failed && { failed }) };
}

/** Phones in its lists that are not closed, and whether one of them waits for its call. */
async function listsToCall(tx: Tx, clientId: number, campaignId: number) {
  const row = await tx.row<{ phones: number; waiting: boolean }>(
    `SELECT coalesce(sum(l.phone_count + coalesce((SELECT n.follow_ups FROM call_list_count n
         WHERE n.client_id = $1 AND n.call_list_id = l.call_list_id), 0)), 0)::bigint AS phones,
       coalesce(bool_or(EXISTS (
         SELECT FROM list_entry e
         WHERE e.client_id = $1 AND e.call_list_id = l.call_list_id
           AND e.state = ${entryState.waiting})), false) AS waiting
     FROM call_list l
     WHERE l.client_id = $1 AND l.campaign_id = $2 AND ${isInUse('l')}`,
    [clientId, campaignId],
  );
  return row ?? { phones: 0, waiting: false };
}

export function lockCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<CampaignRow | undefined> {
  return tx.row<CampaignRow>(
    `${campaignState}
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [clientId, campaignId],
  );
}

const campaignState =
  'SELECT campaign_type, run_status, completed, reason, trunk_stopped FROM campaign';
