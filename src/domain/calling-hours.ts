/**
 * When a number may be called: 8:00 to 21:00 in every zone it may be in (47 CFR 64.1200(c)(1),
 * spec 3 section 7). A client can be stricter, for all numbers or for a state, and rules of its
 * contact policy for days and places; neither is ever looser. Clock times come from the zone rules
 * that Carillon carries and from Node: where they differ, both must allow the call.
 */

import type { PolicyRule } from '#contract/policy.ts';
import type { Callee } from './callee.ts';
import {
  type HoursPlan,
  type HoursRange,
  type HoursRule,
  isHoursRule,
  planOf,
  rangeOn,
} from './hours-plan.ts';
import {
  closingRule,
  type HeldVerdict,
  type HoursVerdict,
  judgeIn,
  type RuleHold,
} from './hours-verdict.ts';
import { candidateZones } from './number-zones.ts';
import { isAbout, type Places, placesOf } from './policy/rule-scope.ts';
import { clocksOf, localDay } from './zone-rules/zone-clock.ts';

export type { Callee } from './callee.ts';
export type { HoursRange } from './hours-plan.ts';
export type { HoursVerdict } from './hours-verdict.ts';

/** What the operator set for a client: column client.calling_hours. */
export interface ClientHours extends Partial<HoursRange> {
  /**
   * By two-letter state: the stated one, the zip code's and every one of the area code; where
   * several have hours of their own the strictest hold.
   */
  states?: Record<string, Partial<HoursRange>>;
}

export const lawfulHours: HoursRange = { open: '08:00', close: '21:00' };

/** Verdicts of one client's rules; cached, because a batch asks the same few questions. */
export interface CallingHours {
  verdict(callee: Callee, now: number): HoursVerdict;
  /** Every rule that holds it now, the one that does so the longest first; none while it is allowed. */
  holding(callee: Callee, now: number): readonly RuleHold[];
  /**
   * The strictest hours that apply to it at an instant, on the local day of each of its zones.
   * Equal where a day has none.
   */
  rangeOf(callee: Callee, now: number): HoursRange;
  /** The first rule that closes a whole day between two instants (epoch ms), as an order does; null: none. */
  closing(callee: Callee, from: number, until: number): number | null;
  /** Its hours on every day. */
  planOf(callee: Callee): HoursPlan;
}

/**
 * @param rules of the contact policy, those of the purpose, campaign and channel alone: this module
 *   reads their place and their hours, and leaves out terms of other kinds. A rule of a state or
 *   country applies where other terms of the policy do: by the area code, and by the address; any to a
 *   number that may ring anywhere.
 */
export function callingHours(
  client: ClientHours | null,
  rules: readonly PolicyRule[] = [],
): CallingHours {
  const general = stricter(lawfulHours, client ?? {});
  const ownStates = Object.keys(client?.states ?? {});
  const placed = rulesByPlace(rules);
  const plans = new Map<string, HoursPlan>();
  const places = new Map<string, Place>();
  const verdicts = new Map<string, HeldVerdict & { from: number }>();
  const closings = new Map<string, number | null>();
  const generalPlan = planOf(general);

  function planFor(callee: Callee): HoursPlan {
    if (ownStates.length === 0 && placed.count === 0) return generalPlan;
    // A non-geographic number may ring in any state, as it may ring in any zone.
    const at = placesOf(callee);
    const range = (at?.states ?? ownStates).reduce(
      (hours, one) => stricter(hours, client?.states?.[one] ?? {}),
      general,
    );
    const own = placed.rulesOf(at);
    const key = `${range.open} ${range.close} ${own.key}`;
    const known = plans.get(key) ?? planOf(range, own.rules);
    plans.set(key, known);
    return known;
  }

  /** Numbers of the same area code, state and zip code are judged alike. */
  function placeOf(callee: Callee): Place {
    const { phone, state, zipCode } = callee;
    const name = `${phone.slice(0, 4)} ${state} ${zipCode}`;
    const known = places.get(name);
    if (known) return known;
    if (places.size >= mostPlaces) places.clear();
    const plan = planFor(callee);
    const zones = candidateZones(phone, state, zipCode);
    const fresh = { plan, zones, key: `${plan.key} ${zones.join(' ')}` };
    places.set(name, fresh);
    return fresh;
  }

  function judged(callee: Callee, now: number): HeldVerdict {
    const { plan, zones, key } = placeOf(callee);
    const known = verdicts.get(key);
    if (known && now >= known.from && now < known.holds) return known;
    const fresh = { ...judgeIn(zones, plan, now), from: now };
    verdicts.set(key, fresh);
    return fresh;
  }

  return {
    planOf: (callee) => placeOf(callee).plan,
    closing(callee, from, until) {
      const { plan, zones, key } = placeOf(callee);
      if (!plan.base) return null;
      const name = `${key} ${from} ${until}`;
      const known = closings.get(name);
      if (known !== undefined) return known;
      if (closings.size >= mostPlaces) closings.clear();
      const fresh = closingRule(zones, plan, from, until);
      closings.set(name, fresh);
      return fresh;
    },
    rangeOf(callee, now) {
      const { plan, zones } = placeOf(callee);
      if (plan.base === null) return rangeOn(plan, 0);
      const days = zones.flatMap((zone) => clocksOf(zone, now).map((one) => localDay(one, now)));
      return [...new Set(days)]
        .map((day) => rangeOn(plan, day))
        .reduce((range, other) => stricter(range, other));
    },
    verdict: (callee, now) => judged(callee, now).verdict,
    holding: (callee, now) => judged(callee, now).holding,
  };
}

interface Place {
  plan: HoursPlan;
  zones: readonly string[];
  /** Of its verdicts: the same hours in the same zones. */
  key: string;
}

/** More than a claim or a funnel asks about at once; beyond that they are found anew. */
const mostPlaces = 20_000;

/** The rules of a place, so that numbers of the same places find theirs without reading all of them. */
function rulesByPlace(rules: readonly PolicyRule[]) {
  const all = rules.filter(isHoursRule);
  const named = new Set(all.flatMap(({ state }) => state ?? []));
  const sets = new Map<string, { key: string; rules: readonly HoursRule[] }>();

  /** @param places of the number; null: it may ring anywhere */
  function rulesOf(places: Places | null) {
    const own = places?.states.filter((state) => named.has(state)).toSorted();
    const name = places ? `${own?.join()} ${places.countries.toSorted().join()}` : 'anywhere';
    const known = sets.get(name);
    if (known) return known;
    // In one order, so that the same rules are the same plan.
    const applying = all.filter((rule) => isAbout(rule, places));
    const fresh = { key: applying.map(({ ruleId }) => ruleId).join(), rules: applying };
    sets.set(name, fresh);
    return fresh;
  }

  return { count: all.length, rulesOf };
}

/** `HH:mm` compares as text. An empty range stays empty: then no instant is allowed. */
function stricter(base: HoursRange, wish: Partial<HoursRange>): HoursRange {
  const open = wish.open !== undefined && wish.open > base.open ? wish.open : base.open;
  const close = wish.close !== undefined && wish.close < base.close ? wish.close : base.close;
  return { open, close: close < open ? open : close };
}
