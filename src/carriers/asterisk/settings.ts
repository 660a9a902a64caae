/** What an operator says of his Asterisk: deploy/asterisk is made for these values. */
import { z } from 'zod';
import { ringSecondsSetting } from '#contract/ring-time.ts';

const port = 'http://10.0.0.5:8088';
const word = /^[\w.-]+$/;

export const asteriskSettings = z.object({
  nodes: z
    .string()
    .refine((text) => nodesOf(text).length > 0 && nodesOf(text).every(isAddress), {
      message: `must be addresses of ARI with commas between them, as ${port}`,
    })
    .describe(`Addresses of ARI, with commas between several nodes, as ${port}`),
  user: z
    .string()
    .regex(word, 'must be a name of ari.conf')
    .default('carillon')
    .describe('The user in ari.conf'),
  password: z.string().min(1, 'must not be empty').describe('Its password in ari.conf'),
  endpoint: z
    .string()
    .refine((text) => text.includes('{number}'), 'must hold {number}, as PJSIP/{number}@trunk')
    .default('PJSIP/{number}@trunk')
    .describe('What Asterisk dials; {number} is the number'),
  numberFormat: z
    .enum(['e164', '11', '10'], 'must be e164 (+12125550100), 11 (12125550100) or 10 (2125550100)')
    .default('e164')
    .describe('How the trunk takes numbers: e164 (+12125550100), 11 or 10 digits'),
  callerId: z
    .string()
    .regex(/^1\d{10}$/, 'must be 11 digits')
    .optional()
    .describe('The number shown when a campaign names none'),
  setupsPerSecond: z.coerce
    .number('must be a number')
    .min(0.1, 'must be at least 0.1')
    .max(500, 'must be at most 500')
    .default(20)
    .describe('Calls that one node begins a second, at most'),
  callsAtOnce: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(5_000, 'must be at most 5000')
    .default(200)
    .describe('Calls that one node holds at once, at most'),
  ringSeconds: ringSecondsSetting,
  detection: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe('Whether machines are told from persons; off: whoever answers is a person'),
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

/** A number of 11 digits as the trunk takes it. */
export function dialled(number: string, format: AsteriskSettings['numberFormat']): string {
  if (format === '10') return number.slice(1);
  return format === 'e164' ? `+${number}` : number;
}

/** What a channel is made of, for a number of 11 digits. */
export function endpointOf(number: string, settings: AsteriskSettings): string {
  return settings.endpoint.replaceAll('{number}', dialled(number, settings.numberFormat));
}
