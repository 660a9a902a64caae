/** What an operator says of an account at Twilio. */
import { z } from 'zod';
import { ringSecondsSetting } from '#contract/ring-time.ts';

const sid = (letters: string) => new RegExp(`^${letters}[0-9a-fA-F]{32}$`);

/** Plain http only to this machine: the token goes along with every request. */
function isSafeAddress(text: string): boolean {
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {};
  if (protocol === 'https:') return true;
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

export const twilioSettings = z.object({
  accountSid: z
    .string()
    .regex(sid('AC'), 'must be an account SID: AC and 32 letters and digits')
    .describe('The account, AC…; it stands on the first page of the Twilio console.'),
  authToken: z
    .string()
    .regex(/^\S{8,200}$/, 'must be the auth token, without blanks')
    .describe('The auth token of the account; Twilio also signs with it what it tells us.'),
  messagingServiceSid: z
    .string()
    .regex(sid('MG'), 'must be the SID of a messaging service: MG and 32 letters and digits')
    .optional()
    .describe('The messaging service that our texting numbers belong to, MG…, when there is one.'),
  perSecond: z.coerce
    .number('must be a number from 0.1 to 1000')
    .min(0.1, 'must be a number from 0.1 to 1000')
    .max(1_000, 'must be a number from 0.1 to 1000')
    .default(10)
    .describe('Texts a second that we hand over at most, for this engine.'),
  atOnce: z.coerce
    .number('must be a whole number from 1 to 100')
    .int('must be a whole number from 1 to 100')
    .min(1, 'must be a whole number from 1 to 100')
    .max(100, 'must be a whole number from 1 to 100')
    .default(10)
    .describe('Requests at Twilio at the same time.'),
  callerId: z
    .string()
    .regex(/^1\d{10}$/, 'must be 11 digits')
    .optional()
    .describe(
      'The number that calls show when a campaign names none: of this account, or verified.',
    ),
  callsPerSecond: z.coerce
    .number('must be a number from 0.1 to 100')
    .min(0.1, 'must be a number from 0.1 to 100')
    .max(100, 'must be a number from 0.1 to 100')
    .default(1)
    .describe('Calls a second that we hand over at most: no more than the account may place.'),
  callsAtOnce: z.coerce
    .number('must be a whole number from 1 to 5000')
    .int('must be a whole number from 1 to 5000')
    .min(1, 'must be a whole number from 1 to 5000')
    .max(5_000, 'must be a whole number from 1 to 5000')
    .default(100)
    .describe('Calls in progress at the same time, for this engine.'),
  ringSeconds: ringSecondsSetting,
  detection: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe('Whether machines are told from persons; off: whoever answers is a person.'),
  apiUrl: z
    .string()
    .refine(isSafeAddress, 'must begin with https://')
    .transform((text) => text.replace(/\/+$/, ''))
    .default('https://api.twilio.com')
    .describe('Where the API of Twilio answers; another one for a region of yours.'),
});

export type TwilioSettings = z.output<typeof twilioSettings>;
