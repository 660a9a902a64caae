import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EncodingProbe } from '#domain/contact-file/text-encoding.ts';
import { decoderFor } from './text-decoder.ts';

function decoded(bytes: Buffer, size: number) {
  const probe = new EncodingProbe(isUtf8);
  for (let at = 0; at < bytes.length; at += size) probe.push(bytes.subarray(at, at + size));
  const { encoding, markBytes } = probe.result();
  const decode = decoderFor(encoding);
  const parts: Buffer[] = [];
  for (let at = markBytes; at < bytes.length; at += size) {
    parts.push(Buffer.from(decode(bytes.subarray(at, at + size), false)));
  }
  parts.push(decode(Buffer.alloc(0), true));
  return { encoding, text: Buffer.concat(parts).toString() };
}

const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

test('a text comes back from every encoding, however it is cut', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((one) => !one.includes('\0') && !one.startsWith('\ufeff') && one.isWellFormed());
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 7 }), (body, size) => {
      const whole = `name;${body}`;
      const cases = [
        { bytes: Buffer.from(whole), encoding: 'utf-8' },
        { bytes: Buffer.from(`\ufeff${whole}`), encoding: 'utf-8' },
        { bytes: Buffer.from(`\ufeff${whole}`, 'utf16le'), encoding: 'utf-16le' },
        { bytes: utf16be(whole), encoding: 'utf-16be' },
      ];
      for (const { bytes, encoding } of cases) {
        expect(decoded(bytes, size)).toEqual({ encoding, text: whole });
      }
    }),
    { numRuns: 200 },
  );
});

test('what is not UTF-8 and has no mark is Windows-1252, with all its characters', () => {
  const bytes = Buffer.from([0x80, 0x85, 0x8c, 0x92, 0x9f, 0xa0, 0xe9, 0xff, 0x2c, 0x41]);
  expect(decoded(bytes, 3)).toEqual({ encoding: 'windows-1252', text: '€…Œ’Ÿ\u00a0éÿ,A' });
});

test('bytes that would be UTF-8 but for the last one are Windows-1252: the end decides', () => {
  const bytes = Buffer.concat([Buffer.from('é,'.repeat(500)), Buffer.of(0xe9)]);
  expect(decoded(bytes, 100).encoding).toBe('windows-1252');
});
