import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressZones, knownState, knownStates, statesOfZip, zipPlaces } from './address-zones.ts';
import { areaCodes } from './numbering-plan/area-code.ts';
import { placeGroupOf, placeOfGroup, placeVersion } from './place-group.ts';

const zip = fc.oneof(
  fc.constantFrom(...zipPlaces),
  fc.integer({ min: 0, max: 99_999 }).map((whole) => String(whole).padStart(5, '0')),
  fc.integer({ min: 0, max: 999_999_999 }).map(String),
  fc.constantFrom('06390', '06391', '83414', '99923', '2134', '501', '2134.0', ' 02134', 'k1a 0b1'),
  fc.string(),
  fc.constant(null),
);
const state = fc.oneof(
  fc.constantFrom(...knownStates),
  fc.constantFrom('de', ' TX ', 'Delaware', 'XX', ''),
  fc.constant(null),
);
const area = fc.constantFrom(...areaCodes.map(({ code }) => code));

test('a place group stands for the same area code, state, zones and states of the zip code', () => {
  const alike = fc.property(area, state, zip, (areaCode, stated, zipCode) => {
    const group = placeGroupOf({ areaCode, state: stated, zipCode });
    const place = placeOfGroup(group);
    expect(group).toBeGreaterThan(0);
    expect(group).toBeLessThan(2 ** 31);
    expect(place.areaCode).toBe(areaCode);
    expect(place.state ?? undefined).toBe(knownState(stated));
    expect(addressZones(place.state, place.zipCode)).toEqual(addressZones(stated, zipCode));
    expect(statesOfZip(place.zipCode)).toEqual(statesOfZip(zipCode));
    expect(placeGroupOf(place)).toBe(group);
  });
  fc.assert(alike, { numRuns: 3_000 });
});

test('place groups of tables that changed have another version', () => {
  const meaning = zipPlaces.map((one) => [one, statesOfZip(one), addressZones(null, one)]);
  const tables = JSON.stringify([knownStates, meaning]);
  const digest = createHash('sha256').update(tables).digest('hex').slice(0, 16);
  // Stored groups were made from the tables: change the version together with this.
  expect([placeVersion, digest]).toEqual([1, 'fa35d9d5bf7f8a62']);
});
