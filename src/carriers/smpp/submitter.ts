/**
 * Submits texts to the SMSC, part by part, over every bound session and for all campaigns together.
 * The first part goes alone, so that a rejected or throttled text has sent nothing. The rest goes
 * ahead of other texts, so that few are half sent at any time. A text is only begun if all of it
 * can be written before its end, and nothing is written after that. `room` shares the capacity
 * fairly among campaigns.
 */
import { later, realMs, type SimMs, soonest } from '#domain/milliseconds.ts';
import { createFairRoom } from '../fair-room.ts';
import type { Sender } from '../fair-turns.ts';
import type { TextRequest } from '../text-port.ts';
import { type Backlog, createBacklog } from './backlog.ts';
import {
  type Job,
  mostParts,
  noResponse,
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

interface Options {
  timing: Timing;
  pace: Pace;
  sessions(): Session[];
  /** The submit_sm body of each part, made when it is written, because the validity shrinks. */
  encode(text: TextRequest): (() => Buffer)[];
  /** Time left to write a part of this text. */
  msLeft(text: TextRequest): SimMs;
  idOf(messageId: string): string;
  /** The SMSC throttled a message. */
  throttled(code: number): void;
}

export class Submitter {
  readonly #options: Options;
  readonly #timing: Timing;
  readonly #pace: Pace;
  readonly #queue = createSendQueue<Job>();
  readonly #rooms = createFairRoom();
  /** Parts that are not written yet. */
  readonly #backlog: Backlog;
  #timer: NodeJS.Timeout | undefined;
  /** On `performance.now()`, like all instants here. */
  #timerAt = Number.POSITIVE_INFINITY;
  /** No deadline in the queue is earlier. */
  #expiresAt = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#timing = options.timing;
    this.#pace = options.pace;
    this.#backlog = createBacklog(options.timing, options.pace);
  }

  /** See `TextCarrier.room`. */
  room(sender: Sender, wanted: number): number {
    const windows = this.#options.sessions().reduce((sum, one) => sum + one.window(), 0);
    return this.#rooms.ask(sender, wanted, this.#backlog.room(windows));
  }

  /**
   * @param mayWrite asked before the first part of a text. The rest follows without asking, but not
   * after the text's end.
   */
  async submit(
    texts: readonly TextRequest[],
    mayWrite: () => boolean = () => true,
  ): Promise<Submitted[]> {
    const { sessions } = this.#options;
    if (!sessions().some((one) => one.isBound())) return texts.map(() => notConnected);
    const all = Promise.all(texts.map((text) => this.#add(text, mayWrite)));
    this.pump();
    return all;
  }

  /** A session was bound, or there may be something to write. */
  pump(): void {
    this.#expire();
    for (let next = this.#queue.next(); next; next = this.#queue.next()) {
      const session = freest(this.#options.sessions());
      if (!session) break;
      const refusal = this.#refusalOf(next);
      if (refusal) {
        this.#refuse(next.job, refusal);
        this.#finish(next.job);
        continue;
      }
      const wait = this.#pace.take(performance.now());
      if (wait > 0) {
        this.#wakeIn(wait);
        break;
      }
      this.#queue.take();
      void this.#write(next, session);
    }
    if (!this.#queue.isEmpty()) this.#wakeIn(Math.max(1, this.#expiresAt - performance.now()));
  }

  /** Returns unwritten texts as not written. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#expire();
  }

  #add(text: TextRequest, mayWrite: () => boolean): Promise<Submitted> {
    const bodies = this.#options.encode(text);
    if (bodies.length > mostParts) return Promise.resolve(tooLong);
    const { promise, resolve: done } = Promise.withResolvers<Submitted>();
    const now = realMs(performance.now());
    const deadline = later(now, this.#timing.patienceMs);
    const returnBy = later(now, this.#timing.returnMs);
    const { sender } = text;
    if (sender) this.#rooms.submitted(sender, bodies.length);
    const job = {
      ...{ sender, bodies, refs: [], left: 0, queued: 1, written: 0, isBegun: false },
      ...{ mayWrite, msLeft: () => this.#options.msLeft(text), deadline, returnBy, done },
    };
    this.#backlog.leave(job, -bodies.length);
    this.#queue.add({ job, part: 0 });
    this.#expiresAt = Math.min(this.#expiresAt, deadline);
    const late = setTimeout(() => this.#giveUp(job), this.#timing.returnMs);
    return promise.finally(() => clearTimeout(late));
  }

  /** Stops waiting for responses, which may still come. */
  #giveUp(job: Job): void {
    job.doubt ??= noResponse;
    this.#dropQueued(job);
    this.#settle(job);
  }

  #settle(job: Job): void {
    this.#backlog.leave(job, job.left);
    job.done(submittedOf(job));
  }

  /** Checked right before a part is written. Returns why it must not be. */
  #refusalOf({ job, part }: Send<Job>): Job['refusal'] {
    if (part > 0) return job.msLeft() < 0 ? overdue : undefined;
    return job.mayWrite() && this.#backlog.fits(job) ? undefined : notWanted;
  }

  #wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.pump();
    }, ms);
  }

  async #write({ job, part }: Send<Job>, session: Session): Promise<void> {
    job.queued -= 1;
    job.written += 1;
    this.#backlog.leave(job, 1);
    if (part === 0) this.#backlog.begin(job, true);
    const response = await session.submit(job.bodies[part]?.() ?? Buffer.alloc(0));
    job.written -= 1;
    if (response.kind === 'lost') job.doubt ??= noResponse;
    else if (response.status === status.ok) this.#accepted(job, part, response.id);
    else if (isThrottling(response.status)) this.#throttled({ job, part }, response.status);
    else this.#refuse(job, { note: { code: 'smpp_status', smpp: response.status }, later: false });
    this.#finish(job);
  }

  #accepted(job: Job, part: number, id: string): void {
    this.#pace.accepted(performance.now());
    if (id === '') job.doubt ??= { code: 'no_id' };
    else job.refs[part] = this.#options.idOf(id);
    if (part > 0 || job.bodies.length === 1 || job.doubt !== undefined) return;
    const now = realMs(performance.now());
    job.deadline = soonest(later(now, this.#backlog.restMs(now)), job.returnBy);
    this.#expiresAt = Math.min(this.#expiresAt, job.deadline);
    const rest = job.bodies.slice(1).map((_, index) => ({ job, part: index + 1 }));
    job.queued += rest.length;
    this.#queue.putFirst(rest);
  }

  /** Queues the part again at the front, at the pace that the carrier now allows. */
  #throttled(send: Send<Job>, code: number): void {
    this.#pace.refused(performance.now());
    this.#options.throttled(code);
    const { job } = send;
    if (
      this.#closed ||
      job.refusal ||
      job.doubt !== undefined ||
      performance.now() >= job.deadline
    ) {
      this.#refuse(job, { note: { code: 'smpp_status', smpp: code }, later: true });
    } else {
      job.queued += 1;
      if (send.part === 0) this.#backlog.begin(job, false);
      this.#backlog.leave(job, -1);
      this.#queue.putFirst([send]);
    }
  }

  #refuse(job: Job, refusal: Job['refusal'] & object): void {
    job.refusal ??= refusal;
    this.#dropQueued(job);
  }

  #dropQueued(job: Job): void {
    if (job.queued === 0) return;
    job.queued = 0;
    this.#queue.drop(job);
  }

  #expire(): void {
    const now = performance.now();
    if (now < this.#expiresAt && !this.#closed) return;
    const late = this.#queue.jobs().filter(({ deadline }) => this.#closed || deadline <= now);
    for (const job of late) {
      this.#refuse(job, notWritten);
      this.#finish(job);
    }
    this.#expiresAt = Math.min(...this.#queue.jobs().map(({ deadline }) => deadline));
  }

  #finish(job: Job): void {
    if (job.doubt !== undefined) this.#dropQueued(job);
    if (job.queued === 0 && job.written === 0) this.#settle(job);
    // A window has a free slot now, or the rest of a text is queued.
    if (!this.#queue.isEmpty()) queueMicrotask(() => this.pump());
  }
}

function freest(sessions: readonly Session[]): Session | undefined {
  let best: Session | undefined;
  for (const one of sessions) if (one.free() > (best?.free() ?? 0)) best = one;
  return best;
}
