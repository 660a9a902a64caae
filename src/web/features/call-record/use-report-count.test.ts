import { expect, test } from 'vitest';
import { ageSentence, reportCounts, searchedSentence } from './use-report-count.ts';

test('the number of results is exact, or says that it is not', () => {
  expect(reportCounts(25, { total: 12_345, exact: true })).toBe('25 of 12,345 results');
  expect(reportCounts(25, { total: 10_000, exact: false })).toBe('25 of more than 10,000 results');
  expect(reportCounts(25, { total: undefined, exact: false })).toBe('');
});

test('figures of a standby say how old they are, and others nothing', () => {
  expect(ageSentence(null)).toBe('');
  expect(ageSentence(1)).toBe('Figures as of 1 second ago.');
  expect(ageSentence(12)).toBe('Figures as of 12 seconds ago.');
});

test('a report that searched the newest only says since when', () => {
  expect(searchedSentence(null)).toBe('');
  expect(searchedSentence('2026-11-12T20:04:00.000Z')).toMatch(
    /^Only calls since Nov 12.* 3:04 PM were searched\.$/,
  );
});
