/** What part of a campaign's numbers waits, for the line that says what the campaign does. */
import type { CampaignFunnel, WaitingPart, WaitingReason } from '#contract/campaign-funnel.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { wallClock } from '#web/lib/allowed-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { spanWords } from '#web/lib/moment-words.ts';
import { type Merged, mergedByPhrase, together } from './waiting-words.ts';

/**
 * What part of the numbers that are left waits, and until when: "916 of 1,697 wait for 8:00 AM in
 * Hawaii, until 1:00 PM."; undefined while none waits.
 */
export function waitSentence(funnel: CampaignFunnel, texts: boolean): string | undefined {
  const now = new Date(funnel.at);
  const waiting = funnel.waiting.filter(({ reason }) => !passing.has(reason));
  const all = waiting.reduce((total, { count }) => total + count, 0);
  if (all === 0) return undefined;
  const left = funnel.waiting.reduce((total, { count }) => total + count, funnel.callableNow);
  const hours = mergedByPhrase(funnel, texts, true);
  const inHours = hours.map(({ part }) => part);
  const others = mergedByPhrase(funnel, texts, false).filter(
    ({ part }) => !passing.has(part.reason),
  );
  const grouped = [
    ...(inHours.length > 0 ? [{ phrase: hoursPhrase(hours), part: inHours.reduce(together) }] : []),
    ...others,
  ];
  const largest = grouped.reduce((a, b) => (b.part.count > a.part.count ? b : a));
  const some = `${formatNumber(all)} of ${formatNumber(left)} ${all === 1 ? 'waits' : 'wait'}`;
  const { count } = largest.part;
  const which = count === all ? '' : `, ${formatNumber(count)} of them`;
  return `${some}${which} ${largest.phrase}${untilWords(largest.part, now)}.`;
}

/** Over within a minute or so: not worth a sentence. */
const passing: ReadonlySet<WaitingReason> = new Set(['carrier_busy', 'campaign_stopped']);

/** "for 8:00 AM in Alaska and Hawaii"; with many zones, or several hours, "for calling hours in …". */
function hoursPhrase(hours: readonly Merged[]): string {
  const named = hours
    .toSorted((a, b) => b.part.count - a.part.count)
    .flatMap(({ zones: [zone] }) => (zone ? [zoneWords(zone)] : []));
  if (named.length === 0) return 'for calling hours';
  const first = named.slice(0, 2);
  const more = named.length - first.length;
  const list = [...first, ...(more > 0 ? [`${more} more ${more === 1 ? 'zone' : 'zones'}`] : [])];
  const opens = new Set(hours.map(({ part }) => part.opens));
  const [only] = opens;
  const what = opens.size === 1 && only ? wallClock(only) : 'calling hours';
  return `for ${what} in ${inWords(list)}`;
}

function inWords(list: readonly string[]): string {
  if (list.length <= 1) return list.join('');
  return `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

function untilWords({ first, last }: WaitingPart, now: Date): string {
  if (first === null) return '';
  return `, until ${spanWords(first, last ?? first, now)}`;
}
