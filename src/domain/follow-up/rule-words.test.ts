import { expect, test } from 'vitest';
import type { FollowUpRule } from '#contract/follow-up.ts';
import { ruleSentence, waitsForGap } from './rule-words.ts';

const rule = (more: Partial<FollowUpRule> = {}): FollowUpRule => ({
  ...{ ruleId: 1, after: 'busy', action: 'again', campaignId: 0 },
  ...{ waitMinutes: 20, otherPart: false, most: 3 },
  ...more,
});
const names = { texts: false, campaign: () => 'Texts of May' };

test('a rule that waits less than the minimum gap says when its follow-up really comes', () => {
  const promise = 'Busy: call again, after 20 minutes, at most 3 times per person.';
  expect(ruleSentence(rule(), names)).toBe(promise);
  expect(ruleSentence(rule(), { ...names, leastGapHours: 0 })).toBe(promise);
  expect(ruleSentence(rule(), { ...names, leastGapHours: 4 })).toBe(
    `${promise} It comes 4 hours after the attempt before at the earliest, the minimum gap that your operator set.`,
  );
  expect(ruleSentence(rule({ otherPart: true }), { ...names, leastGapHours: 4 })).toBe(
    'Busy: call again in another part of the day, at least 20 minutes later, at most 3 times per person. It comes 4 hours after the attempt before at the earliest, the minimum gap that your operator set.',
  );
});

test('a rule whose campaign was deleted says that it does nothing, and not when', () => {
  const gone = rule({ action: 'campaign', campaignId: 7 });
  expect(ruleSentence(gone, { ...names, campaign: () => undefined })).toBe(
    'Busy: nothing more, because its campaign was deleted.',
  );
  expect(ruleSentence(gone, names)).toBe(
    'Busy: continue with "Texts of May", after 20 minutes, at most 3 times per person.',
  );
});

test('the gap is of one campaign, and a longer wait has passed it', () => {
  expect(waitsForGap(rule({ action: 'campaign', campaignId: 7 }), 4)).toBe(false);
  expect(waitsForGap(rule({ action: 'nothing' }), 4)).toBe(false);
  expect(waitsForGap(rule({ waitMinutes: 240 }), 4)).toBe(false);
  expect(waitsForGap(rule({ waitMinutes: 239 }), 4)).toBe(true);
  // Not typed yet.
  expect(waitsForGap(rule({ waitMinutes: Number.NaN }), 4)).toBe(false);
});
