import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentsOf } from './text-segments.ts';

const gsm = (units: number) => 'a'.repeat(units);

test.each([
  ['nothing', '', 0, 160],
  ['one letter', 'a', 1, 160],
  ['160 letters', gsm(160), 1, 160],
  ['161 letters', gsm(161), 2, 153],
  ['306 letters', gsm(306), 2, 153],
  ['307 letters', gsm(307), 3, 153],
  ['80 euro signs', '€'.repeat(80), 1, 160],
  ['81 euro signs', '€'.repeat(81), 2, 153],
  // 152 letters, then a character that takes two: it begins the second segment.
  ['an escape at the end of a segment', `${gsm(152)}€${gsm(151)}`, 2, 153],
  ['an escape at the end of a segment, one letter more', `${gsm(152)}€${gsm(152)}`, 3, 153],
  ['70 characters of UCS-2', 'ф'.repeat(70), 1, 70],
  ['71 characters of UCS-2', 'ф'.repeat(71), 2, 67],
  ['134 characters of UCS-2', 'ф'.repeat(134), 2, 67],
  ['135 characters of UCS-2', 'ф'.repeat(135), 3, 67],
  ['35 emoji', '🔔'.repeat(35), 1, 70],
  // 33 pairs fill 66 of 67 units: a pair is not cut.
  ['67 emoji', '🔔'.repeat(67), 3, 67],
])('%s: the segments of the standard', (_, text, segments, unitsPerSegment) => {
  expect(segmentsOf(text)).toMatchObject({ segments, unitsPerSegment });
});

describe('what turns a text into UCS-2', () => {
  test('is named, each character once, in the order of the text', () => {
    const text = 'Don’t “wait” — call us 🔔🔔';
    expect(segmentsOf(text)).toMatchObject({
      encoding: 'UCS-2',
      unicode: ['’', '“', '”', '—', '🔔'],
    });
  });

  test('is not a letter of GSM-7, however foreign it looks', () => {
    expect(segmentsOf('ÄÖÜäöüßñàéèìòùÇØøÅåÆæΔΦΓΛΩΠΨΣΘΞ¿¡£¥¤§')).toMatchObject({
      encoding: 'GSM-7',
      unicode: [],
    });
  });

  test('is a character that only looks like one of GSM-7', () => {
    for (const text of ['ç', 'e\u0301', 'a\u00a0b', 'a\tb', '`', 'Α']) {
      expect(segmentsOf(text).encoding, JSON.stringify(text)).toBe('UCS-2');
    }
  });
});

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '€', '[', ' ', 'é'), maxLength: 700 }),
  fc.string({ unit: fc.constantFrom('a', '🔔', 'ф', '€'), maxLength: 700 }),
);

test('the segments always hold the text, with at most one unit of each left empty', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { segments, units, unitsPerSegment } = segmentsOf(text);
      expect(segments * unitsPerSegment).toBeGreaterThanOrEqual(units);
      expect(segments).toBeLessThanOrEqual(Math.ceil(units / (unitsPerSegment - 1)));
    }),
  );
});

test('a longer text never takes fewer segments', () => {
  fc.assert(
    fc.property(texts, texts, (text, more) => {
      expect(segmentsOf(text + more).segments).toBeGreaterThanOrEqual(segmentsOf(text).segments);
    }),
  );
});
