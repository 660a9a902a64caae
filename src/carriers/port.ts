/**
 * What the engine needs of a voice carrier, and nothing more.
 *
 * Events are pulled, not pushed: the engine collects them in its own rhythm, in batches, and a
 * virtual clock needs no timers. An instruction that answers an event (`play`, `hangUp`) names the
 * instant it answers, so that simulated time stays exact however late the engine looks.
 */

import type { Note } from '#contract/note.ts';
import type { Reason } from '#contract/reason.ts';
import type { Sender } from './fair-turns.ts';

export interface VoiceCarrier {
  /** As in client.voice_carrier. */
  readonly name: string;
  /** False: no call is placed; calls in progress may still be reported on. */
  connected(): boolean;
  /**
   * Of a carrier that is connected itself and still cannot call: what there is to wait for, in a
   * sentence for the manager. Absent, or undefined: it is simply away.
   */
  waitsFor?(): Reason | undefined;
  /**
   * Whether anything came back of a call that is not answered yet, such as ringing; false also of one
   * that is not there. Absent: this carrier cannot tell, and only ends do.
   */
  showsLife?: ((attemptId: string) => boolean) | undefined;
  /**
   * Why a call that shows this would fail, in a sentence for the manager; undefined when it can be
   * shown. A campaign that asks for it does not start: each of its numbers would be used up. Absent:
   * everything can be shown.
   */
  cannotShow?(callerId: CallerId): Reason | undefined;
  /**
   * How many of `wanted` calls this campaign may hand over now, by its fair part of what the carrier
   * takes; asked again and again while it has some to place. 0 wanted: it has none for now. Absent
   * or undefined: this carrier gives no turns, and it may hand over as many as it likes.
   */
  room?(sender: Sender, wanted: number): number | undefined;
  /**
   * Hands calls over; one answer for each, in order, within 10 seconds: after that it counts as
   * Unknown, and no call may be placed any more. Never called twice with one attempt id unless the
   * answer was Rejected and retryable.
   *
   * @param mayPlace to be asked right before a call that had to wait is placed. False: it is not to be
   * placed any more, and the answer is Rejected and retryable; the engine may not hold its campaign now.
   * @throws never: what cannot be learned is Unknown
   */
  place(calls: readonly CallRequest[], mayPlace?: () => boolean): Promise<Placement[]>;
  /**
   * What has happened and is not acknowledged yet. A call that has such an event waits with its
   * next one, so that the engine can still answer it.
   */
  events(): CallEvent[];
  /** After the events were answered, and the `ended` ones committed: they are not told again. */
  acknowledge(events: readonly CallEvent[]): void;
  /**
   * Plays to whoever answered; `played` follows. A sound that this takes the place of, or that a
   * call to an agent ends, is not told as played. Ignored when the call is over.
   */
  play(attemptId: string, sound: Sound, at: number): void;
  /**
   * Ends the call, and its agent's leg with it; `ended` follows. Ignored when the call is over. It may
   * be a call that another engine placed, or this one before it was started again: after a takeover
   * nobody is left on the line.
   */
  hangUp(attemptId: string, at: number): void;
  /**
   * Calls an agent for this customer, who hears ringing meanwhile; `agent_answered` or
   * `agent_ended` follows. The attempt has one agent's leg at most: asked again, nothing happens.
   * However the customer's call ends, the leg ends with it. Ignored when the call is over.
   */
  dialAgent(attemptId: string, agent: AgentRequest, at: number): void;
  /** Plays to the agent alone; `agent_played` follows. Ignored when the leg is over. */
  playToAgent(attemptId: string, sound: Sound, at: number): void;
  /** Lets customer and agent hear each other until one of them hangs up. */
  connect(attemptId: string, at: number): void;
  /** Ends the agent's leg alone; `agent_ended` follows. Ignored when there is none. */
  hangUpAgent(attemptId: string, at: number): void;
  close(): Promise<void>;
}

/** What every carrier is opened with; clock and randomness come from outside (src/domain). */
export interface CarrierSettings {
  /** Epoch milliseconds of the engine's clock. */
  clock: { now(): number };
  /** A sequence of its own for each name, made from the seed of the simulation. */
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
   * What the call may play that is made for it alone. A carrier that fetches sounds can have them
   * made from the answer on, while it finds out who answered.
   */
  ownSounds?: readonly Sound[];
}

export interface AgentRequest {
  /** The linkback number, 11 digits. */
  to: string;
  /** What the agent sees. */
  callerId: CallerId;
  /** Milliseconds of the engine's clock: an agent who has not answered by then has not. */
  answerWithin: number;
}

export type CallerId =
  /** The carrier account's default. */
  { kind: 'default' } | { kind: 'hidden' } | { kind: 'shown'; number: string; name: string };

export type Placement =
  | { kind: 'accepted' }
  /**
   * The carrier did not take it. Retryable only when it surely placed no call (throttled, not written).
   * `trunk`: as in `ended`, when it would say the same of any other number.
   */
  | { kind: 'rejected'; note: Note; retryable: boolean; trunk?: TrunkFailure }
  /** Nobody knows whether a call was placed: never handed over again. */
  | { kind: 'unknown'; note: Note };

/** `at`: epoch milliseconds of the engine's clock. */
export type CallEvent = { attemptId: string; at: number } & (
  | { kind: 'answered'; by: 'person' | 'machine' }
  /** A machine's greeting is over: now a message would be recorded. */
  | { kind: 'greeting_ended' }
  /** What was played came to its end. */
  | { kind: 'played' }
  | { kind: 'key'; key: string }
  | { kind: 'ended'; cause: HangUpCause; note?: Note; trunk?: TrunkFailure }
  /** The agent's leg, told under the customer's attempt. */
  | { kind: 'agent_answered' }
  | { kind: 'agent_played' }
  /** Not told when the leg ends because the customer's call did. */
  | { kind: 'agent_ended'; cause: HangUpCause; note?: Note }
);

/**
 * The way to the network failed, not the call to this person: nothing at all came back, or it was
 * refused before any telephone rang and for no reason of this number. So many in a row stop a campaign.
 */
export type TrunkFailure = 'silent' | 'refused';

/** `lost`: the carrier lost the call and does not know how it ended. */
type HangUpCause = 'hangup' | 'busy' | 'no_answer' | 'failed' | 'lost';

export type Sound =
  | {
      kind: 'message';
      clientId: number;
      voiceMessageId: number;
      version: number;
      durationMs: number;
      /** It speaks values of the account: the sound of this call is no other call's. */
      perAccount: boolean;
    }
  /** A fixed sentence of the platform's own. */
  | { kind: 'prompt'; name: 'opted-out' | 'no-agent'; durationMs: number }
  | { kind: 'silence'; durationMs: number };
