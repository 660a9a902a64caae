import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestSpeechSeconds, speechPieces, speechSeconds } from './speech-pieces.ts';

const words = fc
  .array(fc.stringMatching(/^[A-Za-z0-9.,!?]{1,40}$/), { minLength: 1, maxLength: 300 })
  .map((some) => some.join(' '))
  .filter((text) => /[A-Za-z0-9]/.test(text) && speechSeconds(text) < longestSpeechSeconds);

test('pieces hold every letter and digit in order, and none takes long to say', () => {
  fc.assert(
    fc.property(words, (text) => {
      const pieces = speechPieces(text);
      const said = (some: string) => some.replaceAll(/[^A-Za-z0-9]/g, '');
      expect(said(pieces.join(''))).toBe(said(text));
      for (const piece of pieces) expect(speechSeconds(piece)).toBeLessThan(21);
    }),
  );
});

test('a short text is one piece; a long one is cut after its sentences', () => {
  expect(speechPieces('To speak with someone, press 1.')).toEqual([
    'To speak with someone, press 1.',
  ]);
  const sentence = 'This is a reminder about your statement.';
  const pieces = speechPieces(`${sentence} `.repeat(20).trim());
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.endsWith('statement.')).toBe(true);
});
