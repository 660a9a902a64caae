/** Waiting for a carrier's response to a submission, which may take long. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalEntry } from '#db/journal.ts';
import type { Clock } from '#domain/clock.ts';
import { type RealMs, realMs, type SimMs } from '#domain/milliseconds.ts';
import type { LeaseHold } from './lease-holds.ts';

/** A submission without a response for this long counts as unknown. */
export const longestSubmission = realMs(10_000);
/** What still waits inside the carrier after this long must not go out any more. */
const longestWait = realMs(5_000);

/** How long a shutdown waits for responses to submissions. */
export const longestFinish = realMs(3_000);

/**
 * Called by a carrier that made a call or text wait, right before it goes out.
 *
 * @param isClockOff a wrong clock cannot judge the calling hours
 * @param claimed what was submitted, and what was not because its calling hours are over
 */
export function stillWanted(
  hold: LeaseHold,
  clock: Clock,
  claimed: readonly { callableUntil: SimMs }[],
  isClockOff: () => boolean = () => false,
): () => boolean {
  const until = performance.now() + longestWait;
  const now = clock.now();
  const hoursEnd = Math.min(...claimed.map((one) => one.callableUntil).filter((end) => end > now));
  return () =>
    hold.isSure() && performance.now() < until && clock.now() < hoursEnd && !isClockOff();
}

/** What is written beside the database before a submission. */
export function journalEntryOf(
  call: {
    clientId: number;
    callListId: number;
    entryId: number;
    phone: string;
    attemptedAt: SimMs;
  },
  { campaignId }: { campaignId: number },
): Extract<JournalEntry, { kind: 'submission' }> {
  const { clientId, callListId, entryId, phone, attemptedAt: at } = call;
  return { kind: 'submission', clientId, campaignId, callListId, entryId, phone, at };
}

/** Returns the carrier's response, or `late` after the time limit. Rejects as `work` does. */
export function inTime<T>(work: Promise<T>, late: T): Promise<T> {
  return within(longestSubmission, work, late);
}

/** Returns the result of the work, or `late` after `ms`. */
export async function within<T>(ms: RealMs, work: Promise<T>, late: T): Promise<T> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const patience = sleep(ms, undefined, { signal }).then(
    () => late,
    () => late,
  );
  try {
    return await Promise.race([work, patience]);
  } finally {
    waiting.abort();
  }
}

/** Resolves when the carrier did not respond at once, and only then. */
export async function isSlow(work: Promise<unknown>): Promise<void> {
  let responded = false;
  const done = () => {
    responded = true;
  };
  work.then(done, done);
  await turn();
  if (responded) await new Promise(() => {});
}

/** A turn of the event loop: a carrier that responds at once has done so by then. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
