/** The places that a number may be in, from all of its entries, with the hours there. */
import type { NumberZone } from '#contract/number.ts';
import { type Callee, type CallingHours, type HoursRange, hoursIn } from './calling-hours.ts';
import { type ZoneCause, zoneCauses } from './number-zones.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

interface Place {
  because: Map<string, ZoneCause>;
  range: HoursRange;
}

/**
 * @param callees its entries, each with its address; where they differ, every place of any of them
 *   counts, with the strictest hours
 */
export function placesOf(callees: readonly Callee[], hours: CallingHours, at: number) {
  const places = new Map<string, Place>();
  for (const callee of callees) {
    const range = hours.rangeOf(callee);
    for (const { zone, because } of zoneCauses(callee.phone, callee.state, callee.zipCode)) {
      const known = places.get(zone) ?? { because: new Map<string, ZoneCause>(), range };
      for (const cause of because) known.because.set(`${cause.code} ${cause.value}`, cause);
      places.set(zone, { because: known.because, range: strictestOf(known.range, range) });
    }
  }
  return [...places].map(([zone, { because, range }]): NumberZone => {
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
