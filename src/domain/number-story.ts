/** The zones that a number may be in, from all of its entries, with the hours there. */
import type { NumberZone } from '#contract/number.ts';
import { type Callee, type CallingHours, type HoursRange, hoursIn } from './calling-hours.ts';
import { type ZoneCause, zoneCauses } from './number-zones.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

interface ZoneFacts {
  because: Map<string, ZoneCause>;
  range: HoursRange;
}

/**
 * @param callees its entries, each with its address; where they differ, every zone of any of them
 *   counts, with the strictest hours
 */
export function zonesOf(callees: readonly Callee[], hours: CallingHours, at: number) {
  const zones = new Map<string, ZoneFacts>();
  for (const callee of callees) {
    const range = hours.rangeOf(callee);
    for (const { zone, because } of zoneCauses(callee.phone, callee.state, callee.zipCode)) {
      const known = zones.get(zone) ?? { because: new Map<string, ZoneCause>(), range };
      for (const cause of because) known.because.set(`${cause.code} ${cause.value}`, cause);
      zones.set(zone, { because: known.because, range: strictestOf(known.range, range) });
    }
  }
  return [...zones].map(([zone, { because, range }]): NumberZone => {
    const { opens, closes } = hoursIn(zone, range, at);
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

function strictestOf(one: HoursRange, other: HoursRange): HoursRange {
  return {
    open: one.open > other.open ? one.open : other.open,
    close: one.close < other.close ? one.close : other.close,
  };
}
