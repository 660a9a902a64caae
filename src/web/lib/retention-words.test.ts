import { expect, test } from 'vitest';
import { deletedSentence, keptWords } from './retention-words.ts';

const march = '2025-03-01T00:00:00.000Z';
const june = '2025-06-01T00:00:00.000Z';
const kept = { callsDeletedBefore: null, textsDeletedBefore: null, reportDays: 90 };

test('a report says what of its time was deleted, and nothing where nothing was', () => {
  expect(deletedSentence(undefined)).toBeUndefined();
  expect(deletedSentence(kept)).toBeUndefined();
  expect(deletedSentence({ ...kept, callsDeletedBefore: march })).toBe(
    'Calls before Feb 28, 2025, 7:00 PM were deleted when their retention period ended.',
  );
  expect(deletedSentence({ ...kept, callsDeletedBefore: march, textsDeletedBefore: march })).toBe(
    'Calls and texts before Feb 28, 2025, 7:00 PM were deleted when their retention period ended.',
  );
  expect(deletedSentence({ ...kept, callsDeletedBefore: march, textsDeletedBefore: june })).toBe(
    'Calls before Feb 28, 2025, 7:00 PM were deleted when their retention period ended. Texts before May 31, 2025, 8:00 PM were deleted when their retention period ended.',
  );
});

test('days of reports are said', () => {
  expect([90, 1, 1_830, null].map(keptWords)).toEqual([
    'kept 90 days',
    'kept 1 day',
    'kept 1,830 days',
    'kept forever',
  ]);
});
