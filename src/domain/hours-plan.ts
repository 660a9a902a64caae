/**
 * The hours of a number on each local day: a range that holds every day, narrowed by the rules of
 * the contact policy that name the day. The strictest limits hold.
 */

import type { HoursTerms, PolicyRule } from '#contract/policy.ts';
import { isHoliday, weekdayOf } from './policy/holidays.ts';

/**
 * Wall times `HH:mm`; a call may start from `open` on and before `close`. Where both are equal, no
 * call may start that day.
 */
export interface HoursRange {
  open: string;
  close: string;
}

/** A rule whose terms are hours. */
export interface HoursRule {
  ruleId: number;
  terms: HoursTerms;
}

/** Minutes after midnight; closed all day when `close` is not after `open`. */
export interface DayHours {
  open: number;
  close: number;
}

export interface HoursByDay {
  /** @param day local calendar day, counted from 1970-01-01 */
  on(day: number): DayHours;
}

export interface HoursPlan extends HoursByDay {
  /** The same for plans with the same hours on every day. */
  key: string;
  /** The hours without the rules; null when there are none. */
  base: HoursPlan | null;
  /** The hours with each rule as if there were no other one, in the order of the rules. */
  alone: readonly { ruleId: number; hours: HoursByDay }[];
}

/** Days that are asked about at once are few: today, and those until the next opening. */
const mostDays = 64;
const dayLength = 24 * 3_600_000;

/** @param rules those that apply to the number */
export function planOf(range: HoursRange, rules: readonly HoursRule[] = []): HoursPlan {
  const always: DayHours = { open: minutesOf(range.open), close: minutesOf(range.close) };
  const key = `${range.open} ${range.close}`;
  const base: HoursPlan = { key, on: () => always, base: null, alone: [] };
  if (rules.length === 0) return base;
  const compiled = rules.map(compile);
  return {
    ...narrowed(always, compiled),
    key: `${key} ${rules.map(({ ruleId }) => ruleId).join()}`,
    base,
    alone: compiled.map((one) => ({ ruleId: one.ruleId, hours: narrowed(always, [one]) })),
  };
}

function narrowed(always: DayHours, rules: readonly Compiled[]): HoursByDay {
  const days = new Map<number, DayHours>();
  return {
    on(day) {
      const known = days.get(day);
      if (known) return known;
      if (days.size >= mostDays) days.clear();
      const fresh = hoursOn(day, always, rules);
      days.set(day, fresh);
      return fresh;
    },
  };
}

/** The range of a day, as `HH:mm`. */
export function rangeOn(plan: HoursPlan, day: number): HoursRange {
  const { open, close } = plan.on(day);
  return { open: timeOf(open), close: timeOf(Math.max(open, close)) };
}

interface Compiled {
  ruleId: number;
  /** By `weekdayOf`. */
  weekdays: readonly boolean[];
  holidays: boolean;
  /** Local days, inclusive. */
  from: number;
  until: number;
  /** Minutes after midnight; null: no contact. */
  window: { open: number; close: number } | null;
}

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

function compile({ ruleId, terms }: HoursRule): Compiled {
  const { open, close } = terms;
  return {
    ruleId,
    weekdays: weekdayNames.map((name) => terms.days.includes(name)),
    holidays: terms.days.includes('holiday'),
    from: terms.from === null ? Number.NEGATIVE_INFINITY : Date.parse(terms.from) / dayLength,
    until: terms.until === null ? Number.POSITIVE_INFINITY : Date.parse(terms.until) / dayLength,
    window:
      open === null || close === null ? null : { open: minutesOf(open), close: minutesOf(close) },
  };
}

function hoursOn(day: number, always: DayHours, rules: readonly Compiled[]): DayHours {
  const weekday = weekdayOf(day);
  const applies = (rule: Compiled) =>
    day >= rule.from &&
    day <= rule.until &&
    (rule.weekdays[weekday] === true || (rule.holidays && isHoliday(day)));
  let { open, close } = always;
  for (const { window } of rules.filter(applies)) {
    if (!window) return { open, close: open };
    open = Math.max(open, window.open);
    close = Math.min(close, window.close);
  }
  return { open, close };
}

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Whether the rule's terms are hours. */
export function isHoursRule<Rule extends Pick<PolicyRule, 'terms'>>(
  rule: Rule,
): rule is Rule & { terms: HoursTerms } {
  return rule.terms.kind === 'hours';
}
