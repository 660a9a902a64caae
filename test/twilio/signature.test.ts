import fc from 'fast-check';
import twilio from 'twilio';
import { expect, test } from 'vitest';
import { isSigned, signatureOf } from '../../src/carriers/twilio/signature.ts';

const url = 'https://carillon.example/carrier/main/inbound';
const text = fc.string({ unit: 'grapheme', maxLength: 20 });

test("our signature is the one that Twilio's own client makes, for any fields", () => {
  const field = fc.tuple(
    text.filter((name) => name !== '' && name !== '__proto__'),
    text,
  );
  fc.assert(
    fc.property(fc.array(field, { maxLength: 12 }), text, (fields, token) => {
      const record: Record<string, string | string[]> = Object.create(null);
      for (const [name, value] of fields) {
        const before = record[name];
        record[name] = before === undefined ? value : [before, value].flat();
      }
      expect(signatureOf(token, url, fields)).toBe(
        twilio.getExpectedTwilioSignature(token, url, record),
      );
    }),
  );
});

test('a signature holds with the usual port in the address or without it, and with no other', () => {
  const fields = [['Body', 'Hello']] as const;
  const signed = (address: string) => signatureOf('token', address, fields);
  const holds = (signature: string, address: string) =>
    isSigned('token', signature, address, fields);
  expect(holds(signed('https://a.example:443/x?y=1'), 'https://a.example/x?y=1')).toBe(true);
  expect(holds(signed('https://a.example/x'), 'https://a.example:8443/x')).toBe(true);
  expect(holds(signed('http://a.example:80/x'), 'http://a.example/x')).toBe(true);
  expect(holds(signed('https://a.example:80/x'), 'https://a.example/x')).toBe(false);
  expect(holds(signed('http://a.example/x'), 'https://a.example/x')).toBe(false);
  expect(holds(signed('https://a.example/x?y=1'), 'https://a.example/x')).toBe(false);
  expect(holds('', 'https://a.example/x')).toBe(false);
});
