import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasForeignCode, storedPhone } from '#domain/phone.ts';
import { foreignCode, phoneNumber, trimmedEnd, trimmedStart } from './cell-bytes.ts';

function asStored(text: string): string | undefined {
  const bytes = Buffer.from(text);
  const number = phoneNumber(bytes, 0, bytes.length);
  if (number === foreignCode) return 'foreign';
  return number === 0 ? undefined : `1${number}`;
}

const readText = (text: string) => (hasForeignCode(text) ? 'foreign' : storedPhone(text));

test('bytes are judged as domain/phone.ts judges text', () => {
  const digits = fc.stringMatching(/^[0-9]{7,13}$/);
  const plausible = fc.stringMatching(/^1?[2-9][0-9]{2}[1-9][0-9]{6}$/);
  const noise = fc.constantFrom(
    ...[
      ' ',
      '.',
      '.',
      '-',
      '(',
      ')',
      '+',
      '+',
      '/',
      'x',
      'é',
      '\u00a0',
      '\u00a1',
      '\u2007',
      '\u202f',
    ],
    ...[
      '\u200b',
      '\u2010',
      '\u2011',
      '\u2012',
      '\u2013',
      '\u2014',
      '\u2015',
      '\u2212',
      '\u2213',
      '😀',
    ],
  );
  fc.assert(
    fc.property(
      fc.oneof(digits, plausible),
      fc.array(fc.tuple(fc.nat(14), noise), { maxLength: 4 }),
      (number, marks) => {
        let text = number;
        for (const [at, mark] of marks) text = text.slice(0, at) + mark + text.slice(at);
        expect([text, asStored(text)]).toEqual([text, readText(text)]);
      },
    ),
    { numRuns: 5_000 },
  );
});

test.each([
  ['(212) 555-0123', '12125550123'],
  ['+1 212.555.0123', '12125550123'],
  ['12125550123', '12125550123'],
  ['2125550123', '12125550123'],
  ['22125550123', undefined],
  ['02125550123', undefined],
  ['1125550123', undefined],
  ['2120550123', undefined],
  ['9115550123', undefined],
  ['2129110123', undefined],
  ['212555012', undefined],
  ['212555012345', undefined],
  ['2125550123 x9', undefined],
  ['212/555/0123', undefined],
  ['+()-. ', undefined],
  ['+47 22 34 56 78', 'foreign'],
  ['302555014.0', undefined],
  ['302–555–0148', '13025550148'],
  ['302\u00a0555\u202f0148', '13025550148'],
])('%s is %s', (text, stored) => {
  expect(asStored(text)).toBe(stored);
});

test('a cell loses white space at its ends, also the unbreakable kind, and none inside', () => {
  const bytes = Buffer.from('\u00a0\t a\u00a0 b \u00a0\r\n');
  const from = trimmedStart(bytes, 0, bytes.length);
  expect(bytes.toString('utf8', from, trimmedEnd(bytes, from, bytes.length))).toBe('a\u00a0 b');
  const blank = Buffer.from(' \u00a0 ');
  expect(trimmedStart(blank, 0, blank.length)).toBe(blank.length);
});
