import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textTokens } from '#contract/text-message.ts';
import { fieldError, fillText, hasField, hasRoomForField, invalidFields } from './text-message.ts';

const ann = { '[first_name]': 'Ann', '[last_name]': 'Marsh', '[file_number]': 'A-17' };
const nobody = { '[first_name]': '', '[last_name]': ' ', '[file_number]': '' };

test('the three tokens are allowed, every other word in brackets is not', () => {
  expect(invalidFields('[first_name] [last_name] [file_number]')).toEqual([]);
  expect(invalidFields('[First_Name] [city] [] [ first_name ] [city] [a[b]')).toEqual([
    '[First_Name]',
    '[city]',
    '[]',
    '[ first_name ]',
    '[b]',
  ]);
  expect(fieldError('Dear [name], [city]')).toBe('Invalid account fields: [name], [city]');
  expect(fieldError('Dear [first_name]')).toBeUndefined();
});

test('a bracket that is never closed is no account field', () => {
  expect(invalidFields('see [this or that] and [the rest')).toEqual(['[this or that]']);
  expect(hasField('see [first_name')).toBe(false);
  expect(hasField('see [first_name]')).toBe(true);
});

test('there is room for a field until the longest token would pass 500 characters', () => {
  expect(hasRoomForField('a'.repeat(487))).toBe(true);
  expect(hasRoomForField('a'.repeat(488))).toBe(false);
});

test.each([
  ['Hello [first_name] [last_name], [file_number].', ann, 'Hello Ann Marsh, A-17.'],
  ['Hello [first_name] there', nobody, 'Hello there'],
  ['A [first_name] [last_name] B', nobody, 'A B'],
  ['A [first_name][last_name] B', nobody, 'A B'],
  ['A [first_name] [last_name] B', { ...nobody, '[last_name]': 'Marsh' }, 'A Marsh B'],
  ['[first_name] hello', nobody, 'hello'],
  ['hello [first_name]', nobody, 'hello'],
  ['Two  spaces stay [first_name].', nobody, 'Two  spaces stay .'],
  ['[first_name]', { ...ann, '[first_name]': '[last_name]' }, '[last_name]'],
])(
  '"%s" is filled with an account, and a missing value leaves no double space',
  (text, values, filled) => {
    expect(fillText(text, values)).toBe(filled);
  },
);

test('a filled text has no double space that was not written', () => {
  const piece = fc.constantFrom(...textTokens, ' ', 'word', '.');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('').replace(/ +/g, ' ');
      expect(fillText(text, nobody)).not.toContain('  ');
      expect(fillText(text, nobody).replace(/ /g, '')).toBe(
        text.replace(/\[\w+\]/g, '').replace(/ /g, ''),
      );
    }),
  );
});
