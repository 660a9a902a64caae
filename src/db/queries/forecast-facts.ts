/** What a campaign's forecast is made from, in one snapshot: its settings, and its numbers in groups. */
import { campaignType, runStatus } from '#contract/campaign.ts';
import { stagesOfRecord } from '#domain/adaptive/stages-of-record.ts';
import { alike } from '#domain/forecast/alike.ts';
import type { ForecastFacts } from '#domain/forecast/facts.ts';
import { sorterOf } from '#domain/forecast/prepare.ts';
import { type CampaignPolicy, campaignPolicy } from '#domain/policy/campaign-policy.ts';
import { outdatedReason } from '#domain/policy/registry-reason.ts';
import type { Tx } from '../database.ts';
import { isLoading } from '../list-states.ts';
import { countedAbandonment } from './abandonment.ts';
import {
  barredParts,
  type FunnelList,
  leftOf,
  readFunnelCampaign,
  readFunnelLists,
} from './campaign-funnel.ts';
import { readDayLimits, readNumberOthers } from './carrier-sharing.ts';
import { contactedBefore } from './contacted-before.ts';
import { readHistory } from './forecast-history.ts';
import { readPolicyRules } from './policy-rule.ts';
import { readRecordedCourses } from './recorded-course.ts';
import { readRegistryDate } from './registry.ts';
import { sampledSegments } from './sampled-segments.ts';
import { scheduleOf } from './schedule.ts';
import { readSharedSubjects } from './shared-subjects.ts';
import { type HeldWaiting, heldWaiting } from './waiting-held.ts';

interface Row
  extends Omit<
    ForecastFacts,
    | 'at'
    | 'kind'
    | 'hoursRules'
    | 'windowRules'
    | 'cap'
    | 'daily'
    | 'carrier'
    | 'segments'
    | 'groups'
    | 'atLeast'
    | 'barred'
    | 'registryOutdated'
    | 'refusal'
    | 'history'
    | 'otherNumbers'
    | 'sharedSubjects'
    | 'contactedBefore'
    | 'numberOthers'
    | 'recorded'
  > {
  campaignType: number;
  purpose: CampaignPolicy['scope']['purpose'];
  textMessage: string | null;
  oneCallPerAccount: boolean;
}

/** @returns undefined when the client has no such campaign */
export async function readForecastFacts(
  tx: Tx,
  clientId: number,
  campaignId: number,
  now: Date,
): Promise<ForecastFacts | undefined> {
  return (await readForecastGround(tx, clientId, campaignId, now))?.facts;
}

/** Also the waiting numbers as they were read, to be found again. */
export async function readForecastGround(
  tx: Tx,
  clientId: number,
  campaignId: number,
  now: Date,
): Promise<{ facts: ForecastFacts; waiting: HeldWaiting } | undefined> {
  const campaign = await readFunnelCampaign(tx, clientId, campaignId);
  const row = campaign && (await readRow(tx, clientId, campaignId));
  if (!row) return undefined;
  const { purpose, textMessage, oneCallPerAccount, campaignType: type, ...own } = row;
  const texts = type === campaignType.texting;
  const kind = texts ? 'text' : 'call';
  const lists = await readFunnelLists(tx, clientId, campaignId);
  const open = lists.filter((list) => list.open && leftOf(list) > 0);
  const callListIds = open.map(({ callListId }) => callListId);
  const { cap, countries } = campaign;
  const policy = campaignPolicy(
    await readPolicyRules(tx, clientId),
    { campaignId, purpose, kind },
    await readRegistryDate(tx, clientId),
  );
  const sum = (of: (list: (typeof lists)[number]) => number) =>
    lists.reduce((all, list) => all + of(list), 0);
  const question = { callListIds, now, cap, countries, capApart: true };
  const waiting = await heldWaiting(tx, clientId, question, policy);
  const facts: ForecastFacts = {
    ...own,
    at: now.getTime(),
    kind: texts ? 'texting' : type === campaignType.linkback ? 'linkback' : 'broadcast',
    // Of all clients: the platform reads it (`readCarrierSharing`).
    carrier: null,
    // By who asks: the API reads it; of a campaign that runs there is none.
    refusal: null,
    daily: await readDayLimits(
      tx,
      { clientId, campaignId },
      {
        ...{ channel: texts ? 'text' : 'voice', minuteCost: own.minuteCost, now },
        longestMs: Math.max(own.customerMs, own.machineMs),
      },
    ),
    ...{ hoursRules: policy?.hours ?? [], windowRules: policy?.windows ?? [], cap },
    segments: texts
      ? await sampledSegments(tx, clientId, textMessage ?? '', open.map(loadedOf))
      : 1,
    numberOthers: texts ? await readNumberOthers(tx, { clientId, campaignId }) : [],
    recorded: await readRecorded(tx, clientId, row, now),
    ...{ groups: [], atLeast: waiting.atLeast },
    barred: barredParts(sum, 0),
    registryOutdated: policy !== null && outdatedReason(policy, now) !== null,
    sharedSubjects: await readSharedSubjects(tx, clientId, callListIds, policy),
    contactedBefore: await contactedBefore(tx, clientId, {
      ...question,
      followUps: own.followUps,
      policy,
    }),
    otherNumbers: oneCallPerAccount ? await otherNumbersOf(tx, clientId, open) : 0,
    history: await readHistory(tx, clientId, type, now),
  };
  return { facts: { ...facts, groups: alike(waiting.groups, sorterOf(facts, {})) }, waiting };
}

/** Those that wait beside the first one of their account: in each list, as many as among all of its numbers. */
async function otherNumbersOf(
  tx: Tx,
  clientId: number,
  lists: readonly FunnelList[],
): Promise<number> {
  const rows = await tx.rows<{ callListId: number; accounts: number }>(
    `SELECT call_list_id AS "callListId", account_count AS accounts FROM call_list
     WHERE client_id = $1 AND call_list_id = ANY ($2)`,
    [clientId, lists.map(({ callListId }) => callListId)],
  );
  const accounts = new Map(rows.map((row) => [row.callListId, row.accounts]));
  return lists.reduce((sum, list) => {
    const { callListId, numbers } = loadedOf(list);
    const others = Math.max(0, numbers - (accounts.get(callListId) ?? numbers));
    return sum + Math.round((others * leftOf(list)) / Math.max(1, numbers));
  }, 0);
}

/** As an engine that begins to run an adaptive campaign reads them. */
async function readRecorded(
  tx: Tx,
  clientId: number,
  { campaignId, campaignType: type, pacing }: Row,
  now: Date,
): Promise<ForecastFacts['recorded']> {
  if (type !== campaignType.linkback || pacing !== 'adaptive') return [];
  return (await readRecordedCourses(tx, clientId, campaignId, now)).flatMap(stagesOfRecord);
}

const loadedOf = ({ callListId, phones, followUps }: FunnelList) => ({
  callListId,
  numbers: phones - followUps,
});

const ready = (which: 'customer' | 'machine' | 'agent') => `coalesce((SELECT r.duration_ms
    FROM voice_message m JOIN voice_message_rendering r ON r.client_id = m.client_id
      AND r.voice_message_id = m.voice_message_id AND r.version = m.ready_version
    WHERE m.client_id = c.client_id AND m.voice_message_id = c.${which}_message_id
      AND m.deleted_at IS NULL), 0)`;

function readRow(tx: Tx, clientId: number, campaignId: number): Promise<Row | undefined> {
  return tx.row<Row>(
    `SELECT c.campaign_id AS "campaignId", c.campaign_type AS "campaignType", c.purpose,
       c.run_status IN (${runStatus.starting}, ${runStatus.running}) AS running,
       coalesce(c.calls_per_minute, c.text_per_minute, 0) AS "perMinute",
       coalesce(c.agent_count, 0) AS "agentCount", c.agent_schedule AS "agentSchedule", c.pacing,
       c.agents_set AS "agentsSet",
       (extract(epoch FROM c.agents_set_at) * 1000)::float8 AS "agentsSetAt", coalesce(c.call_ratio, 0) AS "callRatio",
       ${scheduleOf} AS schedule, k.calling_hours AS "callingHours", k.countries,
       k.least_gap_hours AS "leastGapHours", k.minute_cost AS "minuteCost",
       CASE WHEN c.campaign_type = ${campaignType.linkback} THEN ${countedAbandonment} END
         AS abandonment,
       c.follow_ups AS "followUps", c.one_call_per_account AS "oneCallPerAccount",
       ${ready('customer')} AS "customerMs", ${ready('machine')} AS "machineMs",
       ${ready('agent')} AS "agentMs",
       (SELECT m.message FROM text_message m WHERE m.client_id = c.client_id
          AND m.text_message_id = c.text_message_id AND m.deleted_at IS NULL) AS "textMessage",
       (SELECT n.segments_per_second::float8 FROM texting_number n WHERE n.client_id = c.client_id
          AND n.texting_number_id = c.texting_number_id AND n.deleted_at IS NULL)
         AS "segmentsPerSecond",
       coalesce((SELECT s.speed FROM simulation s), 1) AS speed,
       (SELECT count(*)::int FROM call_list l WHERE l.client_id = $1
          AND l.campaign_id = c.campaign_id AND ${isLoading('l')}) AS "loadingLists"
     FROM campaign c JOIN client k ON k.client_id = $1
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL`,
    [clientId, campaignId],
  );
}

/** Differs once a list comes to the campaign, is loaded, or closes: facts of before say nothing of it. */
export async function listsStanding(tx: Tx, clientId: number, campaignId: number): Promise<string> {
  const row = await tx.row<{ standing: string | null }>(
    `SELECT string_agg(call_list_id || '.' || status_id, ' ' ORDER BY call_list_id) AS standing
     FROM call_list WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  return row?.standing ?? '';
}
