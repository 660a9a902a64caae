/**
 * The cap on attempts: the most calls, and the most texts, to one number within some days,
 * over all campaigns of a client.
 *
 * Days are a rolling window of `days` × 24 hours of the engine's clock that ends at the attempt,
 * not calendar days. An attempt counts from the moment it is claimed, whatever its result; calls
 * and texts are counted separately. Attempts that are given back to their list do not count, nor do
 * auto-replies.
 */
import { counted } from './plural.ts';

/** Only texts of a campaign are texts here. */
export const attemptKinds = ['call', 'text'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** What the operator set for a client. */
export interface ContactCap {
  /** Null: no limit. */
  calls: number | null;
  texts: number | null;
  days: number;
}

/** The limit for one kind of attempts. */
export interface KindCap {
  most: number;
  days: number;
}

/**
 * Seven, because of the best known rule: more than seven calls to one person about one debt within
 * seven consecutive days are presumed to be harassment (12 CFR 1006.14(b)(2)(i)(A)).
 */
export const usualDays = 7;
export const mostAttempts = 1_000;
export const mostDays = 365;

export const noCap: ContactCap = { calls: null, texts: null, days: usualDays };

const day = 24 * 3_600_000;

/**
 * From when (epoch ms) a number may be tried again: from then on the window holds fewer attempts
 * than the cap allows. In the past when it may be tried now.
 *
 * @param nthLast when the `most`-th attempt was made, counted back from the last one
 */
export function cappedUntil(nthLast: number, { days }: Pick<KindCap, 'days'>): number {
  return nthLast + days * day;
}

/** The attempts (epoch ms) that count for an attempt at `now` are those after this instant. */
export function windowStart(now: number, { days }: Pick<KindCap, 'days'>): number {
  return now - days * day;
}

/** Reads "7", or "none" as null; returns a sentence on what is wrong with any other text. */
export function parseMost(text: string): number | null | string {
  if (text === 'none') return null;
  const most = wholeNumber(text);
  if (most !== undefined && most >= 1 && most <= mostAttempts) return most;
  return `"${text}" is not a valid cap. Use a whole number from 1 to ${mostAttempts}, or "none" for no limit.`;
}

/** Reads "7"; returns a sentence on what is wrong with any other text. */
export function parseDays(text: string): number | string {
  const days = wholeNumber(text);
  if (days !== undefined && days >= 1 && days <= mostDays) return days;
  return `"${text}" is not a valid number of days. Use a whole number from 1 to ${mostDays}.`;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** "7 calls and 3 texts in 7 days"; undefined without a limit. */
export function describeCap({ calls, texts, days }: ContactCap): string | undefined {
  const parts = [
    ...(calls === null ? [] : [counted(calls, 'call')]),
    ...(texts === null ? [] : [counted(texts, 'text')]),
  ];
  return parts.length === 0 ? undefined : `${parts.join(' and ')} in ${counted(days, 'day')}`;
}
