/** What has come of a campaign's follow-up rules, in words. */
import type { FollowUpState } from '#contract/follow-up-state.ts';
import { formatNumber } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';

export type Rule = FollowUpState['rules'][number];

export const waitingOf = ({ waiting, unanswered }: Rule) => waiting + unanswered;

/** "10 made, 10 waiting" */
export function madeWords({ made, waiting, unanswered, toStart }: Rule): string {
  const start = toStart !== null && waiting > 0 ? ` until somebody starts "${toStart}"` : '';
  const parts = [`${formatNumber(made)} made`, `${formatNumber(waiting)} waiting${start}`];
  if (unanswered > 0) parts.push(`${counted(unanswered, 'text')} without a reply yet`);
  return parts.join(', ');
}

/** What its end does to what waits for it. */
export function waitingSentence(rule: Rule): string {
  const { handedOn } = rule;
  const ends = waitingOf(rule) - handedOn;
  if (ends + handedOn === 0) return 'Nothing of it waits.';
  const ended =
    ends > 0 &&
    `${counted(ends, 'number')} that ${ends === 1 ? 'waits' : 'wait'} for it will not be contacted.`;
  const goOn =
    handedOn > 0 &&
    `${counted(handedOn, 'text')} without a reply ${handedOn === 1 ? 'goes' : 'go'} to the next rule for no reply.`;
  return [ended, goOn].filter(Boolean).join(' ');
}

/** @param ended how many of what waited for it are not contacted now */
export function endedSentence(ended: number): string {
  return ended > 0
    ? `The follow-up was ended: ${counted(ended, 'number')} waited.`
    : 'The follow-up was ended.';
}
