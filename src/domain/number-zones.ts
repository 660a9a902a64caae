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

export interface ZoneCause {
  code: 'area_code' | 'zip_code' | 'state' | 'anywhere';
  /** The area code, the zip code or the state. */
  value: string;
}

/** Every candidate zone with what says that the number may be there. */
export function zoneCauses(
  phone: string,
  state: string | null,
  zipCode: string | null,
): { zone: string; because: ZoneCause[] }[] {
  const area = areaCodeOf(phone);
  const placed = (area?.zones.length ?? 0) > 0;
  const ofArea = new Set(placed ? area?.zones : everywhere);
  const code: ZoneCause = { code: placed ? 'area_code' : 'anywhere', value: phone.slice(1, 4) };
  const ofZip = addressZones(null, zipCode);
  const ofState = addressZones(state, null);
  const ofAddress = addressZones(state, zipCode);
  return candidateZones(phone, state, zipCode).map((zone) => {
    const because = ofArea.has(zone) ? [code] : [];
    if (ofAddress.includes(zone)) {
      if (ofZip.includes(zone)) because.push({ code: 'zip_code', value: (zipCode ?? '').trim() });
      else if (ofState.includes(zone)) because.push({ code: 'state', value: (state ?? '').trim() });
    }
    return { zone, because };
  });
}
