/** Whether waiting numbers have contacts that limits of their follow-ups still count. */
import { campaignType } from '#contract/campaign.ts';
import type { FollowUpRule } from '#contract/follow-up.ts';
import type { LimitTerms } from '#contract/policy.ts';
import { type AttemptKind, type KindCap, windowStart } from '#domain/contact-cap.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { WindowRule } from '#domain/policy/contact-hold.ts';
import { longestWindow } from '#domain/policy/window-reach.ts';
import type { Tx } from '../database.ts';
import { attemptPurpose } from '../purpose-codes.ts';
import { externalKeyOf } from './policy-contacts.ts';
import { waitingEntries } from './waiting-groups.ts';

interface Question {
  callListIds: readonly number[];
  followUps: readonly FollowUpRule[];
  policy: CampaignPolicy | null;
  cap: (KindCap & { kind: AttemptKind }) | null;
  now: Date;
}

type Given = (value: unknown) => string;
type LimitRule = WindowRule & { terms: LimitTerms };

const isLimitOfSome = (rule: WindowRule): rule is LimitRule =>
  rule.terms.kind === 'limit' && rule.terms.most > 1;

/**
 * A limit or cap of one lets a number wait until all earlier contacts are out; of two or more, a
 * follow-up is held by contacts of before the campaign, which a forecast does not know one by one.
 */
export async function contactedBefore(tx: Tx, clientId: number, question: Question) {
  const { callListIds, followUps, policy, cap, now } = question;
  if (!followUps.some(({ action }) => action === 'again') || callListIds.length === 0) return false;
  const conditions = [
    ...(policy?.windows ?? []).filter(isLimitOfSome).map((rule) => byLimit(rule, now)),
    ...(cap && cap.most > 1 ? [byCap(cap, now)] : []),
  ];
  for (const condition of conditions) {
    const values: unknown[] = [clientId, callListIds];
    const found = condition((value) => `$${values.push(value)}`);
    const row = await tx.row<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM list_entry e
         WHERE ${waitingEntries('= ANY ($2)')} AND ${found}) AS found`,
      values,
    );
    if (row?.found) return true;
  }
  return false;
}

/** SQL: hashed whatever the planner takes the attempts for. */
const among = (value: string, column: string, attempts: string) =>
  `${value} IN (SELECT one FROM unnest(ARRAY(SELECT ${column} ${attempts})) one)`;

const byCap = (cap: KindCap & { kind: AttemptKind }, now: Date) => (given: Given) => {
  const since = given(new Date(windowStart(now.getTime(), cap)));
  return among(
    'e.phone',
    'a.phone',
    `FROM attempt a WHERE a.client_id = $1 AND a.counts_as = ${given(cap.kind)}
       AND a.attempted_at > ${since}`,
  );
};

const byLimit = (rule: LimitRule, now: Date) => (given: Given) => {
  const attempts = attemptsOf(rule, now, given);
  const account = among(
    `e.call_list_id || '.' || e.account_line`,
    `a.call_list_id || '.' || a.account_line`,
    attempts,
  );
  const own = externalKeyOf('e.external_id');
  const externalId = among(own, 'a.external_key', `${attempts} AND a.external_key IS NOT NULL`);
  const ways = {
    number: [among('e.phone', 'a.phone', attempts)],
    account: [account],
    external_id: [externalId, `${own} IS NULL AND ${account}`],
    person: [among('e.phone', 'a.phone', attempts), account, externalId],
  }[rule.terms.of];
  const place =
    rule.state === null ? '' : `AND coalesce(e.state_code, '') IN ('', ${given(rule.state)})`;
  return `(${ways.join(' OR ')}) ${place}`;
};

/** SQL: those within its window that it counts. */
function attemptsOf(rule: LimitRule, now: Date, given: Given): string {
  const { channel, purpose, campaignId, terms } = rule;
  const texts = `c.campaign_type = ${campaignType.texting}`;
  const conditions = [
    `a.client_id = $1 AND a.attempted_at > ${given(new Date(now.getTime() - longestWindow([rule])))}`,
    ...(campaignId === null ? [] : [`a.campaign_id = ${given(campaignId)}`]),
    ...(purpose === null ? [] : [`${attemptPurpose} = ${given(purpose)}`]),
    ...(channel === 'any' ? [] : [channel === 'text' ? texts : `NOT ${texts}`]),
    ...(terms.counts === 'attempts' ? [] : [`(a.result = 'person' OR a.reached_at IS NOT NULL)`]),
  ];
  return `FROM attempt a JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
    WHERE ${conditions.join(' AND ')}`;
}
