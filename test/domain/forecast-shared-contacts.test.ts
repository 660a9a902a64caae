/** Numbers that the contact policy counts together, in a forecast: as the engine held them in runs of the same lists. */
import { expect, test } from 'vitest';
import type { FollowUpRule } from '../../src/contract/follow-up.ts';
import { outlookOf } from '../../src/domain/forecast/outlook.ts';
import { withHeldWaves } from '../../src/domain/forecast/shared-contacts.ts';
import { contactsToKeep } from '../../src/domain/forecast/steps-after.ts';
import { WaitingNumbers } from '../../src/domain/forecast/waiting.ts';
import { LaterWaves } from '../../src/domain/forecast/waves.ts';
import type { WindowRule } from '../../src/domain/policy/contact-hold.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { factsOf, groupOf } from './forecast-facts.ts';

const hour = 3_600_000;
const begin = Date.parse('2026-11-20T15:00:00Z');

const ruleOf = (terms: WindowRule['terms'], more: Partial<WindowRule> = {}): WindowRule => ({
  ...{ ruleId: 1, purpose: null, campaignId: null, country: null, state: null, channel: 'any' },
  ...{ preset: null, source: null, sourceDate: null, terms, ...more },
});

/** Persons with two numbers each, 20 calls a minute. */
function pairs(persons: number, rule: WindowRule, more: object = {}) {
  const sizes = [{ numbers: 2, subjects: persons }];
  const of = rule.terms.of === 'account' ? 'account' : 'externalId';
  const facts = factsOf({
    groups: [groupOf('212', 2 * persons)],
    windowRules: [rule],
    sharedSubjects: { account: [], externalId: [], [of]: sizes },
    ...more,
  });
  const { finish, attempts, neverAtLeast, doubts } = outlookOf(facts, {});
  const hours = (instant: string | null) =>
    instant === null ? null : (Date.parse(instant) - begin) / hour;
  return {
    attempts,
    neverAtLeast,
    doubts,
    finish: { p10: hours(finish.p10), p50: hours(finish.p50), p90: hours(finish.p90) },
  };
}

const once = { kind: 'limit', most: 1, counts: 'attempts' } as const;

test('one attempt of an External Id in 30 days: half are called, the others not within two weeks', () => {
  const said = pairs(100, ruleOf({ ...once, of: 'external_id', unit: 'days', length: 30 }));
  expect(said.attempts).toEqual({ p10: 100, p50: 100, p90: 100 });
  expect(said.finish).toEqual({ p10: null, p50: null, p90: null });
  expect(said.neverAtLeast).toBe(true);
  expect(said.doubts).toContain('not_in_time');
});

test('one attempt of an account a day: the other numbers come on the next one, if nobody answered', () => {
  const rule = ruleOf({ ...once, of: 'account', unit: 'calendar_days', length: 1 });
  const said = pairs(60, rule, { otherNumbers: 60 });
  // From 8:00 on, two minutes of calls and the last one's end.
  expect(said.finish.p10).toBeGreaterThan(22);
  expect(said.finish.p90).toBeLessThan(22.2);
  expect(said.attempts.p10).toBeGreaterThan(70);
  expect(said.attempts.p90).toBeLessThan(115);
  expect(said.neverAtLeast).toBe(false);
  const all = pairs(60, rule);
  expect(all.attempts).toEqual({ p10: 120, p50: 120, p90: 120 });
});

test('persons with numbers in zones that open at different hours: the order is said to be unknown', () => {
  const rule = ruleOf({ ...once, of: 'account', unit: 'hours', length: 3 });
  const zones = (...places: string[]) => {
    const groups = places.map((place) => groupOf(place, 40));
    return pairs(40, rule, { groups }).doubts;
  };
  // 10:00 in New York: San Francisco opens at 11:00, and Honolulu at 13:00.
  expect(zones('212', '808')).toContain('shared_order');
  expect(zones('415', '808')).toContain('shared_order');
  expect(zones('212', '302')).not.toContain('shared_order');
  expect(zones('212', '312')).not.toContain('shared_order');
});

test('a gap of four hours between contacts of a person', () => {
  const said = pairs(60, ruleOf({ kind: 'gap', of: 'person', hours: 4 }));
  expect(said.attempts).toEqual({ p10: 120, p50: 120, p90: 120 });
  expect(said.finish.p10).toBeGreaterThan(4.04);
  expect(said.finish.p90).toBeLessThan(4.15);
});

test('a week of rest after a conversation holds the other numbers of those who talked', () => {
  const said = pairs(40, ruleOf({ kind: 'rest', of: 'external_id', unit: 'days', length: 7 }));
  expect(said.finish.p10).toBeGreaterThan(7 * 24);
  expect(said.finish.p90).toBeLessThan(7 * 24 + 0.3);
  expect(said.attempts).toEqual({ p10: 80, p50: 80, p90: 80 });
  // Until Sunday evening nobody comes up again.
  const stop = Date.parse('2026-11-22T23:00:00Z');
  const cut = outlookOf(
    factsOf({
      groups: [groupOf('212', 80)],
      windowRules: [ruleOf({ kind: 'rest', of: 'external_id', unit: 'days', length: 7 })],
      sharedSubjects: { account: [], externalId: [{ numbers: 2, subjects: 40 }] },
    }),
    { stop: new Date(stop).toISOString() },
  );
  expect(cut.attempts.p10).toBeGreaterThan(50);
  expect(cut.attempts.p90).toBeLessThan(78);
  expect(cut.neverAtLeast).toBe(true);
});

test.each([
  ['more than anybody has', ruleOf({ ...once, most: 7, of: 'account', unit: 'days', length: 7 })],
  ['of the number alone', ruleOf({ ...once, of: 'number', unit: 'days', length: 30 })],
  [
    'of another state',
    ruleOf({ ...once, of: 'account', unit: 'days', length: 30 }, { country: 'US', state: 'TX' }),
  ],
])('a rule that holds nobody changes nothing: %s', (_, rule) => {
  const free = outlookOf(factsOf({ groups: [groupOf('212', 200)] }), {});
  const sizes = [{ numbers: 2, subjects: 100 }];
  const facts = factsOf({
    groups: [groupOf('212', 200)],
    windowRules: [rule],
    sharedSubjects: { account: sizes, externalId: sizes },
  });
  expect(outlookOf(facts, {})).toEqual(free);
});

test('whoever waits for another number is let in once, and nobody stays behind', () => {
  const random = seededRandom('waves');
  for (let round = 0; round < 200; round += 1) {
    const shares = [0.3, 0.25, 0.2, 0.15, 0.1].slice(0, random.between(1, 5));
    const sum = shares.reduce((all, one) => all + one, 0);
    const waves = new LaterWaves();
    const parts = shares.map((share) => share / sum);
    // One class of many, or many of a few: the cap lets go of each at another instant.
    const classes = Array.from({ length: random.between(1, 20) }, () => random.between(1, 4));
    const count = classes.reduce((all, one) => all + one, 0);
    const firsts = classes.map((of, due) => waves.divide(0, parts, { count: of, due }));
    const queue = [{ wave: 0, left: firsts.reduce((all, one) => all + one, 0) }];
    let contacted = 0;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const some = random.between(1, next.left);
      contacted += some;
      const follow = waves.follow(0, next.wave, some);
      if (next.left > some) queue.push({ wave: next.wave, left: next.left - some });
      if (follow.count > 0) queue.push({ wave: next.wave + 1, left: follow.count });
    }
    expect(contacted).toBe(count);
  }
});

test('two numbers of each person whom the cap lets go of one by one still come one after the other', () => {
  const minute = 60_000;
  const groups = Array.from({ length: 12 }, (_, at) => {
    const free = begin + (10 + 8 * at) * minute;
    return groupOf('212', 1, { capped: { first: free, last: free } });
  });
  const rule = ruleOf({ ...once, of: 'account', unit: 'hours', length: 26 });
  const said = pairs(6, rule, { groups });
  expect(said.attempts).toEqual({ p10: 12, p50: 12, p90: 12 });
  // The last first one is free after some of the others, and its partner 26 hours later, in the hours of New York.
  expect(said.finish.p10).toBeGreaterThan(26);
  expect(said.finish.p90).toBeLessThan(26 + 2);
  expect(said.doubts).toContain('shared_order');
});

test.each([1, 5])(
  'half way, numbers whose partner was just called follow nobody (%i a minute)',
  (perMinute) => {
    // 40 accounts were called one a minute, and 40 are to come.
    const minute = 60_000;
    const rule = ruleOf({ ...once, of: 'account', unit: 'hours', length: 2 });
    const partners = Array.from({ length: 40 }, (_, at) => {
      const until = begin - 40 * minute + (2 * 60 + at) * minute;
      return groupOf('212', 1, { policy: { reason: 'contact_policy', until } });
    });
    const facts = factsOf({
      ...{ perMinute, groups: [groupOf('212', 80), ...partners], windowRules: [rule] },
      sharedSubjects: {
        account: [
          { numbers: 1, subjects: 40 },
          { numbers: 2, subjects: 40 },
        ],
        externalId: [],
      },
    });
    const { finish, attempts, doubts } = outlookOf(facts, {});
    expect(attempts.p50).toBe(120);
    // The last of the others is called after 40 or 8 minutes, and its partner 2 hours later.
    const last = begin + (120 + 40 / perMinute) * minute;
    expect(Date.parse(finish.p10 ?? '')).toBeGreaterThan(last - 3 * minute);
    expect(Date.parse(finish.p90 ?? '')).toBeLessThan(last + 6 * minute);
    expect(doubts).not.toContain('shared_order');
  },
);

test('half way through second numbers, third ones follow those alone that are still to come', () => {
  // Of 40 persons with three numbers, one a minute, 20 were called twice and 20 once.
  const minute = 60_000;
  const rule = ruleOf({ ...once, of: 'external_id', unit: 'hours', length: 2 });
  const heldUntil = (count: number, minutes: number) => {
    const until = begin + minutes * minute;
    return groupOf('212', count, { policy: { reason: 'contact_policy', until } });
  };
  const twenty = Array.from({ length: 20 }, (_, at) => at);
  const groups = [
    ...twenty.map((at) => heldUntil(2, at)),
    ...twenty.map((at) => heldUntil(1, 100 + at)),
  ];
  const sizes = [
    { numbers: 1, subjects: 20 },
    { numbers: 2, subjects: 20 },
  ];
  const sharedSubjects = { account: [], externalId: sizes };
  const facts = factsOf({ groups, perMinute: 1, windowRules: [rule], sharedSubjects });
  const { finish, attempts, doubts } = outlookOf(facts, {});
  expect(attempts.p50).toBe(60);
  // Had the persons numbers of different counts to begin with, nobody would know who has followers.
  expect(doubts).toContain('shared_order');
  expect(Date.parse(finish.p10 ?? '')).toBeGreaterThan(begin + 135 * minute);
  expect(Date.parse(finish.p90 ?? '')).toBeLessThan(begin + 148 * minute);
});

test('persons whom the policy holds beyond the schedule are those with the fewest numbers left', () => {
  // 20 called twice, whose third number comes too late, and 10 called once, who are in a class.
  const found = {
    ...{ shares: [1], rules: [], leftOut: 0, place: 1, held: 40 },
    sizes: [
      { numbers: 1, subjects: 20 },
      { numbers: 2, subjects: 10 },
    ],
  };
  const one = { zone: 'America/New_York', open: [], due: begin, count: 20, held: true };
  const [held] = withHeldWaves([one], found);
  expect(held?.waves?.slice(0, 3)).toEqual([0.5, 0.5, 0]);
});

const again = (after: FollowUpRule['after']): FollowUpRule => ({
  ...{ ruleId: after === 'machine' ? 1 : 2, after, action: 'again', waitMinutes: 60 },
  ...{ most: 1, otherPart: false, campaignId: 0 },
});

test('that follow-ups are counted apart from the other numbers is said, where it matters', () => {
  const rule = ruleOf({ ...once, of: 'account', unit: 'days', length: 1 });
  const more = { followUps: [again('busy')] };
  expect(pairs(20, rule, more).doubts).toContain('shared_contacts');
  expect(pairs(20, rule).doubts).not.toContain('shared_contacts');
  const wide = ruleOf({ ...once, most: 7, of: 'account', unit: 'days', length: 1 });
  expect(pairs(20, wide, more).doubts).not.toContain('shared_contacts');
});

/** New York alone, with follow-ups; hours from the beginning to p50 of the end. */
function followed(windowRules: readonly WindowRule[]) {
  const groups = [{ ...groupOf('212', 100), state: 'NY' }];
  const followUps = [again('no_answer'), again('machine')];
  const said = outlookOf(factsOf({ groups, windowRules, followUps }), {});
  return { said, hours: (Date.parse(said.finish.p50 ?? '') - begin) / hour };
}

test('a rule about another state holds no follow-up', () => {
  const limit = { ...once, of: 'number', unit: 'days', length: 7 } as const;
  const far = ruleOf(limit, { country: 'US', state: 'WY' });
  expect(followed([far]).said).toEqual(followed([]).said);
  // The same about New York does; who is in neither is not held by a class that is.
  const near = ruleOf(limit, { country: 'US', state: 'NY' });
  expect(followed([near]).said.finishes).toBeLessThan(0.5);
  const groups = [{ ...groupOf('212', 100), state: 'NY' }, groupOf('307', 1)];
  const followUps = [again('busy')];
  const { finish } = outlookOf(factsOf({ groups, windowRules: [far], followUps }), {});
  expect(Date.parse(finish.p50 ?? '') - begin).toBeLessThan(2 * hour);
});

test('a follow-up under a limit by calendar days comes when the next day opens', () => {
  const day = { ...once, of: 'number', unit: 'calendar_days', length: 1 } as const;
  const { hours } = followed([ruleOf(day)]);
  // Two follow-ups at most: Saturday and Sunday at 8:00, and a few minutes of calls.
  expect(hours).toBeGreaterThan(46);
  expect(hours).toBeLessThan(46.3);
  // Two a day: the second one on the same day, the third one on the next.
  const two = followed([ruleOf({ ...day, most: 2 })]).hours;
  expect(two).toBeGreaterThan(22);
  expect(two).toBeLessThan(22.3);
});

/** New York, from a quarter to eight in the evening; hours from then to p50 of the end. */
function fromEvening(terms: WindowRule['terms'], most: number) {
  const at = Date.parse('2026-11-21T00:45:00Z');
  const facts = factsOf({
    ...{ at, groups: [{ ...groupOf('212', 300), state: 'NY' }], perMinute: 600 },
    ...{ windowRules: [ruleOf(terms)], leastGapHours: 4 },
    followUps: [{ ...again('machine'), most }],
  });
  return (Date.parse(outlookOf(facts, {}).finish.p50 ?? '') - at) / hour;
}

test('a limit of two lets a follow-up go once the first of two contacts is out of its window', () => {
  const two = { kind: 'limit', most: 2, counts: 'attempts', of: 'number' } as const;
  const day = { ...two, unit: 'calendar_days', length: 1 } as const;
  // As the engine did it: in the evening, at 8:00 and at noon of the next day; then at 8:00 of the third.
  expect(fromEvening(day, 2)).toBeCloseTo(16.25, 0);
  expect(fromEvening(day, 3)).toBeCloseTo(36.25, 0);
  // 18 hours after the evening it is a quarter to two; 18 hours after 8:00 is at night.
  const hours = { ...two, unit: 'hours', length: 18 } as const;
  expect(fromEvening(hours, 2)).toBeCloseTo(18, 0);
  expect(fromEvening(hours, 3)).toBeCloseTo(36.25, 0);
});

test('a limit of conversations counts those who talked alone', () => {
  const talks = { kind: 'limit', most: 2, counts: 'conversations', of: 'number' } as const;
  // Machines are no conversations, however many follow-ups come.
  expect(fromEvening({ ...talks, unit: 'days', length: 5 }, 3)).toBeLessThan(24);
});

test.each([
  ['hours', false],
  ['days', true],
] as const)(
  'contacts that are an hour apart count apart for a limit in hours, not for one in days: %s',
  (unit, isOne) => {
    const terms = {
      kind: 'limit',
      most: 2,
      counts: 'attempts',
      of: 'number',
      unit,
      length: 3,
    } as const;
    const followUps = [{ ...again('machine'), most: 2 }];
    const kept = contactsToKeep({ rules: [ruleOf(terms)], cap: null, followUps });
    const numbers = { zone: 'America/New_York', open: [], due: 0, count: 10 };
    const waiting = new WaitingNumbers([numbers], undefined, kept);
    const first = waiting.cohortOf(0, { way: [], wayKey: '' });
    const next = { way: [{ campaignId: 0, ruleId: 1 }], wayKey: ' 1' };
    const after = (at: number) => waiting.following(first, next, { at, talked: false });
    const [one, other] = [after(begin), after(begin + hour)];
    expect(one === other).toBe(isOne);
    expect(one.past).toEqual([{ at: isOne ? begin + hour : begin, talked: false }]);
  },
);
