/**
 * Hands texts to the SMSC, part by part, over every bound session and for all campaigns together.
 * The first part goes alone: a text that is refused, or is one too many, has sent nothing then. The
 * rest goes ahead of other texts, so that few are half sent at any time.
 */
import type { Submission, TextRequest } from '../text-port.ts';
import type { Pace } from './pace.ts';
import type { Session } from './session.ts';
import { isThrottling, status, statusText } from './status.ts';
import type { Timing } from './timing.ts';

export interface Submitter {
  /** @param mayWrite as the port's: asked before a text's first part; the rest of a text goes on. */
  submit(texts: readonly TextRequest[], mayWrite?: () => boolean): Promise<Submitted[]>;
  /** A session was bound. */
  pump(): void;
  /** What was not written comes back as never written. */
  close(): void;
}

export interface Submitted {
  submission: Submission;
  /** The carrier's ids of the parts that it took. */
  refs: string[];
}

interface Options {
  timing: Timing;
  pace: Pace;
  sessions(): Session[];
  /** The bodies of a text's submit_sm, one a part: made when each is written, because time passes. */
  encode(text: TextRequest): (() => Buffer)[];
  /** Whether a text in so many parts can still leave before its end. */
  isInTime(text: TextRequest, parts: number): boolean;
  idOf(messageId: string): string;
  /** The SMSC refused a message as one too many. */
  throttled(code: number): void;
}

interface Job {
  bodies: (() => Buffer)[];
  refs: string[];
  /** Parts that wait in the queue, and parts that wait for their answer. */
  queued: number;
  written: number;
  mayWrite(): boolean;
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

interface Send {
  job: Job;
  part: number;
}

export function createSubmitter(options: Options): Submitter {
  const { timing, pace, sessions, encode, isInTime, idOf, throttled } = options;
  const queue: Send[] = [];
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  /** No deadline of the queue is earlier. */
  let expiresAt = Number.POSITIVE_INFINITY;
  let closed = false;

  function add(text: TextRequest, wanted: () => boolean): Promise<Submitted> {
    const bodies = encode(text);
    const mayWrite = () => wanted() && isInTime(text, bodies.length);
    if (bodies.length > mostParts) return Promise.resolve(tooLong);
    const { promise, resolve: done } = Promise.withResolvers<Submitted>();
    const now = performance.now();
    const deadline = now + timing.patienceMs;
    const answerBy = now + timing.answerMs;
    const job = { bodies, refs: [], queued: 1, written: 0, mayWrite, deadline, answerBy, done };
    queue.push({ job, part: 0 });
    expiresAt = Math.min(expiresAt, deadline);
    const late = setTimeout(giveUp, timing.answerMs, job);
    return promise.finally(() => clearTimeout(late));
  }

  /** A part's answer may still come: nobody waits for it any more. */
  function giveUp(job: Job): void {
    job.doubt ??= noAnswer;
    dropQueued(job);
    job.done(submittedOf(job));
  }

  function pump(): void {
    expire();
    for (let next = queue[0]; next; next = queue[0]) {
      const session = freest(sessions());
      if (!session) break;
      if (next.part === 0 && !next.job.mayWrite()) {
        queue.shift();
        next.job.queued -= 1;
        next.job.refusal ??= notWanted;
        finish(next.job);
        continue;
      }
      const wait = pace.take(performance.now());
      if (wait > 0) {
        wakeIn(wait);
        break;
      }
      queue.shift();
      void write(next, session);
    }
    const [head] = queue;
    if (head) wakeIn(Math.max(1, head.job.deadline - performance.now()));
  }

  function wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timerAt = Number.POSITIVE_INFINITY;
      pump();
    }, ms);
  }

  async function write({ job, part }: Send, session: Session): Promise<void> {
    job.queued -= 1;
    job.written += 1;
    const answer = await session.submit(job.bodies[part]?.() ?? Buffer.alloc(0));
    job.written -= 1;
    if (answer.kind === 'lost') job.doubt ??= noAnswer;
    else if (answer.status === status.ok) taken(job, part, answer.id);
    else if (isThrottling(answer.status)) tooMany({ job, part }, answer.status);
    else refuse(job, { code: statusText(answer.status), later: false });
    finish(job);
  }

  function taken(job: Job, part: number, id: string): void {
    if (id === '') job.doubt ??= 'The carrier took this text without giving it an id.';
    else job.refs[part] = idOf(id);
    if (part > 0 || job.bodies.length === 1 || job.doubt !== undefined) return;
    job.deadline = Math.min(performance.now() + timing.restPatienceMs, job.answerBy);
    expiresAt = Math.min(expiresAt, job.deadline);
    const rest = job.bodies.slice(1).map((_, index) => ({ job, part: index + 1 }));
    job.queued += rest.length;
    queue.unshift(...rest);
  }

  /** It goes again at its place, in the pace that the carrier grants now. */
  function tooMany(send: Send, code: number): void {
    pace.refused(performance.now());
    throttled(code);
    const { job } = send;
    if (closed || job.refusal || job.doubt !== undefined || performance.now() >= job.deadline) {
      refuse(job, { code: statusText(code), later: true });
    } else {
      job.queued += 1;
      queue.unshift(send);
    }
  }

  function refuse(job: Job, refusal: Job['refusal'] & object): void {
    job.refusal ??= refusal;
    dropQueued(job);
  }

  function dropQueued(job: Job): void {
    if (job.queued === 0) return;
    job.queued = 0;
    const left = queue.filter((send) => send.job !== job);
    queue.splice(0, queue.length, ...left);
  }

  function expire(): void {
    const now = performance.now();
    if (now < expiresAt && !closed) return;
    const late = new Set(queue.filter(({ job }) => closed || job.deadline <= now).map(jobOf));
    for (const job of late) {
      refuse(job, notWritten);
      finish(job);
    }
    expiresAt = Math.min(...queue.map(({ job }) => job.deadline));
  }

  function finish(job: Job): void {
    if (job.doubt !== undefined) dropQueued(job);
    if (job.queued === 0 && job.written === 0) job.done(submittedOf(job));
    // There is a free place in a window now, or a rest to be sent.
    if (queue.length > 0) queueMicrotask(pump);
  }

  return {
    async submit(texts, mayWrite = () => true) {
      if (!sessions().some((one) => one.isBound())) return texts.map(() => notConnected);
      const all = Promise.all(texts.map((text) => add(text, mayWrite)));
      pump();
      return all;
    },
    pump,
    close() {
      closed = true;
      clearTimeout(timer);
      expire();
    },
  };
}

const jobOf = ({ job }: Send) => job;
const notConnected: Submitted = {
  submission: { kind: 'rejected', code: 'The carrier is not connected.', retryable: true },
  refs: [],
};
/** The header counts them in an octet (3GPP TS 23.040, 9.2.3.24.1). */
const mostParts = 255;
const tooLong: Submitted = {
  submission: { kind: 'rejected', code: 'The text is too long for SMPP.', retryable: false },
  refs: [],
};
const noAnswer = 'The carrier did not answer.';
const notWanted = { code: 'The text was not to be sent any more.', later: true };
const notWritten = { code: 'The carrier took no more texts for now.', later: true };

function freest(sessions: readonly Session[]): Session | undefined {
  let best: Session | undefined;
  for (const one of sessions) if (one.free() > (best?.free() ?? 0)) best = one;
  return best;
}

function submittedOf(job: Job): Submitted {
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
