/** Which attempts a rule of the contact policy is about: by channel, purpose, campaign and place. */

import type { PolicyRule, Purpose } from '#contract/policy.ts';
import { knownState, statesOfZip } from '../address-zones.ts';
import type { Callee } from '../calling-hours.ts';
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

/**
 * Whether the number may be there: in the stated state, the zip code's or one of the area code's. A
 * number that is not geographic may be anywhere.
 */
export function mayBeIn(
  { phone, state, zipCode }: Callee,
  rule: Pick<PolicyRule, 'country' | 'state'>,
): boolean {
  if (rule.country === null && rule.state === null) return true;
  const area = areaCodeOf(phone);
  if (area?.kind !== 'geographic') return true;
  const stated = [...statesOfZip(zipCode), knownState(state) ?? ''];
  const states = [...area.states, ...stated];
  if (rule.state !== null && !states.includes(rule.state)) return false;
  if (rule.country === null || area.country === rule.country) return true;
  return stated.some((one) => countryOfState(one) === rule.country);
}
