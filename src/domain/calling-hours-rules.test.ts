/** Calling hours with rules of the contact policy, one by one. */
import { describe, expect, test } from 'vitest';
import type { HoursTerms, PolicyDay, PolicyRule } from '#contract/policy.ts';
import { type Callee, callingHours } from './calling-hours.ts';
import { hoursIn } from './hours-verdict.ts';
import { mayBeIn } from './policy/rule-scope.ts';

const at = (instant: string) => Date.parse(instant);
const day = 24 * 3_600_000;
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

describe('a rule of hours', () => {
  const houston = callee('17135550100');

  test('closes a day of the week: the verdict looks on and says which rule it was', () => {
    const hours = callingHours(null, [rule(7, { days: ['sun'] }, { state: 'TX' })]);
    // From 9:00 PM of Saturday, December 5, 2026 to 8:00 AM of Monday.
    const monday = at('2026-12-07T14:00:00Z');
    expect(hours.verdict(houston, at('2026-12-06T03:00:00Z'))).toEqual({
      ...{ allowed: false, until: monday, zone: 'America/Chicago', ruleId: 7 },
    });
    expect(hours.verdict(houston, at('2026-12-06T18:00:00Z'))).toMatchObject({ ruleId: 7 });
    // From 9:00 PM of Sunday on, the law alone delays it.
    expect(hours.verdict(houston, at('2026-12-07T03:00:00Z'))).toMatchObject({
      ...{ allowed: false, until: monday, ruleId: null },
    });
    expect(hours.verdict(houston, monday)).toMatchObject({ allowed: true, ruleId: null });
    expect(hours.verdict(callee('12125550100'), at('2026-12-06T18:00:00Z')).allowed).toBe(true);
  });

  test('can open later or close earlier, and is named only where the law would allow it', () => {
    const hours = callingHours(null, [rule(7, { days: all, open: '09:00', close: '20:00' })]);
    const verdict = (time: string) => {
      const { allowed, ruleId } = hours.verdict(houston, at(`2026-12-02T${time}-06:00`));
      return { allowed, ruleId };
    };
    expect(verdict('07:59:59')).toEqual({ allowed: false, ruleId: 7 });
    expect(verdict('08:59:59')).toEqual({ allowed: false, ruleId: 7 });
    expect(verdict('09:00:00')).toEqual({ allowed: true, ruleId: null });
    expect(verdict('20:00:00')).toEqual({ allowed: false, ruleId: 7 });
    // Tomorrow the law would allow it from 8:00 on, and the rule from 9:00 on.
    expect(verdict('23:00:00')).toEqual({ allowed: false, ruleId: 7 });
  });

  test('never makes hours looser than the law, the client or another rule', () => {
    const wide = rule(1, { days: all, open: '00:00', close: '24:00' });
    const client = { open: '10:00', states: { TX: { close: '18:00' } } };
    const hours = callingHours(client, [
      wide,
      rule(2, { days: all, open: '11:00', close: '23:00' }),
    ]);
    const range = hours.rangeOf(houston, at('2026-12-02T18:00:00Z'));
    expect(range).toEqual({ open: '11:00', close: '18:00' });
  });

  test('holds on the dates that it names, by the local calendar', () => {
    const closure = rule(
      3,
      { days: all, from: '2026-12-02', until: '2026-12-03' },
      { state: 'HI' },
    );
    const hours = callingHours(null, [closure]);
    const honolulu = callee('18085550100');
    expect(hours.verdict(honolulu, at('2026-12-02T06:59:00Z')).allowed).toBe(true);
    expect(hours.verdict(honolulu, at('2026-12-02T18:00:00Z'))).toMatchObject({
      ...{ allowed: false, until: at('2026-12-04T18:00:00Z'), ruleId: 3 },
    });
    expect(hours.verdict(honolulu, at('2026-12-04T18:00:00Z')).allowed).toBe(true);
  });

  test('on holidays closes the day itself and the day observed', () => {
    const hours = callingHours(null, [rule(4, { days: ['holiday'] })]);
    // July 4, 2026 is a Saturday.
    for (const date of ['2026-07-03', '2026-07-04']) {
      expect(hours.verdict(houston, at(`${date}T18:00:00Z`))).toMatchObject({
        ...{ allowed: false, until: at('2026-07-05T13:00:00Z'), ruleId: 4 },
      });
    }
  });

  test('of several that close days in a row, the one of this day is named', () => {
    const hours = callingHours(null, [rule(5, { days: ['sun'] }), rule(6, { days: ['holiday'] })]);
    // Labor Day, September 7, 2026.
    const opening = at('2026-09-08T13:00:00Z');
    const sunday = at('2026-09-06T18:00:00Z');
    expect(hours.verdict(houston, sunday)).toMatchObject({ until: opening, ruleId: 5 });
    expect(hours.holding(houston, sunday)).toEqual([
      { ruleId: 5, until: at('2026-09-07T13:00:00Z') },
    ]);
    // From 9:00 PM on, the first instant that the law allows is the holiday's.
    for (const later of ['2026-09-07T02:00:00Z', '2026-09-07T18:00:00Z']) {
      expect(hours.verdict(houston, at(later))).toMatchObject({ until: opening, ruleId: 6 });
    }
  });

  const philadelphia = callee('12155550100');
  const pennsylvania = [
    rule(1, { days: all.slice(0, 6), open: '09:00', close: '19:00' }, { state: 'PA' }),
    rule(2, { days: ['sun', 'holiday'] }, { state: 'PA' }),
  ];

  test('that closes this day is named, and not the one that opens the next day later', () => {
    const hours = callingHours(null, pennsylvania);
    const opening = at('2026-11-30T14:00:00Z');
    const named = (now: string) => hours.verdict(philadelphia, at(now));
    expect(named('2026-11-29T19:04:00Z')).toMatchObject({ until: opening, ruleId: 2 });
    // On Saturday from 7:00 PM to 9:00 PM it is the hours that forbid it, then the Sunday.
    expect(named('2026-11-29T00:30:00Z')).toMatchObject({ until: opening, ruleId: 1 });
    expect(named('2026-11-29T02:00:00Z')).toMatchObject({ until: opening, ruleId: 2 });
    expect(named('2026-11-30T02:00:00Z')).toMatchObject({ until: opening, ruleId: 1 });
  });

  test('that holds at once with others is counted with its own end, the longest one first', () => {
    const closure = rule(3, { days: all, from: '2026-11-28', until: '2026-12-01' });
    const hours = callingHours(null, [...pennsylvania, closure]);
    const sunday = at('2026-11-29T19:04:00Z');
    expect(hours.verdict(philadelphia, sunday)).toMatchObject({
      ...{ until: at('2026-12-02T14:00:00Z'), ruleId: 3 },
    });
    expect(hours.holding(philadelphia, sunday)).toEqual([
      { ruleId: 3, until: at('2026-12-02T13:00:00Z') },
      { ruleId: 2, until: at('2026-11-30T13:00:00Z') },
    ]);
    expect(hours.holding(philadelphia, at('2026-12-02T15:00:00Z'))).toEqual([]);
  });

  test('that closes every day is asked again 14 days later', () => {
    const now = at('2026-12-02T18:00:00Z');
    expect(callingHours(null, [rule(8, { days: all })]).verdict(houston, now)).toEqual({
      ...{ allowed: false, until: now + 14 * day, zone: null, ruleId: 8 },
    });
    const empty = rule(9, { days: all, open: '20:00', close: '20:30' });
    const client = { open: '08:00', close: '20:00' };
    expect(callingHours(client, [empty]).verdict(houston, now)).toMatchObject({
      ...{ allowed: false, until: now + 14 * day, ruleId: 9 },
    });
  });

  test('of a state holds where hours of the client for that state would', () => {
    const noon = rule(
      1,
      { days: all, open: '12:00', close: '21:00' },
      { country: 'US', state: 'TX' },
    );
    const open = (who: Callee) =>
      callingHours(null, [noon]).rangeOf(who, at('2026-12-02T18:00:00Z')).open;
    const byClient = (who: Callee) =>
      callingHours({ states: { TX: { open: '12:00' } } }).rangeOf(who, at('2026-12-02T18:00:00Z'))
        .open;
    for (const who of [
      callee('17135550100'),
      callee('12125550100', 'tx'),
      callee('12125550100', null, '77002'),
      callee('12125550100', 'GA', '77002'),
      callee('16045550100', 'TX'),
      callee('18005550100'),
      callee('12125550100'),
      callee('12125550100', 'GA', '30301'),
    ]) {
      expect([who, open(who)]).toEqual([who, byClient(who)]);
    }
    expect(open(callee('12125550100'))).toBe('08:00');
    expect(open(callee('18005550100'))).toBe('12:00');
  });

  test('of a country holds for its numbers, territories included, and where a number has none', () => {
    const rules = [
      rule(1, { days: all, open: '10:00', close: '21:00' }, { country: 'US' }),
      rule(2, { days: all, open: '11:00', close: '21:00' }, { country: 'CA' }),
    ];
    const open = (phone: string) =>
      callingHours(null, rules).rangeOf(callee(phone), at('2026-12-02T18:00:00Z')).open;
    expect(open('12125550100')).toBe('10:00');
    expect(open('16715550100')).toBe('10:00');
    expect(open('17875550100')).toBe('10:00');
    expect(open('17095550100')).toBe('11:00');
    expect(open('18765550100')).toBe('08:00');
    expect(open('18005550100')).toBe('11:00');
  });

  test('of a country holds for an address there, too, as limits and consent do', () => {
    const canada = rule(
      1,
      { days: ['sat', 'sun'], open: '10:00', close: '18:00' },
      { country: 'CA' },
    );
    const hours = callingHours(null, [canada]);
    // A Sunday, 9:00 AM in New York and Toronto.
    const allowed = (who: Callee) => hours.verdict(who, at('2026-11-29T14:00:00Z')).allowed;
    expect(allowed(callee('12125550123'))).toBe(true);
    for (const who of [
      callee('12125550123', 'ON'),
      callee('12125550123', 'on'),
      callee('12125550123', null, 'M5V 2T6'),
      callee('14165550123'),
      callee('14165550123', 'NY', '10001'),
    ]) {
      expect([who, allowed(who), mayBeIn(who, canada)]).toEqual([who, false, true]);
    }
    expect(allowed(callee('12125550123', 'GA', '30301'))).toBe(true);
  });

  test('applies to the places that other terms of the policy apply to', () => {
    const phones = ['12125550123', '14165550123', '17135550100', '18765550100', '18005550100'];
    const states = [null, 'ON', 'TX', 'nowhere'];
    const zips = [null, 'M5V 2T6', '77002', '00000'];
    const places = [{}, { country: 'US' }, { country: 'CA' }, { state: 'TX' }, { state: 'ON' }];
    const noon = { days: all, open: '12:00', close: '21:00' };
    for (const [phone, state, zip] of phones.flatMap((phone) =>
      states.flatMap((state) => zips.map((zip) => [phone, state, zip] as const)),
    )) {
      const who = callee(phone, state, zip);
      for (const place of places) {
        const only = rule(1, noon, place);
        const { open } = callingHours(null, [only]).rangeOf(who, at('2026-12-02T18:00:00Z'));
        expect([who, place, open === '12:00']).toEqual([who, place, mayBeIn(who, only)]);
      }
    }
  });

  test("shows the day's hours of each zone, which are equal on a closed day", () => {
    const hours = callingHours(null, [rule(7, { days: ['sun'] })]);
    const sunday = at('2026-12-06T18:00:00Z');
    const { open, close } = hours.rangeOf(houston, sunday);
    expect(open).toBe(close);
    const plan = hours.planOf(houston);
    expect(hoursIn('America/Chicago', [plan], sunday)).toEqual({
      ...{ opens: at('2026-12-07T14:00:00Z'), closes: at('2026-12-08T03:00:00Z') },
    });
    // In Guam it is Monday already.
    const guam = callee('16715550100');
    expect(hours.rangeOf(guam, at('2026-12-06T23:00:00Z'))).toEqual({
      open: '08:00',
      close: '21:00',
    });
  });

  test('of another kind is none of hours', () => {
    const other = { ...rule(1, {}), terms: { kind: 'list_age', days: 31 } } as const;
    expect(callingHours(null, [other]).verdict(houston, at('2026-12-06T18:00:00Z')).allowed).toBe(
      true,
    );
  });
});
