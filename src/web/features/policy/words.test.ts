import { expect, test } from 'vitest';
import type { PolicyCost } from '#contract/policy.ts';
import {
  campaignsWords,
  costWords,
  heldWords,
  isAbout,
  placeChoices,
  placeOf,
  placeValue,
} from './words.ts';

const at = new Date('2026-11-20T18:00:00Z');
const cost = (count: number, first: string | null, last: string | null): PolicyCost => ({
  ...{ ruleId: 1, campaignId: 1, campaignName: 'Reminders', callListId: 1, count },
  ...{ callListName: 'Statements', first, last },
});
const today = '2026-11-20T19:10:00.000Z';
const tuesday = '2026-11-24T14:00:00.000Z';
const counting = { at, atLeast: false, hours: false };

test('a rule says how many numbers wait for it, and until when', () => {
  expect(costWords(cost(1_204, tuesday, tuesday), counting)).toBe(
    '1,204 numbers wait for it until Tuesday, 9:00 AM.',
  );
  expect(costWords(cost(2, today, tuesday), counting)).toBe(
    '2 numbers wait for it, the first until 2:10 PM, the last until Tuesday, 9:00 AM.',
  );
  expect(costWords(cost(1, '2026-12-12T14:00:00Z', '2026-12-12T14:00:00Z'), counting)).toBe(
    '1 number waits for it until Dec 12, 9:00 AM.',
  );
  const lists = [cost(4, today, today), cost(1_200, today, tuesday)];
  expect(heldWords(lists, counting)).toBe('1,204 numbers until Tuesday, 9:00 AM');
  expect(heldWords(lists, { ...counting, atLeast: true })).toMatch(/^At least 1,204 numbers/);
  expect(heldWords([], counting)).toBe('');
});

test('how long hours hold is not said beyond the days that are looked ahead', () => {
  const far = '2026-12-04T18:00:00.000Z';
  const hours = { ...counting, hours: true };
  expect(heldWords([cost(3, far, far)], hours)).toBe('3 numbers for more than 14 days');
  expect(costWords(cost(3, today, far), hours)).toBe(
    '3 numbers wait for it, the first until 2:10 PM, the last for more than 14 days.',
  );
  expect(heldWords([cost(3, far, far)], counting)).toBe('3 numbers until Dec 4, 1:00 PM');
});

test('campaigns are named by purpose, by name or by both', () => {
  expect(campaignsWords({ purpose: null })).toBe('Every campaign');
  expect(campaignsWords({ purpose: 'sales' })).toBe('Sales campaigns');
  expect(campaignsWords({ purpose: null, campaignName: 'Past due' })).toBe('Past due');
  expect(campaignsWords({ purpose: 'sales', campaignName: 'Past due' })).toBe(
    'Past due, while it is for Sales',
  );
});

test('every place can be chosen and read back, California and Canada apart', () => {
  for (const { value } of placeChoices) expect(placeValue(placeOf(value))).toBe(value);
  expect(new Set(placeChoices.map(({ value }) => value)).size).toBe(placeChoices.length);
  expect(placeOf('CA')).toEqual({ country: 'CA', state: null });
  expect(placeChoices.find(({ label }) => label === 'California')?.value).toBe('US-CA');
});

test('a place shows what is about it: its own rules, its country and those of anywhere', () => {
  const anywhere = { country: null, state: null };
  const [us, texas, ontario] = [
    { country: 'US', state: null },
    { country: 'US', state: 'TX' },
    { country: null, state: 'ON' },
  ];
  const shown = (value: string) =>
    [anywhere, us, texas, ontario].map((rule) => isAbout(rule, value));
  expect(shown('')).toEqual([true, true, true, true]);
  expect(shown('TX')).toEqual([true, true, true, false]);
  expect(shown('FL')).toEqual([true, true, false, false]);
  expect(shown('US')).toEqual([true, true, true, false]);
  expect(shown('CA')).toEqual([true, false, false, true]);
});

test('of numbers that wait for consent nobody knows until when', () => {
  const costs = [cost(3, null, null)];
  const counting = { at: new Date('2026-11-20T15:00:00Z'), atLeast: false, hours: false };
  expect(heldWords(costs, counting)).toBe('3 numbers');
  expect(costWords(cost(1, null, null), counting)).toBe('1 number waits for it.');
});
