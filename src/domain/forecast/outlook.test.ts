import { expect, test } from 'vitest';
import type { FollowUpRule } from '#contract/follow-up.ts';
import { factsOf, groupOf } from '../../../test/domain/forecast-facts.ts';
import { callingHours } from '../calling-hours.ts';
import { dayOf } from '../governor/abandonment-days.ts';
import { simMs } from '../milliseconds.ts';
import { areaCodes } from '../numbering-plan/area-code.ts';
import { seededRandom } from '../random.ts';
import { outcomes } from './input.ts';
import { outlookOf } from './outlook.ts';
import { prepare, sorterOf } from './prepare.ts';

const at = (instant: string | null) => Date.parse(instant ?? '');
const minute = 60_000;

test('600 numbers at 20 a minute take half an hour and the last call', () => {
  const { finish, persons, cost, attempts, reachable, doubts } = outlookOf(factsOf(), {});
  expect(at(finish.p10)).toBeGreaterThan(at('2026-11-20T15:29:50Z'));
  expect(at(finish.p90)).toBeLessThan(at('2026-11-20T15:31:30Z'));
  expect(attempts).toEqual({ p10: 600, p50: 600, p90: 600 });
  expect(persons.p50).toBeGreaterThan(90);
  expect(persons.p50).toBeLessThan(180);
  expect(cost.p50).toBeGreaterThan(2);
  expect(reachable).toBe(600);
  expect(doubts).toEqual(['no_history']);
});

test('the same seed gives the same bytes, and another seed others', () => {
  const said = (seed: string) => JSON.stringify(outlookOf(factsOf(), { seed }));
  expect(said('a')).toBe(said('a'));
  expect(said('a')).not.toBe(said('b'));
});

test('at 0 a minute it never ends, and says so', () => {
  const { finish, finishes, doubts, waitingAtStop } = outlookOf(factsOf(), { callsPerMinute: 0 });
  expect(finish).toEqual({ p10: null, p50: null, p90: null });
  expect(finishes).toBe(0);
  expect(doubts).toEqual(['rate_zero', 'no_history']);
  expect(waitingAtStop.p50).toBeNull();
});

test('a list that still loads and a client without history are said', () => {
  expect(outlookOf(factsOf({ loadingLists: 1 }), {}).doubts).toEqual([
    'list_loading',
    'no_history',
  ]);
  const counts = outcomes.map(() => 100);
  const history = {
    cells: [{ zone: 'America/New_York', hour: 10, counts }],
    persons: 100,
    ones: 20,
    nines: 1,
    stops: 0,
  };
  const { doubts, known } = outlookOf(factsOf({ history }), {});
  expect(doubts).toEqual([]);
  expect(known).toBe(600);
});

test('its own history moves the shares, and a long one leaves little doubt', () => {
  const history = (of: number) => ({
    cells: [{ zone: 'America/New_York', hour: 10, counts: [9 * of, of, 0, 0, 0, 0] }],
    ...{ persons: 0, ones: 0, nines: 0, stops: 0 },
  });
  const { persons } = outlookOf(factsOf({ history: history(500) }), {});
  expect(persons.p50).toBeGreaterThan(500);
  const spread = ({ p10, p90 }: { p10: number | null; p90: number | null }) =>
    (p90 ?? 0) - (p10 ?? 0);
  expect(spread(persons)).toBeLessThan(
    spread(outlookOf(factsOf({ history: history(10) }), {}).persons),
  );
});

test('with one call per account, other numbers wait for the end of a call and lengthen the end', () => {
  const alone = outlookOf(factsOf(), {});
  const households = outlookOf(factsOf({ otherNumbers: 200 }), {});
  const lastCall = (said: typeof alone) => (said.attempts.p50 ?? 0) * 3_000;
  const tail = (said: typeof alone) => at(said.finish.p50) - at(said.at) - lastCall(said);
  expect(households.attempts.p50).toBeLessThan(alone.attempts.p50 ?? 0);
  // One more call after the last one's end.
  expect(tail(households)).toBeGreaterThan(tail(alone) + 10_000);
});

test('a run goes on over midnight where the hours are open', () => {
  // 23:30 in New York is 18:30 in Hawaii.
  const night = at('2026-11-21T04:30:00Z');
  const facts = factsOf({ at: night, groups: [groupOf('808', 1_200)] });
  const { finish } = outlookOf(facts, {});
  expect(at(finish.p50)).toBeGreaterThan(night + 59 * minute);
  expect(at(finish.p50)).toBeLessThan(night + 62 * minute);
});

test('over the night of a clock change, the rest waits for 8:00 of the new time', () => {
  // 20:30 Eastern daylight time; the next day's 8:00 is 13:00 UTC, not 12:00.
  const evening = at('2026-11-01T00:30:00Z');
  const { finish } = outlookOf(factsOf({ at: evening, perMinute: 10 }), {});
  expect(at(finish.p50)).toBeGreaterThan(at('2026-11-01T13:29:00Z'));
  expect(at(finish.p50)).toBeLessThan(at('2026-11-01T13:33:00Z'));
});

test('what if: a faster rate, later hours and a start of its own', () => {
  const p50 = (changes: object) => at(outlookOf(factsOf(), changes).finish.p50);
  expect(p50({ callsPerMinute: 200 })).toBeLessThan(at('2026-11-20T15:05:00Z'));
  expect(p50({ open: '11:00' })).toBeGreaterThan(at('2026-11-20T16:29:00Z'));
  // Hours are never widened.
  expect(p50({ open: '05:00', start: '2026-11-21T11:00:00Z' })).toBeGreaterThan(
    at('2026-11-21T13:29:00Z'),
  );
  expect(outlookOf(factsOf(), { stop: '2026-11-20T15:10:00Z' }).waitingAtStop.p50).toBe(399);
});

test('a stop that ends the only run before all are called is what is said, not the two weeks', () => {
  const said = outlookOf(factsOf(), { stop: '2026-11-20T15:10:00Z' });
  expect(said.finish).toEqual({ p10: null, p50: null, p90: null });
  expect(said.doubts).toContain('stop_first');
  expect(said.doubts).not.toContain('not_in_time');
  const enough = outlookOf(factsOf(), { stop: '2026-11-20T18:00:00Z' });
  expect(enough.doubts).not.toContain('stop_first');
});

test('a stop before the start is no run: it never ends, and is not taken for one without numbers', () => {
  const said = outlookOf(factsOf(), {
    ...{ start: '2026-11-20T16:00:00Z', stop: '2026-11-20T15:30:00Z' },
  });
  expect(said).toMatchObject({ start: null, finishes: 0, reachable: 0 });
  expect(said.finish).toEqual({ p10: null, p50: null, p90: null });
  expect(said.doubts).toContain('no_run');
  expect(said.doubts).not.toContain('no_numbers');
  const over = outlookOf(factsOf({ groups: [] }), {});
  expect(over.doubts).toContain('no_numbers');
  expect(over.finish).toEqual({ p10: null, p50: null, p90: null });
  expect(over.finishes).toBe(0);
});

test('follow-ups of the rules add calls, and those that wait too long do not fit', () => {
  const rule: FollowUpRule = {
    ...{ ruleId: 1, after: 'no_answer', action: 'again', campaignId: 0 },
    ...{ waitMinutes: 60, otherPart: false, most: 1 },
  };
  const { attempts, finish } = outlookOf(factsOf({ followUps: [rule] }), {});
  expect(attempts.p50).toBeGreaterThan(660);
  expect(at(finish.p50)).toBeGreaterThan(at('2026-11-20T16:29:00Z'));
  const gap = factsOf({ followUps: [rule], leastGapHours: 4 });
  expect(at(outlookOf(gap, {}).finish.p50)).toBeGreaterThan(at('2026-11-20T19:29:00Z'));
});

test('agents by the hour are those on duty when the run begins', () => {
  const hours = [{ weekdays: '1111100', from: '09:00', until: '17:00', agentCount: 20 }];
  const facts = (more: object) =>
    outlookOf(
      factsOf({ kind: 'linkback', agentCount: 2, callRatio: 3, perMinute: 0, ...more }),
      {},
    );
  const scheduled = facts({ agentSchedule: hours });
  expect(at(scheduled.finish.p50)).toBeLessThan(at(facts({}).finish.p50));
  expect(scheduled.finish).toEqual(facts({ agentCount: 20 }).finish);
});

test('a Linkback that has lost as many as it may goes on with agents first, and loses nobody', () => {
  const day = dayOf(simMs(Date.parse('2026-11-20T15:00:00Z')));
  const rule = { waitSeconds: 20, hangUps: false } as const;
  const abandonment = { ...rule, firstDay: day, days: [[day, 40, 3] as const] };
  const facts = factsOf({
    kind: 'linkback',
    agentCount: 4,
    callRatio: 2,
    perMinute: 0,
    abandonment,
  });
  const { finish, abandonment: lost, key1 } = outlookOf(facts, {});
  expect(finish.p90).not.toBeNull();
  expect(key1.p50).toBeGreaterThan(5);
  expect(lost.p10).toBe(0);
});

test('agents set the pace of a Linkback, and lose those who find none free', () => {
  const facts = (agentCount: number) =>
    factsOf({ kind: 'linkback', agentCount, callRatio: 3, perMinute: 0 });
  const few = outlookOf(facts(2), {});
  const many = outlookOf(facts(2), { agentCount: 20 });
  expect(at(few.finish.p50)).toBeGreaterThan(at(many.finish.p50));
  const fewer = outlookOf(facts(2), { callRatio: 1 });
  expect(few.idle.p50).toBeLessThan(fewer.idle.p50 ?? 0);
  expect(few.abandonment.p90).toBeGreaterThan(0);
  expect(few.key1.p50).toBeGreaterThan(5);
});

test('who never comes up in the schedule is exact, number by number', () => {
  const random = seededRandom('never');
  const codes = areaCodes.filter(({ zones }) => zones.length > 0).map(({ code }) => code);
  const states = [null, 'NY', 'CA', 'HI', 'IN'];
  const groups = Array.from({ length: 150 }, (_, index) =>
    groupOf(codes[random.between(0, codes.length - 1)] ?? '212', 1, {
      state: states[random.between(0, states.length - 1)] ?? null,
      due: index % 5 === 0 ? Date.parse('2026-11-20T17:30:00Z') : null,
      undecided: index % 17 === 0,
    }),
  );
  const facts = factsOf({ groups });
  const stop = '2026-11-20T18:00:00Z';
  const hours = callingHours(null);
  const callable = groups.filter(({ areaCode, state, zipCode, due, undecided }) => {
    const callee = { phone: `1${areaCode}0000000`, state, zipCode };
    const country = areaCodes.find(({ code }) => code === areaCode)?.country;
    if (country !== 'US' || undecided) return false;
    for (let now = Math.max(facts.at, due ?? 0); now < at(stop); now += 5 * minute) {
      if (hours.verdict(callee, now).allowed) return true;
    }
    return false;
  });
  const { reachable, neverCallable } = outlookOf(facts, { stop });
  expect(reachable).toBe(callable.length);
  expect(reachable + neverCallable.reduce((sum, { count }) => sum + count, 0)).toBe(150);
  const { neverReason } = sorterOf(facts, { stop });
  expect(groups.filter((group) => neverReason(group) === null)).toEqual(callable);
  expect(neverCallable.map(({ reason }) => reason)).toContain('calling_hours');
});

test('a national list that is too old is the reason for all, not their hours', () => {
  const groups = [groupOf('212', 600), groupOf('900', 4), groupOf('808', 5, { undecided: true })];
  const said = outlookOf(factsOf({ groups, registryOutdated: true }), {});
  expect(said.neverCallable).toEqual([
    { reason: 'registry_outdated', count: 605 },
    { reason: 'number_not_dialed', count: 4 },
  ]);
  expect(said.doubts).toContain('registry_outdated');
  // The screen Numbers asks the same.
  const { neverReason } = sorterOf(factsOf({ groups, registryOutdated: true }), {});
  expect(groups.map(neverReason)).toEqual([
    'registry_outdated',
    'number_not_dialed',
    'registry_outdated',
  ]);
});

test('of numbers that the cap holds, those that are free too late for the stop are exact', () => {
  const start = Date.parse('2026-11-20T15:00:00Z');
  const freeAfter = (minutes: number, within = 50_000) => ({
    capped: { first: start + minutes * minute, last: start + minutes * minute + within },
  });
  const held = [30, 60, 90, 179, 180, 200, 300, 360].map((one) =>
    groupOf('212', 100, freeAfter(one)),
  );
  const groups = [groupOf('212', 10), ...held];
  const stop = new Date(start + 3 * 60 * minute).toISOString();
  const said = outlookOf(factsOf({ groups, perMinute: 1_000 }), { stop });
  expect(said).toMatchObject({
    ...{ neverAtLeast: false, reachable: 410 },
    neverCallable: [{ reason: 'attempt_cap', count: 400 }],
  });
  expect(said.waitingAtStop.p50).toBe(0);
  // Only a group that the stop itself divides leaves some unknown.
  const divided = [...groups, groupOf('212', 5, freeAfter(179, 2 * minute))];
  expect(outlookOf(factsOf({ groups: divided }), { stop }).neverAtLeast).toBe(true);
});

test('numbers that the cap frees are called in the hours of their own places', () => {
  const start = Date.parse('2026-11-20T15:00:00Z');
  const free = { first: start + minute, last: start + 10 * minute };
  const of = (area: string) => {
    const groups = [groupOf(area, 100, { capped: free })];
    return outlookOf(factsOf({ groups, perMinute: 1_000 }), {});
  };
  const [east, hawaii] = [of('212'), of('808')];
  expect(at(east.finish.p50)).toBeLessThan(at('2026-11-20T15:12:00Z'));
  // 10:00 in New York is 5:00 in Hawaii, which opens at 8:00.
  expect(at(hawaii.finish.p10)).toBeGreaterThan(at('2026-11-20T18:00:00Z'));
  expect(at(hawaii.finish.p50)).toBeLessThan(at('2026-11-20T18:05:00Z'));
  // Before a stop at noon in New York the cap lets go of all, the hours of none in Hawaii.
  const stop = '2026-11-20T17:00:00.000Z';
  const groups = ['212', '808'].map((area) => groupOf(area, 100, { capped: free }));
  const said = outlookOf(factsOf({ groups, perMinute: 1_000 }), { stop });
  expect(said).toMatchObject({
    ...{ reachable: 100, neverAtLeast: false },
    neverCallable: [{ reason: 'calling_hours', count: 100 }],
  });
});

test('texts without a texting number say that, not their rate', () => {
  expect(outlookOf(factsOf({ kind: 'texting' }), {}).doubts).toEqual([
    'no_texting_number',
    'no_history',
  ]);
});

test("a client's daily limit ends each day's calls, and what is used today counts", () => {
  const daily = {
    ...{ attempts: 150, cost: null, reserve: 0, others: [] },
    used: { attempts: 50, cost: 0, until: Date.parse('2026-11-21T05:00:00Z') },
  };
  const { finish, attempts } = outlookOf(factsOf({ daily }), {});
  // 100 on Friday, 150 on each of three days, and the last 50 on the fourth: 8:00 to 8:02:30 and the last call.
  expect(attempts.p50).toBe(600);
  expect(at(finish.p10)).toBeGreaterThan(at('2026-11-24T13:02:20Z'));
  expect(at(finish.p90)).toBeLessThan(at('2026-11-24T13:04:10Z'));
});

test('a cost limit ends a day when no further call is affordable', () => {
  const free = outlookOf(factsOf(), {});
  const daily = {
    ...{ attempts: null, cost: 2_000_000, reserve: 40_000, others: [] },
    used: { attempts: 0, cost: 0, until: Date.parse('2026-11-21T05:00:00Z') },
  };
  const limited = outlookOf(factsOf({ daily }), {});
  expect(limited.cost.p50).toBeCloseTo(free.cost.p50 ?? 0, 0);
  const days = Math.ceil((free.cost.p50 ?? 0) / 2) - 1;
  const last = at('2026-11-20T15:00:00Z') + days * 86_400_000;
  expect(Math.abs(at(limited.finish.p50) - last)).toBeLessThan(86_400_000);
  expect(days).toBeGreaterThan(0);
});

test('others take their part of a limit, and it is said', () => {
  const daily = {
    ...{ attempts: 600, cost: null, reserve: 0, others: [{ perMinute: 20, left: 5_000 }] },
    used: { attempts: 0, cost: 0, until: Date.parse('2026-11-21T05:00:00Z') },
  };
  const { finish, doubts, shares } = outlookOf(factsOf({ daily }), {});
  expect(finish.p50?.slice(0, 10)).toBe('2026-11-21');
  expect(doubts).toContain('shared_limit');
  expect(shares).toEqual({ campaigns: 1, otherClients: false, perSecond: null });
});

test("the carrier's pace is shared with others, and it is said", () => {
  const carrier = {
    perSecond: 1 / 3,
    atOnce: null,
    isDivided: false,
    keepsLines: false,
    siblings: [50],
    others: [],
  };
  const { finish, doubts, shares } = outlookOf(factsOf({ carrier }), {});
  // Half of 20 a minute.
  expect(at(finish.p50)).toBeGreaterThan(at('2026-11-20T15:59:50Z'));
  expect(at(finish.p50)).toBeLessThan(at('2026-11-20T16:01:30Z'));
  expect(doubts).toContain('shared_carrier');
  expect(shares).toEqual({ campaigns: 1, otherClients: false, perSecond: 1 / 3 });
});

test('campaigns that send from one number have equal parts of it, and it is said', () => {
  const texts = { kind: 'texting', perMinute: 120, segmentsPerSecond: 1 } as const;
  const minutes = (numberOthers: number[]) => {
    const { finish, doubts, cost } = outlookOf(factsOf({ ...texts, numberOthers }), {});
    // Texts have no price: 0 would be a promise.
    expect(cost).toEqual({ p10: null, p50: null, p90: null });
    expect(doubts.includes('shared_number')).toBe(numberOthers.length > 0);
    return (at(finish.p50) - at('2026-11-20T15:00:00Z')) / minute;
  };
  expect(minutes([])).toBeCloseTo(10, 0);
  expect(minutes([600])).toBeCloseTo(20, 0);
  expect(minutes([15])).toBeCloseTo(13.3, 0);
});

test('a Linkback that is tried with adaptive pacing is guarded, as it would be', () => {
  const facts = factsOf({ kind: 'linkback', agentCount: 6, callRatio: 3, perMinute: 0 });
  const { abandonment, pacing } = prepare(facts, { pacing: 'adaptive' }, 'a').input;
  expect(pacing).toBe('adaptive');
  expect(abandonment).toMatchObject({ waitSeconds: 20, hangUps: false });
  expect(prepare(facts, {}, 'a').input).toMatchObject({ pacing: 'ratio', abandonment: null });
  const adaptive = { ...facts, pacing: 'adaptive' } as const;
  expect(prepare(adaptive, {}, 'a').doubts).toEqual(['no_history']);
  expect(prepare(adaptive, {}, 'a').input.ahead).toBe(false);
  // By 2 seconds agents are called ahead, unless the carrier is divided.
  const strict = { waitSeconds: 2, hangUps: false, firstDay: null, days: [] } as const;
  const ahead = { ...adaptive, abandonment: strict };
  expect(prepare(ahead, {}, 'a').input.ahead).toBe(true);
  expect(prepare(ahead, { pacing: 'ratio' }, 'a').input.ahead).toBe(false);
  const shared = { perSecond: null, atOnce: null, siblings: [], others: [] };
  const carrier = { ...shared, isDivided: true, keepsLines: true };
  expect(prepare({ ...ahead, carrier }, {}, 'a').input.ahead).toBe(false);
  // Where lines stay, what its calls say of who ends a talk counts.
  expect(prepare({ ...ahead, carrier }, {}, 'a').input.staying).toBeCloseTo(0.6);
  const end = { stage: 'engaged', age: simMs(60_000), awaited: true } as const;
  const recorded = Array.from({ length: 100 }, (_, n) => ({ ...end, leftByCustomer: n < 90 }));
  expect(prepare({ ...ahead, carrier, recorded }, {}, 'a').input.staying).toBeCloseTo(0.9);
  const ending = { ...carrier, keepsLines: false };
  expect(prepare({ ...ahead, carrier: ending, recorded }, {}, 'a').input.staying).toBe(0);
});
