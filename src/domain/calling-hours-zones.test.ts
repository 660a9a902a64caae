/** Calling hours where zones have changed, and where a number may be in several of them. */
import { describe, expect, test } from 'vitest';
import { callingHours, lawfulHours } from './calling-hours.ts';
import { verdictBy } from './hours-verdict.ts';
import { candidateZones, isGeographic } from './number-zones.ts';
import type { ZoneClock } from './zone-rules/zone-clock.ts';

const at = (instant: string) => Date.parse(instant);
const callee = (phone: string, state: string | null = null, zipCode: string | null = null) => ({
  phone,
  state,
  zipCode,
});

describe('zone rules', () => {
  const hour = 3_600_000;
  const fixed = (hours: number): ZoneClock => ({
    offsetAt: () => hours * hour,
    changesBetween: () => [],
  });

  test.each([
    ['204, Manitoba', '12045550100', '2026-11-24T02:30:00Z'],
    ['431, Manitoba', '14315550100', '2027-01-15T02:30:00Z'],
    ['867, Inuvik', '18675550100', '2026-11-24T03:30:00Z'],
    ['604, Vancouver', '16045550100', '2026-11-24T04:30:00Z'],
    ['403, Alberta', '14035550100', '2026-11-24T03:30:00Z'],
  ])('are those of the newest data: half past nine at night in %s', (_where, phone, now) => {
    expect(callingHours(null).verdict(callee(phone), at(now)).allowed).toBe(false);
  });

  test('of which two differ must both allow: the stricter hour wins', () => {
    const zone = 'America/Winnipeg';
    const both = [
      { zone, clock: fixed(-5) },
      { zone, clock: fixed(-6) },
    ];
    const verdict = (now: string) => verdictBy(() => both, lawfulHours, at(now));
    expect(verdict('2026-11-24T13:30:00Z')).toEqual({
      ...{ allowed: false, until: at('2026-11-24T14:00:00Z'), zone, ruleId: null },
    });
    expect(verdict('2026-11-24T14:00:00Z')).toMatchObject({
      ...{ allowed: true, until: at('2026-11-25T02:00:00Z') },
    });
    expect(verdict('2026-11-25T02:00:00Z').allowed).toBe(false);
  });

  test('beyond the data are those of Node alone', () => {
    const verdict = callingHours(null).verdict(callee('12125550100'), at('2050-01-14T14:00:00Z'));
    expect(verdict).toMatchObject({ allowed: true, until: at('2050-01-15T02:00:00Z') });
  });
});

describe("calling hours of the areas that stood in a neighbor's zone", () => {
  test.each([
    ['689, Florida, 21:30', '16895550100', '2026-11-24T02:30:00Z'],
    ['474, Saskatchewan, 7:10 in summer', '14745550100', '2026-07-15T13:10:00Z'],
    ['402, Cody in Nebraska, 7:10', '14025550100', '2026-12-01T14:10:00Z'],
    ['531, Cody in Nebraska, 7:10', '15315550100', '2026-12-01T14:10:00Z'],
    ['334, Phenix City in Alabama, 20:30 Central', '13345550100', '2026-12-02T02:30:00Z'],
    ['580, Kenton in Oklahoma, 7:10 Mountain', '15805550100', '2026-12-01T14:10:00Z'],
    ['775, Jackpot in Nevada, 20:30 Pacific', '17755550100', '2026-12-02T04:30:00Z'],
    [
      '760, Winterhaven in California, 20:30 Pacific in winter',
      '17605550100',
      '2026-12-02T04:30:00Z',
    ],
    ['306, Creighton in Saskatchewan, 20:30 there', '13065550100', '2026-12-02T02:30:00Z'],
  ])('nobody is called: %s', (_where, phone, now) => {
    expect(callingHours(null).verdict(callee(phone), at(now)).allowed).toBe(false);
  });

  test('a number of Alabama with the zip code of Phenix City keeps both zones', () => {
    const evening = at('2026-12-02T02:30:00Z');
    const hours = callingHours(null);
    expect(hours.verdict(callee('12055550100', 'AL', '36867'), evening).allowed).toBe(false);
    expect(hours.verdict(callee('12055550100', 'AL', '35203'), evening).allowed).toBe(true);
  });

  test('newer codes are callable all day, not only when the whole plan is awake', () => {
    for (const [code, noon] of [
      ...[['621', 18] as const, ['679', 17] as const, ['837', 20] as const, ['924', 18] as const],
      ...[['457', 18] as const, ['861', 18] as const, ['738', 20] as const, ['465', 17] as const],
    ]) {
      const now = at(`2026-12-01T${noon}:00:00Z`) - 3 * 3_600_000;
      expect(callingHours(null).verdict(callee(`1${code}5550100`), now).allowed, code).toBe(true);
    }
  });
});

describe('the zones of a number', () => {
  test('are all zones of the plan for a toll-free number', () => {
    expect(isGeographic('18005550100')).toBe(false);
    expect(candidateZones('18005550100', null, null)).toEqual(
      expect.arrayContaining(['Pacific/Guam', 'America/New_York', 'Pacific/Honolulu']),
    );
  });

  test('at 14:00 Eastern every state may be called, Hawaii included', () => {
    for (const phone of ['18085550100', '19075550100', '12125550100', '17095550100']) {
      expect(callingHours(null).verdict(callee(phone), at('2026-11-20T19:00:00Z')).allowed).toBe(
        true,
      );
    }
  });
});
