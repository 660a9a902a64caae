/** The part of a campaign's numbers that the address asks for, in the words of its figure. */
import type { NeverReason } from '#contract/forecast.ts';
import { knownReason } from '#contract/reason.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { wallClock } from '#web/lib/allowed-words.ts';
import { barredWords } from '#web/lib/barred-words.ts';
import { momentWords } from '#web/lib/moment-words.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { neverWords } from '#web/ui/forecast/words.ts';
import { waitingWords } from '../waiting-words.ts';
import type { NumbersWanted } from './wanted.ts';

/** "Waiting for 8:00 AM in Hawaii", "Pressed 9 to opt out". */
export function partWords(wanted: NumbersWanted, texts: boolean): string {
  const { part, reason } = wanted;
  const done = texts ? 'texted' : 'called';
  switch (part) {
    case 'all':
      return 'All numbers of its lists';
    case 'remaining':
      return `Not ${done} yet`;
    case 'called':
      return texts ? 'Texted' : 'Called';
    case 'in_progress':
      return texts ? 'Waiting for a receipt' : 'In a call';
    case 'callable':
      return `Can be ${done} now`;
    case 'waiting':
      return waitWords(wanted, texts);
    case 'barred':
      return barredWords[reason as keyof typeof barredWords] ?? `Never ${done}`;
    case 'barred_for_good':
      return `Barred, so never ${done}`;
    case 'never':
      return `${neverWords(reason as NeverReason | undefined, texts)}${triedWords(wanted)}`;
    case 'left_out':
      return leftOutWords(reason);
    case 'policy_rule':
      return 'Held by the contact policy';
  }
}

/** ", if hours are from 9:00 AM until 5:00 PM and it starts at Nov 21, 1:00 PM". */
function triedWords({ start, stop, open, close }: NumbersWanted): string {
  const now = platformNow();
  const from = open === undefined ? '' : ` from ${wallClock(open)}`;
  const until = close === undefined ? '' : ` until ${wallClock(close)}`;
  const tried = [
    from || until ? `hours are${from}${until}` : '',
    start === undefined ? '' : `it starts at ${momentWords(start, now)}`,
    stop === undefined ? '' : `it stops at ${momentWords(stop, now)}`,
  ].filter((one) => one !== '');
  return tried.length === 0 ? '' : `, if ${tried.join(' and ')}`;
}

function waitWords({ reason, zone, opens }: NumbersWanted, texts: boolean): string {
  if (reason !== 'calling_hours') return waitingWords(reason, texts) ?? 'Waiting';
  const [first] = zone?.split(',') ?? [];
  if (!first || opens === undefined) return 'Waiting for calling hours';
  return `Waiting for ${wallClock(opens)} in ${zoneWords(first)}`;
}

/** A reason with facts has as many sentences as facts. */
function leftOutWords(reason: string | undefined): string {
  const known = reason === undefined ? undefined : knownReason({ code: reason });
  return known ? `Not loaded: ${reasonSentence(known)}` : 'In the files, but not loaded';
}
