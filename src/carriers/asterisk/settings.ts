/** An operator's settings for an Asterisk; the files of deploy/asterisk fit the default values. */
import { z } from 'zod';
import { ringSecondsSetting } from '#contract/ring-time.ts';
import { plaintextChoices } from '../private-network.ts';

const port = 'http://10.0.0.5:8088';
const word = /^[\w.-]+$/;

export const asteriskSettings = z.object({
  nodes: z
    .string()
    .refine((text) => nodesOf(text).length > 0 && nodesOf(text).every(isAddress), {
      message: `must be ARI addresses separated by commas, such as ${port}`,
    })
    .describe(`ARI addresses, separated by commas, such as ${port}.`),
  user: z
    .string()
    .regex(word, 'must be a user name in ari.conf')
    .default('carillon')
    .describe('User name in ari.conf.'),
  password: z.string().min(1, 'must not be empty').describe('Password of that user in ari.conf.'),
  endpoint: z
    .string()
    .refine(
      (text) => text.includes('{number}'),
      'must contain {number}, as in PJSIP/{number}@trunk',
    )
    .default('PJSIP/{number}@trunk')
    .describe('What Asterisk dials; {number} stands for the phone number.'),
  numberFormat: z
    .enum(['e164', '11', '10'], 'must be e164 (+12125550100), 11 (12125550100) or 10 (2125550100)')
    .default('e164')
    .describe('Number format of the trunk: e164 (+12125550100), 11 or 10 digits.'),
  callerId: z
    .string()
    .regex(/^1\d{10}$/, 'must be 11 digits')
    .optional()
    .describe('Caller ID for campaigns that do not set one.'),
  setupsPerSecond: z.coerce
    .number('must be a number')
    .min(0.1, 'must be at least 0.1')
    .max(500, 'must be at most 500')
    .default(20)
    .describe('Maximum number of calls that one node starts per second.'),
  callsAtOnce: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(5_000, 'must be at most 5000')
    .default(200)
    .describe('Maximum number of calls on one node at a time.'),
  ringSeconds: ringSecondsSetting,
  plaintext: z
    .enum(plaintextChoices, 'must be private or anywhere')
    .default('private')
    .describe('Where http:// may lead: private networks only, or anywhere, such as through a VPN.'),
  detection: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe('Whether to detect answering machines; off counts every answer as a person.'),
});

export type AsteriskSettings = z.infer<typeof asteriskSettings>;

export function nodesOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim().replace(/\/+$/, ''))
    .filter(Boolean);
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.pathname === '/';
}

/** A number of 11 digits in the trunk's format. */
export function dialed(number: string, format: AsteriskSettings['numberFormat']): string {
  if (format === '10') return number.slice(1);
  return format === 'e164' ? `+${number}` : number;
}

/** The endpoint to dial for a number of 11 digits. */
export function endpointOf(number: string, settings: AsteriskSettings): string {
  return settings.endpoint.replaceAll('{number}', dialed(number, settings.numberFormat));
}
