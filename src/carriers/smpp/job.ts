/** A text that is being submitted to the SMSC, and its outcome. */

import type { Note } from '#contract/note.ts';
import type { RealMs, SimMs } from '#domain/milliseconds.ts';
import type { Sender } from '../fair-turns.ts';
import type { Submission } from '../text-port.ts';

export interface Submitted {
  submission: Submission;
  /** The carrier's ids of the accepted parts. */
  refs: string[];
  /** It goes in more than one part. */
  inParts?: boolean;
}

export interface Job {
  sender: Sender | undefined;
  /** One per part, made when the part is written. */
  bodies: (() => Buffer)[];
  refs: string[];
  /** Parts that are not written yet. */
  left: number;
  /** Parts in the queue, and parts written that have no response yet. */
  queued: number;
  written: number;
  /** The first part was written and not throttled. */
  isBegun: boolean;
  mayWrite(): boolean;
  /** Time left to write a part; below 0 it is too late. */
  msLeft(): SimMs;
  /** Nothing is written after this. */
  deadline: RealMs;
  /** If the outcome is not known by then, it is returned as unknown. */
  returnBy: RealMs;
  /** A response was lost or came without an id, so what the person got is not known. */
  doubt?: Note;
  /** Why a part was rejected. `later`: it was surely not sent, and may be submitted again. */
  refusal?: { note: Note; later: boolean };
  done(submitted: Submitted): void;
}

export const notConnected: Submitted = {
  submission: { kind: 'rejected', note: { code: 'not_connected' }, retryable: true },
  refs: [],
};
/** The header counts parts in one octet (3GPP TS 23.040, 9.2.3.24.1). */
export const mostParts = 255;
export const tooLong: Submitted = {
  submission: { kind: 'rejected', note: { code: 'too_long' }, retryable: false },
  refs: [],
};
export const noResponse: Note = { code: 'no_response' };
type Refusal = NonNullable<Job['refusal']>;
export const notWanted: Refusal = { note: { code: 'withdrawn', what: 'text' }, later: true };
export const overdue: Refusal = { note: { code: 'remaining_parts_too_late' }, later: true };
export const notWritten: Refusal = { note: { code: 'carrier_busy' }, later: true };

export function submittedOf(job: Job): Submitted {
  const refs = job.refs.filter((ref) => ref !== undefined);
  return { submission: submissionOf(job, refs), refs, inParts: job.bodies.length > 1 };
}

function submissionOf(job: Job, refs: string[]): Submission {
  const { bodies, doubt, refusal } = job;
  if (doubt !== undefined) return { kind: 'unknown', note: doubt };
  const [carrierRef] = refs;
  if (refusal && carrierRef !== undefined) {
    const counts = { accepted: refs.length, parts: bodies.length };
    const note: Note = { code: 'partly_accepted', ...counts, because: refusal.note };
    return { kind: 'rejected', note, retryable: false };
  }
  if (refusal) return { kind: 'rejected', note: refusal.note, retryable: refusal.later };
  if (carrierRef === undefined) return { kind: 'unknown', note: { code: 'no_id' } };
  return { kind: 'accepted', carrierRef, ...(refs.length > 1 && { partRefs: refs }) };
}
