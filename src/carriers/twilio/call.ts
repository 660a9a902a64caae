/**
 * One call to a customer, from its submission until Twilio reports its end: nothing else ends it.
 * Events come by webhook, instructions go by REST.
 */

import type { Note } from '#contract/note.ts';
import { realMs, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { AgentRequest, CallEvent, CallRequest, Placement, Sound } from '../port.ts';
import { type AgentEvent, type AgentLeg, callAgent, type PlaceAgent } from './call-agent.ts';
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { type CallSound, callSound } from './call-sound.ts';
import { answererOf, type CallResource, endOf, isOver } from './call-status.ts';
import type { CallPlacement } from './place-call.ts';
import type { Audio } from './twiml.ts';

export interface TwilioCallOptions {
  leg: CallLeg;
  base: string;
  detects: boolean;
  ringSeconds: number;
  /** When the event that is being handled happened. */
  now(): SimMs;
  audioOf(sound: Sound): Audio;
  ringing: () => Audio;
  place(): Promise<CallPlacement>;
  placeAgent: PlaceAgent;
  /** The call was answered: the sounds that are made for it alone are soon needed. */
  prepare(): void;
  emit(event: CallEvent): void;
  onOver(): void;
  /** It is not followed any more, although Twilio may have it. */
  letGo(): void;
}

type EventBody = WithoutCall<CallEvent>;
type WithoutCall<E> = E extends unknown ? Omit<E, 'attemptId' | 'at'> : never;

/** How long to wait for a verdict: Twilio's longest, and time for the webhook. */
const verdictWithin = realMs(65_000);
/** Twilio is asked after this long without a webhook; the second while an agent talks. */
const patience = realMs(20_000);
const talkPatience = realMs(60_000);
const endPatience = realMs(3_000);
const soundMissing: Note = { code: 'sound_missing', system: 'Twilio' };
const notReported: Note = { code: 'not_reported', system: 'Twilio' };

export class TwilioCall {
  readonly leg: CallLeg;
  readonly #attemptId: string;
  readonly #options: TwilioCallOptions;
  readonly #sound: CallSound;
  #stage: 'dialing' | 'detecting' | 'up' | 'over' = 'dialing';
  #answeredAt = simMs(0);
  /** The instant of the newest event: no two events of one call have the same. */
  #emittedAt = 0;
  /** Nobody knows whether Twilio has it. */
  #inDoubt = false;
  /** We hang up. */
  #ending = false;
  /** No webhook of it ever reached us. */
  #orphaned = false;
  #note: Note | undefined;
  /** Runs until the verdict comes. */
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
    // Keys count on a machine's call too: it may be a person who was taken for one.
    this.#sound = callSound(leg, base, { gathersKeys: true, clock: now });
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
      return { kind: 'rejected', note: { code: 'hung_up_before_placed' }, retryable: false };
    }
    const { sid, ...placement } = await place();
    if (sid !== undefined) this.leg.adopt(sid);
    this.#inDoubt = placement.kind === 'unknown';
    if (this.#inDoubt) this.#quietUntil = performance.now() + 5_000;
    if (placement.kind === 'rejected') {
      this.#stage = 'over';
      onOver();
    }
    return placement;
  }

  /** A webhook: a person or a machine picked up. */
  answered(sid: string): void {
    this.#resetQuiet();
    this.leg.adopt(sid);
    this.#markAnswered();
  }

  /** A webhook: Twilio's verdict about who answered. */
  detected(answeredBy: string): void {
    this.#resetQuiet();
    this.#verdict(answeredBy);
  }

  /** A webhook: a sound came to its end. */
  played(step: Step): void {
    this.#resetQuiet();
    this.#sound.played(step);
  }

  /** A webhook: the leg waits for its next instruction. */
  waits(step: Step): void {
    this.#sound.waits(step, this.#options.now());
  }

  /** A webhook: a key. */
  pressed(key: string, step: Step): void {
    this.#resetQuiet();
    if (this.#stage === 'over') return;
    this.#markAnswered();
    // No machine presses a key.
    this.#decide('person');
    this.#keys.set(this.#emit({ kind: 'key', key }), step);
  }

  /** A webhook, or the response to our request: the call's status. */
  statusChanged(status: string, sipCode?: string): void {
    this.#resetQuiet();
    if (!isOver(status)) return;
    const isLost = this.#orphaned && this.#stage === 'dialing';
    if (isLost) this.#note = notReported;
    // Only a call that was answered is completed.
    if (status === 'completed' && !this.#ending) this.#markAnswered();
    // It ended before the verdict.
    this.#decide('person');
    if (isLost) this.#end({ kind: 'ended', cause: 'lost' });
    else if (this.#ending) this.#end({ kind: 'ended', cause: 'hangup' });
    else this.#end({ kind: 'ended', ...endOf(status, this.#stage === 'up', sipCode) });
  }

  /** The response to our request for its status. */
  found({ sid, status, answeredBy }: CallResource): void {
    // If we learn of the call only here, its webhooks do not reach us, and nothing can control it.
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
    this.statusChanged(status);
  }

  /** Twilio was searched for it in vain. The engine has given up a call that it hangs up. */
  notFound(): void {
    if (!this.#inDoubt || !this.#ending || this.#stage !== 'dialing') return;
    if (this.leg.sid() !== undefined) return;
    this.#stage = 'over';
    this.leg.over();
    this.#options.letGo();
  }

  /** The engine has reacted to an event. */
  acknowledged(event: CallEvent): void {
    const step = this.#keys.get(event);
    this.#keys.delete(event);
    if (step && this.#isUp()) this.#sound.again(step);
  }

  play(sound: Sound): void {
    if (!this.#isUp()) return;
    const audio = this.#options.audioOf(sound);
    this.#resetQuiet(sound.durationMs);
    const done = () => void this.#emit({ kind: 'played' });
    this.#sound.play(audio, done, () => this.#soundFailed());
  }

  hangUp(): void {
    this.#ending = true;
    this.#resetQuiet();
    this.leg.hangUp();
  }

  dialAgent(wanted: AgentRequest): void {
    if (!this.#isUp() || this.#agent) return;
    this.#resetQuiet(talkPatience);
    this.#sound.play(
      this.#options.ringing(),
      () => {},
      () => this.#soundFailed(),
    );
    this.#agent = callAgent(wanted, {
      ...this.#options,
      emit: (event) => this.#agentEvent(event),
    });
  }

  /** The agent was called first, and waits. */
  connectWaiting(agent: AgentLeg): void {
    if (!this.#isUp() || this.#agent) {
      agent.drop();
      return;
    }
    this.#agent = agent;
    agent.adopt((event) => this.#agentEvent(event));
    this.connect();
  }

  /** The agent who should wait has gone. */
  missAgent(): void {
    if (this.#isUp()) this.#emit({ kind: 'agent_ended', cause: 'missed' });
  }

  playToAgent(sound: Sound): void {
    this.#agent?.play(sound);
  }

  connect(): void {
    if (!this.#isUp() || !this.#agent) return;
    const room = `carillon-${this.leg.sid()}`;
    this.#resetQuiet(talkPatience);
    this.#sound.talk(room, () => this.hangUp());
    this.#agent.connect(room);
  }

  hangUpAgent(): void {
    this.#agent?.hangUp();
  }

  #agentEvent(event: AgentEvent): void {
    // Another one may be connected instead.
    if (event.kind === 'agent_ended' && event.cause === 'missed') this.#agent = undefined;
    this.#emit(event);
  }

  #isUp(): boolean {
    return this.#stage === 'up' && !this.#ending;
  }

  /** @param longer milliseconds for which silence means nothing */
  #resetQuiet(longer = 0): void {
    this.#quietUntil = performance.now() + (this.#ending ? endPatience : patience + longer);
  }

  #markAnswered(): void {
    const { now, prepare, detects } = this.#options;
    if (this.#stage !== 'dialing') return;
    this.#stage = 'detecting';
    this.#answeredAt = now();
    prepare();
    if (!detects) this.#decide('person');
    else this.#guard = setTimeout(() => this.#decide('person'), verdictWithin).unref();
  }

  #verdict(answeredBy: string): void {
    this.#markAnswered();
    const who = answererOf(answeredBy);
    this.#decide(who === 'person' ? 'person' : 'machine');
    if (who === 'fax') this.hangUp();
  }

  #decide(by: 'person' | 'machine'): void {
    if (this.#stage !== 'detecting') return;
    clearTimeout(this.#guard);
    this.#stage = 'up';
    this.#emit({ kind: 'answered', by }, this.#answeredAt);
    // Twilio reports a machine when its greeting is over.
    if (by === 'machine') this.#emit({ kind: 'greeting_ended' });
  }

  #soundFailed(): void {
    if (this.#ending) return;
    this.#note = soundMissing;
    this.hangUp();
  }

  #end(body: EventBody & { kind: 'ended' }): void {
    if (this.#stage === 'over') return;
    this.#stage = 'over';
    clearTimeout(this.#guard);
    this.leg.over();
    this.#agent?.drop();
    this.#emit(this.#note === undefined ? body : { ...body, note: this.#note });
    this.#options.onOver();
  }

  #emit(body: EventBody, at = this.#options.now()): CallEvent {
    this.#emittedAt = Math.max(at, this.#emittedAt + 1);
    const event = { attemptId: this.#attemptId, at: this.#emittedAt, ...body } as CallEvent;
    this.#options.emit(event);
    return event;
  }
}
