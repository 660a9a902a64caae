/** How many numbers of campaigns were checked by scrub services, before a start. */
import { type CampaignScrub, scrubQuestions } from '#contract/scrub.ts';
import { questionWords } from '#domain/scrub-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';

/** Sentences on all of them together; none: no rule asks. */
export function scrubSentences(read: readonly CampaignScrub[]): string[] {
  const asked = read.flatMap(({ scrub }) => scrub ?? []);
  if (asked.length === 0) return [];
  const sum = (of: 'numbers' | 'checked' | 'held') =>
    asked.reduce((total, one) => total + one[of], 0);
  const [numbers, checked] = [sum('numbers'), sum('checked')];
  const union = (of: 'questions' | 'unserved') =>
    scrubQuestions.filter((one) => asked.some((scrub) => scrub[of].includes(one)));
  const unserved = union('unserved');
  const silent = new Map(asked.flatMap((one) => one.silent).map((one) => [one.sentence, one]));
  const words = questionWords(union('questions'));
  return [
    `${formatNumber(checked)} of ${counted(numbers, 'number')} ${checked === 1 ? 'was' : 'were'} checked for ${words}, and ${heldWords(sum('held'))}.`,
    ...(checked < numbers
      ? ['The others are checked while the campaign runs. A start does not wait for that.']
      : []),
    ...(unserved.length > 0
      ? [`The operator has no service that answers for ${questionWords(unserved)}.`]
      : []),
    ...[...silent.values()].map(
      ({ since, sentence }) =>
        `A scrub service has not answered since ${formatLocalTime(new Date(since))}. ${sentence}`,
    ),
  ];
}

function heldWords(held: number): string {
  if (held === 0) return 'none is held';
  return held === 1 ? '1 is held' : `${formatNumber(held)} are held`;
}
