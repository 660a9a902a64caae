/** Polls the stored webhooks of calls and passes each to its call. */
import { atRealSpeed, earlier, type RealMs, realMs, type SimMs } from '#domain/milliseconds.ts';
import type { Callback, CarrierSurroundings } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import type { AgentLeg } from './call-agent.ts';
import type { CallLookUp, WatchedCall } from './call-lookup.ts';
import { type CallMailbox, createCallMailbox } from './call-mailbox.ts';
import { callPathOf, callPaths } from './call-path.ts';
import { createOrphanCalls, type OrphanCalls } from './orphan-calls.ts';

interface Surroundings {
  api: TwilioApi;
  /** Prefix of the callbacks of this engine's calls. */
  paths: string;
  /** The calls in flight, by attempt id. */
  calls: ReadonlyMap<string, WatchedCall>;
  /** Agents who were called first, by the id of their leg. */
  waiting: ReadonlyMap<string, AgentLeg>;
  lookUp: CallLookUp;
}

/**
 * Seconds: an engine that owns calls reads their first webhooks again and again. When no engine has
 * read one for this long, although this engine could read all the time, the call's engine is gone.
 */
const leftFor = 15;
const mostAtOnce = 200;

export class CallEvents {
  readonly mailbox: CallMailbox;
  readonly orphans: OrphanCalls;
  readonly #clock: CarrierSurroundings['clock'];
  readonly #callbacks: CarrierSurroundings['callbacks'];
  readonly #around: Surroundings;
  /** Callbacks in work, which for a live call include the one of its beginning. */
  readonly #held = new Set<number>();
  readonly #begun = new Map<string, number[]>();
  /** Keys of orphaned calls, which are emitted all the same: somebody may have opted out. */
  readonly #orphanKeys = new Set<number>();
  /** Callbacks whose rows can be deleted. */
  readonly #finished: number[] = [];
  /** When the event that is being dispatched happened. */
  #at: SimMs | undefined;

  constructor({ clock, callbacks }: CarrierSurroundings, around: Surroundings) {
    this.#clock = clock;
    this.#callbacks = callbacks;
    this.#around = around;
    const finish = (ids: readonly number[]) => this.#finish(ids);
    this.mailbox = createCallMailbox(finish);
    this.orphans = createOrphanCalls(around.api, callbacks, finish, (key) =>
      this.#emitOrphanKey(key),
    );
  }

  /** When the event that is being dispatched happened; at other times, now. */
  now(): SimMs {
    return this.#at ?? this.#clock.now();
  }

  /** The call is over: the webhooks of its beginning are finished together with its end. */
  over(attemptId: string): void {
    this.mailbox.attach(attemptId, this.#begun.get(attemptId) ?? []);
    this.#begun.delete(attemptId);
  }

  /** Takes new webhooks. */
  async poll(): Promise<void> {
    const ids = this.#finished.slice();
    if (ids.length > 0) {
      await this.#callbacks.done(ids);
      this.#finished.splice(0, ids.length);
      for (const id of ids) {
        this.#held.delete(id);
        this.#orphanKeys.delete(id);
      }
    }
    for (const callback of await this.#callbacks.take(mostAtOnce, [this.#around.paths])) {
      // It came again because its call goes on.
      if (this.#held.has(callback.id)) continue;
      this.#held.add(callback.id);
      this.#dispatch(callback);
    }
  }

  /**
   * Takes what no engine holds.
   *
   * @param wellSince on `performance.now()`: since then every poll succeeded
   */
  async takeLeft(wellSince: number): Promise<void> {
    if (performance.now() - wellSince < leftFor * 1_000) return;
    for (const callback of await this.#callbacks.take(mostAtOnce, [callPaths], { leftFor })) {
      this.orphans.receive(callback);
    }
  }

  async close(): Promise<void> {
    if (this.#finished.length > 0) await this.#callbacks.done(this.#finished).catch(() => {});
  }

  #finish(ids: readonly number[]): void {
    this.#finished.push(...ids);
  }

  #engineTime(stored: RealMs): SimMs {
    const ago = realMs(Math.max(0, Date.now() - stored));
    return earlier(this.#clock.now(), atRealSpeed(ago));
  }

  #emitOrphanKey({ id, at: stored, path, fields: { key = '' } }: Callback): void {
    const attemptId = callPathOf(path)?.attemptId;
    if (attemptId === undefined || this.#orphanKeys.has(id)) return;
    this.#orphanKeys.add(id);
    this.mailbox.emit({ attemptId, at: this.#engineTime(stored), kind: 'key', key });
    this.mailbox.attach(attemptId, [id]);
  }

  #dispatch(callback: Callback): void {
    const { calls, waiting, lookUp } = this.#around;
    const { id, path, fields } = callback;
    const webhook = callPathOf(path);
    const call = webhook && calls.get(webhook.attemptId)?.call;
    const agent = webhook?.isAgent ? (waiting.get(webhook.attemptId) ?? call?.agent()) : undefined;
    if (!webhook || (!call && !agent)) {
      this.orphans.receive(callback);
      return;
    }
    const { attemptId, what, step, isAgent } = webhook;
    const { CallSid = '', CallStatus = '', SipResponseCode } = fields;
    lookUp.known(CallSid);
    this.#at = this.#engineTime(callback.at);
    const party = isAgent ? agent : call;
    if (what === 'status') {
      party?.leg.adopt(CallSid);
      // Kept until the call is over: by it another engine finds the call.
      if (CallStatus === 'initiated') this.#keep(attemptId, id);
      else party?.statusChanged(CallStatus, SipResponseCode);
    } else if (what === 'answer') party?.answered(CallSid);
    else if (what === 'played') party?.played(step);
    else if (what === 'hold') party?.waits(step);
    else if (!isAgent && what === 'amd') call?.detected(fields.AnsweredBy ?? '');
    else if (!isAgent && what === 'key') call?.pressed(fields.key ?? '', step);
    this.#at = undefined;
    if (CallStatus !== 'initiated') this.mailbox.attach(attemptId, [id]);
    else if (!calls.has(attemptId) && !waiting.has(attemptId)) this.#finish([id]);
  }

  #keep(attemptId: string, id: number): void {
    this.#begun.set(attemptId, [...(this.#begun.get(attemptId) ?? []), id]);
  }
}
