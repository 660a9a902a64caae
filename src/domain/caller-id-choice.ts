/**
 * Which number of a bucket a call shows (spec 3 section 7): one of the called number's area code,
 * else of its state, else any; among those the one least used today.
 */
import { areaCodeOf } from './numbering-plan/area-code.ts';

export interface NumberUse {
  /** 11 digits. */
  phone: string;
  /** Calls that showed it on this day. */
  uses: number;
}

export interface BucketChoice {
  /** Counts the number as used. Undefined for an empty bucket: the carrier's default. */
  choose(called: string): string | undefined;
  /** Takes one use back: the call was not placed. */
  giveBack(phone: string): void;
}

export function bucketChoice(numbers: readonly NumberUse[]): BucketChoice {
  const all = numbers.map((number) => ({ ...number }));
  const byPhone = new Map(all.map((number) => [number.phone, number]));
  const byAreaCode = new Map<string, NumberUse[]>();
  const byState = new Map<string, NumberUse[]>();
  for (const number of all) {
    add(byAreaCode, codeOf(number.phone), number);
    for (const state of statesOf(number.phone)) add(byState, state, number);
  }

  function nearest(called: string): NumberUse[] {
    const local = byAreaCode.get(codeOf(called));
    if (local) return local;
    const inState = statesOf(called).flatMap((state) => byState.get(state) ?? []);
    return inState.length > 0 ? inState : all;
  }

  return {
    choose(called) {
      const chosen = leastUsed(nearest(called));
      if (chosen) chosen.uses += 1;
      return chosen?.phone;
    },
    giveBack(phone) {
      const number = byPhone.get(phone);
      if (number) number.uses -= 1;
    },
  };
}

/** The first of those: the same calls in the same order show the same numbers. */
function leastUsed(numbers: readonly NumberUse[]): NumberUse | undefined {
  let least = numbers[0];
  for (const number of numbers) if (least && number.uses < least.uses) least = number;
  return least;
}

/** None for toll-free numbers, which are not geographic. */
function statesOf(phone: string): readonly string[] {
  return areaCodeOf(phone)?.states ?? [];
}

function codeOf(phone: string): string {
  return phone.slice(1, 4);
}

function add(groups: Map<string, NumberUse[]>, key: string, number: NumberUse): void {
  const group = groups.get(key);
  if (group) group.push(number);
  else groups.set(key, [number]);
}
