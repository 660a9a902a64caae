/** Every time zone that a number may be in: its area code, and the account's address (spec 3 section 7). */
import { addressZones } from './address-zones.ts';
import { areaCodesByZones } from './area-code-zones.gen.ts';

const byAreaCode = new Map<string, readonly string[]>();
for (const [zones, codes] of Object.entries(areaCodesByZones)) {
  const list = zones.split(' ');
  for (const code of codes.split(' ')) byAreaCode.set(code, list);
}

/** Toll-free, non-geographic and unknown area codes may ring anywhere in the numbering plan. */
const everywhere = [...new Set([...byAreaCode.values()].flat())].sort();

/**
 * @param phone 11 digits with leading 1
 * @returns IANA zones, never empty; a call is allowed only when all of them allow it
 */
export function candidateZones(
  phone: string,
  state: string | null,
  zipCode: string | null,
): readonly string[] {
  const ofNumber = byAreaCode.get(phone.slice(1, 4)) ?? everywhere;
  const ofAddress = addressZones(state, zipCode);
  return ofAddress.every((zone) => ofNumber.includes(zone))
    ? ofNumber
    : [...new Set([...ofNumber, ...ofAddress])];
}

/** Whether the area code is one of a place; false for toll-free and unknown ones. */
export function isGeographic(phone: string): boolean {
  return byAreaCode.has(phone.slice(1, 4));
}
