import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { callingHours, lawfulHours } from './calling-hours.ts';
import { verdictIn } from './hours-verdict.ts';
import { candidateZones } from './number-zones.ts';
import { areaCodes as plan } from './numbering-plan/area-code.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

const at = (instant: string) => Date.parse(instant);
const callee = (phone: string, state: string | null = null, zipCode: string | null = null) => ({
  phone,
  state,
  zipCode,
});
/** The hour that clocks show by Node's rules, and by those that Carillon carries. */
const hoursIn = (zone: string, instant: number): number[] => [
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).hour,
  Number(wallTimeIn(zone, instant).slice(0, 2)),
];
const areaCodes = plan.filter((area) => area.zones.length > 0).map((area) => area.code);

describe('calling hours', () => {
  test('are 8:00 to 21:00 of the number, to the second', () => {
    const hours = callingHours(null);
    const newYork = callee('12125550100');
    const opening = at('2026-11-20T13:00:00Z');
    expect(hours.verdict(newYork, opening - 1)).toMatchObject({ allowed: false, until: opening });
    expect(hours.verdict(newYork, opening).allowed).toBe(true);
    const closing = at('2026-11-21T02:00:00Z');
    expect(hours.verdict(newYork, closing - 1)).toMatchObject({ allowed: true, until: closing });
    expect(hours.verdict(newYork, closing)).toMatchObject({
      allowed: false,
      until: at('2026-11-21T13:00:00Z'),
    });
  });

  test('keep the wall time right across both daylight saving changes', () => {
    const hours = callingHours(null);
    const newYork = callee('12125550100');
    for (const [before, opening] of [
      ['2026-03-08T03:00:00Z', '2026-03-08T12:00:00Z'],
      ['2026-11-01T03:00:00Z', '2026-11-01T13:00:00Z'],
    ] as const) {
      expect(hours.verdict(newYork, at(before))).toMatchObject({
        allowed: false,
        until: at(opening),
      });
    }
  });

  test('must hold in every zone of the area code: 850 is Eastern and Central', () => {
    const hours = callingHours(null);
    const panhandle = callee('18505550100');
    expect(hours.verdict(panhandle, at('2026-11-20T13:30:00Z')).allowed).toBe(false);
    expect(hours.verdict(panhandle, at('2026-11-20T14:00:00Z')).allowed).toBe(true);
    expect(hours.verdict(panhandle, at('2026-11-21T02:00:00Z')).allowed).toBe(false);
  });

  test('must hold at the address too where it says more', () => {
    const hours = callingHours(null);
    const early = at('2026-11-20T14:00:00Z');
    expect(hours.verdict(callee('12125550100', 'CA'), early).allowed).toBe(false);
    expect(hours.verdict(callee('12125550100', null, '94103-1234'), early).allowed).toBe(false);
    expect(hours.verdict(callee('13055550100', 'FL', '33101'), at('2026-11-20T13:00:00Z'))).toEqual(
      expect.objectContaining({ allowed: true }),
    );
    expect(hours.verdict(callee('13055550100', 'FL'), at('2026-11-20T13:00:00Z')).allowed).toBe(
      false,
    );
  });

  test('a client makes them stricter, for all or for a state, and never looser', () => {
    const hours = callingHours({
      open: '05:00',
      close: '20:00',
      states: { TX: { open: '12:00', close: '23:00' } },
    });
    expect(hours.verdict(callee('12125550100'), at('2026-11-20T12:59:59Z')).allowed).toBe(false);
    expect(hours.verdict(callee('12125550100'), at('2026-11-21T00:59:59Z')).allowed).toBe(true);
    expect(hours.verdict(callee('12125550100'), at('2026-11-21T01:00:00Z')).allowed).toBe(false);
    const austin = callee('15125550100', 'TX', '78701');
    expect(hours.verdict(austin, at('2026-11-20T17:59:00Z')).allowed).toBe(false);
    expect(hours.verdict(austin, at('2026-11-20T18:00:00Z')).allowed).toBe(true);
    expect(hours.verdict(austin, at('2026-11-21T02:00:00Z')).allowed).toBe(false);
  });

  test("a state's stricter hours hold for the stated state, the zip code's and every one of the area code", () => {
    const hours = callingHours({
      states: { FL: { close: '20:00' }, TX: { open: '12:00' }, MD: { close: '20:30' } },
    });
    const evening = (who: ReturnType<typeof callee>, time: string) =>
      hours.verdict(who, at(`2026-11-21T${time}Z`)).allowed;
    for (const miami of [
      callee('13055550100'),
      callee('13055550100', 'GA', '30301'),
      callee('14045550100', 'GA', '33101'),
      callee('14045550100', 'fl', '30301'),
    ]) {
      expect(evening(miami, '00:59:59')).toBe(true);
      expect(evening(miami, '01:00:00')).toBe(false);
    }
    expect(evening(callee('14045550100', 'GA', '30301'), '01:00:00')).toBe(true);
    expect(evening(callee('14045550100', 'AE', '34012'), '01:00:00')).toBe(true);
    // Of several states the strictest hold: noon of Texas and 20:00 of Florida.
    const both = callee('13055550100', 'MD', '73301');
    expect(evening(both, '01:00:00')).toBe(false);
    expect(hours.verdict(both, at('2026-11-20T17:59:59Z')).allowed).toBe(false);
    expect(hours.verdict(both, at('2026-11-20T18:00:00Z')).allowed).toBe(true);
  });

  test('a non-geographic number keeps the stricter hours of every state', () => {
    const tollFree = callee('18005550100');
    const almostNine = at('2026-11-20T23:45:00Z');
    expect(callingHours(null).verdict(tollFree, almostNine).allowed).toBe(true);
    const florida = callingHours({ states: { FL: { close: '20:00' } } });
    expect(florida.verdict(tollFree, almostNine).allowed).toBe(false);
  });

  test('that leave no instant are asked again a day later', () => {
    const hours = callingHours({ open: '20:00', close: '09:00' });
    const now = at('2026-11-20T18:00:00Z');
    expect(hours.verdict(callee('12125550100'), now)).toMatchObject({
      allowed: false,
      until: now + 86_400_000,
    });
  });

  test('no allowed instant of any year is outside 8 to 21 in any zone, and waiting ends in one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...areaCodes),
        fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') }),
        (areaCode, now) => {
          const zones = candidateZones(`1${areaCode}5550100`, null, null);
          const verdict = verdictIn(zones, lawfulHours, now);
          const allowedAt = verdict.allowed ? now : verdict.until;
          const hoursAt = (instant: number) => zones.flatMap((zone) => hoursIn(zone, instant));
          for (const hour of hoursAt(allowedAt)) {
            expect(hour).toBeGreaterThanOrEqual(8);
            expect(hour).toBeLessThan(21);
          }
          const last = hoursAt(verdict.until - 1);
          expect(last.every((hour) => hour >= 8 && hour < 21)).toBe(verdict.allowed);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('cached verdicts equal fresh ones', () => {
    const remembering = callingHours(null);
    fc.assert(
      fc.property(
        fc.constantFrom(...areaCodes.slice(0, 60)),
        fc.integer({ min: at('2026-10-30T00:00:00Z'), max: at('2026-11-03T00:00:00Z') }),
        (areaCode, now) => {
          const who = callee(`1${areaCode}5550100`);
          expect(remembering.verdict(who, now).allowed).toBe(
            callingHours(null).verdict(who, now).allowed,
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
