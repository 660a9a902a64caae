/** A text on its way to the SMSC, and what comes of it. */
import type { Sender } from '../fair-turns.ts';
import type { Submission } from '../text-port.ts';

export interface Submitted {
  submission: Submission;
  /** The carrier's ids of the parts that it took. */
  refs: string[];
}

export interface Job {
  sender: Sender | undefined;
  /** Of the parts; made when one is written. */
  bodies: (() => Buffer)[];
  refs: string[];
  /** Parts that are not written yet. */
  left: number;
  /** Parts that wait in the queue, and parts that wait for their answer. */
  queued: number;
  written: number;
  /** The first part was written, and not refused as one too many. */
  isBegun: boolean;
  mayWrite(): boolean;
  /** Milliseconds that a part may still be written, by the engine's clock; below 0 it is too late. */
  msLeft(): number;
  /** Nothing is written after it. */
  deadline: number;
  /** What is not known by then is told as unknown. */
  answerBy: number;
  /** An answer was lost, or came without an id: what the person got is not known. */
  doubt?: string;
  /** Why a part was not taken. `later`: it surely was not, and will be later. */
  refusal?: { code: string; later: boolean };
  done(submitted: Submitted): void;
}

export const notConnected: Submitted = {
  submission: { kind: 'rejected', code: 'The carrier is not connected.', retryable: true },
  refs: [],
};
/** The header counts them in an octet (3GPP TS 23.040, 9.2.3.24.1). */
export const mostParts = 255;
export const tooLong: Submitted = {
  submission: { kind: 'rejected', code: 'The text is too long for SMPP.', retryable: false },
  refs: [],
};
export const noAnswer = 'The carrier did not answer.';
export const notWanted = { code: 'The text was not to be sent any more.', later: true };
export const overdue = { code: 'The rest would have left too late.', later: true };
export const notWritten = { code: 'The carrier took no more texts for now.', later: true };

export function submittedOf(job: Job): Submitted {
  const refs = job.refs.filter((ref) => ref !== undefined);
  return { submission: submissionOf(job, refs), refs };
}

function submissionOf(job: Job, refs: string[]): Submission {
  const { bodies, doubt, refusal } = job;
  if (doubt !== undefined) return { kind: 'unknown', note: doubt };
  const [carrierRef] = refs;
  if (refusal && carrierRef !== undefined) {
    const code = `Only ${refs.length} of ${bodies.length} parts were taken: ${refusal.code}`;
    return { kind: 'rejected', code, retryable: false };
  }
  if (refusal) return { kind: 'rejected', code: refusal.code, retryable: refusal.later };
  if (carrierRef === undefined) return { kind: 'unknown', note: 'The carrier gave no id.' };
  return { kind: 'accepted', carrierRef, ...(refs.length > 1 && { partRefs: refs }) };
}
