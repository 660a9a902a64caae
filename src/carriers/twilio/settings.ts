/** The settings of a Twilio account. */
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
    .describe('The account SID, AC…, from the first page of the Twilio console.'),
  authToken: z
    .string()
    .regex(/^\S{8,200}$/, 'must be the auth token, without spaces')
    .describe('The auth token of the account; Twilio also signs its callbacks with it.'),
  messagingServiceSid: z
    .string()
    .regex(sid('MG'), 'must be the SID of a messaging service: MG and 32 letters and digits')
    .optional()
    .describe('The messaging service, MG…, that the texting numbers belong to, if there is one.'),
  perSecond: z.coerce
    .number('must be a number from 0.1 to 1000')
    .min(0.1, 'must be a number from 0.1 to 1000')
    .max(1_000, 'must be a number from 0.1 to 1000')
    .default(10)
    .describe('Maximum number of texts that each engine submits per second.'),
  atOnce: z.coerce
    .number('must be a whole number from 1 to 100')
    .int('must be a whole number from 1 to 100')
    .min(1, 'must be a whole number from 1 to 100')
    .max(100, 'must be a whole number from 1 to 100')
    .default(10)
    .describe('Maximum number of requests to Twilio at a time.'),
  callerId: z
    .string()
    .regex(/^1\d{10}$/, 'must be 11 digits')
    .optional()
    .describe(
      'The caller ID of campaigns that have none: a number of this account, or a verified one.',
    ),
  callsPerSecond: z.coerce
    .number('must be a number from 0.1 to 100')
    .min(0.1, 'must be a number from 0.1 to 100')
    .max(100, 'must be a number from 0.1 to 100')
    .default(1)
    .describe(
      "Maximum number of calls that each engine submits per second, within the account's limit.",
    ),
  callsAtOnce: z.coerce
    .number('must be a whole number from 1 to 5000')
    .int('must be a whole number from 1 to 5000')
    .min(1, 'must be a whole number from 1 to 5000')
    .max(5_000, 'must be a whole number from 1 to 5000')
    .default(100)
    .describe('Maximum number of calls in progress at a time, for each engine.'),
  ringSeconds: ringSecondsSetting,
  detection: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe('Whether to detect answering machines; off: every answered call counts as a person.'),
  apiUrl: z
    .string()
    .refine(isSafeAddress, 'must begin with https://')
    .transform((text) => text.replace(/\/+$/, ''))
    .default('https://api.twilio.com')
    .describe("The address of Twilio's API; change it to use another region."),
});

export type TwilioSettings = z.output<typeof twilioSettings>;
