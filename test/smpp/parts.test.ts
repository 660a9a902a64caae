import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from '../../src/carriers/smpp/parts.ts';
import { decodeMessage, encodeMessage } from '../../src/carriers/smpp/pdu.ts';
import { wordsOf } from '../../src/carriers/smpp/words.ts';
import { segmentsOf } from '../../src/domain/text-segments.ts';
import { messageOf } from './smsc-bodies.ts';

const letters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const escaped = '\f^{}\\[~]|€';
const others = ['👍', 'Ж', '’', '…', 'ç'];

const text = fc
  .record({
    characters: fc.array(
      fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...letters) },
        { weight: 3, arbitrary: fc.constantFrom(...escaped) },
      ),
      { minLength: 1, maxLength: 500 },
    ),
    foreign: fc.array(fc.tuple(fc.nat(500), fc.constantFrom(...others)), { maxLength: 1 }),
    emoji: fc.boolean(),
  })
  .map(({ characters, foreign, emoji }) => {
    const all = [...characters];
    for (const [at, one] of foreign) all.splice(at, 0, one);
    return emoji ? all.map((one, n) => (n % 7 === 0 ? '👍' : one)).join('') : all.join('');
  });

test.each(['unpacked', 'packed'] as const)(
  'a text is sent in as many segments as the console shows, and arrives unchanged (%s)',
  (gsm7) => {
    const property = fc.property(text, fc.constantFrom('udh8', 'sar'), (body, longMessages) => {
      const parts = partsOf(body, 4_242, { longMessages, gsm7 });
      expect(parts.length).toBe(segmentsOf(body).segments);
      expect(said(parts, gsm7)).toBe(body);
      const longest = Math.max(...parts.map(({ shortMessage }) => shortMessage.length));
      expect(longest).toBeLessThanOrEqual(
        gsm7 === 'packed' || segmentsOf(body).encoding === 'UCS-2' ? 140 : 160,
      );
    });
    fc.assert(property, { numRuns: 3_000, seed: 6 });
  },
  60_000,
);

test.each(['udh16', 'payload'] as const)(
  'a text by %s arrives unchanged',
  (longMessages) => {
    const property = fc.property(text, fc.constantFrom('unpacked', 'packed'), (body, gsm7) => {
      expect(said(partsOf(body, 65_000, { longMessages, gsm7 }), gsm7)).toBe(body);
    });
    fc.assert(property, { numRuns: 1_000, seed: 7 });
  },
  60_000,
);

test.each([
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
  [459, 3],
])('%i letters go in %i', (length, count) => {
  const settings = { longMessages: 'udh8', gsm7: 'unpacked' } as const;
  expect(partsOf('a'.repeat(length), 1, settings).length).toBe(count);
});

/** Joined like on a phone. */
function said(parts: ReturnType<typeof partsOf>, gsm7: 'packed' | 'unpacked'): string {
  const about = { from: '13025550100', to: '13034000001' };
  return parts
    .map(({ shortMessage, tlvs, ...part }) =>
      decodeMessage(
        encodeMessage({
          ...messageOf({ ...about, words: Buffer.from(shortMessage), tlvs }),
          ...part,
        }),
      ),
    )
    .map((message) => wordsOf(message, gsm7).text)
    .join('');
}
