import { expect, test } from 'vitest';
import { changedNote, changedSentence } from './change-sentence.ts';

const now = new Date('2026-11-20T19:16:00Z');
const by = (at: string) => ({ by: 'Ann Lee', at: new Date(at) });

test('a change of today is said with its Eastern time alone', () => {
  expect(changedSentence(by('2026-11-20T19:14:00Z'), now)).toBe('Changed by Ann Lee at 2:14 PM');
  expect(changedNote(by('2026-11-20T15:14:00Z'), now)).toBe('Changed by Ann Lee, 10:14 AM');
});

test('an older change has its day, and one of another year the year', () => {
  expect(changedSentence(by('2026-11-18T19:14:00Z'), now)).toBe(
    'Changed by Ann Lee on Nov 18 at 2:14 PM',
  );
  expect(changedSentence(by('2025-11-18T19:14:00Z'), now)).toBe(
    'Changed by Ann Lee on Nov 18, 2025, at 2:14 PM',
  );
  expect(changedNote(by('2026-11-18T19:14:00Z'), now)).toBe('Changed by Ann Lee, Nov 18, 2:14 PM');
});

test('the day is the Eastern one', () => {
  // 11:30 PM on the 19th in the East, the 20th in UTC.
  expect(changedSentence(by('2026-11-20T04:30:00Z'), now)).toBe(
    'Changed by Ann Lee on Nov 19 at 11:30 PM',
  );
});
