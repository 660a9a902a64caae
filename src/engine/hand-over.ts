/** A carrier's answer, which may be long in coming: what to do meanwhile, and how long to wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalEntry } from '#db/journal.ts';
import type { Clock } from '#domain/clock.ts';
import type { LeaseHold } from './lease-holds.ts';

/** Real milliseconds after which a hand-over without an answer counts as unknown. */
export const longestHandOver = 10_000;
/** Real milliseconds after which what still waits in its carrier is not to go out any more. */
const longestWait = 5_000;

/** Real milliseconds at a shutdown in which answers to what was handed over may still come. */
export const longestFinish = 3_000;

/**
 * Asked by a carrier that made a call or text wait, right before it goes out.
 *
 * @param isClockOff by a clock that is off no hour can be judged
 * @param claimed what was handed over, and what was not because its hours are over by now
 */
export function stillWanted(
  hold: LeaseHold,
  clock: Clock,
  claimed: readonly { callableUntil: number }[],
  isClockOff: () => boolean = () => false,
): () => boolean {
  const until = performance.now() + longestWait;
  const now = clock.now();
  const hoursEnd = Math.min(...claimed.map((one) => one.callableUntil).filter((end) => end > now));
  return () =>
    hold.isSure() && performance.now() < until && clock.now() < hoursEnd && !isClockOff();
}

/** What is written beside the database before a carrier is told. */
export function handOverOf(
  call: {
    clientId: number;
    callListId: number;
    entryId: number;
    phone: string;
    attemptedAt: number;
  },
  { campaignId }: { campaignId: number },
): Extract<JournalEntry, { kind: 'handOver' }> {
  const { clientId, callListId, entryId, phone, attemptedAt: at } = call;
  return { kind: 'handOver', clientId, campaignId, callListId, entryId, phone, at };
}

/** The carrier's answer, or `late` when there is none in time. Rejects as `work` does. */
export function inTime<T>(work: Promise<T>, late: T): Promise<T> {
  return within(longestHandOver, work, late);
}

/** What comes of the work, or `late` after so many real milliseconds. */
export async function within<T>(ms: number, work: Promise<T>, late: T): Promise<T> {
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

/** Resolves when the carrier has not answered at once, and only then. */
export async function isSlow(work: Promise<unknown>): Promise<void> {
  let answered = false;
  const done = () => {
    answered = true;
  };
  work.then(done, done);
  await turn();
  if (answered) await new Promise(() => {});
}

/** A turn of the event loop: a carrier that answers at once has answered by then. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
