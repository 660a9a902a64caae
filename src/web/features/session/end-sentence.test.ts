import { expect, test } from 'vitest';
import { endSentence } from './end-sentence.ts';

const minute = 60_000;
const after = (minutes: number, unsaved = true) =>
  endSentence({ how: 'refused', lastGood: 0 }, unsaved, minutes * minute);

test('the dialog says how long the person was away, or that the session was ended', () => {
  expect(after(2)).toBe('Your session has ended. Everything you typed is still here.');
  expect(after(30)).toBe('You were away for 30 minutes. Everything you typed is still here.');
  expect(after(12 * 60 + 5)).toContain('away for 12 hours.');
  expect(after(3 * 24 * 60)).toContain('away for 3 days.');
  expect(after(2, false)).toBe('Your session has ended. The page is still as you left it.');
  expect(endSentence({ how: 'elsewhere', lastGood: 0 }, true)).toContain('in another tab');
});
