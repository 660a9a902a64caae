/**
 * Waiting numbers with an instant of their own each, as follow-ups and held numbers have them, are
 * groups of one. Those due within a minute, and alike in all else, are one group for a forecast: a
 * million of them are handed to its thread as some thousand.
 */
import type { WaitingGroup } from '../campaign-funnel.ts';
import { gridMs } from './prepare.ts';

/**
 * @param verdict why the numbers of a group are never contacted: what differs by it stays apart, so that
 *   counts of these are exact, though a stop may come between two instants of a minute
 */
export function alike(
  groups: Iterable<WaitingGroup>,
  verdict: (group: WaitingGroup) => string | null,
): WaitingGroup[] {
  const found = new Map<string, WaitingGroup>();
  for (const group of groups) {
    const { areaCode, state, zipCode, due, reason, undecided, inCall, capped, policy } = group;
    const key = JSON.stringify([
      ...[areaCode, state, zipCode, minuteOf(due), reason, undecided, inCall],
      ...[capped, policy?.reason, minuteOf(policy?.until ?? null), verdict(group)],
    ]);
    const known = found.get(key);
    if (known) known.count += group.count;
    else {
      const { count } = group;
      const same = { areaCode, state, zipCode, due, reason, undecided, inCall, capped, count };
      found.set(key, policy ? { ...same, policy } : same);
    }
  }
  return [...found.values()];
}

const minuteOf = (at: number | null) => (at === null ? null : Math.floor(at / gridMs));
