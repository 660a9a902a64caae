/** What Twilio's webhooks tell of calls: taken from where it is stored, and told to the call that it is of. */
import type { Callback, CarrierSurroundings } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import type { CallLookUp, LookedFor } from './call-lookup.ts';
import { type CallMailbox, createCallMailbox } from './call-mailbox.ts';
import { callPathOf, callPaths } from './call-path.ts';
import { createOrphanCalls, type OrphanCalls } from './orphan-calls.ts';

interface Surroundings {
  api: TwilioApi;
  /** Below it are the callbacks of this engine's calls. */
  paths: string;
  /** The calls in hand, by attempt id. */
  calls: ReadonlyMap<string, LookedFor>;
  lookUp: CallLookUp;
}

/**
 * Seconds: an engine that owns calls reads their first webhooks again and again. When nobody has read
 * one for this long, although this engine could read all the time, the call's engine is gone.
 */
const leftFor = 15;
const mostAtOnce = 200;

export class CallNews {
  readonly box: CallMailbox;
  readonly orphans: OrphanCalls;
  readonly #clock: CarrierSurroundings['clock'];
  readonly #callbacks: CarrierSurroundings['callbacks'];
  readonly #around: Surroundings;
  /** Callbacks that are being worked on; of a call that goes on, that of its beginning. */
  readonly #held = new Set<number>();
  readonly #begun = new Map<string, number[]>();
  /** Keys of calls that are not in hand, which are told all the same: somebody may have said stop. */
  readonly #strays = new Set<number>();
  /** Callbacks that are done with, and are to be said so. */
  readonly #finished: number[] = [];
  /** When what is just being told happened. */
  #at: number | undefined;

  constructor({ clock, callbacks }: CarrierSurroundings, around: Surroundings) {
    this.#clock = clock;
    this.#callbacks = callbacks;
    this.#around = around;
    const finish = (ids: readonly number[]) => this.#finish(ids);
    this.box = createCallMailbox(finish);
    this.orphans = createOrphanCalls(around.api, callbacks, finish, (key) => this.#strayKey(key));
  }

  /** When what is just being told happened; at other times, now. */
  now(): number {
    return this.#at ?? this.#clock.now();
  }

  /** The call is over: the webhooks about its beginning are finished together with its end. */
  over(attemptId: string): void {
    this.box.attach(attemptId, this.#begun.get(attemptId) ?? []);
    this.#begun.delete(attemptId);
  }

  /** Takes what is new. */
  async hear(): Promise<void> {
    const ids = this.#finished.slice();
    if (ids.length > 0) {
      await this.#callbacks.done(ids);
      this.#finished.splice(0, ids.length);
      for (const id of ids) {
        this.#held.delete(id);
        this.#strays.delete(id);
      }
    }
    for (const callback of await this.#callbacks.take(mostAtOnce, [this.#around.paths])) {
      // Told again, because what it led to goes on.
      if (this.#held.has(callback.id)) continue;
      this.#held.add(callback.id);
      this.#hearOne(callback);
    }
  }

  /**
   * Takes what nobody has.
   *
   * @param wellSince on `performance.now()`: since then everything could be read
   */
  async takeLeft(wellSince: number): Promise<void> {
    if (performance.now() - wellSince < leftFor * 1_000) return;
    for (const callback of await this.#callbacks.take(mostAtOnce, [callPaths], { leftFor })) {
      this.orphans.heard(callback);
    }
  }

  async close(): Promise<void> {
    if (this.#finished.length > 0) await this.#callbacks.done(this.#finished).catch(() => {});
  }

  #finish(ids: readonly number[]): void {
    this.#finished.push(...ids);
  }

  /** @param stored real time */
  #engineTime(stored: number): number {
    return this.#clock.now() - Math.max(0, Date.now() - stored);
  }

  #strayKey({ id, at: stored, path, fields: { key = '' } }: Callback): void {
    const attemptId = callPathOf(path)?.attemptId;
    if (attemptId === undefined || this.#strays.has(id)) return;
    this.#strays.add(id);
    this.box.tell({ attemptId, at: this.#engineTime(stored), kind: 'key', key });
    this.box.attach(attemptId, [id]);
  }

  #hearOne(callback: Callback): void {
    const { calls, lookUp } = this.#around;
    const { id, path, fields } = callback;
    const told = callPathOf(path);
    const call = told && calls.get(told.attemptId)?.call;
    if (!told || !call) {
      this.orphans.heard(callback);
      return;
    }
    const { attemptId, what, step, isAgent } = told;
    const { CallSid = '', CallStatus = '', SipResponseCode } = fields;
    lookUp.known(CallSid);
    this.#at = this.#engineTime(callback.at);
    const party = isAgent ? call.agent() : call;
    if (what === 'status') {
      party?.leg.adopt(CallSid);
      // Kept until the call is over: by it another engine finds the call.
      if (CallStatus === 'initiated') this.#keep(attemptId, id);
      else party?.stands(CallStatus, SipResponseCode);
    } else if (what === 'answer') party?.answered(CallSid);
    else if (what === 'played') party?.played(step);
    else if (what === 'hold') party?.waits(step);
    else if (!isAgent && what === 'amd') call.detected(fields.AnsweredBy ?? '');
    else if (!isAgent && what === 'key') call.pressed(fields.key ?? '', step);
    this.#at = undefined;
    if (CallStatus !== 'initiated') this.box.attach(attemptId, [id]);
    else if (!calls.has(attemptId)) this.#finish([id]);
  }

  #keep(attemptId: string, id: number): void {
    this.#begun.set(attemptId, [...(this.#begun.get(attemptId) ?? []), id]);
  }
}
