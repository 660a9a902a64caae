/**
 * Hands texts to the SMSC, part by part, over every bound session and for all campaigns together.
 * The first part goes alone: a text that is refused, or is one too many, has sent nothing then. The
 * rest goes ahead of other texts, so that few are half sent at any time. A text is only begun when
 * all of it can surely be written before its end, and nothing of it is written after that. Campaigns
 * are told how many texts there is room for, in fair turns.
 */
import { createFairRoom } from '../fair-room.ts';
import type { Sender } from '../fair-turns.ts';
import type { TextRequest } from '../text-port.ts';
import { createBacklog } from './backlog.ts';
import {
  type Job,
  mostParts,
  noAnswer,
  notConnected,
  notWanted,
  notWritten,
  overdue,
  type Submitted,
  submittedOf,
  tooLong,
} from './job.ts';
import type { Pace } from './pace.ts';
import { createSendQueue, type Send } from './send-queue.ts';
import type { Session } from './session.ts';
import { isThrottling, status } from './status.ts';
import type { Timing } from './timing.ts';

export interface Submitter {
  /**
   * @param mayWrite as the port's: asked before a text's first part. The rest of a text goes on, but
   * not after the text's end.
   */
  submit(texts: readonly TextRequest[], mayWrite?: () => boolean): Promise<Submitted[]>;
  /** As the port's. */
  room(sender: Sender, wanted: number): number;
  /** A session was bound. */
  pump(): void;
  /** What was not written comes back as never written. */
  close(): void;
}

interface Options {
  timing: Timing;
  pace: Pace;
  sessions(): Session[];
  /** The bodies of a text's submit_sm, one a part: made when each is written, because time passes. */
  encode(text: TextRequest): (() => Buffer)[];
  /** Milliseconds that a part of this text may still be written, by the engine's clock. */
  msLeft(text: TextRequest): number;
  idOf(messageId: string): string;
  /** The SMSC refused a message as one too many. */
  throttled(code: number): void;
}

export function createSubmitter(options: Options): Submitter {
  const { timing, pace, sessions, encode, msLeft, idOf, throttled } = options;
  const queue = createSendQueue<Job>();
  const rooms = createFairRoom();
  const backlog = createBacklog(timing, pace);
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  /** No deadline of the queue is earlier. */
  let expiresAt = Number.POSITIVE_INFINITY;
  let closed = false;

  function tell(job: Job): void {
    backlog.leave(job, job.left);
    job.done(submittedOf(job));
  }

  function add(text: TextRequest, mayWrite: () => boolean): Promise<Submitted> {
    const bodies = encode(text);
    if (bodies.length > mostParts) return Promise.resolve(tooLong);
    const { promise, resolve: done } = Promise.withResolvers<Submitted>();
    const now = performance.now();
    const deadline = now + timing.patienceMs;
    const answerBy = now + timing.answerMs;
    const { sender } = text;
    if (sender) rooms.handedOver(sender, bodies.length);
    const job = {
      ...{ sender, bodies, refs: [], left: 0, queued: 1, written: 0, isBegun: false },
      ...{ mayWrite, msLeft: () => msLeft(text), deadline, answerBy, done },
    };
    backlog.leave(job, -bodies.length);
    queue.add({ job, part: 0 });
    expiresAt = Math.min(expiresAt, deadline);
    const late = setTimeout(giveUp, timing.answerMs, job);
    return promise.finally(() => clearTimeout(late));
  }

  /** A part's answer may still come: nobody waits for it any more. */
  function giveUp(job: Job): void {
    job.doubt ??= noAnswer;
    dropQueued(job);
    tell(job);
  }

  function pump(): void {
    expire();
    for (let next = queue.next(); next; next = queue.next()) {
      const session = freest(sessions());
      if (!session) break;
      const refusal = refusalOf(next);
      if (refusal) {
        refuse(next.job, refusal);
        finish(next.job);
        continue;
      }
      const wait = pace.take(performance.now());
      if (wait > 0) {
        wakeIn(wait);
        break;
      }
      queue.take();
      void write(next, session);
    }
    if (!queue.isEmpty()) wakeIn(Math.max(1, expiresAt - performance.now()));
  }

  /** Asked right before a part is written: why it is not. */
  function refusalOf({ job, part }: Send<Job>): Job['refusal'] {
    if (part > 0) return job.msLeft() < 0 ? overdue : undefined;
    return job.mayWrite() && backlog.fits(job) ? undefined : notWanted;
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

  async function write({ job, part }: Send<Job>, session: Session): Promise<void> {
    job.queued -= 1;
    job.written += 1;
    backlog.leave(job, 1);
    if (part === 0) backlog.begin(job, true);
    const answer = await session.submit(job.bodies[part]?.() ?? Buffer.alloc(0));
    job.written -= 1;
    if (answer.kind === 'lost') job.doubt ??= noAnswer;
    else if (answer.status === status.ok) taken(job, part, answer.id);
    else if (isThrottling(answer.status)) tooMany({ job, part }, answer.status);
    else refuse(job, { note: { code: 'smpp_status', smpp: answer.status }, later: false });
    finish(job);
  }

  function taken(job: Job, part: number, id: string): void {
    pace.accepted(performance.now());
    if (id === '') job.doubt ??= { code: 'no_id' };
    else job.refs[part] = idOf(id);
    if (part > 0 || job.bodies.length === 1 || job.doubt !== undefined) return;
    const now = performance.now();
    job.deadline = Math.min(now + backlog.restMs(now), job.answerBy);
    expiresAt = Math.min(expiresAt, job.deadline);
    const rest = job.bodies.slice(1).map((_, index) => ({ job, part: index + 1 }));
    job.queued += rest.length;
    queue.putFirst(rest);
  }

  /** It goes again at its place, in the pace that the carrier grants now. */
  function tooMany(send: Send<Job>, code: number): void {
    pace.refused(performance.now());
    throttled(code);
    const { job } = send;
    if (closed || job.refusal || job.doubt !== undefined || performance.now() >= job.deadline) {
      refuse(job, { note: { code: 'smpp_status', smpp: code }, later: true });
    } else {
      job.queued += 1;
      if (send.part === 0) backlog.begin(job, false);
      backlog.leave(job, -1);
      queue.putFirst([send]);
    }
  }

  function refuse(job: Job, refusal: Job['refusal'] & object): void {
    job.refusal ??= refusal;
    dropQueued(job);
  }

  function dropQueued(job: Job): void {
    if (job.queued === 0) return;
    job.queued = 0;
    queue.drop(job);
  }

  function expire(): void {
    const now = performance.now();
    if (now < expiresAt && !closed) return;
    const late = queue.jobs().filter(({ deadline }) => closed || deadline <= now);
    for (const job of late) {
      refuse(job, notWritten);
      finish(job);
    }
    expiresAt = Math.min(...queue.jobs().map(({ deadline }) => deadline));
  }

  function finish(job: Job): void {
    if (job.doubt !== undefined) dropQueued(job);
    if (job.queued === 0 && job.written === 0) tell(job);
    // There is a free place in a window now, or a rest to be sent.
    if (!queue.isEmpty()) queueMicrotask(pump);
  }

  return {
    room(sender, wanted) {
      const windows = sessions().reduce((sum, one) => sum + one.window(), 0);
      return rooms.ask(sender, wanted, backlog.room(windows));
    },
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

function freest(sessions: readonly Session[]): Session | undefined {
  let best: Session | undefined;
  for (const one of sessions) if (one.free() > (best?.free() ?? 0)) best = one;
  return best;
}
