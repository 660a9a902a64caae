/**
 * Calling hours with rules of the contact policy, for all kinds of rules, places, days and clock
 * changes: against a reference that reads every minute of every clock by itself.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HoursTerms, PolicyDay, PolicyRule } from '#contract/policy.ts';
import { statesOfZip } from './address-zones.ts';
import { type Callee, callingHours } from './calling-hours.ts';
import { hoursIn } from './hours-verdict.ts';
import { candidateZones } from './number-zones.ts';
import { areaCodeOf } from './numbering-plan/area-code.ts';
import { holidaysOf } from './policy/holidays.ts';
import { clocksOf } from './zone-rules/zone-clock.ts';

const at = (instant: string) => Date.parse(instant);
const minute = 60_000;
const day = 24 * 60 * minute;
const callee = (phone: string, state: string | null = null, zipCode: string | null = null) => ({
  phone,
  state,
  zipCode,
});

const rule = (
  ruleId: number,
  terms: Partial<HoursTerms>,
  place: { country?: string; state?: string } = {},
): PolicyRule => ({
  ruleId,
  ...{ purpose: null, campaignId: null, channel: 'any', preset: null },
  ...{ source: null, sourceDate: null },
  country: place.country ?? null,
  state: place.state ?? null,
  terms: {
    ...{ kind: 'hours', days: ['sun'], open: null, close: null, from: null, until: null },
    ...terms,
  },
});

const all: PolicyDay[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** One of each kind: zones with and without clock changes, half hours, borders, several at once. */
const callees: Callee[] = [
  callee('17135550100'),
  callee('18505550100'),
  callee('18085550100'),
  callee('16715550100'),
  callee('19285550100'),
  callee('16025550100', 'AZ', '85001'),
  callee('18125550100', 'IN'),
  callee('15745550100'),
  callee('17095550100'),
  callee('17095550100', 'NL', 'A0P 1C0'),
  callee('16055550100'),
  callee('19075550100', 'AK', '99546'),
  callee('12125550100', 'CA', '33101'),
  callee('14035550100'),
  callee('16845550100', 'HI'),
];

const times = ['00:00', '07:30', '08:00', '09:00', '10:05', '12:00', '17:00', '19:59', '20:00'];
const closings = ['09:00', '12:30', '17:00', '20:00', '20:59', '21:00', '24:00'];
const holidayDates = new Set(
  [2026, 2027, 2028].flatMap((year) =>
    holidaysOf(year).flatMap(({ day: one, observed }) =>
      [one, observed].map((date) => new Date(date * day).toISOString().slice(0, 10)),
    ),
  ),
);

const someHours = fc.oneof(
  fc.constant({ open: null, close: null }),
  fc
    .tuple(fc.constantFrom(...times), fc.constantFrom(...closings))
    .filter(([open, close]) => open < close)
    .map(([open, close]) => ({ open, close })),
);
const somePlace = fc.oneof(
  fc.constant({}),
  fc.constantFrom<{ country?: string; state?: string }[]>(
    ...[{ country: 'US' }, { country: 'CA' }],
    ...['TX', 'FL', 'AL', 'HI', 'GU', 'AZ', 'IN', 'NL', 'SD', 'CA', 'AK'].map((state) => ({
      state,
    })),
  ),
);
/** Weeks with a clock change, a holiday, or the turn of a year. */
const weeks = ['2026-10-30', '2026-11-24', '2026-12-23', '2027-03-11', '2027-07-02', '2027-12-29'];

const scenario = fc.constantFrom(...weeks).chain((week) => {
  const start = at(`${week}T00:00:00Z`);
  const date = fc
    .integer({ min: -2, max: 9 })
    .map((days) => new Date(start + days * day).toISOString().slice(0, 10));
  const dates = fc.oneof(
    fc.constant({ from: null, until: null }),
    fc.record({ from: date, until: fc.constant(null) }),
    fc.record({ from: fc.constant(null), until: date }),
    fc.tuple(date, date).map(([one, other]) => ({
      from: one < other ? one : other,
      until: one < other ? other : one,
    })),
  );
  const days = fc.subarray<PolicyDay>([...all, 'holiday'], { minLength: 1 });
  const someRule = fc.record({ hours: someHours, place: somePlace, dates, days });
  return fc.record({
    who: fc.constantFrom(...callees),
    now: fc.integer({ min: 0, max: (6 * day) / minute }).map((minutes) => start + minutes * minute),
    rules: fc
      .array(someRule, { minLength: 1, maxLength: 4 })
      .map((parts) =>
        parts.map(({ hours, place, dates: on, days: named }, n) =>
          rule(n + 1, { ...hours, ...on, days: named }, place),
        ),
      ),
    client: fc.constantFrom(null, null, { open: '09:00', states: { TX: { close: '19:00' } } }),
  });
});

/** What a clock shows, as text, and every limit compared with it one by one. */
function shownIn(zone: string, instant: number) {
  return clocksOf(zone, instant).map((clock) => {
    const shown = new Date(instant + clock.offsetAt(instant));
    const date = shown.toISOString().slice(0, 10);
    const weekday = (['sun', ...all.slice(0, 6)] as PolicyDay[])[shown.getUTCDay()] as PolicyDay;
    return { date, weekday, time: shown.toISOString().slice(11, 16) };
  });
}

function appliesTo({ country, state }: PolicyRule, who: Callee): boolean {
  const area = areaCodeOf(who.phone);
  if (state !== null) {
    const states = [who.state, ...statesOfZip(who.zipCode), ...(area?.states ?? [])];
    return states.includes(state);
  }
  return country === null || country === area?.country;
}

type Shown = ReturnType<typeof shownIn>[number];

function forbids({ terms }: PolicyRule, { date, weekday, time }: Shown): boolean {
  if (terms.kind !== 'hours') return false;
  if (terms.from !== null && date < terms.from) return false;
  if (terms.until !== null && date > terms.until) return false;
  const named =
    terms.days.includes(weekday) || (terms.days.includes('holiday') && holidayDates.has(date));
  if (!named) return false;
  return terms.open === null || terms.close === null || time < terms.open || time >= terms.close;
}

interface Given {
  who: Callee;
  rules: PolicyRule[];
  client: { open: string; states: { TX: { close: string } } } | null;
}

/** Whether the law and the client allow a minute, and which rules forbid it. */
function minuteOf({ who, rules, client }: Given, zones: readonly string[], instant: number) {
  const own = rules.filter((one) => appliesTo(one, who));
  const inTexas = appliesTo(rule(0, {}, { state: 'TX' }), who);
  const close = client && inTexas ? client.states.TX.close : '21:00';
  const shown = zones.flatMap((zone) => shownIn(zone, instant));
  return {
    lawful: shown.every(({ time }) => time >= (client?.open ?? '08:00') && time < close),
    against: own
      .filter((one) => shown.some((clock) => forbids(one, clock)))
      .map((one) => one.ruleId),
  };
}

describe('verdicts with rules', () => {
  test('are those of a clock that is read minute by minute, and name the rules that hold', () => {
    fc.assert(
      fc.property(scenario, ({ who, now, rules, client }) => {
        const zones = candidateZones(who.phone, who.state, who.zipCode);
        const hours = callingHours(client, rules);
        const verdict = hours.verdict(who, now);
        expect(verdict.until).toBeGreaterThan(now);
        expect(verdict.until).toBeLessThanOrEqual(now + 14 * day);
        let first: { instant: number; against: number[] } | null = null;
        for (let instant = now; instant < verdict.until; instant += minute) {
          const { lawful, against } = minuteOf({ who, rules, client }, zones, instant);
          if ((lawful && against.length === 0) !== verdict.allowed) {
            throw new Error(
              `wrong at ${new Date(instant).toISOString()}: ${JSON.stringify(verdict)}`,
            );
          }
          if (lawful) first ??= { instant, against };
        }
        const end = minuteOf({ who, rules, client }, zones, verdict.until);
        const open = end.lawful && end.against.length === 0;
        if (verdict.allowed) expect(open).toBe(false);
        else if (verdict.zone !== null) expect(open).toBe(true);
        const holding = hours.holding(who, now);
        const named = holding.map(({ ruleId }) => ruleId);
        expect(verdict.ruleId).toBe(named[0] ?? null);
        const holders = verdict.allowed ? [] : (first?.against ?? []);
        expect(named.toSorted()).toEqual(holders.toSorted());
        // Each until when the number could be called if there were no other rule.
        for (const { ruleId, until } of holding) {
          const own = rules.filter((one) => one.ruleId === ruleId);
          expect(until).toBe(callingHours(client, own).verdict(who, now).until);
        }
        const ends = holding.map(({ until }) => until);
        expect(ends).toEqual(ends.toSorted((one, other) => other - one));
      }),
      { numRuns: 80 },
    );
  });

  test('of a number that may ring anywhere keep every rule in every zone', () => {
    const rules = [
      rule(1, { days: ['sat'] }, { state: 'HI' }),
      rule(2, { days: ['sun'] }, { country: 'CA' }),
    ];
    const who = callee('18005550100');
    const hours = callingHours(null, rules);
    const zones = candidateZones(who.phone, null, null);
    for (const now of ['2026-12-04T23:00:00Z', '2026-12-05T19:00:00Z', '2026-12-07T00:30:00Z']) {
      const { allowed, until } = hours.verdict(who, at(now));
      for (let instant = at(now); instant < until; instant += 30 * minute) {
        const { lawful, against } = minuteOf({ who, rules: [], client: null }, zones, instant);
        const closed = zones.some((zone) =>
          rules.some((one) => shownIn(zone, instant).some((clock) => forbids(one, clock))),
        );
        expect(against).toEqual([]);
        expect(lawful && !closed).toBe(allowed);
      }
    }
  });

  test('that were kept equal fresh ones, the rule included', () => {
    fc.assert(
      fc.property(
        scenario,
        fc.array(fc.integer({ min: 0, max: 8 * 24 * 60 }), { minLength: 5, maxLength: 20 }),
        ({ who, now, rules, client }, steps) => {
          const kept = callingHours(client, rules);
          for (const step of steps.sort((one, other) => one - other)) {
            const instant = now + step * minute;
            const { allowed, until, ruleId, zone } = kept.verdict(who, instant);
            const anew = callingHours(client, rules);
            const fresh = anew.verdict(who, instant);
            expect(allowed).toBe(fresh.allowed);
            // Without an opening ahead, both only say when to ask again.
            if (!allowed && zone === null) expect(until).toBeLessThanOrEqual(fresh.until);
            else {
              expect({ until, ruleId }).toEqual({ until: fresh.until, ruleId: fresh.ruleId });
              expect(kept.holding(who, instant)).toEqual(anew.holding(who, instant));
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('and the hours shown of its zones agree', () => {
    fc.assert(
      fc.property(scenario, ({ who, now, rules, client }) => {
        const hours = callingHours(client, rules);
        const zones = candidateZones(who.phone, who.state, who.zipCode);
        const shown = zones.map((zone) => hoursIn(zone, [hours.planOf(who)], now));
        const open = shown.every(({ opens, closes }) => opens <= now && now < closes);
        expect(open).toBe(hours.verdict(who, now).allowed);
        const range = hours.rangeOf(who, now);
        for (const { time } of zones.flatMap((zone) => shownIn(zone, now))) {
          if (open) expect(time >= range.open && time < range.close).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
