import { expect, test } from 'vitest';
import { KeyRingError, parseRing, ringOfKey, ringText, withNewKey } from './key-ring.ts';

const one = ringOfKey(Buffer.alloc(32, 7));
const two = withNewKey(one, new Date('2026-11-28T01:00:00Z'));

test('a key file of earlier versions is a ring of one key, with or without a newline', () => {
  const digits = '07'.repeat(32);
  for (const text of [digits, `${digits}\n`, `\ufeff${digits}\r\n`, `${digits}\n\n`]) {
    expect(parseRing(text)).toEqual(one);
  }
});

test('what is written is read again, with the look-up keys of the first key', () => {
  expect(parseRing(ringText(two))).toEqual(two);
  expect(two.lookups).toEqual(one.lookups);
  expect(two.keys.map(({ id }) => id)[1]).toBe(one.keys[0]?.id);
});

test('a file that is cut off anywhere, or has one digit changed, is never taken for a ring', () => {
  const text = ringText(two);
  for (let end = 0; end < text.trimEnd().length; end += 1) {
    expect(() => parseRing(text.slice(0, end)), String(end)).toThrow(KeyRingError);
  }
  for (const { bytes } of two.keys) {
    const digits = Buffer.from(bytes).toString('hex');
    const changed = digits.startsWith('0') ? `1${digits.slice(1)}` : `0${digits.slice(1)}`;
    expect(() => parseRing(text.replace(digits, changed))).toThrow('was changed');
  }
  expect(() => parseRing(text.replace('keys 1', 'keys 2'))).toThrow('newer version');
});
