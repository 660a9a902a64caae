/** What the editors share: new rules, the campaigns that can follow, and words for the form. */
import { useQuery } from '@tanstack/react-query';
import { campaignTypeNames, listCampaigns } from '#contract/campaign.ts';
import { type FollowedOutcome, type FollowUpRule, lastRuleId } from '#contract/follow-up.ts';
import { readLimits } from '#contract/limits.ts';
import { mostOf } from '#domain/follow-up/next-step.ts';
import { leadsNowhere, neverFollowed, ruleSentence } from '#domain/follow-up/rule-words.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import type { Choice } from '../select-field.tsx';
import type { Piece } from '../words.tsx';

export interface FollowUpCampaigns {
  choices: Choice[];
  /** Undefined for one that is not there any more. */
  nameOf(campaignId: number): string | undefined;
  /** The operator's minimum gap; undefined until it is read. */
  leastGapHours: number | undefined;
}

/** The client's other campaigns of every type, and its minimum gap. */
export function useFollowUpCampaigns(campaignId: number): FollowUpCampaigns {
  const query = { clientId: useManager().clientId };
  const { data } = useQuery({
    queryKey: queryKey(listCampaigns, query),
    queryFn: ({ signal }) => api(listCampaigns, { query, signal }),
  });
  const limits = useQuery({
    queryKey: queryKey(readLimits),
    queryFn: ({ signal }) => api(readLimits, { signal }),
  });
  const others = (data ?? []).filter((one) => one.campaignId !== campaignId);
  const types: Record<number, string> = campaignTypeNames;
  return {
    choices: others.map(({ campaignId: id, name, campaignType }) => ({
      ...{ value: String(id), label: name, kind: types[campaignType] ?? '' },
    })),
    nameOf: (id) => (data ? others.find((one) => one.campaignId === id)?.name : '...'),
    leastGapHours: limits.data?.leastGapHours,
  };
}

const firstWait: Partial<Record<FollowedOutcome, number>> = { busy: 20, no_reply: 3 * 24 * 60 };

/**
 * For the first outcome that has no rule yet. Its number is drawn: what a removed rule made is known by
 * its number, and would be shown with the words of the new one.
 */
export function newRule(
  rules: readonly FollowUpRule[],
  outcomes: readonly FollowedOutcome[],
): FollowUpRule {
  const after = outcomes.find((one) => !rules.some((rule) => rule.after === one)) ?? outcomes[0];
  const ruleId = drawnId(new Set(rules.map((rule) => rule.ruleId)));
  return {
    ...{ ruleId, after: after ?? 'no_answer', action: 'again', campaignId: 0 },
    ...{ waitMinutes: firstWait[after ?? 'no_answer'] ?? 240, otherPart: false, most: 1 },
  };
}

function drawnId(used: ReadonlySet<number>): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint16Array(1));
  const id = 1 + (drawn % lastRuleId);
  return used.has(id) ? drawnId(used) : id;
}

/** A sentence for each rule, and what holds for all; none without rules. */
export function followUpWords(
  rules: readonly FollowUpRule[],
  texts: boolean,
  { nameOf, leastGapHours }: FollowUpCampaigns,
): Piece[][] {
  if (rules.length === 0) return [];
  const most = mostOf(rules.filter((rule) => !leadsNowhere(rule, { campaign: nameOf })));
  const all =
    most === 0
      ? ''
      : ` Together they add at most ${most} ${most === 1 ? 'contact' : 'contacts'} to a number's first.`;
  return [
    ...rules.map((rule) => [ruleSentence(rule, { texts, campaign: nameOf, leastGapHours })]),
    [`${neverFollowed}${all} Calling hours, caps and the minimum gap hold as for any number.`],
  ];
}

/** For a comparison with a colleague's change. */
export function rulesInWords(rules: readonly FollowUpRule[], texts: boolean): string {
  const campaign = () => 'another campaign';
  return rules.map((rule) => ruleSentence(rule, { texts, campaign })).join(' ') || 'None';
}
