import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { addressZoneNames } from '../address-zones.ts';
import { areaCodes } from '../numbering-plan/area-code.ts';
import {
  carriedClock,
  carriedZones,
  clocksOf,
  instantOn,
  localDay,
  nodeClock,
  wallTimeIn,
} from './zone-clock.ts';
import { zoneGroups } from './zone-rules.gen.ts';

const at = (instant: string) => Date.parse(instant);
const hour = 3_600_000;
const someInstant = fc.integer({ min: at('2024-01-03T00:00Z'), max: at('2040-12-28T00:00Z') });

describe('the zone rules that Carillon carries', () => {
  test('hold every zone of an area code and of an address, each once', () => {
    const named = new Set([...areaCodes.flatMap((area) => area.zones), ...addressZoneNames]);
    expect([...named].filter((zone) => !carriedZones.includes(zone))).toEqual([]);
    const zones = zoneGroups.flatMap((group) => group.zones);
    expect(zones.length).toBe(new Set(zones).size);
  });

  test('change at ascending instants, by half hours and never by nothing', () => {
    for (const { zones, changes } of zoneGroups) {
      for (const [n, [instant, offset]] of changes.entries()) {
        expect(offset, zones[0]).toMatch(/^[-+](0\d|1[0-4]):(00|30)$/);
        const before = changes[n - 1];
        if (!before) continue;
        expect(at(instant), zones[0]).toBeGreaterThan(at(before[0]));
        expect(offset, zones[0]).not.toBe(before[1]);
      }
    }
  });

  test.each([
    // Manitoba stays on -05, the Northwest Territories and Alberta on -06, British Columbia on -07.
    ['America/Winnipeg', '2026-11-22T18:00Z', -5],
    ['America/Winnipeg', '2027-07-01T18:00Z', -5],
    ['America/Inuvik', '2026-11-22T18:00Z', -6],
    ['America/Edmonton', '2026-11-22T18:00Z', -6],
    ['America/Vancouver', '2026-11-22T18:00Z', -7],
    ['America/Regina', '2026-11-22T18:00Z', -6],
    ['America/New_York', '2026-11-22T18:00Z', -5],
    ['America/New_York', '2027-07-01T18:00Z', -4],
    ['America/St_Johns', '2027-07-01T18:00Z', -2.5],
    ['Pacific/Guam', '2027-07-01T18:00Z', 10],
  ])('%s at %s is %d hours from UTC', (zone, instant, hours) => {
    expect(carriedClock(zone, at(instant))?.offsetAt(at(instant))).toBe(hours * hour);
  });

  test('say nothing of instants that they do not hold', () => {
    expect(carriedClock('America/New_York', at('2023-12-31T23:00Z'))).toBeUndefined();
    expect(carriedClock('America/New_York', at('2041-01-01T00:00Z'))).toBeUndefined();
    expect(clocksOf('America/New_York', at('2041-01-01T00:00Z'))).toEqual([
      nodeClock('America/New_York'),
    ]);
  });
});

describe('a clock', () => {
  test('of Node shows what Temporal shows, in every zone and at any instant', () => {
    fc.assert(
      fc.property(fc.constantFrom(...carriedZones), someInstant, (zone, instant) => {
        const shown = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
        expect(nodeClock(zone).offsetAt(instant) * 1e6).toBe(shown.offsetNanoseconds);
        const midnight = Temporal.PlainDate.from('1970-01-01');
        expect(localDay(nodeClock(zone), instant)).toBe(
          shown.toPlainDate().since(midnight, { largestUnit: 'day' }).days,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test('turns a wall time into the instant that Temporal takes, on days of a change too', () => {
    const changeDays = ['2027-03-14', '2027-11-07', '2026-11-01', '2026-03-08', '2026-03-09'];
    const days = fc.oneof(
      fc.constantFrom(...changeDays),
      someInstant.map((instant) => new Date(instant).toISOString().slice(0, 10)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...carriedZones),
        days,
        fc.integer({ min: 0, max: 1439 }),
        (zone, date, minutes) => {
          const plainTime = Temporal.PlainTime.from('00:00').add({ minutes });
          const wanted = Temporal.PlainDate.from(date).toZonedDateTime({
            timeZone: zone,
            plainTime,
          });
          const day = at(date) / (24 * hour);
          expect(instantOn(nodeClock(zone), day, minutes)).toBe(wanted.epochMilliseconds);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('lists the changes of both kinds alike', () => {
    const [after, until] = [at('2026-01-01T00:00Z'), at('2029-06-01T00:00Z')];
    for (const zone of ['America/New_York', 'America/Phoenix', 'America/St_Johns']) {
      const carried = carriedClock(zone, after)?.changesBetween(after, until);
      expect(nodeClock(zone).changesBetween(after, until)).toEqual(carried);
    }
    expect(nodeClock('America/New_York').changesBetween(after, until)).toHaveLength(7);
  });

  test('of Node, which schedules follow, has our Eastern time to the end of the data', () => {
    const [after, until] = [at('2024-01-01T00:00Z'), at('2040-12-31T00:00Z')];
    const ours = carriedClock('America/New_York', after);
    const node = nodeClock('America/New_York');
    const changes = node.changesBetween(after, until);
    expect(changes).toEqual(ours?.changesBetween(after, until));
    expect(changes.map((change) => node.offsetAt(change))).toEqual(
      changes.map((change) => ours?.offsetAt(change)),
    );
    expect(changes).toHaveLength(34);
  });

  test('shows people the time of our rules', () => {
    expect(wallTimeIn('America/Winnipeg', at('2026-11-23T13:00Z'))).toBe('08:00');
    expect(wallTimeIn('America/St_Johns', at('2026-11-23T13:00Z'))).toBe('09:30');
    expect(wallTimeIn('America/New_York', at('2050-01-01T17:00Z'))).toBe('12:00');
  });
});
