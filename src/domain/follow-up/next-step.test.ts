import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FollowUpRule,
  followedOutcomes,
  followUpFaults,
  mostSteps,
  voiceOutcomes,
} from '#contract/follow-up.ts';
import { followedOutcome, nextStep, type Taken } from './next-step.ts';

const rule = (of: Partial<FollowUpRule>): FollowUpRule => ({
  ...{ ruleId: 1, after: 'no_answer', action: 'again', campaignId: 0 },
  ...{ waitMinutes: 240, otherPart: false, most: 3, ...of },
});

test('the first rule for the outcome that is not used up decides', () => {
  const rules = [
    rule({ ruleId: 1, most: 2 }),
    rule({ ruleId: 2, action: 'campaign', campaignId: 9, most: 1 }),
    rule({ ruleId: 3, after: 'busy' }),
  ];
  const used = (...ids: number[]) => ids.map((ruleId) => ({ campaignId: 5, ruleId }));
  const next = (way: Taken[]) => nextStep(rules, 5, 'no_answer', way)?.ruleId;
  expect(next([])).toBe(1);
  expect(next(used(1))).toBe(1);
  expect(next(used(1, 1))).toBe(2);
  expect(next(used(1, 1, 2))).toBeUndefined();
  expect(nextStep(rules, 5, 'busy', used(1, 1))?.ruleId).toBe(3);
  // Another campaign's rule of the same number is another rule.
  expect(nextStep(rules, 6, 'no_answer', used(1, 1))?.ruleId).toBe(1);
});

test('a rule that says nothing ends the way, before later rules', () => {
  const rules = [rule({ ruleId: 1, action: 'nothing' }), rule({ ruleId: 2 })];
  expect(nextStep(rules, 5, 'no_answer', [])).toBeUndefined();
  expect(followUpFaults(rules, voiceOutcomes).map(({ path }) => path)).toEqual([[1, 'after']]);
});

test.each([
  [{ result: 'unknown' }, null],
  [{ result: 'person', optedOut: true }, null],
  [{ result: 'person', transferred: true }, null],
  [{ result: 'machine', optedOut: true }, null],
  [{ result: 'failed', canceled: true }, null],
  [{ result: 'delivered' }, null],
  [{ result: 'person', abandoned: true }, 'abandoned'],
  [{ result: 'person' }, 'person'],
  [{ result: 'busy' }, 'busy'],
] as const)('%j is followed as %s', (end, outcome) => {
  expect(followedOutcome(end)).toBe(outcome);
});

const anyRule = fc.record({
  ruleId: fc.integer({ min: 1, max: 4 }),
  after: fc.constantFrom(...followedOutcomes),
  action: fc.constantFrom('again' as const, 'campaign' as const, 'nothing' as const),
  campaignId: fc.integer({ min: 1, max: 3 }),
  waitMinutes: fc.integer({ min: 5, max: 10_000 }),
  otherPart: fc.boolean(),
  most: fc.integer({ min: 1, max: 10 }),
});

test('campaigns that lead to each other add up, never multiply: no way is over a rule or ten steps', () => {
  const campaigns = fc.array(fc.uniqueArray(anyRule, { selector: (one) => one.ruleId }), {
    minLength: 3,
    maxLength: 3,
  });
  const outcomes = fc.array(fc.constantFrom(...followedOutcomes), {
    minLength: 200,
    maxLength: 200,
  });
  fc.assert(
    fc.property(campaigns, outcomes, (rulesOf, ends) => {
      const way: Taken[] = [];
      let campaignId = 1;
      for (const outcome of ends) {
        const next = nextStep(rulesOf[campaignId - 1] ?? [], campaignId, outcome, way);
        if (!next) continue;
        way.push({ campaignId, ruleId: next.ruleId });
        const used = way.filter(
          (one) => one.campaignId === campaignId && one.ruleId === next.ruleId,
        );
        expect(used.length).toBeLessThanOrEqual(next.most);
        if (next.action === 'campaign') campaignId = next.campaignId;
      }
      expect(way.length).toBeLessThanOrEqual(mostSteps);
    }),
    { numRuns: 60 },
  );
});
