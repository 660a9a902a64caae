/** The call to an agent, for one customer or before there is one, and the bridge between them. */
import type { Note } from '#contract/note.ts';
import type { AgentEndCause, AgentRequest, Sound } from '../port.ts';
import type { AriEvent } from './ari-shapes.ts';
import { shownCaller } from './caller-id.ts';
import { endOf } from './causes.ts';
import { agentIdOf, bridgeIdOf } from './leg-ids.ts';
import { type LegSound, legSound, type Playable } from './leg-sound.ts';
import type { AsteriskNode, ChannelOwner } from './node.ts';
import { originate } from './originate.ts';
import { watchProgress } from './progress.ts';
import { type AsteriskSettings, endpointOf } from './settings.ts';
import { watchTalk } from './talk-watch.ts';

/** As in CallEvent, without the attempt id and the time. */
export type AgentEvent =
  | { kind: 'agent_answered' }
  | { kind: 'agent_played' }
  | { kind: 'agent_ended'; cause: AgentEndCause; note?: Note };

export interface AgentLegOptions {
  /** The customer's; of an agent who is called first, the leg's own. */
  attemptId: string;
  /** There is no customer yet. */
  waits?: boolean;
  node: AsteriskNode;
  settings: AsteriskSettings;
  playableOf(sound: Sound): Playable;
  emit(event: AgentEvent): void;
}

/** Seconds after a talk for the engine to take the agent's line back. */
const partedFor = 10;
/** Seconds: four hours of conversation, and the message before it. */
export const longestCall = 15_000;
/**
 * Seconds after the end of what a waiting agent hears. The engine then plays the next sound; if it died
 * and nobody takes over this node, Asterisk itself ends the agent's call.
 */
const forgottenAfter = 60;

export class AgentLeg implements ChannelOwner {
  readonly #options: AgentLegOptions;
  readonly #id: string;
  /** ARI's id of the customer's channel. */
  #customer: string;
  #emit: (event: AgentEvent) => void;
  readonly #sound: LegSound;
  readonly #progress = watchProgress();
  #answered = false;
  #over = false;
  /** We are hanging up. */
  #ending = false;
  /** Called before its customer, who has asked for it by now. */
  #adopted = false;
  /** Customer and agent hear each other. */
  #met = false;
  /** Seconds that Asterisk was last told to keep the channel; undefined: as originated. */
  #keptFor: number | undefined;
  /** Set when the bridge was requested; fulfilled when it exists or could not be created. */
  #bridged: Promise<unknown> | undefined;
  /** Set while the bridge of the last talk is taken down: until then nothing is played. */
  #parting: Promise<unknown> | undefined;
  #unwatch = () => {};

  /** Calls the agent at once. */
  constructor(request: AgentRequest, options: AgentLegOptions) {
    const { attemptId, node } = options;
    this.#options = options;
    this.#id = agentIdOf(attemptId);
    this.#customer = attemptId;
    this.#emit = options.emit;
    this.#sound = legSound(node, this.#id);
    // Who is called for no customer yet has taken a turn, as a customer's call does.
    if (!options.waits) node.skipTurn();
    void this.#originate(request);
  }

  get node(): AsteriskNode {
    return this.#options.node;
  }

  isOver(): boolean {
    return this.#over;
  }

  /** It is a part of a customer's call. */
  talks(): boolean {
    return !this.#over && this.#adopted;
  }

  /** The customer has hung up, and the agent is there. */
  isParted(): boolean {
    return !this.#over && !this.#adopted && !this.#ending;
  }

  async #originate({ to, callerId, answerWithin }: AgentRequest): Promise<void> {
    const { attemptId, waits, node, settings } = this.#options;
    const ringSeconds = Math.max(1, Math.ceil(answerWithin / 1_000));
    const channel = {
      channelId: this.#id,
      endpoint: endpointOf(to, settings),
      shown: shownCaller(callerId, settings),
      ringSeconds,
      as: 'agent',
      longest: waits ? ringSeconds + forgottenAfter : longestCall,
      ...(!waits && { originator: attemptId }),
    } as const;
    const placement = await originate(node, channel, this);
    if (placement.kind === 'rejected') {
      this.#end({ kind: 'agent_ended', cause: 'failed', note: placement.note });
    } else if (this.#over) this.#hangUpChannel();
  }

  event(event: AriEvent): void {
    if (this.#over) return;
    this.#progress.event(event);
    if (event.type === 'StasisStart') this.#arrived();
    else if (event.type === 'ChannelDestroyed') {
      const { cause = 0, tech_cause: techCause } = event;
      const seen = this.#progress.seen(this.#answered);
      const { trunk: _, ...why } = endOf({ cause, techCause }, seen);
      this.#end({ kind: 'agent_ended', ...why });
    } else this.#sound.event(event);
  }

  found(arrival: readonly string[] | undefined, again: boolean): void {
    if (again) this.#progress.setMissed();
    if (this.#ending) this.#hangUpChannel();
    else if (arrival) this.#arrived();
    // The request may have been lost with the connection.
    if (again && this.#keptFor !== undefined) this.#keep(this.#keptFor);
    this.#sound.resume(again);
  }

  lost(): void {
    this.#end({ kind: 'agent_ended', cause: 'lost', note: lostCall });
  }

  play(sound: Sound): void {
    if (this.#over || !this.#answered) return;
    const { playableOf } = this.#options;
    const failed = () => this.#hangUpChannel();
    if (this.#waits()) this.#keep(Math.ceil(sound.durationMs / 1_000) + forgottenAfter);
    const begin = () =>
      this.#sound.play(playableOf(sound), () => this.#emit({ kind: 'agent_played' }), failed);
    if (!this.#parting) begin();
    else void this.#parting.then(() => this.#over || begin());
  }

  /** From now on the leg belongs to this customer's call, and its end is emitted there. */
  adopt(attemptId: string, emit: (event: AgentEvent) => void): void {
    this.#customer = attemptId;
    this.#emit = emit;
    this.#adopted = true;
    if (this.#over) emit({ kind: 'agent_ended', cause: 'missed' });
  }

  /**
   * The customer hung up. The agent, whom both had heard, is nobody's now: the engine takes the line back, or
   * Asterisk ends it after some seconds.
   *
   * @returns false: the line does not stay
   */
  part(): boolean {
    if (this.#over || this.#ending || !this.#adopted || !this.#met) return false;
    const { node, emit } = this.#options;
    this.#unwatch();
    this.#keep(partedFor);
    // Who is left in a bridge that is taken down stays in our app.
    const parting = node.ask('DELETE', this.#bridge()).catch(() => {});
    this.#parting = parting;
    void parting.then(() => {
      if (this.#parting === parting) this.#parting = undefined;
    });
    this.#bridged = undefined;
    this.#customer = this.#options.attemptId;
    this.#emit = emit;
    this.#adopted = false;
    this.#met = false;
    return true;
  }

  connect(): void {
    if (this.#over || !this.#answered) return;
    const { node } = this.#options;
    const customer = this.#customer;
    this.#sound.quiet();
    if (this.#adopted) this.#keep(longestCall);
    this.#unwatch = watchTalk(node, [customer, this.#id], () => this.#hangUpChannel());
    const channel = `${customer},${this.#id}`;
    this.#bridged ??= this.#makeBridge();
    void this.#bridged
      .then(() => node.ask('POST', `${this.#bridge()}/addChannel`, { channel }))
      .then(({ status }) => {
        if (status >= 400) this.#hangUpChannel();
        else this.#met = true;
      })
      .catch(() => this.#hangUpChannel());
  }

  /** Ends the leg, and emits its end. */
  hangUp(): void {
    if (!this.#over) this.#hangUpChannel();
  }

  /** Ends the leg because the customer's call did: emits nothing. */
  drop(): void {
    if (this.#over) return;
    this.#hangUpChannel();
    this.#leave();
  }

  #arrived(): void {
    // We hung up before it existed.
    if (this.#ending) this.#hangUpChannel();
    else if (!this.#answered) this.#answer();
  }

  #answer(): void {
    this.#answered = true;
    // Created early, so that nobody waits for it after the agent's message.
    if (!this.#options.waits) this.#bridged = this.#makeBridge();
    this.#emit({ kind: 'agent_answered' });
  }

  #makeBridge(): Promise<unknown> {
    const { node } = this.#options;
    return node.ask('POST', this.#bridge(), { type: 'mixing', name: node.app }).catch(() => {});
  }

  /** ARI's path of the bridge. */
  #bridge(): string {
    return `bridges/${encodeURIComponent(bridgeIdOf(this.#customer))}`;
  }

  #hangUpChannel(): void {
    this.#ending = true;
    this.#options.node.hangUp(this.#id);
  }

  #end(event: AgentEvent): void {
    if (this.#over) return;
    this.#leave();
    const missed = event.kind === 'agent_ended' && this.#adopted && !this.#met;
    this.#emit(missed ? { ...event, cause: 'missed' } : event);
  }

  #waits(): boolean {
    return this.#options.waits === true && !this.#adopted;
  }

  /** Seconds from now, after which Asterisk ends the call by itself. */
  #keep(seconds: number): void {
    this.#keptFor = seconds;
    const path = `channels/${encodeURIComponent(this.#id)}/variable`;
    const query = { variable: 'TIMEOUT(absolute)', value: seconds };
    this.#options.node.send('POST', path, query);
  }

  #leave(): void {
    const { node } = this.#options;
    this.#over = true;
    this.#unwatch();
    this.#sound.quiet();
    node.disown(this.#id);
    if (this.#bridged) node.send('DELETE', this.#bridge());
  }
}

export const lostCall: Note = { code: 'call_lost', system: 'Asterisk' };
