/** Follow-up rules in words: for the editor, its picture, and what has come of them. */
import type { FollowedOutcome, FollowUpRule } from '#contract/follow-up.ts';
import { counted } from '../plural.ts';

export const outcomeWords: Record<FollowedOutcome, string> = {
  no_answer: 'No answer',
  busy: 'Busy',
  machine: 'Answered by a machine',
  failed: 'Failed',
  abandoned: 'Pressed 1, and no agent was free',
  person: 'Answered by a person',
  no_reply: 'Delivered, but no reply',
};

/** "20 minutes", "4 hours", "1 day". */
export function waitWords(minutes: number): string {
  const day = 24 * 60;
  if (minutes % day === 0) return counted(minutes / day, 'day');
  if (minutes % 60 === 0) return counted(minutes / 60, 'hour');
  return counted(minutes, 'minute');
}

const times = (most: number) => (most === 1 ? 'once' : most === 2 ? 'twice' : `${most} times`);

export interface RuleNames {
  /** The campaign sends texts. */
  texts: boolean;
  /** The name of a campaign; undefined for one that is not there any more. */
  campaign(campaignId: number): string | undefined;
  /** The operator's least hours between two attempts of one campaign at one number; absent: not known here. */
  leastGapHours?: number | undefined;
}

/** Its wait is shorter than the minimum gap, which holds for follow-ups in the same campaign as for any number. */
export function waitsForGap(
  { action, waitMinutes }: FollowUpRule,
  leastGapHours: number | undefined,
): boolean {
  return action === 'again' && waitMinutes < (leastGapHours ?? 0) * 60;
}

/** "4 hours after the attempt before at the earliest, the minimum gap that your operator set". */
export function gapWords(leastGapHours: number): string {
  return `${waitWords(leastGapHours * 60)} after the attempt before at the earliest, the minimum gap that your operator set`;
}

/** The campaign that it leads to was deleted: it makes nothing. */
export function leadsNowhere(
  { action, campaignId }: FollowUpRule,
  { campaign }: Pick<RuleNames, 'campaign'>,
): boolean {
  return action === 'campaign' && campaignId !== 0 && campaign(campaignId) === undefined;
}

/** What a rule does, without its outcome: "call again in another part of the day". */
export function actionWords(rule: FollowUpRule, { texts, campaign }: RuleNames): string {
  if (rule.action === 'nothing') return 'nothing more';
  const part = rule.otherPart ? ' in another part of the day' : '';
  if (rule.action === 'again') return `${texts ? 'text' : 'call'} again${part}`;
  if (rule.campaignId === 0) return `continue with another campaign${part}`;
  const name = campaign(rule.campaignId);
  return name === undefined
    ? 'nothing more, because its campaign was deleted'
    : `continue with "${name}"${part}`;
}

/**
 * "No answer: call again in another part of the day, after 4 hours, at most 3 times per person." Of a rule that waits less than
 * the minimum gap it says when its follow-up comes.
 */
export function ruleSentence(rule: FollowUpRule, names: RuleNames): string {
  const action = actionWords(rule, names);
  const after = outcomeWords[rule.after];
  if (rule.action === 'nothing' || leadsNowhere(rule, names)) return `${after}: ${action}.`;
  const wait = Number.isInteger(rule.waitMinutes) ? waitWords(rule.waitMinutes) : 'some time';
  const when = rule.otherPart ? `at least ${wait} later` : `after ${wait}`;
  const gap = names.leastGapHours ?? 0;
  const later = waitsForGap(rule, gap) ? ` It comes ${gapWords(gap)}.` : '';
  return `${after}: ${action}, ${when}, at most ${times(rule.most)} per person.${later}`;
}

/** Of a rule that has made follow-ups. `sentence`: null for one that was removed before its words were kept. */
export function madeRuleSentence(rule: { sentence: string | null; removed: boolean }): string {
  if (rule.sentence === null) return 'A follow-up that was removed.';
  return rule.removed ? `${rule.sentence} It was removed.` : rule.sentence;
}

/** What no rule can change. */
export const neverFollowed =
  'Nobody is contacted again after an opt-out, a reply, a talk with an agent or a call of unknown outcome.';
