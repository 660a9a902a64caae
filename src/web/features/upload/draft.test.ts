import { expect, test } from 'vitest';
import { localDay } from '#web/lib/local-time.ts';
import { delimiterOf, delimiterProblem } from './delimiter.ts';
import { fileProblem, mappingProblem, newDraft, restrictionOf, settingsProblem } from './draft.ts';

const draft = newDraft(1);
// In Eastern Time, whatever the zone of the machine.
const midnight = '2026-11-01T04:00:00.000Z';

test('duplicates are left out unless the manager wants them, called numbers are not', () => {
  expect(restrictionOf(draft)).toEqual({ restrictionType: 2, pastXDays: null });
  expect(restrictionOf({ ...draft, withoutDuplicates: false })).toEqual({
    restrictionType: 1,
    pastXDays: null,
  });
});

test('a date goes along as the first instant of that day', () => {
  const since = { ...draft, withoutCalled: true, calledSince: '2026-11-01' };
  expect(restrictionOf(since)).toEqual({ restrictionType: 2, pastXDays: midnight });
  expect(restrictionOf({ ...since, withoutDuplicates: false })).toEqual({
    restrictionType: 3,
    pastXDays: midnight,
  });
});

test('each step says what it lacks, in the words of the documents', () => {
  expect(mappingProblem(undefined)).toBe('Select at least one phone column.');
  expect(mappingProblem({ columns: {}, phones: [2] })).toBeUndefined();
  expect(settingsProblem(draft)).toBe('A name is required for the contact list');
  expect(settingsProblem({ ...draft, name: 'May' })).toBe('A campaign selection is required');
  expect(settingsProblem({ ...draft, name: 'May', campaignId: 3 })).toBeUndefined();
  expect(settingsProblem({ ...draft, name: 'May', campaignId: 3, withoutCalled: true })).toBe(
    'Choose a date.',
  );
});

test('a day is asked for while called numbers are left out, and today is the last', () => {
  const day = (daysAhead: number) => localDay(new Date(Date.now() + daysAhead * 86_400_000));
  const since = (calledSince: string) =>
    settingsProblem({ ...draft, name: 'May', campaignId: 3, withoutCalled: true, calledSince });
  expect(since('')).toBe('Choose a date.');
  expect(since(day(0))).toBeUndefined();
  expect(since('2020-02-29')).toBeUndefined();
  expect(since(day(2))).toBe('The date cannot be in the future.');
});

test('an empty file and one over 120 MiB are refused before they are sent', () => {
  expect(fileProblem(undefined)).toBe('Choose a file first.');
  expect(fileProblem(new File([], 'a.csv'))).toBe('The file is empty.');
  const large = Object.defineProperty(new File(['a'], 'a.csv'), 'size', { value: 125_829_121 });
  expect(fileProblem(large)).toBe('The file is over the limit of 120 MiB.');
});

test('a custom delimiter is exactly one character, neither a letter nor a digit', () => {
  expect(delimiterOf('tab', '')).toBe('\t');
  expect(delimiterOf('other', '~')).toBe('~');
  for (const wrong of ['', 'a', '7', '~~', 'é', '"']) {
    expect(delimiterOf('other', wrong)).toBeUndefined();
    expect(delimiterProblem(wrong)).toBe('The delimiter must be a special character');
  }
});
