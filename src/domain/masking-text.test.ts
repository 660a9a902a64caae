import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskableRun, maskText } from './masking-text.ts';

const digits = (least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const gap = fc.constantFrom(' ', '-', '.', ' - ', '–', '/', '\n');
const words = fc.string({ unit: fc.constantFrom(...'abc,;:!?$#'), minLength: 1, maxLength: 12 });

function luhnDigit(start: string): string {
  for (const last of '0123456789') {
    const sum = [...`${start}${last}`].reverse().reduce((total, digit, n) => {
      const value = Number(digit) * (n % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (sum % 10 === 0) return last;
  }
  throw new Error('One of ten digits always fits.');
}

const card = fc
  .tuple(fc.constantFrom('4', '5', '37', '6'), digits(11, 16))
  .map(([start, rest]) => `${start}${rest}${luhnDigit(`${start}${rest}`)}`);

test('a social security number keeps its last four digits, however it is written', () => {
  for (const [text, shown] of [
    ['my ssn is 123-45-6789.', 'my ssn is ***-**-6789.'],
    ['123456789', '*****6789'],
    ['ssn123 45 6789ok', 'ssn*** ** 6789ok'],
    ['123.45.6789', '***.**.6789'],
    ['123 - 45 - 6789', '*** - ** - 6789'],
    ['1 2 3 4 5 6 7 8 9', '* * * * * 6 7 8 9'],
    ['123-456-789', '***-**6-789'],
    ['615-555-0142 123-45-6789', '615-555-0142 ***-**-6789'],
    ['123-45-6789 615-555-0142', '***-**-6789 615-555-0142'],
    ['123456789 and 987-65-4321', '*****6789 and ***-**-4321'],
  ] as const) {
    expect(maskText(text)).toBe(shown);
  }
});

test('a card number keeps its last four digits, if its check digit is right', () => {
  for (const [text, shown] of [
    ['4111 1111 1111 1111', '**** **** **** 1111'],
    ['card:4111111111111111', 'card:************1111'],
    ['3782-822463-10005', '****-******-*0005'],
    ['3056 930902 5904', '**** ****** 5904'],
    ['12345 4111 1111 1111 1111', '***** **** **** **** 1111'],
    ['4111 1111 1111 1112', '4111 1111 1111 1112'],
    ['call 615-555-0142, card 4111-1111-1111-1111', 'call 615-555-0142, card ****-****-****-1111'],
  ] as const) {
    expect(maskText(text)).toBe(shown);
  }
});

test('telephone numbers, ZIP codes, dates, times and amounts stay', () => {
  for (const text of [
    'Call 615-555-0142 or (615) 555-0143 or 6155550144 or +1 615 555 0145',
    '615-555-0142 12 30',
    '615.555.0142 615.555.0143 615.555.0144',
    '555-1234 555-1235',
    'Nashville 37203-1200',
    'on 11/28/2026 9:30',
    '2026-11-28 10.30',
    '$1,234,567,890.12',
    'STOP 12345678',
    '',
  ]) {
    expect(maskText(text)).toBe(text);
  }
});

test('at most four digits of a social security number are left, whatever stands around it', () => {
  const around = fc.oneof(words, fc.constant(''), fc.constant('615-555-0142 '));
  fc.assert(
    fc.property(digits(3), digits(2), digits(4), gap, around, (a, b, c, between, before) => {
      const ssn = [a, b, c].join(between);
      const shown = maskText(`${before}${ssn} ok`);
      expect(shown).toBe(`${before}***${between}**${between}${c} ok`);
    }),
  );
});

test('at most four digits of a card number are left, by fours and in one', () => {
  fc.assert(
    fc.property(card, gap, words, (number, between, before) => {
      for (const written of [number, number.replace(/(.{4})(?=.)/g, `$1${between}`)]) {
        const shown = maskText(`${before}${written}`);
        expect(shown.slice(before.length).replace(/\D/g, '')).toBe(number.slice(-4));
      }
    }),
  );
});

test('a text keeps its length and everything but digits, and loses digits of long runs alone', () => {
  const text = fc
    .array(fc.oneof(digits(1, 20), gap, words, fc.constantFrom('(', ') ')), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const shown = maskText(given);
      expect(shown.length).toBe(given.length);
      const inRuns = new Set<number>();
      for (const { index, 0: run } of given.matchAll(new RegExp(maskableRun, 'g'))) {
        for (const n of run.split('').keys()) inRuns.add(index + n);
      }
      for (const [at, character] of given.split('').entries()) {
        if (shown[at] === character) continue;
        expect(shown[at]).toBe('*');
        expect(character).toMatch(/\d/);
        expect(inRuns.has(at)).toBe(true);
      }
    }),
  );
});

test('a telephone number alone is never masked', () => {
  const phone = fc
    .tuple(fc.constantFrom('2', '6', '9'), digits(2), fc.constantFrom('2', '5'), digits(6))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(phone, gap, fc.constantFrom('', '1', '+1 '), words, (number, by, one, before) => {
      for (const written of [number, number.replace(/(...)(...)/, `$1${by}$2${by}`)]) {
        const text = `${before}${one}${one === '1' && written !== number ? by : ''}${written}`;
        expect(maskText(text)).toBe(text);
      }
    }),
  );
});
