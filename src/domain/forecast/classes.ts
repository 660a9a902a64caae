/** Waiting numbers in classes that a forecast treats alike, and those that never come up in its hours. */
import type { WaitingReason } from '#contract/campaign-funnel.ts';
import type { CallingHours } from '../calling-hours.ts';
import { keptReason, type WaitingGroup } from '../campaign-funnel.ts';
import { numberFault } from '../dialing.ts';
import { homeZone } from '../follow-up/day-part.ts';
import { gateReasons } from '../gate.ts';
import { candidateZones } from '../number-zones.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import { mayBeIn } from '../policy/rule-scope.ts';
import type { RunWindow } from '../schedule-windows.ts';
import { dayMs, daysAhead, type NumberClass } from './input.ts';

export interface ClassQuestion {
  at: number;
  hours: CallingHours;
  countries: readonly string[];
  windows: readonly RunWindow[];
  /** Nothing begins so shortly before its hours end, in milliseconds of that clock. */
  submissionTakes: number;
  /** The national do-not-call list is missing or too old: nothing goes out. */
  outdated: boolean;
  /** Limits, gaps and rests that follow-ups wait for: numbers under others are classes of their own. */
  rules: readonly WindowRule[];
  /** All of the campaign's limits, gaps and rests. */
  scopes: readonly WindowRule[];
}

export type NeverReason = WaitingReason | typeof gateReasons.notDialed | 'registry_outdated';

interface Opening {
  /** Equal for places with the same hours. */
  key: string;
  /** When contact is allowed from now on, `[from, until, …]`. */
  open: readonly number[];
  zone: string;
}

/** When the numbers of a group may be contacted, found once for each place: of some there are thousands of groups. */
function createOpenings(question: ClassQuestion) {
  const spans = new Map<string, readonly number[]>();
  const places = new Map<string, Opening>();
  return (group: WaitingGroup): Opening => {
    const place = `${group.areaCode} ${group.state} ${group.zipCode}`;
    const known = places.get(place);
    if (known) return known;
    const callee = calleeOf(group);
    const zones = candidateZones(callee.phone, callee.state, callee.zipCode);
    const key = `${question.hours.planOf(callee).key} ${zones.join(' ')}`;
    const open = spans.get(key) ?? openSpans(question, callee);
    spans.set(key, open);
    const opening = { key, open, zone: homeZone(callee) };
    places.set(place, opening);
    return opening;
  };
}

function openSpans(
  { at, hours, windows, submissionTakes }: ClassQuestion,
  callee: ReturnType<typeof calleeOf>,
): readonly number[] {
  const open: number[] = [];
  const from = windows[0]?.start ?? at;
  // Of what begins beyond the days that are played ahead, its first days are judged; of what begins
  // shortly before their end, too.
  const begin = from < at + daysAhead * dayMs ? at : from;
  const end = Math.max(at, from) + daysAhead * dayMs;
  for (let now: number = begin; now < end; ) {
    const { allowed, until } = hours.verdict(callee, now);
    if (allowed && until - submissionTakes > now) open.push(now, until - submissionTakes);
    now = Math.max(until, now + 1);
  }
  return open;
}

/** Groups of the same hours, zone and due instant are one class. */
export function createClasses(question: ClassQuestion) {
  const openOf = createOpenings(question);

  /** Why no number of the group is ever contacted in the schedule; null: they may be. */
  function neverReason(group: WaitingGroup): NeverReason | null {
    const reason = reasonBesideCap(group);
    if (reason !== null || !group.capped) return reason;
    return isFreed(group, group.capped.first) ? null : gateReasons.attemptCap;
  }

  /** The same, if the client's cap did not hold them. */
  function reasonBesideCap(group: WaitingGroup): NeverReason | null {
    if (numberFault(`1${group.areaCode}0000000`, question.countries)) {
      return gateReasons.notDialed;
    }
    if (question.outdated) return 'registry_outdated';
    if (group.undecided) return gateReasons.undecidedText;
    const due = dueOf(group);
    if (group.policy && due === null) return group.policy.reason;
    if (due === null) return null;
    if (group.reason === gateReasons.noConsent && due > question.at) return gateReasons.noConsent;
    const { open } = openOf(group);
    if (fits(open, due, question.windows)) return null;
    if (group.policy && fits(open, group.due ?? 0, question.windows)) return group.policy.reason;
    return fits(open, 0, question.windows) ? keptReason(group.reason) : gateReasons.callingHours;
  }

  /** Whether the schedule has time left in their hours when the cap lets go of them. */
  const isFreed = (group: WaitingGroup, at: number) =>
    fits(openOf(group).open, at, question.windows);

  /** @param grid instants that numbers are due at are rounded up to it */
  function classesOf(groups: readonly WaitingGroup[], grid: number) {
    // The end of a run is as exact as the last of them.
    const isFew = groups.length <= fewGroups;
    const freedGrid = isFew ? grid / 6 : grid;
    const classes = new Map<string, NumberClass>();
    const never = new Map<NeverReason, number>();
    let atLeast = false;
    const add = (group: WaitingGroup, from: number, count: number, step = grid) => {
      const place = openOf(group);
      const due = from <= question.at ? 0 : Math.ceil(from / step) * step;
      const rules = question.rules.filter((rule) => mayBeIn(calleeOf(group), rule));
      const held = group.policy?.reason === gateReasons.contactPolicy;
      const key = `${place.key} ${place.zone} ${due} ${held} ${rules.map(({ ruleId }) => ruleId)}`;
      const known = classes.get(key);
      if (known) known.count += count;
      else {
        const { zone, open } = place;
        classes.set(key, { zone, open, due, count, rules, ...(held && { held }) });
      }
    };
    for (const group of groups) {
      const { capped, count } = group;
      const reason = neverReason(group);
      if (reason !== null) never.set(reason, (never.get(reason) ?? 0) + count);
      else if (!capped) add(group, dueOf(group) ?? 0, count);
      else {
        atLeast ||= !isFreed(group, capped.last);
        for (const part of freedBy(capped, count, grid)) {
          add(group, Math.max(part.at, dueOf(group) ?? 0), part.count, freedGrid);
        }
      }
    }
    return { classes: [...classes.values()], never, atLeast };
  }

  /** Groups of one are contacted in the same hours. */
  const hoursKey = (group: WaitingGroup) => openOf(group).key;

  /** Groups of one differ by no hours, outcomes and rules. */
  function placeKey(group: WaitingGroup): string {
    const { key, zone } = openOf(group);
    const rules = question.scopes.filter((rule) => mayBeIn(calleeOf(group), rule));
    return `${key} ${zone} ${rules.map(({ ruleId }) => ruleId)}`;
  }

  return { classesOf, neverReason, reasonBesideCap, hoursKey, placeKey };
}

/** More of them are as many numbers that their instants need not be exact. */
export const fewGroups = 2_000;

const calleeOf = ({ areaCode, state, zipCode }: WaitingGroup) => ({
  phone: `1${areaCode}0000000`,
  state,
  zipCode,
});

/** When the engine looks at them, and the contact policy lets go of them; null: nobody knows. */
function dueOf({ due, policy }: WaitingGroup): number | null {
  if (policy?.until === null) return null;
  return Math.max(due ?? 0, policy?.until ?? 0);
}

/** Spreads the numbers of a group evenly between the first and the last instant at which the cap frees one. */
function freedBy({ first, last }: { first: number; last: number }, count: number, grid: number) {
  const parts = Math.min(count, Math.max(1, Math.ceil((last - first) / (5 * grid))));
  return Array.from({ length: parts }, (_, part) => ({
    at: part === parts - 1 ? last : first + ((last - first) * (part + 1)) / parts,
    count: Math.floor((count * (part + 1)) / parts) - Math.floor((count * part) / parts),
  }));
}

/** Whether contact may begin in one of the windows, from `due` on. */
function fits(open: readonly number[], due: number, windows: readonly RunWindow[]): boolean {
  return windows.some(({ start, end }) => {
    for (let index = 0; index < open.length; index += 2) {
      const from = Math.max(start, due, open[index] ?? 0);
      if (from < Math.min(end, open[index + 1] ?? 0)) return true;
    }
    return false;
  });
}
