/**
 * How long a telephone rings before a call counts as not answered: at least 15 seconds or four
 * rings for a sales call (16 CFR 310.4(b)(4)(ii), 47 CFR 64.1200(a)(6)).
 */
import { z } from 'zod';

export const shortestRing = 15;

const tooShort = `must be at least ${shortestRing}: by law, a sales call must ring for 15 seconds or four rings before it is abandoned (16 CFR 310.4(b)(4))`;

/** The setting of a carrier, as it is typed. */
export const ringSecondsSetting = z.coerce
  .number('must be a whole number from 15 to 120')
  .int('must be a whole number from 15 to 120')
  .min(shortestRing, tooShort)
  .max(120, 'must be at most 120')
  .default(30)
  .describe('Seconds to ring before a call counts as unanswered; at least 15.');

/** Settings stored before this rule: a shorter time becomes 15 seconds. */
export function withLawfulRing(stored: Readonly<Record<string, string>>): Record<string, string> {
  const { ringSeconds } = stored;
  const short = ringSeconds !== undefined && Number(ringSeconds) < shortestRing;
  return short ? { ...stored, ringSeconds: String(shortestRing) } : { ...stored };
}
