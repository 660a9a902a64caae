/** As many classes as a run can look at again and again: those that are nearly alike become one. */
import { localTime } from './ground.ts';
import { dayMs, type NumberClass } from './input.ts';

const mostClasses = 64;
const minuteMs = 60_000;
/** Due instants of one stretch of the local day are taken together; the shortest that will do. */
const stretches = [1, 5, 15, 60, 240].map((minutes) => minutes * minuteMs);
/** Of so many classes and more, a whole local day is one stretch. */
const fewEnough = 256;

/**
 * What is due on another day is never moved to this one, and what is due stays due. Beyond the
 * coarsest stretch, small classes take the hours of the largest of their zone and stretch.
 */
export function fewer(classes: readonly NumberClass[]): NumberClass[] {
  let merged: NumberClass[] = [...classes];
  const hours = new Map<readonly number[], number>();
  for (const { open } of classes) if (!hours.has(open)) hours.set(open, hours.size);
  for (const stretch of stretches) {
    if (merged.length <= mostClasses) return merged;
    merged = together(classes, (one) => `${hours.get(one.open)} ${placeOf(one, stretch)}`);
  }
  if (merged.length <= mostClasses) return merged;
  const rest = joined(merged, stretches.at(-1) ?? dayMs);
  return rest.length <= fewEnough ? rest : joined(rest, dayMs);
}

function placeOf({ zone, due, waves = [] }: NumberClass, stretch: number): string {
  return `${zone} ${waves} ${due === 0 ? 0 : Math.floor(localTime(zone, due) / stretch)}`;
}

/** The largest stay, and the others join the largest of their place. */
function joined(classes: readonly NumberClass[], stretch: number): NumberClass[] {
  const bySize = classes.toSorted((a, b) => b.count - a.count);
  const large = new Set(bySize.slice(0, mostClasses));
  const hosts = new Map<string, NumberClass>();
  for (const one of bySize) {
    const place = placeOf(one, stretch);
    if (!hosts.has(place)) hosts.set(place, one);
  }
  const names = new Map(bySize.map((one, index) => [one, index]));
  return together(bySize, (one) => {
    const host = large.has(one) ? one : (hosts.get(placeOf(one, stretch)) ?? one);
    return String(names.get(host));
  });
}

/** One class of each key, due when its numbers are on average, in the hours of the largest. */
function together(
  classes: readonly NumberClass[],
  keyOf: (one: NumberClass) => string,
): NumberClass[] {
  const groups = new Map<string, NumberClass[]>();
  for (const one of classes) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((group) => {
    const count = group.reduce((sum, one) => sum + one.count, 0);
    const largest = group.reduce((a, b) => (b.count > a.count ? b : a));
    // Of differences: a sum of instants would lose its last digits.
    const later = group.reduce((sum, { due, count: of }) => sum + (due - largest.due) * of, 0);
    return { ...largest, count, due: Math.round(largest.due + later / Math.max(1, count)) };
  });
}
