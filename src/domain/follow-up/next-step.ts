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
 * The rules for the outcome that are not used up, in order: the first one decides. Those from one on
 * that says that nothing follows are left out, and so is that one.
 *
 * @param way every rule that fired since the entry of the file, the oldest first
 * @param account every rule that fired for any number of the account
 */
export function rulesLeft(
  rules: readonly FollowUpRule[],
  campaignId: number,
  outcome: FollowedOutcome | null,
  way: readonly Taken[],
  account: readonly Taken[] = way,
): FollowUpRule[] {
  if (outcome === null || way.length >= mostSteps) return [];
  const usedIn = (fired: readonly Taken[], { ruleId }: FollowUpRule) =>
    fired.filter((taken) => taken.campaignId === campaignId && taken.ruleId === ruleId).length;
  // Older rows of an account may be gone while the way still has them.
  const usedBy = (rule: FollowUpRule) => Math.max(usedIn(way, rule), usedIn(account, rule));
  const left = rules.filter((one) => one.after === outcome && usedBy(one) < one.most);
  const end = left.findIndex(({ action }) => action === 'nothing');
  return end < 0 ? left : left.slice(0, end);
}

/** The rule that decides; undefined: nothing follows. The parameters are those of `rulesLeft`. */
export function nextStep(...asked: Parameters<typeof rulesLeft>): FollowUpRule | undefined {
  return rulesLeft(...asked)[0];
}

export interface ReplyWait {
  /** The rule that takes the text, as things stand. */
  ruleId: number;
  /** When to look again, epoch ms. */
  due: number;
}

/**
 * What a text without a reply waits for. Each rule's wait counts from the text's end.
 *
 * @param left the rules for it that are not used up
 * @param ended epoch ms
 * @param after epoch ms; the look is later than that
 * @param others its person has other numbers: until the first rule's time one of them may use it up, so
 *   the look comes when the first wait of any rule is over
 * @returns undefined when no wait of a rule is left
 */
export function replyWait(
  left: readonly FollowUpRule[],
  { ended, after, others }: { ended: number; after: number; others: boolean },
): ReplyWait | undefined {
  const [first] = left;
  const asked = others ? left : left.slice(0, 1);
  const dues = asked.map((rule) => dueAfter(rule, ended)).filter((due) => due > after);
  return first && dues.length > 0 ? { ruleId: first.ruleId, due: Math.min(...dues) } : undefined;
}

/** Epoch ms: the end of a rule's wait that began then. */
export const dueAfter = ({ waitMinutes }: FollowUpRule, from: number): number =>
  from + waitMinutes * 60_000;

/** The most that a campaign's rules can add to one number's way, before other campaigns' rules. */
export function mostOf(rules: readonly FollowUpRule[]): number {
  const added = rules.reduce((sum, { action, most }) => sum + (action === 'nothing' ? 0 : most), 0);
  return Math.min(mostSteps, added);
}
