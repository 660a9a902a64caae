/**
 * What the engine needs from a voice carrier, and nothing more.
 *
 * Events are pulled, not pushed: the engine polls them in its own rhythm, in batches, and a
 * virtual clock needs no timers. A look returns what is new (news.ts, decision 083). An instruction that reacts to an event (`play`, `hangUp`) names
 * that event's instant, so that simulated time stays exact however late the engine polls.
 */

import type { Note } from '#contract/note.ts';
import type { Reason } from '#contract/reason.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { Sender } from './fair-turns.ts';

export interface VoiceCarrier {
  /** As in client.voice_carrier. */
  readonly name: string;
  /** False: no call is placed; calls in progress may still emit events. */
  connected(): boolean;
  /**
   * What a carrier that is connected and still cannot call waits for, as a reason for the manager.
   * Absent or undefined: it is simply disconnected.
   */
  waitsFor?(): Reason | undefined;
  /**
   * Whether anything, such as ringing, came back for a call that is not answered yet; false also
   * for an unknown call. Absent: this carrier cannot say, and only the end of a call shows it.
   */
  showsLife?: ((attemptId: string) => boolean) | undefined;
  /**
   * Why a call that shows this would fail, as a reason for the manager; undefined when it can be
   * shown. A campaign that asks for it does not start: each of its numbers would be used up.
   * Absent: everything can be shown.
   */
  cannotShow?(callerId: CallerId): Reason | undefined;
  /**
   * How many of `wanted` calls this campaign may submit now, by its fair part of what the carrier
   * takes; asked again and again while it has some to place. 0 wanted: it has none for now. Absent
   * or undefined: this carrier gives no turns, and it may submit as many as it likes.
   */
  room?(sender: Sender, wanted: number): number | undefined;
  /**
   * Has what these sounds speak of an account spoken before its call is placed, under the attempt id
   * that the call would have. Resolves when it is, or when it cannot be for now: the carrier then
   * fetches the sounds as it would have. Absent: this carrier fetches no sounds.
   *
   * @throws never
   */
  prepare?(attemptId: string, sounds: readonly Sound[]): Promise<void>;
  /**
   * Submits calls; returns one placement for each, in order, within 10 seconds: after that it
   * counts as Unknown, and no call may be placed any more. Never called twice with one attempt id
   * unless it was Rejected and retryable.
   *
   * @param mayPlace asked right before a call that had to wait is placed. False: the call must not
   * be placed, and is Rejected and retryable; the engine may no longer own its campaign.
   * @throws never: what cannot be learned is Unknown
   */
  place(calls: readonly CallRequest[], mayPlace?: () => boolean): Promise<Placement[]>;
  /**
   * Events that are not acknowledged yet, at most one per call: its next one waits, so that the
   * engine can still react to this one. A carrier may repeat an event.
   *
   * @param reader who looks, the same object at each look. It is told each event once, and again
   * only after `tellAgain`; at its first look, as after a restart, it is told all. Absent: all.
   */
  events(reader?: object): CallEvent[];
  /** After the engine reacted to them, and committed the `ended` ones: not returned again. */
  acknowledge(events: readonly CallEvent[]): void;
  /**
   * Nothing came of these, because the reaction failed or what followed the call let it go. Those
   * that are not acknowledged are told every reader once more.
   */
  tellAgain(events: readonly CallEvent[]): void;
  /**
   * Plays to the person or machine that answered; `played` follows. No `played` is emitted for a sound that this one
   * replaces, or that a call to an agent ends. Ignored when the call is over.
   */
  play(attemptId: string, sound: Sound, at: SimMs): void;
  /**
   * Ends the call, and its agent's leg with it; `ended` follows. Ignored when the call is over. It
   * may be a call that another engine placed, or this one before a restart: after a takeover nobody
   * is left on the line.
   */
  hangUp(attemptId: string, at: SimMs): void;
  /**
   * Calls an agent for this customer, who hears ringing meanwhile; `agent_answered` or
   * `agent_ended` follows. The attempt has one agent's leg at most: a second request does nothing.
   * However the customer's call ends, the leg ends with it. Ignored when the call is over.
   */
  dialAgent(attemptId: string, agent: AgentRequest, at: SimMs): void;
  /** Plays to the agent alone; `agent_played` follows. Ignored when the leg is over. */
  playToAgent(attemptId: string, sound: Sound, at: SimMs): void;
  /** Lets customer and agent hear each other until one of them hangs up. */
  connect(attemptId: string, at: SimMs): void;
  /** Ends the agent's leg alone; `agent_ended` follows. Ignored when there is none. */
  hangUpAgent(attemptId: string, at: SimMs): void;
  /** Calls agents before there is a customer for them: without it 3 % abandoned calls cannot be promised. */
  readonly waitingAgents: WaitingAgents;
  close(): Promise<void>;
}

/**
 * Agents who are called first and wait for their customer. Each has an id of its own, which is no
 * attempt's; `agent_answered`, `agent_played` and `agent_ended` are emitted under it.
 */
export interface WaitingAgents {
  /** A second request under the same id does nothing. */
  call(agentId: string, agent: AgentRequest, at: SimMs): void;
  /** Plays to the agent; `agent_played` follows. Ignored when the leg is over. */
  play(agentId: string, sound: Sound, at: SimMs): void;
  /**
   * Whether this agent could be connected with this customer, whose call is in flight: some carriers
   * call from several machines, and a conversation is on one of them. Absent: every agent could.
   */
  canConnect?(attemptId: string, agentId: string): boolean;
  /** Calls are on several machines now, so that not every agent could be connected. Absent: they never are. */
  isDivided?(): boolean;
  /**
   * Lets a customer and a waiting agent hear each other. From now on the leg is the attempt's: it ends
   * with the customer's call, and its end is emitted under the attempt's id; as `missed` when the agent
   * left before they heard each other. Nothing more is emitted under the agent's id.
   */
  connect(attemptId: string, agentId: string, at: SimMs): void;
  /**
   * The customer of this agent's talk hung up: the leg is the agent's own again, under the agent's id, and
   * hears what is played next. `agent_ended` follows when it is over by now. A leg that is neither taken
   * back nor hung up ends after some seconds, and one whose call ended in another way ends with it.
   * Absent: a leg ends with its talk.
   */
  readonly takeBack?: ((agentId: string, at: SimMs) => void) | undefined;
  /** Nothing more is emitted under this id. It may be a leg of another engine, or of before a restart. */
  hangUp(agentId: string, at: SimMs): void;
}

/** What every carrier is opened with; clock and randomness come from outside (src/domain). */
export interface CarrierSettings {
  clock: { now(): SimMs };
  /** A separate sequence for each name, made from the seed of the simulation. */
  randomOf(name: string): CarrierRandom;
  /** Where a carrier may keep files of its own. */
  dataFolder: string;
}

export interface CarrierRandom {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
}

export interface CallRequest {
  /** `client-list-entry`: the idempotency key. */
  attemptId: string;
  /** 11 digits. */
  to: string;
  callerId: CallerId;
  /** The campaign that calls. */
  sender?: Sender;
  /**
   * The agent who waits for this customer: the call is placed where they can be connected. It may be
   * Rejected and retryable when that agent has left.
   */
  agentId?: string;
  /**
   * Sounds that are made for this call alone. A carrier that fetches sounds can have them made as
   * soon as the call is answered, while it finds out who answered.
   */
  ownSounds?: readonly Sound[];
}

export interface AgentRequest {
  /** The linkback number, 11 digits. */
  to: string;
  /** What the agent sees. */
  callerId: CallerId;
  /** How long an agent may ring before counting as not answering. */
  answerWithin: SimMs;
}

export type CallerId =
  /** The carrier account's default. */
  { kind: 'default' } | { kind: 'hidden' } | { kind: 'shown'; number: string; name: string };

export type Placement =
  | { kind: 'accepted' }
  /**
   * The carrier did not take it. Retryable only if it surely placed no call (throttled, not
   * written). `trunk`: as in `ended`, when it would reject any other number too.
   */
  | { kind: 'rejected'; note: Note; retryable: boolean; trunk?: TrunkFailure }
  /** Nobody knows whether a call was placed: never submitted again. */
  | { kind: 'unknown'; note: Note };

export type CallEvent = { attemptId: string; at: SimMs } & (
  | { kind: 'answered'; by: 'person' | 'machine' }
  /** A machine's greeting is over: from now on it records a message. */
  | { kind: 'greeting_ended' }
  /** What was played came to its end. */
  | { kind: 'played' }
  | { kind: 'key'; key: string }
  | { kind: 'ended'; cause: HangUpCause; note?: Note; trunk?: TrunkFailure }
  /** The agent's leg, under the customer's attempt. */
  | { kind: 'agent_answered' }
  | { kind: 'agent_played' }
  /** Not emitted when the leg ends because the customer's call did. */
  | { kind: 'agent_ended'; cause: AgentEndCause; note?: Note }
);

/**
 * The way to the network failed, not the call to this person: nothing at all came back, or it was
 * refused before any telephone rang, and not because of this number. Many in a row stop a campaign.
 */
export type TrunkFailure = 'silent' | 'refused';

/** `lost`: the carrier lost the call and does not know how it ended. */
type HangUpCause = 'hangup' | 'busy' | 'no_answer' | 'failed' | 'lost';

/** `missed`: an agent who was to be connected left before customer and agent heard each other. */
export type AgentEndCause = HangUpCause | 'missed';

export type Sound =
  | {
      kind: 'message';
      clientId: number;
      voiceMessageId: number;
      version: number;
      /** Of its rendering; null for one of an older version (db/sound-token.ts). */
      soundId: number | null;
      durationMs: number;
      /** It speaks values of the account: the sound is made for this call alone. */
      perAccount: boolean;
      /**
       * Whose values, where the call's id names no account: an entry's, or none, and then the message
       * speaks the names of its fields. Absent: those of the attempt's account.
       */
      heardAs?: { callListId: number; entryId: number } | 'nobody';
    }
  /** A fixed sentence of the platform, by its name in domain/prompts.ts. */
  | { kind: 'prompt'; name: string; durationMs: number }
  /** No agent is available: who called, at which number (11 digits), and that 9 opts out. */
  | { kind: 'apology'; clientId: number; number: string; durationMs: number }
  | { kind: 'silence'; durationMs: number }
  /** One short tone and then silence: the line is open. A carrier without tones plays silence. */
  | { kind: 'hold_tone'; durationMs: number };
