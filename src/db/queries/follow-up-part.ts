/** Chooses the part of the day of follow-ups by what the client's calls and its hours are. */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { type CallingHours, callingHours } from '#domain/calling-hours.ts';
import { type ChosenPart, choosePart, type DayPart, homeZone } from '#domain/follow-up/day-part.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { campaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { PolicyScope } from '#domain/policy/rule-scope.ts';
import { seededRandom } from '#domain/random.ts';
import type { Tx } from '../database.ts';
import { answerShareOf } from './answer-share.ts';
import { attemptKindOf } from './contact-cap.ts';
import type { ParentFacts } from './follow-up-facts.ts';
import type { ListRules } from './follow-up-plan.ts';
import { readGateSettings } from './gate-settings.ts';

export interface PartAsked {
  parent: ParentFacts;
  /** Whose numbers are tried again; 0: the campaign of its list. */
  rule: FollowUpRule;
  list: ListRules;
  from: SimMs;
  tried: readonly DayPart[];
}

export type PartChooser = (asked: PartAsked) => ChosenPart | undefined;

/** Reads what it needs once, and nothing where no rule asks for a part of the day. */
export async function partChooser(
  tx: Tx,
  clientId: number,
  lists: ReadonlyMap<number, ListRules>,
): Promise<PartChooser> {
  const asking = [...lists.values()].flatMap(({ rules, campaignId }) =>
    rules.filter((rule) => rule.otherPart).map((rule) => targetOf(rule, campaignId)),
  );
  if (asking.length === 0) return () => undefined;
  const shareOf = await answerShareOf(tx, clientId);
  const hours = await hoursOf(tx, clientId, asking);
  return ({ parent, rule, list, from, tried }) => {
    const open = hours.get(targetOf(rule, list.campaignId));
    if (!rule.otherPart || !open) return undefined;
    const { phone, state, zipCode, callListId, entryId } = parent;
    const callee = { phone, state, zipCode };
    const question = { zone: homeZone(callee), callee, hours: open, from, tried, shareOf };
    return choosePart(question, seededRandom(`follow-up ${callListId}-${entryId}`));
  };
}

const targetOf = ({ action, campaignId }: FollowUpRule, own: number) =>
  action === 'campaign' ? campaignId : own;

/** Of campaigns, with the contact policy as it is. */
export async function hoursOf(
  tx: Tx,
  clientId: number,
  campaignIds: readonly number[],
): Promise<Map<number, CallingHours>> {
  const settings = await readGateSettings(tx, clientId);
  const scopes = await tx.rows<PolicyScope>(
    `SELECT c.campaign_id AS "campaignId", c.purpose, ${attemptKindOf} AS kind
     FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = ANY ($2::bigint[])`,
    [clientId, [...new Set(campaignIds)]],
  );
  return new Map(
    scopes.map((scope) => [
      scope.campaignId,
      callingHours(settings.callingHours, campaignPolicy(settings.policyRules, scope)?.hours ?? []),
    ]),
  );
}
