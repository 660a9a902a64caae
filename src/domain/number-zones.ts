/**
 * Every time zone that a number may be in: its area code, and the account's address (spec 3 section
 * 7).
 */
import { addressZones } from './address-zones.ts';
import { areaCodeOf, areaCodes } from './numbering-plan/area-code.ts';

/** Toll-free, non-geographic and unknown area codes may ring anywhere in the numbering plan. */
const everywhere = [...new Set(areaCodes.flatMap((area) => area.zones))].sort();

/**
 * The whole area code counts, not the town of its prefix: mobile and ported numbers move about.
 *
 * @param phone 11 digits with leading 1
 * @returns IANA zones, never empty; a call is allowed only when all of them allow it
 */
export function candidateZones(
  phone: string,
  state: string | null,
  zipCode: string | null,
): readonly string[] {
  const zones = areaCodeOf(phone)?.zones ?? [];
  const ofNumber = zones.length === 0 ? everywhere : zones;
  const ofAddress = addressZones(state, zipCode);
  return ofAddress.every((zone) => ofNumber.includes(zone))
    ? ofNumber
    : [...new Set([...ofNumber, ...ofAddress])];
}

/** Whether the area code is geographic; false for toll-free and unknown ones. */
export function isGeographic(phone: string): boolean {
  return areaCodeOf(phone)?.kind === 'geographic';
}
