/**
 * Parts of the day where a person lives, and which of those not tried yet comes next: the one in
 * which most were answered there, and one time in ten any of them, so that the choice can be
 * measured. Calling hours still decide at the attempt.
 */
import { addressZones } from '../address-zones.ts';
import type { Callee } from '../calling-hours.ts';
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

/** The part of the day at an instant; null at night. */
export function partAt(zone: string, at: number): DayPart | null {
  const clock = clockOf(zone, at);
  const local = ((((at + clock.offsetAt(at)) / hour) % 24) + 24) % 24;
  return (
    everyPart.find((part) => local >= dayParts[part].from && local < dayParts[part].until) ?? null
  );
}

/** The first instant from `from` on that lies in the part. */
export function nextIn(zone: string, part: DayPart, from: SimMs): SimMs {
  if (partAt(zone, from) === part) return from;
  const clock = clockOf(zone, from);
  const today = localDay(clock, from);
  const starts = [today, today + 1].map((day) => instantOn(clock, day, dayParts[part].from * 60));
  return simMs(starts.find((at) => at >= from) ?? from);
}

function clockOf(zone: string, at: number) {
  const [clock] = clocksOf(zone, at);
  if (!clock) throw new Error(`no clock of ${zone}`);
  return clock;
}

/** Attempts of the client in a zone and part of the day, and how many a person answered. */
export interface AnswerShare {
  attempts: number;
  answered: number;
}

export interface PartQuestion {
  zone: string;
  /** The earliest instant that the rule allows. */
  from: SimMs;
  /** Parts in which the number was tried on its way, in order. */
  tried: readonly DayPart[];
  shareOf(zone: string, part: DayPart): AnswerShare | undefined;
}

export interface ChosenPart {
  part: DayPart;
  due: SimMs;
  /** It was drawn, not chosen by the share. */
  byChance: boolean;
}

/** When all parts were tried, any but the last one. */
export function choosePart(
  { zone, from, tried, shareOf }: PartQuestion,
  random: Random,
): ChosenPart {
  const untried = everyPart.filter((part) => !tried.includes(part));
  const last = tried.at(-1);
  const open = untried.length > 0 ? untried : everyPart.filter((part) => part !== last);
  const byChance = random.chance(leftToChance);
  const drawn = open[random.between(0, open.length - 1)];
  const best = open.toSorted((a, b) => shareIn(shareOf(zone, b)) - shareIn(shareOf(zone, a)))[0];
  const part = (byChance ? drawn : best) ?? 2;
  return { part, due: nextIn(zone, part, from), byChance };
}

/** A few calls say little: without any, every part counts as answered by one in four. */
function shareIn({ attempts, answered }: AnswerShare = { attempts: 0, answered: 0 }): number {
  return (answered + 5) / (attempts + 20);
}
