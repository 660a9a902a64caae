/** The zones that a number may be in, from all of its entries, with the hours there. */
import type { NumberZone } from '#contract/number.ts';
import type { Callee, CallingHours } from './calling-hours.ts';
import type { HoursPlan } from './hours-plan.ts';
import { hoursIn } from './hours-verdict.ts';
import { type ZoneCause, zoneCauses } from './number-zones.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

interface ZoneFacts {
  because: Map<string, ZoneCause>;
  /** Of each entry that may be there. */
  plans: Set<HoursPlan>;
}

/**
 * @param callees its entries, each with its address; where they differ, every zone of any of them
 *   counts, with the strictest hours
 */
export function zonesOf(callees: readonly Callee[], hours: CallingHours, at: number) {
  const zones = new Map<string, ZoneFacts>();
  for (const callee of callees) {
    const plan = hours.planOf(callee);
    for (const { zone, because } of zoneCauses(callee.phone, callee.state, callee.zipCode)) {
      const known = zones.get(zone) ?? { because: new Map(), plans: new Set() };
      for (const cause of because) known.because.set(`${cause.code} ${cause.value}`, cause);
      known.plans.add(plan);
      zones.set(zone, known);
    }
  }
  return [...zones].map(([zone, { because, plans }]): NumberZone => {
    const { opens, closes } = hoursIn(zone, [...plans], at);
    return {
      zone,
      because: [...because.values()],
      localTime: wallTimeIn(zone, at),
      open: opens <= at,
      opens: new Date(opens).toISOString(),
      closes: new Date(closes).toISOString(),
    };
  });
}
