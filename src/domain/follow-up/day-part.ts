/**
 * Parts of the day where a person lives, and which of those not tried yet comes next: the one in
 * whose callable hours most were answered there, and one time in ten any of them, so that the choice
 * can be measured. Calling hours still decide at the attempt.
 */
import { addressZones } from '../address-zones.ts';
import type { Callee, CallingHours } from '../calling-hours.ts';
import { type SimMs, simMs } from '../milliseconds.ts';
import { candidateZones } from '../number-zones.ts';
import type { Random } from '../random.ts';
import { clocksOf, instantOn, localDay } from '../zone-rules/zone-clock.ts';

/** By their stored numbers; `from` and `until` in hours of the wall clock. */
export const dayParts = [
  { name: 'morning', from: 8, until: 12 },
  { name: 'afternoon', from: 12, until: 17 },
  { name: 'evening', from: 17, until: 21 },
] as const;
export type DayPart = 0 | 1 | 2;
const everyPart: readonly DayPart[] = [0, 1, 2];

/** One time in ten. */
export const leftToChance = 0.1;

/** Where the person most likely is: by the address where it says something, else by the number. */
export function homeZone({ phone, state, zipCode }: Callee): string {
  const [zone] = [
    ...addressZones(state, zipCode),
    ...candidateZones(phone, state, zipCode),
    'America/New_York',
  ];
  return zone as string;
}

const hour = 3_600_000;

/** The hour of the clock at an instant, 0 to 23. */
export function hourAt(zone: string, at: number): number {
  const clock = clockOf(zone, at);
  return Math.floor(((((at + clock.offsetAt(at)) / hour) % 24) + 24) % 24);
}

/** The part of the day at an instant; null at night. */
export function partAt(zone: string, at: number): DayPart | null {
  const local = hourAt(zone, at);
  return (
    everyPart.find((part) => local >= dayParts[part].from && local < dayParts[part].until) ?? null
  );
}

/** When a part that lasts at an instant ends. */
export function partEnd(part: DayPart, zone: string, at: number): SimMs {
  const clock = clockOf(zone, at);
  return simMs(instantOn(clock, localDay(clock, at), dayParts[part].until * 60));
}

function clockOf(zone: string, at: number) {
  const [clock] = clocksOf(zone, at);
  if (!clock) throw new Error(`no clock of ${zone}`);
  return clock;
}

/** Attempts of the client in a zone and hour of the clock, and how many a person answered. */
export interface AnswerShare {
  attempts: number;
  answered: number;
}

export interface PartQuestion {
  zone: string;
  callee: Callee;
  /** Of the campaign that makes the attempt. */
  hours: Pick<CallingHours, 'verdict'>;
  /** The earliest instant that the rule allows. */
  from: SimMs;
  /** Parts in which the number was tried on its way, in order. */
  tried: readonly DayPart[];
  shareOf(zone: string, hour: number): AnswerShare | undefined;
}

export interface ChosenPart {
  part: DayPart;
  due: SimMs;
  /** It was drawn, not chosen by the share. */
  byChance: boolean;
}

/** A part of a day in which the number may be called. */
interface OpenPart {
  part: DayPart;
  /** The first callable instant of it. */
  due: SimMs;
  /** Hours of the clock in which it may be called that day, from then on. */
  hours: readonly number[];
}

/** Less of a part that has begun is not chosen: a campaign that has others to call would miss it. */
export const leastLeft = hour / 2;

/** Rules may close some weekdays and holidays; a part that is closed for longer is not chosen. */
const daysAhead = 8;

/**
 * The next time that the number may be called in a part of the day, with enough of it left.
 *
 * @returns undefined when it may not within the next days
 */
export function openPart(
  part: DayPart,
  { zone, callee, hours, from }: Pick<PartQuestion, 'zone' | 'callee' | 'hours' | 'from'>,
): OpenPart | undefined {
  const clock = clockOf(zone, from);
  const today = localDay(clock, from);
  const { from: first, until } = dayParts[part];
  for (let day = today; day < today + daysAhead; day += 1) {
    const callable: { at: number; hour: number }[] = [];
    let left = 0;
    for (let one = first; one < until; one += 1) {
      const begin = Math.max(from, instantOn(clock, day, one * 60));
      const end = instantOn(clock, day, (one + 1) * 60);
      if (begin >= end) continue;
      const { allowed, until: next } = hours.verdict(callee, begin);
      const at = allowed ? begin : next;
      if (at >= end) continue;
      callable.push({ at, hour: one });
      left += Math.min(end, allowed ? next : end) - at;
    }
    const [soonest] = callable;
    const hasBegun = from > instantOn(clock, day, first * 60);
    if (soonest && !(hasBegun && left < leastLeft))
      return { part, due: simMs(soonest.at), hours: callable.map((one) => one.hour) };
  }
  return undefined;
}

/**
 * Of the parts that were not tried; when all were, of those beside the last one. Without a part in
 * which the number may be called it is due at once: then the hours decide.
 */
export function choosePart(question: PartQuestion, random: Random): ChosenPart {
  const { zone, from } = question;
  const choices = partsToChoose(question);
  const byChance = random.chance(leftToChance);
  const drawn = choices[random.between(0, Math.max(0, choices.length - 1))];
  const best = bestPart(choices, question);
  const chosen = byChance ? drawn : best;
  if (!chosen) return { part: partAt(zone, from) ?? 2, due: from, byChance: false };
  return { part: chosen.part, due: chosen.due, byChance };
}

/** See `choosePart`. */
export function partsToChoose(question: PartQuestion): OpenPart[] {
  const { tried } = question;
  const open = everyPart.flatMap((part) => openPart(part, question) ?? []);
  const untried = open.filter(({ part }) => !tried.includes(part));
  const last = tried.at(-1);
  const others = open.filter(({ part }) => part !== last);
  return untried.length > 0 ? untried : others.length > 0 ? others : open;
}

/** By its share; of those that are alike the next one. */
export function bestPart(
  choices: readonly OpenPart[],
  { zone, shareOf }: Pick<PartQuestion, 'zone' | 'shareOf'>,
): OpenPart | undefined {
  const share = ({ hours }: OpenPart) => shareIn(hours.map((one) => shareOf(zone, one)));
  return choices.toSorted((a, b) => share(b) - share(a) || a.due - b.due)[0];
}

/** A few calls say little: without any, every part counts as answered by one in four. */
function shareIn(hours: readonly (AnswerShare | undefined)[]): number {
  const sum = (of: keyof AnswerShare) => hours.reduce((all, one) => all + (one?.[of] ?? 0), 0);
  return (sum('answered') + 5) / (sum('attempts') + 20);
}
