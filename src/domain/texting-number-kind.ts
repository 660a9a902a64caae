/**
 * The pace of texting numbers, by their kind. Carriers send a fixed number of segments per second
 * from one number and queue the rest.
 */
import type { TextingNumber, TextingNumberKind } from '#contract/text-campaign.ts';

/** Codes of toll-free numbers (47 CFR 52.101, as of 2026: 822 and others are reserved). */
const tollFreeCodes = new Set(['800', '833', '844', '855', '866', '877', '888']);

/** @param phone 11 digits */
export function usualKindOf(phone: string): TextingNumberKind {
  return tollFreeCodes.has(phone.slice(1, 4)) ? 'toll-free' : 'long-code';
}

/** The same number, when it has eleven digits and begins with 1. */
export function senderNumber<N extends Pick<TextingNumber, 'phoneNumber'>>(
  number: N,
): N | undefined {
  return /^1\d{10}$/.test(number.phoneNumber) ? number : undefined;
}

/**
 * Segments a second. A long code's and a toll-free number's are the network's (Twilio, error 30001
 * and its page on rate limits); those of 10DLC and short codes depend on their registration: until
 * the operator sets them, they send as slowly as a long code.
 */
export const usualSegmentsPerSecond: Readonly<Record<TextingNumberKind, number>> = {
  'long-code': 1,
  'toll-free': 3,
  '10dlc': 1,
  'short-code': 1,
};

/** `1 segment a second`. */
export function paceWords(segmentsPerSecond: number): string {
  const rounded = Math.round(segmentsPerSecond * 100) / 100;
  return `${rounded} ${rounded === 1 ? 'segment' : 'segments'} a second`;
}

/**
 * For the editor of a campaign that wants more than its number can send; undefined when it can.
 *
 * @param number as the server returns it; a number without a pace is not checked
 */
export function numberHint(
  textPerMinute: number | undefined,
  number: Pick<TextingNumber, 'segmentsPerSecond'> | undefined,
): string | undefined {
  const { segmentsPerSecond } = number ?? {};
  if (segmentsPerSecond === undefined || textPerMinute === undefined) return undefined;
  const most = Math.floor(segmentsPerSecond * 60 + rounding);
  if (textPerMinute <= most) return undefined;
  return `This number sends ${paceWords(segmentsPerSecond)}: at most ${most.toLocaleString('en-US')} texts a minute from all campaigns together, fewer when a text takes several segments.`;
}

/** The database keeps a pace with six digits. */
const rounding = 1e-3;
