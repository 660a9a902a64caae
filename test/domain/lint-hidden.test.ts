/** Characters that nobody sees, in the checks of texts. */
import { expect, test } from 'vitest';
import { faultWords } from '#domain/lint/lint-words.ts';
import { textFaults } from '#domain/lint/text-lint.ts';

test.each([
  ['\u200b', 'A zero-width space', 'Take a zero-width space out.'],
  ['\u00a0', 'A no-break space', 'Write a plain space instead.'],
  ['\u2003', 'A space (U+2003)', 'Write a plain space instead.'],
  ['\t', 'A tab', 'Write a plain space instead.'],
  ['\u0007', 'An invisible character (U+0007)', 'Take an invisible character (U+0007) out.'],
])('a character that nobody sees is named: %j', (sign, named, cure) => {
  const [fault] = textFaults(`Harbor${sign} Bank. Reply STOP to stop.`, null);
  expect(fault && faultWords(fault)).toEqual({
    sentence: `${named}, which nobody sees, makes the text UCS-2. It takes 1 segment either way.`,
    cure,
  });
  expect(fault?.place.character).toBe(7);
});
