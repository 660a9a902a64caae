/**
 * The funnel of a campaign. Called and barred numbers come from the counters, which the transaction
 * that changes an entry updates; waiting numbers are judged at this instant. To be read in one
 * snapshot, so that the parts add up while the engine runs.
 */
import { runStatus } from '#contract/campaign.ts';
import type { BarringReason, CampaignFunnel } from '#contract/campaign-funnel.ts';
import { hoursLookedAheadDays } from '#contract/policy.ts';
import type { StoredReason } from '#contract/reason.ts';
import { type ClientHours, callingHours } from '#domain/calling-hours.ts';
import { type FunnelMoment, type JudgedGroups, judgeGroups } from '#domain/campaign-funnel.ts';
import { submissionTakes } from '#domain/gate.ts';
import { toSim } from '#domain/milliseconds.ts';
import { type CampaignPolicy, campaignPolicy } from '#domain/policy/campaign-policy.ts';
import { outdatedReason } from '#domain/policy/registry-reason.ts';
import type { PolicyScope } from '#domain/policy/rule-scope.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import type { Tx } from '../database.ts';
import { numbersOf } from '../list-numbers.ts';
import { isInUse, wasLoaded } from '../list-states.ts';
import { attemptKindOf, limitOfCampaign } from './contact-cap.ts';
import { readPolicyRules } from './policy-rule.ts';
import { readRegistryDate } from './registry.ts';
import type { WaitingQuestion } from './waiting-groups.ts';
import { heldWaiting } from './waiting-held.ts';

interface CampaignRow {
  running: boolean;
  callingHours: ClientHours | null;
  countries: string[];
  /** What the client's contact policy says about the campaign; null: nothing. */
  policy: CampaignPolicy | null;
  cap: WaitingQuestion['cap'];
  /** Of the engines' clock. */
  speed: number;
}

export interface FunnelList {
  callListId: number;
  /** Open or Loaded: its waiting numbers may be called. */
  open: boolean;
  phones: number;
  attempted: number;
  ended: number;
  barred: number;
  barredKey: number;
  barredText: number;
  barredNumber: number;
  barredAccount: number;
  barredReached: number;
  barredEnded: number;
  /** Of `phones`: those that are follow-ups. */
  followUps: number;
}

/** @returns undefined when the client has no such campaign */
export async function campaignFunnel(
  tx: Tx,
  clientId: number,
  campaignId: number,
  now: Date,
): Promise<CampaignFunnel | undefined> {
  const campaign = await readFunnelCampaign(tx, clientId, campaignId);
  if (!campaign) return undefined;
  const lists = await readFunnelLists(tx, clientId, campaignId);
  const open = lists.filter((list) => list.open && leftOf(list) > 0);
  const { cap, countries } = campaign;
  const callListIds = open.map((list) => list.callListId);
  const question = { callListIds, now, cap, countries };
  const { groups, atLeast } = await heldWaiting(tx, clientId, question, campaign.policy);
  const moment = funnelMoment(campaign, now);
  const { callable, notDialed, waiting, closed: byRule } = judgeGroups(groups, moment);
  const closed = closedBy(byRule, campaign.policy, now);
  const held = campaign.policy && outdatedReason(campaign.policy, now);
  const total = (of: (list: FunnelList) => number) =>
    lists.reduce((sum, list) => sum + of(list), 0);
  return {
    campaignId,
    at: now.toISOString(),
    lists: lists.length,
    loaded: total((list) => list.phones),
    followUps: total((list) => list.followUps),
    called: total((list) => list.ended),
    inProgress: total((list) => list.attempted - list.ended),
    callableNow: callable,
    waiting,
    ...(held && { held }),
    ...(closed.length > 0 && { closed }),
    ...(atLeast && { policyAtLeast: true }),
    cap: cap && { most: cap.most, days: cap.days },
    barred: barredParts(total, notDialed),
    leftOut: await readLeftOut(
      tx,
      clientId,
      lists.map((list) => list.callListId),
    ),
  };
}

const lookedAhead = hoursLookedAheadDays * 86_400_000;

/** The rule with the most numbers first. */
function closedBy(
  byRule: JudgedGroups['closed'],
  policy: CampaignPolicy | null,
  now: Date,
): NonNullable<CampaignFunnel['closed']> {
  return (policy?.hours ?? [])
    .flatMap((rule) => {
      const { count, until } = byRule.get(rule.ruleId) ?? { count: 0, until: 0 };
      const known = until < now.getTime() + lookedAhead;
      return count > 0
        ? [{ rule, count, until: known ? new Date(until).toISOString() : null }]
        : [];
    })
    .sort((a, b) => b.count - a.count);
}

/** What a waiting number is judged by at an instant. */
export function funnelMoment(campaign: CampaignRow, now: Date): FunnelMoment {
  const { running, countries, speed } = campaign;
  const hours = callingHours(campaign.callingHours, campaign.policy?.hours);
  const takes = toSim(submissionTakes, speed);
  return { now: now.getTime(), hours, countries, running, submissionTakes: takes };
}

export const leftOf = ({ phones, attempted, barred }: FunnelList) => phones - attempted - barred;

/** Each reason with its own counter; the remainder is the do-not-call list's. */
const barredBy = {
  opt_out_key: 'barredKey',
  opt_out_text: 'barredText',
  number_not_dialed: 'barredNumber',
  account_stop: 'barredAccount',
  already_reached: 'barredReached',
  follow_up_ended: 'barredEnded',
} as const satisfies Partial<Record<BarringReason, keyof FunnelList>>;

/** @param notYet numbers that are never called, and that the gate has not seen yet */
export function barredParts(total: (of: (list: FunnelList) => number) => number, notYet: number) {
  const apart = Object.entries(barredBy).map(([reason, column]) => ({
    reason: reason as keyof typeof barredBy,
    count: total((list) => list[column]),
  }));
  const counted = apart.reduce((sum, { count }) => sum + count, 0);
  const parts: CampaignFunnel['barred'] = [
    { reason: 'do_not_call', count: total((list) => list.barred) - counted },
    ...apart.map(({ reason, count }) => ({
      reason,
      count: reason === 'number_not_dialed' ? count + notYet : count,
    })),
    { reason: 'list_closed', count: total((list) => (list.open ? 0 : leftOf(list))) },
  ];
  return parts.filter(({ count }) => count > 0);
}

export async function readFunnelCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<CampaignRow | undefined> {
  const row = await tx.row<Omit<CampaignRow, 'policy'> & Omit<PolicyScope, 'campaignId'>>(
    `SELECT c.run_status = ${runStatus.running} AS running,
       k.calling_hours AS "callingHours", k.countries, c.purpose, ${attemptKindOf} AS kind,
       ${limitOfCampaign} AS cap, coalesce((SELECT s.speed FROM simulation s), 1) AS speed
     FROM campaign c JOIN client k ON k.client_id = $1
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!row) return undefined;
  const { purpose, kind, ...campaign } = row;
  const rules = await readPolicyRules(tx, clientId);
  const policy = campaignPolicy(rules, { campaignId, purpose, kind });
  if (!policy || policy.registries.length === 0) return { ...campaign, policy };
  return { ...campaign, policy: { ...policy, registryAsOf: await readRegistryDate(tx, clientId) } };
}

/** A list that is being loaded has no phones yet. */
export function readFunnelLists(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<FunnelList[]> {
  return tx.rows<FunnelList>(
    `SELECT l.call_list_id AS "callListId", ${isInUse('l')} AS open, ${numbersOf()} AS phones,
       coalesce(n.follow_ups, 0) AS "followUps", coalesce(n.barred_ended, 0) AS "barredEnded",
       coalesce(n.attempted, 0) AS attempted, coalesce(n.barred, 0) AS barred,
       coalesce(n.barred_key, 0) AS "barredKey", coalesce(n.barred_text, 0) AS "barredText",
       coalesce(n.barred_number, 0) AS "barredNumber",
       coalesce(n.barred_account, 0) AS "barredAccount",
       coalesce(n.barred_reached, 0) AS "barredReached",
       coalesce(n.person + n.machine + n.no_answer + n.busy + n.failed + n.unknown + n.delivered, 0)
         AS ended
     FROM call_list l
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.campaign_id = $2 AND ${wasLoaded('l')}
     ORDER BY l.call_list_id`,
    [clientId, campaignId],
  );
}

/** Rows without a value are accounts that came without any number. */
async function readLeftOut(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
): Promise<CampaignFunnel['leftOut']> {
  const rows = await tx.rows<{ reason: StoredReason; count: number }>(
    `SELECT reason, sum(count)::bigint AS count FROM (
       SELECT reason, count(*) AS count FROM rejected_row r
       WHERE client_id = $1 AND call_list_id = ANY ($2) AND value <> ''
         AND NOT EXISTS (SELECT FROM call_list l WHERE l.client_id = $1
           AND l.call_list_id = r.call_list_id AND l.contacts_deleted_at IS NOT NULL)
       GROUP BY reason
       -- Of lists whose rows were deleted, or are being deleted.
       UNION ALL SELECT kept.reason, kept.count
       FROM call_list l CROSS JOIN LATERAL
         jsonb_to_recordset(l.rejected_reasons) AS kept (reason jsonb, count bigint)
       WHERE l.client_id = $1 AND l.call_list_id = ANY ($2)
         AND jsonb_typeof(l.rejected_reasons) = 'array') AS every
     GROUP BY reason ORDER BY sum(count) DESC, reason ->> 'code', reason`,
    [clientId, callListIds],
  );
  return rows.map(({ reason, count }) => ({
    reason: reasonSentence(reason),
    reasonCode: reason,
    count,
  }));
}
