/** Words in square brackets that are no account field: texts send them as they are written. */
import { expect, test } from 'vitest';
import { isOnlyNote } from '#domain/lint/fault.ts';
import { faultWords } from '#domain/lint/lint-words.ts';
import { textFaults } from '#domain/lint/text-lint.ts';

test.each([
  ['Hello [first name], hi.', '[first name]', 'Write [first_name].'],
  ['Hello [firstname], hi.', '[firstname]', 'Write [first_name].'],
  ['Hello [first_name], you owe [balance].', '[balance]', expect.stringContaining('[file_number]')],
  ['[Enter your last name]', '[Enter your last name]', expect.stringContaining('brackets out')],
])('%s has a note: it is sent as it is written', (text, written, cure) => {
  const found = textFaults(text, null).filter(({ rule }) => rule === 'text_bracket');
  expect(found).toMatchObject([{ kind: 'likely', written }]);
  expect(found.every(isOnlyNote)).toBe(true);
  expect(found.map((fault) => faultWords(fault).cure)).toEqual([cure]);
});

test('brackets without a word are none', () => {
  expect(textFaults('Reply STOP to stop [1].', null)).toEqual([]);
});
