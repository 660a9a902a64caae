/**
 * One call to a customer, from its origination until its channel is destroyed, which alone ends it.
 * The dialplan (deploy/asterisk/extensions.conf) detects who answered.
 */

import type { Note } from '#contract/note.ts';
import { type RealMs, realMs, type SimMs } from '#domain/milliseconds.ts';
import type { AgentRequest, CallEvent, CallRequest, Placement, Sound } from '../port.ts';
import { AgentLeg, longestCall, lostCall } from './agent-leg.ts';
import type { AriEvent } from './ari-shapes.ts';
import { shownCaller } from './caller-id.ts';
import { endOf } from './causes.ts';
import { type LegSound, legSound, type Playable } from './leg-sound.ts';
import { hasSound } from './media.ts';
import type { AsteriskNode, ChannelOwner } from './node.ts';
import { originate } from './originate.ts';
import { watchProgress } from './progress.ts';
import { type AsteriskSettings, endpointOf } from './settings.ts';

export interface AsteriskCallOptions {
  node: AsteriskNode;
  settings: AsteriskSettings;
  now(): SimMs;
  playableOf(sound: Sound): Playable;
  /** Somebody answered: the call's own sounds will be needed soon. */
  prepare(): void;
  emit(event: CallEvent): void;
  /** The channel is gone, or never existed. */
  onOver(): void;
}

type EventBody = WithoutCall<CallEvent>;
type WithoutCall<E> = E extends unknown ? Omit<E, 'attemptId' | 'at'> : never;

/** How long to wait for a verdict, and for the end of a greeting. */
const verdictWithin = realMs(15_000);
const greetingWithin = realMs(60_000);
const soundMissing: Note = { code: 'sound_missing', system: 'Asterisk' };
const withdrawn: Note = { code: 'withdrawn', what: 'call' };
const ours = { cause: 'hangup' } as const;
/** It did ring, but every other call over this trunk would end the same way. */
const unheard = {
  kind: 'ended',
  cause: 'failed',
  note: { code: 'no_common_codec' },
  trunk: 'refused',
} as const;
/** The ringing that the customer hears while an agent is called. */
const ringing = { media: 'tone:ring;tonezone=us' };

export class AsteriskCall implements ChannelOwner {
  readonly #request: CallRequest;
  readonly #options: AsteriskCallOptions;
  readonly #sound: LegSound;
  readonly #progress = watchProgress();
  #stage: 'dialing' | 'detecting' | 'greeting' | 'up' | 'over' = 'dialing';
  #answeredAt: SimMs | undefined;
  /** The instant of the newest event: no two events of a call have the same. */
  #emittedAt = 0;
  /** Keys pressed before the verdict on who answered. */
  readonly #keys: string[] = [];
  /** Played once the greeting is over: until then the channel is in the dialplan. */
  #waiting: Sound | undefined;
  /** We are hanging up. */
  #ending = false;
  /** Somebody is hanging up, which also ends the sound. */
  #leaving = false;
  /** Answered while Asterisk was disconnected, at an unknown time. */
  #late = false;
  /** Answered without a common codec: neither side can hear the other. */
  #deaf = false;
  /** Gives up waiting for the verdict or the greeting's end. */
  #guard: NodeJS.Timeout | undefined;
  #agent: AgentLeg | undefined;
  #note: Note | undefined;

  constructor(request: CallRequest, options: AsteriskCallOptions) {
    this.#request = request;
    this.#options = options;
    this.#sound = legSound(options.node, request.attemptId);
  }

  get node(): AsteriskNode {
    return this.#options.node;
  }

  /** @param mayPlace as the port's; nothing is awaited between this check and the request */
  async begin(mayPlace = () => true): Promise<Placement> {
    const { attemptId, to, callerId } = this.#request;
    const { node, settings } = this.#options;
    if (this.#ending)
      return this.#refuse({ note: { code: 'hung_up_before_placed' }, retryable: false });
    if (!mayPlace()) return this.#refuse({ note: withdrawn, retryable: true });
    const channel = {
      channelId: attemptId,
      endpoint: endpointOf(to, settings),
      shown: shownCaller(callerId, settings),
      ringSeconds: settings.ringSeconds,
      as: 'customer',
      longest: longestCall,
    } as const;
    const placement = await originate(node, channel, this);
    if (placement.kind === 'rejected') return this.#refuse(placement);
    if (this.#ending) this.hangUp();
    return placement;
  }

  event(event: AriEvent): void {
    this.#progress.event(event);
    if (event.type === 'StasisStart') this.#arrived(event.args ?? []);
    else if (event.type === 'ChannelDtmfReceived' && event.digit) this.#pressed(event.digit);
    else if (event.type === 'ChannelHangupRequest') this.#leaving = true;
    else if (event.type === 'ChannelDestroyed') this.#destroyed(event);
    else this.#sound.event(event);
  }

  found(arrival: readonly string[] | undefined, again: boolean): void {
    if (again) this.#progress.setMissed();
    if (this.#ending) this.hangUp();
    else if (arrival) {
      this.#late ||= this.#stage === 'dialing';
      this.#arrived(arrival);
    }
    this.#sound.resume(again);
  }

  lost(): void {
    this.#end({ kind: 'ended', cause: 'lost', note: lostCall });
  }

  play(sound: Sound): void {
    if (this.#stage === 'greeting') this.#waiting = sound;
    if (this.#stage !== 'up') return;
    const failed = () => {
      // A hang-up ends the sound too.
      if (this.#ending || this.#leaving) return;
      this.#note = soundMissing;
      this.hangUp();
    };
    this.#sound.play(this.#options.playableOf(sound), () => this.#emit({ kind: 'played' }), failed);
  }

  hangUp(): void {
    this.#ending = true;
    this.#options.node.hangUp(this.#request.attemptId);
  }

  dialAgent(wanted: AgentRequest): void {
    if (this.#stage !== 'up' || this.#agent) return;
    const { node, settings, playableOf } = this.#options;
    this.#sound.play(ringing, ignore, ignore);
    this.#agent = new AgentLeg(wanted, {
      ...{ attemptId: this.#request.attemptId, node, settings, playableOf },
      emit: (event) => this.#emit(event),
    });
  }

  /** The agent was called first, and waits. */
  connectWaiting(agent: AgentLeg): void {
    if (this.#stage !== 'up' || this.#agent) {
      agent.drop();
      return;
    }
    this.#agent = agent;
    this.#sound.quiet();
    agent.adopt(this.#request.attemptId, (event) => {
      // Another one may be connected instead.
      if (event.kind === 'agent_ended' && event.cause === 'missed') this.#agent = undefined;
      this.#emit(event);
    });
    agent.connect();
  }

  /** The agent who should wait has gone. */
  missAgent(): void {
    if (this.#stage === 'up') this.#emit({ kind: 'agent_ended', cause: 'missed' });
  }

  playToAgent(sound: Sound): void {
    this.#agent?.play(sound);
  }

  connect(): void {
    if (this.#stage !== 'up' || !this.#agent) return;
    this.#sound.quiet();
    this.#agent.connect();
  }

  hangUpAgent(): void {
    this.#agent?.hangUp();
  }

  /** As the port's. */
  showsLife(): boolean {
    return this.#stage !== 'dialing' || this.#progress.showsLife();
  }

  /** The channel entered our app: from the trunk, or back from the dialplan. */
  #arrived([as, verdict, cause = '']: readonly string[]): void {
    // We hung up before it existed.
    if (this.#ending) this.hangUp();
    else if (as === 'customer' && this.#stage === 'dialing') this.#detect();
    else if (as === 'greeting') this.#greetingEnded();
    else if (as === 'amd' && this.#stage === 'detecting' && verdict !== 'HANGUP') {
      // No machine presses a key. In doubt it is a person: no person may hear half a message.
      // A person found late has already said hello, and waits in silence.
      const waits = this.#late && cause.startsWith('INITIALSILENCE');
      const isMachine = verdict === 'MACHINE' && this.#keys.length === 0 && !waits;
      this.#decide(isMachine ? 'machine' : 'person');
    }
  }

  #detect(): void {
    this.#answeredAt = this.#options.now();
    this.#stage = 'detecting';
    this.#options.prepare();
    const checked = this.#checkSound();
    if (this.#options.settings.detection === 'off') void checked.then(() => this.#decide('person'));
    else this.#send('carillon-amd', verdictWithin, () => this.#decide('person'));
  }

  /** A call that nobody can hear is not answered: it ends before it is reported as answered. */
  async #checkSound(): Promise<void> {
    const { node, settings } = this.#options;
    if (await hasSound(node, this.#request.attemptId, settings.endpoint)) return;
    if (this.#stage !== 'detecting') return;
    this.#deaf = true;
    this.hangUp();
  }

  #decide(by: 'person' | 'machine'): void {
    if (this.#stage !== 'detecting' || this.#deaf) return;
    clearTimeout(this.#guard);
    this.#answered(by);
    this.#stage = by === 'machine' ? 'greeting' : 'up';
    if (by === 'machine') {
      this.#send('carillon-greeting', greetingWithin, () => this.#greetingEnded());
    }
  }

  #answered(by: 'person' | 'machine'): void {
    this.#emit({ kind: 'answered', by }, this.#answeredAt);
    for (const key of this.#keys.splice(0)) this.#emit({ kind: 'key', key });
  }

  #greetingEnded(): void {
    clearTimeout(this.#guard);
    if (this.#stage !== 'greeting') return;
    this.#stage = 'up';
    this.#emit({ kind: 'greeting_ended' });
    if (this.#waiting) this.play(this.#waiting);
  }

  /** Sends the channel into the dialplan; it returns with another StasisStart. */
  #send(context: string, within: RealMs, otherwise: () => void): void {
    clearTimeout(this.#guard);
    this.#guard = setTimeout(otherwise, within);
    const path = `channels/${encodeURIComponent(this.#request.attemptId)}/continue`;
    this.#options.node.send('POST', path, { context, extension: 's', priority: 1 });
  }

  #pressed(key: string): void {
    if (this.#stage === 'detecting') this.#keys.push(key);
    else if (this.#stage !== 'over') this.#emit({ kind: 'key', key });
  }

  #destroyed({ cause = 0, tech_cause: techCause }: AriEvent): void {
    const seen = this.#progress.seen(this.#answeredAt !== undefined);
    if (this.#deaf) this.#end(unheard);
    else this.#end({ kind: 'ended', ...(this.#ending ? ours : endOf({ cause, techCause }, seen)) });
  }

  #end(event: EventBody & { kind: 'ended' }): void {
    if (this.#stage === 'over') return;
    // It ended before the verdict on who answered. Who pressed a key is there, even if unheard.
    const isAnswered = !this.#deaf || this.#keys.length > 0;
    if (this.#stage === 'detecting' && isAnswered) this.#answered('person');
    this.#stage = 'over';
    clearTimeout(this.#guard);
    this.#sound.quiet();
    // Who hung up was the customer: the line of an agent who was called first may stay.
    const isLeft = event.cause === 'hangup' && !this.#ending && this.#agent?.part();
    if (!isLeft) this.#agent?.drop();
    this.#options.node.disown(this.#request.attemptId);
    this.#emit(this.#note === undefined ? event : { ...event, note: this.#note });
    this.#options.onOver();
  }

  /** Gives its turn and its slot back. */
  #refuse(why: { note: Note; retryable: boolean }): Placement {
    this.#stage = 'over';
    this.#options.node.disown(this.#request.attemptId);
    this.#options.onOver();
    return { ...why, kind: 'rejected' };
  }

  #emit(event: EventBody, at = this.#options.now()): void {
    this.#emittedAt = Math.max(at, this.#emittedAt + 1);
    const { attemptId } = this.#request;
    this.#options.emit({ attemptId, at: this.#emittedAt, ...event } as CallEvent);
  }
}

const ignore = () => {};
