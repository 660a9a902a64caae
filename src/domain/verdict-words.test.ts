import { expect, test, vi } from 'vitest';
import type { CampaignNumber } from '#contract/campaign-numbers.ts';
import { verdictWords } from './verdict-words.ts';

vi.unmock('./verdict-words.ts');

const number: CampaignNumber = {
  ...{ callListId: 1, callListName: 'East', entryId: 3, phone: '13025550148' },
  ...{ firstName: 'Ann', lastName: 'Lee', line: 4, column: 'Home', verdict: null },
  ...{ attemptedAt: null, leftOut: null },
};
const says = (verdict: Partial<NonNullable<CampaignNumber['verdict']>>, texts = false) => {
  const whole = { kind: 'wait' as const, reason: null, until: null, zone: null, ...verdict };
  const { word, because } = verdictWords({ ...number, verdict: whole }, texts);
  return `${word}. ${because}`;
};

test('a verdict is a word and a sentence, for calls and for texts', () => {
  expect(says({ kind: 'call' })).toBe('Can be called. Its calling hours are open.');
  expect(says({ reason: 'calling_hours', zone: 'Pacific/Honolulu' })).toBe(
    'Waits. The calling hours in Hawaii are closed.',
  );
  expect(says({ reason: 'least_gap' }, true)).toBe('Waits. It was texted recently.');
  expect(says({ kind: 'bar', reason: 'opt_out_text' })).toBe(
    'Barred. The person opted out by text.',
  );
  expect(says({ kind: 'done', reason: 'no_answer' })).toBe('Done. Not answered.');
  expect(says({ kind: 'done', reason: 'in_progress' })).toBe('In a call. The call is in progress.');
});

test('a number that was not loaded says why, and a reason of a newer version is no error', () => {
  const leftOut = { reason: 'This area code is not assigned.', reasonCode: { code: 'any' } };
  expect(verdictWords({ ...number, leftOut }, false)).toEqual({
    word: 'Not loaded',
    because: 'This area code is not assigned.',
  });
  expect(says({ kind: 'bar', reason: 'of_tomorrow' })).toBe('Barred. It is no longer called.');
});
