/** Which attempts a rule of the contact policy is about: by channel, purpose, campaign and place. */

import type { PolicyRule, Purpose } from '#contract/policy.ts';
import { knownState, statesOfZip } from '../address-zones.ts';
import type { Callee } from '../callee.ts';
import type { AttemptKind } from '../contact-cap.ts';
import { areaCodeOf, areaCodes } from '../numbering-plan/area-code.ts';

/** What a campaign's attempts are, whatever their numbers. */
export interface PolicyScope {
  campaignId: number;
  purpose: Purpose;
  kind: AttemptKind;
}

export function isInScope(rule: PolicyRule, { campaignId, purpose, kind }: PolicyScope): boolean {
  if (rule.channel !== 'any' && rule.channel !== kind) return false;
  if (rule.purpose !== null && rule.purpose !== purpose) return false;
  return rule.campaignId === null || rule.campaignId === campaignId;
}

const countries = new Map(
  areaCodes.flatMap(({ country, states }) => states.map((state) => [state, country] as const)),
);

/** `US` or `CA`; undefined for what is no state, territory or province. */
export const countryOfState = (state: string): string | undefined => countries.get(state);

/** Where a number may be. */
export interface Places {
  /** The stated one, those of the zip code and those of the area code. */
  states: readonly string[];
  countries: readonly string[];
}

/** Null: the number is not geographic, and may be anywhere. */
export function placesOf({ phone, state, zipCode }: Callee): Places | null {
  const area = areaCodeOf(phone);
  if (area?.kind !== 'geographic') return null;
  const known = knownState(state);
  const stated = [...(known ? [known] : []), ...statesOfZip(zipCode)];
  const ofStated = stated.flatMap((one) => countryOfState(one) ?? []);
  return {
    states: [...new Set([...area.states, ...stated])],
    countries: [...new Set([area.country, ...ofStated])],
  };
}

type Placed = Pick<PolicyRule, 'country' | 'state'>;

/** Whether the rule is about one of the places. */
export function isAbout({ country, state }: Placed, places: Places | null): boolean {
  if (places === null) return true;
  if (state !== null && !places.states.includes(state)) return false;
  return country === null || places.countries.includes(country);
}

/** Whether the number may be where the rule is about. */
export function mayBeIn(callee: Callee, rule: Placed): boolean {
  return (rule.country === null && rule.state === null) || isAbout(rule, placesOf(callee));
}
