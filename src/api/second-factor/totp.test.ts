import { expect, test } from 'vitest';
import { authenticatorUri, base32, codeOf, stepAt, stepOfCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238', () => {
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    const step = stepAt(seconds * 1_000);
    expect(codeOf(secret, step, 8)).toBe(code);
    expect(codeOf(secret, step)).toBe(code.slice(2));
  }
});

test('codes are those of RFC 4226', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583'];
  expect(codes.map((_, counter) => codeOf(secret, counter))).toEqual(codes);
});

test('a clock may be one step fast or slow, and no more', () => {
  const now = 1_234_567_890_000;
  const step = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((away) =>
    stepOfCode(secret, codeOf(secret, step + away), now),
  );
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(stepOfCode(secret, '', now)).toBeUndefined();
  expect(stepOfCode(secret, '0000000', now)).toBeUndefined();
});

test('a secret is typed in base 32', () => {
  expect(
    ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text))),
  ).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
  expect(authenticatorUri(secret, 'demo/ann lee')).toBe(
    'otpauth://totp/Carillon:demo%2Fann%20lee?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Carillon&algorithm=SHA1&digits=6&period=30',
  );
});
