/** The verdict first: whether the number can be called, when it will be, or why never. */
import type { NumberEntry, NumberStory } from '#contract/number.ts';
import { awaitedWords, barWords, isText } from './entry-words.ts';
import { type Region, regionsOf } from './regions.ts';
import { nextTime, untilTime } from './when.ts';

export interface NoteWords {
  /** The strong first sentence. */
  verdict: string;
  why: string;
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

export function noteWords(story: NumberStory, now: number): NoteWords {
  const { entries, doNotCall, stopped, zones } = story;
  const open = entries.filter(({ verdict }) => ['call', 'wait'].includes(verdict.kind));
  const held = stopped.map(({ reason }) => reason).join(' ');
  if (open.length === 0) {
    const awaited = doNotCall ? undefined : firstAwaited(entries);
    if (awaited)
      return { verdict: 'Waits for a reply.', why: `${awaitedWords(awaited, now)} ${held}`.trim() };
    return { verdict: noneLeft(story, now), why: doNotCall ? '' : held };
  }
  const next = soonest(open, now);
  if (!next) return { verdict: never(open), why: held };
  const regions = regionsOf(zones, now);
  const because = held === '' ? afterwards(next, now) : held;
  if (Date.parse(next.at) <= now && next.entry.verdict.kind === 'call') {
    const verb = isText(next.entry) ? 'texted' : 'called';
    const until = next.until ? `, until ${untilTime(next.until, now)}` : '';
    return { verdict: `Can be ${verb} now${until}.`, why: because };
  }
  const many = next.entry.verdict.reason === 'calling_hours' ? regionWords(regions) : '';
  return { verdict: `Next chance ${nextTime(next.at, now)}.`, why: `${many} ${because}`.trim() };
}

function noneLeft({ entries, doNotCall, ...story }: NumberStory, now: number): string {
  const whole = { entries, doNotCall, ...story };
  if (doNotCall) {
    const { source } = doNotCall;
    const reason = { key: 'opt_out_key', text: 'opt_out_text' }[source as string];
    return `Will not be called: ${barWords(reason ?? 'do_not_call', whole, now)}.`;
  }
  if (entries.length === 0) return 'On no contact list, so nothing will call or text it.';
  return 'No list is waiting to call or text this number.';
}

const firstAwaited = (entries: readonly NumberEntry[]) =>
  entries
    .flatMap(({ awaitedReply }) => awaitedReply ?? [])
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until))[0];

interface NextCall {
  entry: NumberEntry;
  at: string;
  until: string | null;
}

/** A campaign that starts by itself or runs comes before one that somebody has to start. */
function soonest(open: readonly NumberEntry[], now: number): NextCall | undefined {
  const all = open.flatMap((entry) =>
    entry.chance?.at ? [{ entry, at: entry.chance.at, until: entry.chance.until }] : [],
  );
  const needsStart = ({ entry }: NextCall) => Number(entry.chance?.because === 'not_started');
  return all.toSorted(
    (a, b) =>
      needsStart(a) - needsStart(b) ||
      Math.max(now, Date.parse(a.at)) - Math.max(now, Date.parse(b.at)),
  )[0];
}

function never(open: readonly NumberEntry[]): string {
  const because = open.map(({ chance }) => chance?.because);
  if (because.includes('in_call')) return 'In a call now.';
  if (because.includes('undecided')) return 'Paused until a manager decides on its text.';
  if (because.includes('no_consent'))
    return 'Paused until somebody notes the consent that is asked for.';
  if (because.includes('outside_schedule')) {
    return "Never within its campaign's schedule in the next 14 days.";
  }
  return 'It is not known when it can be called.';
}

function regionWords(regions: readonly Region[]): string {
  if (regions.length < 2) return '';
  const count = numbers[regions.length] ?? String(regions.length);
  const all = regions.length === 2 ? 'both' : 'all of them';
  return `It may be in ${count} time zones, so its calling hours must be open in ${all}.`;
}

function afterwards({ entry, until }: NextCall, now: number): string {
  const { chance } = entry;
  if (chance?.because === 'not_started')
    return 'Its campaign is not running. Someone has to start it.';
  if (!until) return '';
  const end = untilTime(until, now);
  return chance?.because === 'schedule'
    ? `Then until the campaign stops at ${end}.`
    : `Then until its calling hours end at ${end}.`;
}
