/** The settings of a text route, with the help that `carillon carrier add smpp --help` shows. */
import { z } from 'zod';
import { plaintextChoices } from '../private-network.ts';

const whole = (low: number, high: number) => {
  const message = `must be a whole number from ${low} to ${high}`;
  return z.coerce
    .number({ error: message })
    .int({ error: message })
    .min(low, { error: message })
    .max(high, { error: message });
};

/** Octets of the field including the terminating NUL (SMPP 3.4, 5.2). */
const octets = (most: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]*$/, { error: 'must be ASCII without spaces' })
    .max(most - 1, {
      error: `must have at most ${most - 1} characters`,
    });

const choice = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

export const smppSettings = z.object({
  host: z.string().min(1, { error: 'is required' }).describe("The SMSC's name or address."),
  port: whole(1, 65_535).default(2775).describe("The SMSC's port; often 2775, or 3550 with TLS."),
  tls: choice(['off', 'on', 'unchecked'])
    .default('off')
    .describe('on: TLS with a verified certificate; unchecked: TLS with any certificate.'),
  plaintext: choice(plaintextChoices)
    .default('private')
    .describe(
      'Where a connection without TLS may lead: private networks only, or anywhere, such as through a VPN.',
    ),
  systemId: octets(16)
    .min(1, { error: 'is required' })
    .describe('The name that the carrier gave you.'),
  // Longer than the standard's 8, because some carriers issue longer passwords.
  // Required, so that the operator is prompted: a bind without one would be rejected unnoticed.
  password: octets(17)
    .min(1, { error: 'is required' })
    .describe('The password that the carrier gave you.'),
  systemType: octets(13).default('').describe('Only if the carrier requires one.'),
  connections: whole(1, 16).default(1).describe('Number of simultaneous binds.'),
  window: whole(1, 500).default(10).describe('Maximum number of unacknowledged texts per bind.'),
  perSecond: whole(0, 10_000)
    .default(0)
    .describe(
      'Maximum number of messages per second from each engine; 0: as fast as the carrier accepts them.',
    ),
  numberFormat: choice(['international', 'plus', 'national'])
    .default('international')
    .describe('How numbers are written: 13025550148, +13025550148 or 3025550148.'),
  longMessages: choice(['udh8', 'udh16', 'sar', 'payload'])
    .default('udh8')
    .describe(
      'How long texts are sent: 8-bit or 16-bit headers, SAR fields, or one message_payload.',
    ),
  gsm7: choice(['unpacked', 'packed'])
    .default('unpacked')
    .describe('Default alphabet with one octet per character, or packed into seven bits.'),
  responseIds: choice(['text', 'hex', 'decimal'])
    .default('text')
    .describe("How the carrier's responses write message ids."),
  receiptIds: choice(['text', 'hex', 'decimal'])
    .default('text')
    .describe('How its receipts write message ids; often decimal where responses use hex.'),
  reference: choice(['on', 'off'])
    .default('on')
    .describe('Send user_message_reference; off for a carrier that rejects it.'),
  responseSeconds: whole(1, 60)
    .default(5)
    .describe('How long to wait for a response. Then the text is unknown and the bind is closed.'),
  enquireSeconds: whole(1, 600)
    .default(30)
    .describe('Seconds between keep-alive requests (enquire_link).'),
});

export type SmppSettings = z.infer<typeof smppSettings>;
