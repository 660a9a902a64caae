import { expect, test } from 'vitest';
import { dayOf } from '../governor/abandonment-days.ts';
import { simMs } from '../milliseconds.ts';
import { carrierPart } from './carrier-part.ts';
import { forecast } from './forecast.ts';
import type { ForecastInput } from './input.ts';

const at = Date.parse('2026-11-20T15:00:00Z');
const day = 86_400_000;
const today = dayOf(simMs(at));
const free = { perMinute: null, atOnce: null };

function linkback(count: number, more: Partial<ForecastInput> = {}): ForecastInput {
  return {
    ...{ seed: 'linkback', runs: 15, at, campaignId: 1, kind: 'linkback', perMinute: 0 },
    ...{ agentCount: 20, callRatio: 3, abandonment: null },
    ...{ pacing: 'ratio', ahead: false, staying: 0, recorded: [], carrier: free },
    windows: [{ start: simMs(at), end: simMs(at + 14 * day) }],
    classes: [{ zone: 'America/New_York', open: [at, at + 14 * day], due: 0, count }],
    history: { cells: [], persons: 0, ones: 0, nines: 0, stops: 0 },
    ...{ followUps: [], cap: null, daily: null, leastGapHours: 0, rules: [], otherNumbers: 0 },
    ...{ customerMs: 20_000, machineMs: 15_000, agentMs: 4_000, minuteCost: 0, segments: 1 },
    tick: 50,
    ...more,
  };
}

const strict = { waitSeconds: 2, hangUps: false, firstDay: null, days: [] } as const;
const lostTooMany = { ...strict, firstDay: today, days: [[today, 2_000, 300] as const] };

function played(input: ForecastInput) {
  const { finish, abandonment, idle } = forecast(input).spreads;
  return { minutes: ((finish.p50 ?? 0) - at) / 60_000, abandonment, idle: idle.p50 ?? 0 };
}
const minutes = (count: number, more: Partial<ForecastInput>) =>
  played(linkback(count, more)).minutes;

test("a Linkback goes no faster than its part of the carrier's pace", () => {
  expect(minutes(300, {})).toBeLessThan(16);
  // The calls to agents have their turns, too.
  const paced = minutes(300, { carrier: { ...free, perMinute: 12 } });
  expect(paced).toBeGreaterThan(25);
  expect(paced).toBeLessThan(34);
});

test('no more calls are in progress than the carrier holds, of a Linkback and of a Broadcast', () => {
  const carrier = { ...free, atOnce: 6 };
  expect(minutes(300, { carrier })).toBeGreaterThan(20);
  expect(minutes(300, { carrier, pacing: 'adaptive' })).toBeGreaterThan(20);
  // Agents who are called first leave places for their customers.
  expect(minutes(300, { carrier, abandonment: lostTooMany })).toBeLessThan(240);
  const broadcast = { kind: 'broadcast', perMinute: 60 } as const;
  expect(minutes(600, broadcast)).toBeLessThan(12);
  // Calls of half a minute: 12 a minute.
  expect(minutes(600, { ...broadcast, carrier })).toBeGreaterThan(30);
});

test('it has an equal part of the pace and places, with what others want less', () => {
  const carrier = {
    perSecond: 1,
    atOnce: 20,
    isDivided: false,
    keepsLines: false,
    siblings: [60],
    others: [600],
  };
  expect(carrierPart(carrier)).toEqual({ perMinute: 15, atOnce: 5 });
  expect(carrierPart({ ...carrier, siblings: [6], others: [] })).toEqual({
    ...{ perMinute: 54, atOnce: 17 },
  });
  expect(carrierPart(null)).toEqual(free);
});

test('who gets an agent later than the rule allows is abandoned, and the guard slows down', () => {
  const rule = (waitSeconds: 2 | 20) => ({ waitSeconds, hangUps: false, firstDay: null, days: [] });
  const late = played(linkback(3_000, { abandonment: rule(2) }));
  const timely = played(linkback(3_000, { abandonment: rule(20) }));
  expect(late.minutes).toBeGreaterThan(timely.minutes + 10);
  expect(late.abandonment.p50).toBeGreaterThan(0.005);
  expect(late.abandonment.p90).toBeLessThan(0.035);
});

test('adaptive pacing keeps more agents busy, within what may be abandoned', () => {
  const rule = { waitSeconds: 20, hangUps: false, firstDay: null, days: [] } as const;
  const wish = { abandonment: rule, callRatio: 1.5 };
  const ratio = played(linkback(6_000, wish));
  const adaptive = played(linkback(6_000, { ...wish, pacing: 'adaptive' }));
  expect(adaptive.minutes).toBeLessThan(ratio.minutes);
  expect(adaptive.idle).toBeLessThan(ratio.idle - 0.05);
  expect(adaptive.abandonment.p90).toBeLessThanOrEqual(0.03);
  // A campaign that has lost too many calls its agents first, and more agents call more.
  const spent = { ...rule, firstDay: today, days: [[today, 2_000, 300] as const] };
  const careful = { ...wish, abandonment: spent, pacing: 'adaptive' } as const;
  const slow = played(linkback(6_000, careful));
  expect(slow.minutes).toBeGreaterThan(adaptive.minutes);
  expect(slow.abandonment.p90).toBe(0);
  expect(minutes(6_000, { ...careful, agentCount: 40 })).toBeLessThan(slow.minutes);
});

test('agents who are called ahead talk more than those who are called for a customer, within the carrier', () => {
  const wish = { runs: 8, abandonment: strict, pacing: 'adaptive', agentCount: 10 } as const;
  const called = played(linkback(6_000, wish));
  const ahead = played(linkback(6_000, { ...wish, ahead: true }));
  expect(ahead.minutes).toBeLessThan(called.minutes / 1.5);
  expect(ahead.idle).toBeLessThan(called.idle - 0.1);
  expect(ahead.abandonment.p90).toBeLessThanOrEqual(0.03);
  // Lines that stay after a talk are called less often.
  const kept = played(linkback(6_000, { ...wish, ahead: true, staying: 0.6 }));
  expect(kept.minutes).toBeLessThan(ahead.minutes);
  // In a campaign that has lost too many, each has a customer of their own: nobody is lost.
  const spent = { ...wish, ahead: true, abandonment: lostTooMany };
  const carrier = { ...free, atOnce: 4 };
  const four = { ...spent, agentCount: 4 };
  const careful = played(linkback(300, four));
  const within = played(linkback(300, { ...four, carrier }));
  expect(careful.abandonment.p90).toBe(0);
  expect(within.minutes).toBeGreaterThan(careful.minutes * 1.3);
  expect(within.minutes).toBeLessThan(careful.minutes * 10);
  // A larger team, which goes in steps, has the same four places.
  const ten = played(linkback(300, { ...spent, carrier }));
  expect(ten.abandonment.p90).toBe(0);
  expect(ten.minutes).toBeGreaterThan(within.minutes / 1.5);
  expect(ten.minutes).toBeLessThan(within.minutes * 1.5);
});

const nobodyAsks = { cells: [], persons: 100_000, ones: 0, nines: 0, stops: 0 };

test('where hardly anybody asks for an agent, adaptive pacing calls on, and the forecast takes no longer', () => {
  const rule = { waitSeconds: 20, hangUps: false, firstDay: null, days: [] } as const;
  const wish = { pacing: 'adaptive', abandonment: rule, history: nobodyAsks } as const;
  const { spreads, finishes } = forecast(linkback(600, { ...wish, agentCount: 5 }));
  expect(finishes).toBe(1);
  expect(spreads.attempts.p50).toBe(600);
  expect(spreads.idle.p50).toBeGreaterThan(0.99);
}, 20_000);

test('a pace far below what was set takes longer steps', () => {
  const carrier = { ...free, atOnce: 4 };
  const rule = { waitSeconds: 20, hangUps: false, firstDay: null, days: [] } as const;
  const wish = { runs: 4, carrier, pacing: 'adaptive', abandonment: rule } as const;
  const many = linkback(100_000, { ...wish, agentCount: 10_000 });
  expect(forecast(many).spreads.attempts.p50).toBeGreaterThan(80_000);
  // One call of some 15 seconds after the other, for two weeks.
  const one = { runs: 4, carrier: { ...free, atOnce: 1 }, kind: 'broadcast' } as const;
  const calls = (perMinute: number) =>
    forecast(linkback(1_000_000, { ...one, perMinute })).spreads.attempts.p50 ?? 0;
  const slow = calls(1);
  expect(slow).toBeGreaterThan(14 * 24 * 60 * 0.9);
  expect(calls(100_000)).toBeGreaterThan(slow * 1.5);
}, 20_000);

test('more agents than numbers are played number by number', () => {
  const wish = { runs: 100, agentCount: 10_000, callRatio: 10 };
  const { persons, attempts } = forecast(linkback(600, wish)).spreads;
  expect(attempts).toEqual({ p10: 600, p50: 600, p90: 600 });
  expect(persons.p10).toBeGreaterThan(60);
  expect(persons.p90).toBeLessThan(220);
  expect([persons.p10, persons.p50, persons.p90].some((one) => (one ?? 0) % 67 !== 0)).toBe(true);
});
