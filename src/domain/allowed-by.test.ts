import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageRoles } from '#contract/allowed-by.ts';
import { addressZoneNames } from './address-zones.ts';
import { type Allowed, encodeAllowed, mostBytes, readAllowed } from './allowed-by.ts';
import { allowedZones } from './allowed-zones.ts';
import { areaCodes } from './numbering-plan/area-code.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

const small = fc.nat({ max: 0xffff });
const version = fc.integer({ min: 1, max: 2 ** 31 });
const time = fc
  .integer({ min: 0, max: 1439 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
const some: fc.Arbitrary<Allowed> = fc.record({
  at: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2036-01-01') }),
  zones: fc.subarray([...allowedZones], { maxLength: 24 }),
  range: fc.record({ open: time, close: time }),
  counted: fc.option(fc.record({ counted: small, most: small, days: small }), { nil: null }),
  campaignVersion: version,
  messages: fc.array(
    fc.record({
      role: fc.constantFrom(...messageRoles),
      id: fc.integer({ min: 1, max: 2 ** 47 }),
      version,
    }),
    { maxLength: 3 },
  ),
  withValues: fc.boolean(),
});
const hash = fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => hexOf(bytes));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('what allowed an attempt is kept in at most 150 bytes, and read as it was', () => {
  fc.assert(
    fc.property(some, hash, (given, valuesHash) => {
      const { at, zones, range, withValues, ...rest } = given;
      const kept = hexOf(encodeAllowed(given)) + (withValues ? valuesHash : '');
      expect(kept.length).toBeLessThanOrEqual(mostBytes * 2);
      expect(readAllowed(kept)).toEqual({
        ...rest,
        zones: zones.map((zone) => ({ zone, localTime: wallTimeIn(zone, at) })),
        zoneCount: zones.length,
        opens: range.open,
        closes: range.close,
        valuesHash: withValues ? valuesHash : null,
      });
    }),
  );
});

test('however many zones there are, it fits and says how many there were', () => {
  const given: Allowed = {
    ...{ at: Date.parse('2026-11-20T15:00Z'), zones: allowedZones, campaignVersion: 7 },
    range: { open: '08:00', close: '21:00' },
    counted: { counted: 1, most: 7, days: 7 },
    messages: [{ role: 'customer', id: 2 ** 40, version: 3 }],
    withValues: true,
  };
  const kept = hexOf(encodeAllowed(given)) + '00'.repeat(8);
  expect(kept.length).toBeLessThanOrEqual(mostBytes * 2);
  expect(readAllowed(kept)).toMatchObject({ zoneCount: allowedZones.length });
});

test('every zone of an area code and of an address has its index', () => {
  const zones = [...areaCodes.flatMap((area) => area.zones), ...addressZoneNames];
  expect(zones.filter((zone) => !allowedZones.includes(zone))).toEqual([]);
});

test('a later form, or one that was cut, is not read as something else', () => {
  const [, ...rest] = encodeAllowed({
    ...{ at: 0, zones: ['America/New_York'], campaignVersion: 1, counted: null },
    ...{ range: { open: '08:00', close: '21:00' }, messages: [], withValues: true },
  });
  expect(readAllowed(hexOf(Uint8Array.from([9, ...rest])))).toBeUndefined();
  expect(readAllowed(hexOf(Uint8Array.from([1, ...rest.slice(0, 8)])))).toBeUndefined();
  expect(readAllowed(hexOf(Uint8Array.from([1, ...rest])))).toBeUndefined();
  expect(readAllowed('')).toBeUndefined();
});
