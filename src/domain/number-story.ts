/** The zones that a number may be in, from all of its entries, with the hours there. */
import type { NumberZone } from '#contract/number.ts';
import { hoursLookedAheadDays, type PolicyRule } from '#contract/policy.ts';
import type { Callee, CallingHours } from './calling-hours.ts';
import type { HoursPlan } from './hours-plan.ts';
import { hoursIn, verdictIn } from './hours-verdict.ts';
import { type ZoneCause, zoneCauses } from './number-zones.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

/** The hours of a campaign in which entries of the number wait. */
export interface CampaignHours {
  hours: CallingHours;
  /** Of its contact policy. */
  rules: readonly PolicyRule[];
}

interface ZoneFacts {
  because: Map<string, ZoneCause>;
  /** The entries that may be there. */
  callees: Callee[];
}

const lookedAhead = hoursLookedAheadDays * 86_400_000;

/**
 * @param callees its entries, each with its address; where they differ, every zone of any of them
 *   counts, with the strictest hours
 * @param campaigns of its waiting entries, at least one; a zone is open as soon as it is for one of them
 */
export function zonesOf(
  callees: readonly Callee[],
  campaigns: readonly CampaignHours[],
  at: number,
): NumberZone[] {
  const zones = new Map<string, ZoneFacts>();
  for (const callee of callees) {
    for (const { zone, because } of zoneCauses(callee.phone, callee.state, callee.zipCode)) {
      const known: ZoneFacts = zones.get(zone) ?? { because: new Map(), callees: [] };
      for (const cause of because) known.because.set(`${cause.code} ${cause.value}`, cause);
      known.callees.push(callee);
      zones.set(zone, known);
    }
  }
  return [...zones].map(([zone, { because, callees: own }]): NumberZone => {
    const all = campaigns
      .map((campaign) => hoursOf(zone, own, campaign, at))
      .sort((a, b) => Math.max(a.opens, at) - Math.max(b.opens, at) || b.closes - a.closes);
    const [{ opens, closes } = { opens: at, closes: at }] = all;
    const closed = all.find((one) => one.opens > at && one.rule);
    return {
      zone,
      because: [...because.values()],
      localTime: wallTimeIn(zone, at),
      open: opens <= at,
      opens: new Date(opens).toISOString(),
      closes: new Date(closes).toISOString(),
      ...(closed?.rule && { closedBy: { rule: closed.rule, all: opens > at } }),
      ...(opens >= at + lookedAhead && { closedBeyond: true as const }),
    };
  });
}

interface ZoneHours {
  opens: number;
  closes: number;
  /** What keeps it closed; undefined: the law or the client alone, or it is open. */
  rule: PolicyRule | undefined;
}

function hoursOf(
  zone: string,
  callees: readonly Callee[],
  { hours, rules }: CampaignHours,
  at: number,
): ZoneHours {
  const plans: HoursPlan[] = [...new Set(callees.map(hours.planOf))];
  const ids = plans.map((plan) => verdictIn([zone], plan, at).ruleId);
  return {
    ...hoursIn(zone, plans, at),
    rule: rules.find(({ ruleId }) => ids.includes(ruleId)),
  };
}
