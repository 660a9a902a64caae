/**
 * Waiting numbers with an instant of their own each, as follow-ups and held numbers have them, are
 * groups of one. Those due within a minute, and alike in all else, are one group for a forecast: a
 * million of them are handed to its thread as some thousand.
 */
import type { WaitingGroup } from '../campaign-funnel.ts';
import { fewGroups } from './classes.ts';
import { gridMs } from './prepare.ts';

/** Judges groups as the forecast does (`sorterOf`). */
interface Sorter {
  /** Why the numbers of a group are never contacted. */
  neverReason(group: WaitingGroup): string | null;
  /** Groups of one are contacted in the same hours, under the same rules. */
  placeKey(group: WaitingGroup): string;
}

/**
 * Groups with different reasons never to be contacted stay apart, so that the counts of these are exact
 * even where a stop falls between two instants of a minute. If the cap holds more groups than a
 * forecast can take, places that are alike share one group for each quarter of an hour.
 */
export function alike(groups: readonly WaitingGroup[], sorter: Sorter): WaitingGroup[] {
  const found = new Map<string, WaitingGroup>();
  const isMany = groups.filter(({ capped }) => capped !== null).length > fewGroups;
  for (const group of groups) {
    const { areaCode, state, zipCode, due, reason, undecided, inCall, capped, policy } = group;
    const isWide = isMany && capped !== null;
    const key = JSON.stringify([
      ...(isWide ? [sorter.placeKey(group)] : [areaCode, state, zipCode]),
      ...[minuteOf(due), reason, undecided, inCall],
      ...(isWide ? [Math.floor(capped.first / quarterMs)] : [capped]),
      ...[policy?.reason, minuteOf(policy?.until ?? null), sorter.neverReason(group)],
    ]);
    const known = found.get(key);
    if (known) {
      known.count += group.count;
      if (known.capped && capped) known.capped = spanOf(known.capped, capped);
      continue;
    }
    const { count } = group;
    const same = { areaCode, state, zipCode, due, reason, undecided, inCall, capped, count };
    found.set(key, policy ? { ...same, policy } : same);
  }
  return [...found.values()];
}

type Freed = NonNullable<WaitingGroup['capped']>;

const spanOf = (one: Freed, other: Freed): Freed => ({
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
});

const quarterMs = 15 * gridMs;

const minuteOf = (at: number | null) => (at === null ? null : Math.floor(at / gridMs));
