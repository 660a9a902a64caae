/**
 * How many calls of a Linkback may still be abandoned, so that no 30 days of the campaign have more than
 * 3 % abandoned calls (the FTC's safe harbor, 16 CFR 310.4(b)(4)). Decision 085. Pure.
 *
 * The law counts over the campaign, or over each successive 30 days of it; other rules count over any
 * 30 days. A window of today may end weeks later with nothing added to it, so that each window that
 * has begun must keep the limit by itself: those of the last 30 days, whichever day they begin on.
 */
import { isSurelyAtMost, trialsToExclude, upperBound } from './always-valid.ts';

/** The most that may be abandoned of those whom a person answered. */
export const abandonmentLimit = 0.03;
/** One abandoned call of fewer persons is above the limit whatever anybody does. */
export const fewestPersons = 34;
export const periodDays = 30;

export interface AbandonmentCount {
  /** Calls that a person answered. */
  persons: number;
  abandoned: number;
}

/** One Eastern day of a campaign; `day` counts days from any origin. */
export interface AbandonmentDay extends AbandonmentCount {
  day: number;
}

/** What a campaign has counted. */
export interface AbandonmentReading {
  today: number;
  /** The day of the campaign's first answer: its periods begin then. */
  firstDay: number;
  /** Those of the last 30 days that have an answer. */
  days: readonly AbandonmentDay[];
}

/**
 * `free`: paced as the campaign is set. `careful`: at most one call for each free agent. `agent_first`: the
 * agent is called first and waits for the customer, who cannot be abandoned.
 */
export type AbandonmentState = 'free' | 'careful' | 'agent_first';

export interface AbandonmentStanding extends AbandonmentCount {
  state: AbandonmentState;
  /**
   * The window that decides the state, and that all figures but `mayLose` are of. `recent`: a part of the last 30
   * days, with which 30 days begin that end later.
   */
  window: 'period' | 'rolling' | 'recent';
  /** The first day of that window. */
  since: number;
  /**
   * How many more may be abandoned, as the gate has it: the fewest of all windows; while free, when the gate does
   * not ask, of the campaign's own and the last 30 days.
   */
  mayLose: number;
  /** The first day of the window that leaves no more than that. */
  mayLoseSince: number;
  /** The always-valid upper bound. */
  bound: number;
  /** Persons with none lost until it is free; 0 when it is. */
  freeAfter: number;
  /** Persons with none lost until agents need not come first; 0 when they need not. */
  carefulAfter: number;
}

/** Days before `before` count as nothing: they are in no window any more. */
export function countSince(reading: AbandonmentReading, from: number): AbandonmentCount {
  const own = reading.days.filter(({ day }) => day >= from && day <= reading.today);
  return {
    persons: own.reduce((sum, { persons }) => sum + persons, 0),
    abandoned: own.reduce((sum, { abandoned }) => sum + abandoned, 0),
  };
}

/** The first day of the campaign's 30 days that today is in. */
export function periodStart({ today, firstDay }: AbandonmentReading): number {
  return today - (Math.max(0, today - firstDay) % periodDays);
}

/** The first of the last 30 days. */
export function rollingStart({ today }: AbandonmentReading): number {
  return today - periodDays + 1;
}

/**
 * How many calls may be in flight of which each may be abandoned: if all of them are, and nobody else
 * answers, no window has more than the limit.
 */
export function mostAtRisk(reading: AbandonmentReading): number {
  const counts = startsOf(reading).map(({ since }) => countSince(reading, since));
  return Math.min(...counts.map(mayLose));
}

/** Every window that has begun, each once. One that begins today has nobody yet. */
function startsOf(reading: AbandonmentReading): Pick<AbandonmentStanding, 'window' | 'since'>[] {
  const recent = [...reading.days.map(({ day }) => day), reading.today];
  const windows = [
    { window: 'period' as const, since: periodStart(reading) },
    { window: 'rolling' as const, since: rollingStart(reading) },
    ...recent
      .filter((day) => day > rollingStart(reading))
      .map((since) => ({ window: 'recent' as const, since })),
  ];
  const first = new Map(windows.toReversed().map((one) => [one.since, one]));
  return windows.filter((one) => first.get(one.since) === one);
}

/** Of the persons that there are, or of 34; at least one where one more would not be too many. */
function mayLose(count: AbandonmentCount): number {
  const ofThese = mostOf(count.persons) - count.abandoned;
  return Math.max(0, ofThese, Number(count.abandoned + 1 <= mostOf(count.persons + 1)));
}

/** How many of these persons may be abandoned at most, to stay within the limit. */
function mostOf(persons: number): number {
  return Math.floor(abandonmentLimit * Math.max(fewestPersons, persons) + rounding);
}

/** 3 % of 300 is 9, not the 8.999999999999998 of the machine. */
const rounding = 1e-9;

/** What holds while nothing more is counted. */
export interface AbandonmentGuard {
  isFree: boolean;
  mostAtRisk: number;
}

const guards = new WeakMap<AbandonmentReading, Map<number, AbandonmentGuard>>();

/**
 * Asked several times a second: judged once for each reading, which nobody changes.
 *
 * @param lost calls that are abandoned and not in the reading yet: the bound knows them, too
 */
export function guardOf(reading: AbandonmentReading, lost = 0): AbandonmentGuard {
  const ofReading = guards.get(reading) ?? new Map<number, AbandonmentGuard>();
  const known = ofReading.get(lost);
  if (known) return known;
  const starts = [periodStart(reading), rollingStart(reading)];
  const isFree = starts.every((from) =>
    isSurelyAtMost(abandonmentLimit, seenOf(withLost(countSince(reading, from), lost))),
  );
  const guard = { isFree, mostAtRisk: mostAtRisk(reading) };
  guards.set(reading, ofReading.set(lost, guard));
  return guard;
}

/** Persons are never added: what is lost may be among them already. */
function withLost({ persons, abandoned }: AbandonmentCount, lost: number): AbandonmentCount {
  return { persons: Math.max(persons, abandoned + lost), abandoned: abandoned + lost };
}

/**
 * What the campaign does next, and what a person reads of it: figures are of the window that decides, and what
 * may still be lost is what the gate uses, so that no sentence contradicts the state.
 */
export function abandonmentStanding(reading: AbandonmentReading): AbandonmentStanding {
  const all = startsOf(reading).map((one) => {
    const count = countSince(reading, one.since);
    return {
      ...{ ...one, ...count, bound: upperBound(seenOf(count)) },
      ...{ mayLose: mayLose(count), freeAfter: personsToFree(count) },
      carefulAfter: personsToCareful(count),
    };
  });
  const own = all.filter(({ window }) => window !== 'recent');
  const guard = guardOf(reading);
  if (guard.isFree) {
    const decides = most(own, ({ bound }) => bound);
    return { ...withFewest(decides, own), state: 'free' };
  }
  if (guard.mostAtRisk > 0) {
    const decides = most(own, ({ freeAfter }) => freeAfter);
    return { ...withFewest(decides, all), state: 'careful' };
  }
  const decides = most(all, ({ carefulAfter }) => carefulAfter);
  return { ...withFewest(decides, all), state: 'agent_first' };
}

/** What decides, with the least that any of the windows leaves to lose. */
function withFewest<T extends Pick<AbandonmentStanding, 'since' | 'mayLose'>>(
  decides: T,
  windows: readonly T[],
) {
  const fewest = most([decides, ...windows], (one) => -one.mayLose);
  return { ...decides, mayLose: fewest.mayLose, mayLoseSince: fewest.since };
}

/** The first with the highest figure. */
function most<T>(all: readonly T[], figure: (one: T) => number): T {
  return all.reduce((best, one) => (figure(one) > figure(best) ? one : best));
}

function personsToFree({ persons, abandoned }: AbandonmentCount): number {
  return Math.max(0, trialsToExclude(abandonmentLimit, abandoned) - persons);
}

/** Until one more abandoned call is no more than the limit. */
function personsToCareful(count: AbandonmentCount): number {
  if (mayLose(count) > 0) return 0;
  const needed = Math.ceil((count.abandoned + 1) / abandonmentLimit - rounding) - 1;
  return Math.max(1, needed - count.persons);
}

function seenOf({ persons, abandoned }: AbandonmentCount) {
  return { trials: persons, hits: Math.min(abandoned, persons) };
}

/** The share of a count; 0 without persons. */
export function abandonedShare({ persons, abandoned }: AbandonmentCount): number {
  return persons === 0 ? 0 : abandoned / persons;
}
