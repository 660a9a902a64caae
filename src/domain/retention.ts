/**
 * How long data is kept. Days are whole days of 24 hours, counted back from now; null means
 * forever. The reasons for the defaults: docs/operating-retention.md.
 */
import { longestWait, mostSteps } from '#contract/follow-up.ts';
import { mostDays as mostCapDays } from './contact-cap.ts';
import { counted } from './plural.ts';
import { longestReachDays } from './policy/window-reach.ts';

export const retentionKinds = [
  'contacts',
  'calls',
  'texts',
  'inbound',
  'recordings',
  'reports',
  'journal',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** Null: forever. */
export type RetentionDays = Record<RetentionKind, number | null>;

export const usualRetention: Readonly<RetentionDays> = {
  contacts: 730,
  calls: 1_830,
  texts: 1_830,
  inbound: 1_830,
  recordings: 7,
  reports: 90,
  journal: 90,
};

/** Of each process, not of a client. */
export const kindsOfInstallation: readonly RetentionKind[] = ['journal'];

export const kindMeanings: Readonly<Record<RetentionKind, string>> = {
  contacts:
    'contact data of lists that have ended: entries, rejected rows and the phone numbers of accounts',
  calls: 'call records of voice campaigns',
  texts: 'call records of text campaigns and the texts that were sent',
  inbound: 'inbound texts, with the replies to them and the decisions on them',
  recordings: 'telephone recordings that no message uses',
  reports: 'archived reports and their files',
  journal: 'the journal of submissions beside the database',
};

/**
 * A shorter time would break something: a late receipt needs its text, and a carrier may report an
 * inbound text again. The journal must outlive the backups that are restored.
 */
const least: Readonly<Record<RetentionKind, number>> = {
  contacts: 1,
  calls: 30,
  texts: 30,
  inbound: 30,
  recordings: 1,
  reports: 1,
  journal: 30,
};
const mostDays = 36_500;

/**
 * Days for which an attempt is kept after its list's last call, whatever is set: as long as a cap or
 * a rule of the contact policy can count it. The minimum gap is shorter.
 */
export const leastAttemptDays = Math.max(mostCapDays, longestReachDays);

/**
 * Days for which the number and the time of an inbound text are kept, whatever is set: as long as a
 * rule of the contact policy can count the reply, or follow-ups of the person can wait one after the
 * other. The text itself goes at the time that is set.
 */
export const leastReplyDays = Math.max(leastAttemptDays, (mostSteps * longestWait) / (24 * 60));

const day = 86_400_000;

/** Reads "730", or "keep" as null; returns a sentence on what is wrong with any other text. */
export function parseRetention(kind: RetentionKind, text: string): number | null | string {
  if (text === 'keep') return null;
  const days = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (days >= least[kind] && days <= mostDays) return days;
  return `"${text}" is not a valid time for --${kind}. Use whole days from ${least[kind]} to ${mostDays.toLocaleString('en-US')}, or "keep" to keep it forever.`;
}

/** "730 days", "forever". */
export function describeDays(days: number | null): string {
  if (days === null) return 'forever';
  return counted(days, 'day');
}

/** Data from before this instant (epoch ms) can go; null: nothing. */
export function cutoffOf(now: number, days: number | null): number | null {
  return days === null ? null : now - days * day;
}

/**
 * The same for call records, which go by whole months (UTC): the start of the month in which the
 * days end. So a record is kept for its days and at most a month more.
 */
export function monthCutoffOf(now: number, days: number | null): number | null {
  const cutoff = cutoffOf(now, days);
  if (cutoff === null) return null;
  const date = new Date(cutoff);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Whether what was from before a cutoff can still go by the days as they are now. */
export function isStillOld(before: Date, now: number, days: number | null): boolean {
  const cutoff = cutoffOf(now, days);
  return cutoff !== null && before.getTime() <= cutoff;
}

/** When the nightly sweep runs (`schedule` in jobs/tasks.ts), UTC. */
const sweepAt = { hour: 7, minute: 37 };
/** Kinds with a sweep of their own each hour, at this minute. */
const hourlyAt: Partial<Record<RetentionKind, number>> = { recordings: 41, reports: 23 };
const hour = 3_600_000;

/** The first sweep of a kind at or after an instant (epoch ms). */
function sweepAfter(kind: RetentionKind, instant: number): number {
  const date = new Date(instant);
  const minute = hourlyAt[kind];
  if (minute !== undefined) {
    const thisHour = new Date(instant).setUTCMinutes(minute, 0, 0);
    return date.getTime() <= thisHour ? thisHour : thisHour + hour;
  }
  const today = new Date(instant).setUTCHours(sweepAt.hour, sweepAt.minute, 0, 0);
  return date.getTime() <= today ? today : today + day;
}

/**
 * The sweep that may delete the oldest data of a kind first; null: none. Contact data may go later,
 * because a list must have ended.
 */
export function firstSweepOf(
  kind: RetentionKind,
  { oldest, days, now }: { oldest: number | null; days: number | null; now: number },
): number | null {
  if (oldest === null || days === null) return null;
  const date = new Date(oldest);
  const byMonth = kind === 'calls' || kind === 'texts';
  // A month is deleted when all of it is old enough.
  const from = byMonth ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) : oldest;
  return sweepAfter(kind, Math.max(now, from + days * day));
}

/** Whether less is kept than before. */
export function isShorter(next: number | null, before: number | null): boolean {
  return next !== null && (before === null || next < before);
}
