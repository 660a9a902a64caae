/** What a campaign's forecast is made from, in one snapshot: its settings, and its numbers in groups. */
import { campaignType, runStatus } from '#contract/campaign.ts';
import type { ForecastFacts, WordHeld } from '#domain/forecast/facts.ts';
import { placeOfGroup, placeVersion, versionShift } from '#domain/place-group.ts';
import { type CampaignPolicy, campaignPolicy } from '#domain/policy/campaign-policy.ts';
import { type Consenting, consentMissing } from '#domain/policy/consent-hold.ts';
import { registryHold } from '#domain/policy/registry-hold.ts';
import { outdatedReason } from '#domain/policy/registry-reason.ts';
import { segmentsOf } from '#domain/text-segments.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isLoading } from '../list-states.ts';
import { countedAbandonment } from './abandonment.ts';
import { barredParts, leftOf, readFunnelCampaign, readFunnelLists } from './campaign-funnel.ts';
import { readHistory } from './forecast-history.ts';
import { readPolicyRules } from './policy-rule.ts';
import { onRegistry, readRegistryDate } from './registry.ts';
import { scheduleOf } from './schedule.ts';
import { waitingGroups } from './waiting-groups.ts';

interface Row
  extends Omit<
    ForecastFacts,
    | 'at'
    | 'kind'
    | 'hoursRules'
    | 'windowRules'
    | 'cap'
    | 'segments'
    | 'groups'
    | 'held'
    | 'barred'
    | 'registryOutdated'
    | 'history'
    | 'otherNumbers'
  > {
  campaignType: number;
  purpose: CampaignPolicy['scope']['purpose'];
  textMessage: string | null;
  oneCallPerAccount: boolean;
  accounts: number;
}

/** @returns undefined when the client has no such campaign */
export async function readForecastFacts(
  tx: Tx,
  clientId: number,
  campaignId: number,
  now: Date,
): Promise<ForecastFacts | undefined> {
  const campaign = await readFunnelCampaign(tx, clientId, campaignId);
  const row = campaign && (await readRow(tx, clientId, campaignId));
  if (!row) return undefined;
  const { purpose, textMessage, accounts, oneCallPerAccount, campaignType: type, ...own } = row;
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
  const phones = open.reduce((sum, list) => sum + list.phones - list.followUps, 0);
  const sum = (of: (list: (typeof lists)[number]) => number) =>
    lists.reduce((all, list) => all + of(list), 0);
  return {
    ...own,
    at: now.getTime(),
    kind: texts ? 'texting' : type === campaignType.linkback ? 'linkback' : 'broadcast',
    ...{ hoursRules: policy?.hours ?? [], windowRules: policy?.windows ?? [], cap },
    segments: Math.max(1, segmentsOf(textMessage ?? '').segments),
    groups: await waitingGroups(tx, clientId, { callListIds, now, cap, countries }),
    held: policy ? await wordHeld(tx, clientId, callListIds, policy, now) : [],
    barred: barredParts(sum, 0),
    registryOutdated: policy !== null && outdatedReason(policy, now) !== null,
    otherNumbers: oneCallPerAccount ? Math.max(0, phones - accounts) : 0,
    history: await readHistory(tx, clientId, kind, now),
  };
}

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
       coalesce(c.agent_count, 0) AS "agentCount", coalesce(c.call_ratio, 0) AS "callRatio",
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
          AND l.campaign_id = c.campaign_id AND ${isLoading('l')}) AS "loadingLists",
       coalesce((SELECT sum(l.account_count)::float8 FROM call_list l WHERE l.client_id = $1
          AND l.campaign_id = c.campaign_id), 0) AS accounts
     FROM campaign c JOIN client k ON k.client_id = $1
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL`,
    [clientId, campaignId],
  );
}

interface WordRow extends Omit<Consenting, 'phone'> {
  place: number | null;
  area: string;
  due: number | null;
  reason: string | null;
  undecided: boolean;
  onRegistry: boolean;
  count: number;
}

/** Numbers without the consent that a rule asks for, or on the national list, in groups. */
async function wordHeld(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  { consents, registries, registryAsOf }: CampaignPolicy,
  now: Date,
): Promise<WordHeld[]> {
  if (consents.length === 0 && registries.length === 0) return [];
  const placed = `e.place_group >> ${versionShift} = ${placeVersion}`;
  const rows = await tx.rows<WordRow>(
    `SELECT CASE WHEN ${placed} THEN e.place_group END AS place, substr(e.phone, 2, 3) AS area,
       CASE WHEN ${placed} THEN NULL ELSE e.state_code END AS state,
       CASE WHEN ${placed} THEN NULL ELSE e.zip_code END AS "zipCode",
       CASE WHEN e.due_at > $3 THEN (extract(epoch FROM e.due_at) * 1000)::float8 END AS due,
       CASE WHEN e.due_at > $3 THEN e.reason END AS reason,
       e.phone IN (SELECT r.phone FROM contact_rest r
         WHERE r.client_id = $1 AND r.decided_at IS NULL) AS undecided,
       e.consent->>'kind' AS "ownConsent", l.consent->>'kind' AS "listConsent",
       ${registries.length > 0 ? onRegistry : 'false'} AS "onRegistry", count(*)::float8 AS count
     FROM list_entry e JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
     WHERE e.client_id = $1 AND e.call_list_id = ANY ($2) AND e.state = ${entryState.waiting}
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`,
    [clientId, callListIds, now],
  );
  return rows.flatMap((row): WordHeld[] => {
    const { place, area, state, zipCode, due, reason, undecided, count } = row;
    // The gate asks for a manager's decision first.
    if (undecided) return [];
    const where = place === null ? { areaCode: area, state, zipCode } : placeOfGroup(place);
    const callee = { ...row, ...where, phone: `1${area}0000000` };
    const group = { ...where, due, reason, undecided, inCall: false, capped: null, count };
    if (consentMissing(consents, callee)) return [{ group, reason: 'no_consent' }];
    const held = registryHold(registries, registryAsOf, callee, now.getTime());
    return held ? [{ group, reason: 'contact_policy' }] : [];
  });
}
