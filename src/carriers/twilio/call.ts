/**
 * One call to a customer, from its submission until Twilio says that it ended: nothing else ends it.
 * What happens comes by webhook, what is to be done goes by REST.
 */
import type { Note } from '#contract/note.ts';
import type { AgentRequest, CallEvent, CallRequest, Placement, Sound } from '../port.ts';
import { type AgentLeg, callAgent, type PlaceAgent } from './call-agent.ts';
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { type CallSound, callSound } from './call-sound.ts';
import { answererOf, type CallResource, endOf, isOver } from './call-status.ts';
import type { CallPlacement } from './place-call.ts';
import type { Heard } from './twiml.ts';

export interface TwilioCallOptions {
  leg: CallLeg;
  base: string;
  detects: boolean;
  ringSeconds: number;
  /** Epoch milliseconds of the engine's clock, of the event that is being handled. */
  now(): number;
  heardOf(sound: Sound): Heard;
  ringing: () => Heard;
  place(): Promise<CallPlacement>;
  placeAgent: PlaceAgent;
  /** Somebody answered: what this call alone may play is soon asked for. */
  prepare(): void;
  emit(event: CallEvent): void;
  onOver(): void;
}

type News = WithoutCall<CallEvent>;
type WithoutCall<E> = E extends unknown ? Omit<E, 'attemptId' | 'at'> : never;

/** Milliseconds after which a verdict is not waited for any longer: Twilio's longest and its way. */
const verdictWithin = 65_000;
/** Milliseconds without a webhook after which Twilio is asked; and while somebody talks to an agent. */
const patience = 20_000;
const talkPatience = 60_000;
const endPatience = 3_000;
const soundMissing: Note = { code: 'sound_missing', system: 'Twilio' };
const notReported: Note = { code: 'not_reported', system: 'Twilio' };

export class TwilioCall {
  readonly leg: CallLeg;
  readonly #attemptId: string;
  readonly #options: TwilioCallOptions;
  readonly #sound: CallSound;
  #stage: 'dialling' | 'detecting' | 'up' | 'over' = 'dialling';
  #answeredAt = 0;
  /** The instant of the newest event: two events of one call never bear the same. */
  #emittedAt = 0;
  /** We hang up. */
  #ending = false;
  /** No webhook of it ever reached us. */
  #orphaned = false;
  #note: Note | undefined;
  /** Runs while the verdict is waited for. */
  #guard: NodeJS.Timeout | undefined;
  #agent: AgentLeg | undefined;
  #quietUntil: number;
  /** Keys that the engine is handling, with what they stopped. */
  readonly #keys = new Map<CallEvent, Step>();

  constructor({ attemptId }: CallRequest, options: TwilioCallOptions) {
    const { leg, base, now, ringSeconds } = options;
    this.leg = leg;
    this.#attemptId = attemptId;
    this.#options = options;
    // Also of a machine: it presses none, and who was taken for one may.
    this.#sound = callSound(leg, base, { hearsKeys: true, clock: now });
    this.#quietUntil = performance.now() + ringSeconds * 1_000 + patience;
  }

  agent(): AgentLeg | undefined {
    return this.#agent;
  }

  /** On `performance.now()`: by then a webhook should have come. */
  quietUntil(): number {
    return this.#quietUntil;
  }

  async begin(): Promise<Placement> {
    const { place, onOver } = this.#options;
    if (this.#ending) {
      onOver();
      return { kind: 'rejected', note: { code: 'hung_up_before' }, retryable: false };
    }
    const { sid, ...placement } = await place();
    if (sid !== undefined) this.leg.adopt(sid);
    if (placement.kind === 'unknown') this.#quietUntil = performance.now() + 5_000;
    if (placement.kind === 'rejected') {
      this.#stage = 'over';
      onOver();
    }
    return placement;
  }

  /** A webhook: somebody, or a machine, picked up. */
  answered(sid: string): void {
    this.#wasHeard();
    this.leg.adopt(sid);
    this.#answer();
  }

  /** A webhook: Twilio's verdict on who answered. */
  detected(answeredBy: string): void {
    this.#wasHeard();
    this.#verdict(answeredBy);
  }

  /** A webhook: a sound came to its end. */
  played(step: Step): void {
    this.#wasHeard();
    this.#sound.played(step);
  }

  /** A webhook: the leg waits for its next instruction. */
  waits(step: Step): void {
    this.#sound.waits(step, this.#options.now());
  }

  /** A webhook: a key. */
  pressed(key: string, step: Step): void {
    this.#wasHeard();
    if (this.#stage === 'over') return;
    this.#answer();
    // No machine presses a key.
    this.#decide('person');
    this.#keys.set(this.#emit({ kind: 'key', key }), step);
  }

  /** A webhook, or the answer to our question: the call's status. */
  stands(status: string, sipCode?: string): void {
    this.#wasHeard();
    if (!isOver(status)) return;
    const isLost = this.#orphaned && this.#stage === 'dialling';
    if (isLost) this.#note = notReported;
    // Only a call that was answered is completed.
    if (status === 'completed' && !this.#ending) this.#answer();
    // It ended before it was known by whom it was answered.
    this.#decide('person');
    if (isLost) this.#end({ kind: 'ended', cause: 'lost' });
    else if (this.#ending) this.#end({ kind: 'ended', cause: 'hangup' });
    else this.#end({ kind: 'ended', ...endOf(status, this.#stage === 'up', sipCode) });
  }

  /** Twilio was asked how it stands. */
  found({ sid, status, answeredBy }: CallResource): void {
    // Of a call that we have learned of only by this, no webhook reaches us: nobody can own it.
    if (this.leg.sid() === undefined) {
      this.leg.adopt(sid);
      if (!isOver(status)) {
        this.#orphaned = true;
        this.hangUp();
      }
    }
    if (answeredBy !== '' && (status === 'in-progress' || isOver(status))) {
      this.#verdict(answeredBy);
    }
    this.stands(status);
  }

  /** The engine has done what it does about an event. */
  acknowledged(event: CallEvent): void {
    const step = this.#keys.get(event);
    this.#keys.delete(event);
    if (step && this.#isUp()) this.#sound.again(step);
  }

  play(sound: Sound): void {
    if (!this.#isUp()) return;
    const heard = this.#options.heardOf(sound);
    this.#wasHeard(sound.durationMs);
    const done = () => void this.#emit({ kind: 'played' });
    this.#sound.play(heard, done, () => this.#soundFailed());
  }

  hangUp(): void {
    this.#ending = true;
    this.#wasHeard();
    this.leg.hangUp();
  }

  dialAgent(wanted: AgentRequest): void {
    if (!this.#isUp() || this.#agent) return;
    this.#wasHeard(talkPatience);
    this.#sound.play(
      this.#options.ringing(),
      () => {},
      () => this.#soundFailed(),
    );
    this.#agent = callAgent(wanted, {
      ...this.#options,
      attemptId: this.#attemptId,
      emit: (news) => void this.#emit(news),
    });
  }

  playToAgent(sound: Sound): void {
    this.#agent?.play(sound);
  }

  connect(): void {
    if (!this.#isUp() || !this.#agent) return;
    const room = `carillon-${this.leg.sid()}`;
    this.#wasHeard(talkPatience);
    this.#sound.talk(room, () => this.hangUp());
    this.#agent.connect(room);
  }

  hangUpAgent(): void {
    this.#agent?.hangUp();
  }

  #isUp(): boolean {
    return this.#stage === 'up' && !this.#ending;
  }

  /** @param longer milliseconds for which silence means nothing */
  #wasHeard(longer = 0): void {
    this.#quietUntil = performance.now() + (this.#ending ? endPatience : patience + longer);
  }

  #answer(): void {
    const { now, prepare, detects } = this.#options;
    if (this.#stage !== 'dialling') return;
    this.#stage = 'detecting';
    this.#answeredAt = now();
    prepare();
    if (!detects) this.#decide('person');
    else this.#guard = setTimeout(() => this.#decide('person'), verdictWithin).unref();
  }

  #verdict(answeredBy: string): void {
    this.#answer();
    const who = answererOf(answeredBy);
    this.#decide(who === 'person' ? 'person' : 'machine');
    if (who === 'fax') this.hangUp();
  }

  #decide(by: 'person' | 'machine'): void {
    if (this.#stage !== 'detecting') return;
    clearTimeout(this.#guard);
    this.#stage = 'up';
    this.#emit({ kind: 'answered', by }, this.#answeredAt);
    // Of a machine Twilio reports when its greeting is over.
    if (by === 'machine') this.#emit({ kind: 'greeting_ended' });
  }

  #soundFailed(): void {
    if (this.#ending) return;
    this.#note = soundMissing;
    this.hangUp();
  }

  #end(news: News & { kind: 'ended' }): void {
    if (this.#stage === 'over') return;
    this.#stage = 'over';
    clearTimeout(this.#guard);
    this.leg.over();
    this.#agent?.drop();
    this.#emit(this.#note === undefined ? news : { ...news, note: this.#note });
    this.#options.onOver();
  }

  #emit(news: News, at = this.#options.now()): CallEvent {
    this.#emittedAt = Math.max(at, this.#emittedAt + 1);
    const event = { attemptId: this.#attemptId, at: this.#emittedAt, ...news } as CallEvent;
    this.#options.emit(event);
    return event;
  }
}
