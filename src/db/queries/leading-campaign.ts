/**
 * Campaigns whose follow-up rules lead to another one, directly or over others, and whether something
 * may still come of them. It hangs on work, never on "is running": in a circle of campaigns that wait
 * for each other none has work, and all complete.
 */
import { campaignType, runStatus } from '#contract/campaign.ts';
import { awaitsReceipt, inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse, isLoading } from '../list-states.ts';
import { aimOf } from './follow-up-aim.ts';
import { leadsOn, mayBeFollowed } from './open-wait.ts';

/** SQL: an attempt of campaign `c` is in flight. OFFSET 0: as a join it would read every open one. */
export const hasOpenAttempt = (c: string) => `EXISTS (
  SELECT FROM attempt a
  WHERE a.client_id = ${c}.client_id AND a.campaign_id = ${c}.campaign_id
    AND ${inFlight('a')} OFFSET 0)`;

/**
 * SQL: an entry of campaign `c` waits, or a list of it is being loaded. By the first waiting entry in
 * the order of its index: EXISTS alone would read all lists.
 */
export const hasWaitingEntry = (c: string) => `EXISTS (
  SELECT FROM call_list l
  WHERE l.client_id = ${c}.client_id AND l.campaign_id = ${c}.campaign_id
    AND (${isLoading('l')} OR (${isInUse('l')} AND (
      SELECT e.entry_id FROM list_entry e
      WHERE e.client_id = l.client_id AND e.call_list_id = l.call_list_id
        AND e.state = ${entryState.waiting}
      ORDER BY e.due_at, e.entry_id LIMIT 1) IS NOT NULL)))`;

/**
 * SQL: the schedule of campaign `m` may start it. Not where only a person may: after a stop because of its calls
 * (`tryStart`), or before it is approved.
 */
export const startsItself = (m: string) => `(${m}.start_automatically AND NOT ${m}.trunk_stopped
  AND ${m}.start_weekdays LIKE '%1%' AND ${m}.campaign_type <> ${campaignType.texting}
  AND (${m}.approved_at IS NOT NULL
    OR NOT (SELECT k.launch_approval FROM client k WHERE k.client_id = ${m}.client_id)))`;

/** SQL: campaign `m` works through its lists, or will without a person. */
export const goesOn = (m: string) =>
  `(${m}.run_status IN (${runStatus.starting}, ${runStatus.running}) OR ${startsItself(m)})`;

/** SQL: the campaign is $2, or leads to it (`lead` of `leadingCampaign`). */
const isOnWay = (campaignId: string) =>
  `(${campaignId} = $2 OR ${campaignId} IN (SELECT way.campaign_id FROM lead AS way))`;

/**
 * SQL: campaign `m` has a rule that leads towards $2.
 *
 * @param of SQL: a further condition on the rule `r`, as JSON
 */
const hasRuleOnWay = (of: string) => `EXISTS (
  SELECT FROM jsonb_array_elements(m.follow_ups) AS r
  WHERE r ->> 'action' = 'campaign' AND ${isOnWay("(r ->> 'campaignId')::bigint")} AND ${of})`;

/** SQL: campaign `c` has a rule that sends texts again without a reply. */
const textsAgain = (c: string) => `${c}.follow_ups @> '[{"after": "no_reply", "action": "again"}]'`;

/** SQL: a text of list `l` may be sent again, by `aim` (`aimOf`): now, or when another number has used the rule before up. */
const mayTextAgain = `'again' = ANY (CASE WHEN l.phone_columns > 1 THEN aim.actions ELSE aim.actions[1:1] END)`;

/**
 * SQL: the rule that takes a text of list `l` leads somewhere, by `aim` (`aimOf`). Where it does not, nothing follows:
 * no later rule gets its turn.
 */
const aimLeadsOn = `aim.action <> 'nothing' AND ${leadsOn('l.call_list_id', 'aim.to_campaign')}`;

/**
 * SQL: what follows a text of list `l` of campaign `m` may lead towards $2, by `aim` (`aimOf`): the rule that takes
 * it, or a later one where it is texted again first or another number of the person may use that rule up.
 * A text that is sent again may also end in another way.
 */
const aimIsOnWay = `(EXISTS (
    SELECT FROM unnest(CASE WHEN l.phone_columns > 1 OR aim.action = 'again'
      THEN aim.campaigns ELSE aim.campaigns[1:1] END) AS given (campaign)
    WHERE given.campaign <> 0 AND ${isOnWay('given.campaign')}
      AND ${leadsOn('l.call_list_id', 'given.campaign')})
  OR (${mayTextAgain}
    AND ${hasRuleOnWay("r ->> 'after' <> 'no_reply'")}))`;

/**
 * SQL: a text of campaign `m` waits for its receipt, or for its reply and what follows may come to campaign $2 of
 * client $1. Both come by themselves, also when the campaign is Stopped or Completed.
 */
const hasOpenText = `(m.campaign_type = ${campaignType.texting} AND (
  EXISTS (
    SELECT FROM attempt a
    WHERE a.client_id = m.client_id AND a.campaign_id = m.campaign_id AND ${awaitsReceipt('a')}
      AND (SELECT ${isInUse('l')} FROM call_list l
        WHERE l.client_id = a.client_id AND l.call_list_id = a.call_list_id) OFFSET 0)
  OR (m.follow_ups @> '[{"after": "no_reply"}]'
    AND ${hasRuleOnWay(`(r ->> 'after' = 'no_reply' OR ${textsAgain('m')})`)} AND EXISTS (
    SELECT FROM call_list l
    WHERE l.client_id = m.client_id AND l.campaign_id = m.campaign_id AND ${isInUse('l')}
      AND EXISTS (SELECT FROM follow_up_wait w
        CROSS JOIN LATERAL ${aimOf('w', 'm.follow_ups')} AS aim
        WHERE w.client_id = l.client_id AND w.call_list_id = l.call_list_id
          AND ${aimLeadsOn} AND ${aimIsOnWay} AND ${mayBeFollowed('w')} OFFSET 0)))))`;

/**
 * SQL: a text of campaign `c`, of client $1, waits for its receipt or its reply, and is sent again when no reply
 * comes. Not one that was answered, nor one that another rule takes, unless its person has other numbers: they may
 * use that rule up, if it leads somewhere and "again" is left. A receipt that never comes is given up after three
 * days, and every wait ends.
 */
export const hasOwnReplies = (c: string) => `(${c}.campaign_type = ${campaignType.texting}
  AND ${textsAgain(c)} AND (
    EXISTS (
      SELECT FROM attempt a
      WHERE a.client_id = ${c}.client_id AND a.campaign_id = ${c}.campaign_id AND ${awaitsReceipt('a')}
        AND (SELECT ${isInUse('l')} FROM call_list l
          WHERE l.client_id = a.client_id AND l.call_list_id = a.call_list_id)
        AND EXISTS (SELECT FROM jsonb_array_elements(${c}.follow_ups) AS r
          WHERE r ->> 'after' = 'no_reply' AND r ->> 'action' = 'again'
            AND (r ->> 'most')::integer > (
              SELECT count(*) FROM follow_up f CROSS JOIN jsonb_array_elements(f.steps) AS s
              WHERE f.client_id = a.client_id AND f.call_list_id = a.call_list_id AND f.entry_id = a.entry_id
                AND (s ->> 'campaignId')::bigint = ${c}.campaign_id AND s -> 'ruleId' = r -> 'ruleId')) OFFSET 0)
    OR EXISTS (
      SELECT FROM call_list l
      WHERE l.client_id = ${c}.client_id AND l.campaign_id = ${c}.campaign_id AND ${isInUse('l')}
        AND EXISTS (SELECT FROM follow_up_wait w
          CROSS JOIN LATERAL ${aimOf('w', `${c}.follow_ups`)} AS aim
          WHERE w.client_id = l.client_id AND w.call_list_id = l.call_list_id
            AND ${mayTextAgain}
            AND ${aimLeadsOn} AND ${mayBeFollowed('w')} OFFSET 0))))`;

/** SQL: a rule of campaign `m` leads to a campaign. */
const leadsTo = (campaignId: string) => `m.client_id = $1 AND m.deleted_at IS NULL
  AND m.follow_ups <> '[]' AND m.follow_ups @> jsonb_build_array(
    jsonb_build_object('action', 'campaign', 'campaignId', ${campaignId}::bigint))`;

/**
 * SQL: the name of a campaign that leads to campaign $2 of client $1 and has work: waiting entries that
 * it works through, attempts in flight, texts that may be followed. No row when there is none. In a
 * circle the campaign may lead to itself; another one is named first.
 */
export const leadingCampaign = `
  WITH RECURSIVE lead (campaign_id) AS (
    SELECT m.campaign_id FROM campaign m WHERE ${leadsTo('$2')}
    UNION
    SELECT m.campaign_id FROM lead JOIN campaign m ON ${leadsTo('lead.campaign_id')})
  SELECT m.name FROM lead
  CROSS JOIN LATERAL (SELECT * FROM campaign own
    WHERE own.client_id = $1 AND own.campaign_id = lead.campaign_id OFFSET 0) AS m
  WHERE ${hasOpenAttempt('m')} OR ${hasOpenText} OR (${goesOn('m')} AND ${hasWaitingEntry('m')})
  ORDER BY m.campaign_id = $2, m.campaign_id LIMIT 1`;

/** Whether follow-ups may still come to a campaign, from others or of its own texts without a reply. */
export async function mayGetFollowUps(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<boolean> {
  const own = await tx.row(
    `SELECT FROM campaign c WHERE client_id = $1 AND campaign_id = $2 AND ${hasOwnReplies('c')}`,
    [clientId, campaignId],
  );
  return own !== undefined || (await hasLeadingCampaign(tx, clientId, campaignId));
}

/** Whether follow-ups may still come to a campaign from others. */
export async function hasLeadingCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<boolean> {
  return (await tx.row(leadingCampaign, [clientId, campaignId])) !== undefined;
}
