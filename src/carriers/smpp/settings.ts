/** What an operator says of a text route; its help is what `carillon carrier add smpp` shows. */
import { z } from 'zod';

const whole = (low: number, high: number) => {
  const message = `must be a whole number from ${low} to ${high}`;
  return z.coerce
    .number({ error: message })
    .int({ error: message })
    .min(low, { error: message })
    .max(high, { error: message });
};

/** Octets of the field, with the NUL at its end (SMPP 3.4, 5.2). */
const octets = (most: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]*$/, { error: 'must have no spaces and no letters beyond ASCII' })
    .max(most - 1, {
      error: `must have at most ${most - 1} characters`,
    });

const choice = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

export const smppSettings = z.object({
  host: z.string().min(1, { error: 'is needed' }).describe("The SMSC's name or address."),
  port: whole(1, 65_535).default(2775).describe("The SMSC's port; often 2775, or 3550 with TLS."),
  tls: choice(['off', 'on', 'unchecked'])
    .default('off')
    .describe('on: TLS with a checked certificate; unchecked: TLS with any certificate.'),
  systemId: octets(16)
    .min(1, { error: 'is needed' })
    .describe('The name that the carrier gave you.'),
  // Longer than the standard's 8: some carriers give such ones and take them.
  // Required, so that it is asked for: a bind without one is refused where nobody looks.
  password: octets(17)
    .min(1, { error: 'is needed' })
    .describe('The password that the carrier gave you.'),
  systemType: octets(13).default('').describe('Only where the carrier asks for one.'),
  connections: whole(1, 16).default(1).describe('Binds at once.'),
  window: whole(1, 500).default(10).describe('Texts of one bind that wait for their answer.'),
  perSecond: whole(0, 10_000)
    .default(0)
    .describe(
      'At most so many messages a second of each engine; 0: as fast as the carrier takes them.',
    ),
  numberFormat: choice(['international', 'plus', 'national'])
    .default('international')
    .describe('13025550148, +13025550148 or 3025550148.'),
  longMessages: choice(['udh8', 'udh16', 'sar', 'payload'])
    .default('udh8')
    .describe(
      'How a long text is sent: headers of 8 or 16 bit, SAR fields, or one message_payload.',
    ),
  gsm7: choice(['unpacked', 'packed'])
    .default('unpacked')
    .describe('One octet a character of the default alphabet, or seven bits.'),
  answerIds: choice(['text', 'hex', 'decimal'])
    .default('text')
    .describe("How the carrier's answers write a message's id."),
  receiptIds: choice(['text', 'hex', 'decimal'])
    .default('text')
    .describe('How its receipts write it, where that differs: hex in one, decimal in the other.'),
  reference: choice(['on', 'off'])
    .default('on')
    .describe('Send user_message_reference; off for a carrier that refuses it.'),
  responseSeconds: whole(1, 60)
    .default(5)
    .describe('A text without an answer after so long is unknown, and its connection is closed.'),
  enquireSeconds: whole(1, 600).default(30).describe('Between two signs of life.'),
});

export type SmppSettings = z.infer<typeof smppSettings>;
