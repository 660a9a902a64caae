/**
 * Which rule follows an outcome. What is used up is counted for a person: along the whole ways of all
 * numbers of the account, over all campaigns that they went through. So retries of several layers,
 * and of several numbers, add up and never multiply.
 */
import { type FollowedOutcome, type FollowUpRule, mostSteps } from '#contract/follow-up.ts';
import type { CallResult } from '../call-result.ts';

/** A rule that has fired on the way to an entry. */
export interface Taken {
  campaignId: number;
  ruleId: number;
}

/** How an attempt ended, as far as rules ask. */
export interface AttemptEnd {
  result: CallResult;
  /** 9 was pressed where it counts. */
  optedOut?: boolean | undefined;
  /** They asked for an agent and heard that none was free. */
  abandoned?: boolean | undefined;
  /** They were connected to an agent. */
  transferred?: boolean | undefined;
  /** The carrier was asked to drop the text: nobody got it, and somebody wanted that. */
  canceled?: boolean | undefined;
}

/**
 * The outcome that rules follow; null: nobody is contacted again, whatever the rules say. An
 * unknown outcome may have been a conversation. A delivered text may still be answered: whether it
 * was is decided by time.
 */
export function followedOutcome(end: AttemptEnd): FollowedOutcome | null {
  if (end.optedOut || end.transferred || end.canceled) return null;
  if (end.abandoned) return 'abandoned';
  const { result } = end;
  return result === 'unknown' || result === 'delivered' ? null : result;
}

/**
 * The first rule for the outcome that is not used up decides, also when it says that nothing
 * follows.
 *
 * @param way every rule that fired since the entry of the file, the oldest first
 * @param account every rule that fired for any number of the account
 */
export function nextStep(
  rules: readonly FollowUpRule[],
  campaignId: number,
  outcome: FollowedOutcome | null,
  way: readonly Taken[],
  account: readonly Taken[] = way,
): FollowUpRule | undefined {
  if (outcome === null || way.length >= mostSteps) return undefined;
  const usedIn = (fired: readonly Taken[], { ruleId }: FollowUpRule) =>
    fired.filter((taken) => taken.campaignId === campaignId && taken.ruleId === ruleId).length;
  // Older rows of an account may be gone while the way still has them.
  const usedBy = (rule: FollowUpRule) => Math.max(usedIn(way, rule), usedIn(account, rule));
  const rule = rules.find((one) => one.after === outcome && usedBy(one) < one.most);
  return rule?.action === 'nothing' ? undefined : rule;
}

/** The most that a campaign's rules can add to one number's way, before other campaigns' rules. */
export function mostOf(rules: readonly FollowUpRule[]): number {
  const added = rules.reduce((sum, { action, most }) => sum + (action === 'nothing' ? 0 : most), 0);
  return Math.min(mostSteps, added);
}
