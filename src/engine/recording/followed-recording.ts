/**
 * One recording call from its dialing to its end: guides the person through the menu. Every change
 * of stage is committed before the person hears what follows.
 */

import type { Logger } from 'pino';
import type { RecordingCallEvent, RecordingCarrier } from '#carriers/recording-port.ts';
import { asClient, type Database } from '#db/database.ts';
import { isDatabaseUnreachable, levelOf } from '#db/errors.ts';
import {
  endRecording,
  type RecordingEnd,
  type RecordingKey,
  setRecordingStage,
} from '#db/queries/recording-call.ts';
import type { Clock } from '#domain/clock.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { prompts } from '#domain/prompts.ts';
import {
  newRecordingCall,
  onRecordingEvent,
  onRecordingTime,
  type RecordingAction,
  type RecordingCall,
  type RecordingStep,
} from '#domain/recording-menu.ts';
import { createBackoff } from '../backoff.ts';

export interface FollowedRecordingDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  engineId: string;
}

export class FollowedRecording {
  /** The carrier's idempotency key. */
  readonly id: string;
  readonly key: RecordingKey;
  readonly #deps: FollowedRecordingDeps;
  readonly #carrier: RecordingCarrier;
  /** Where the person is in the menu. */
  #state: RecordingCall = newRecordingCall();
  /** Its row has ended, by this engine or another: only the line is still open. */
  #settled = false;
  /** After a failure, such as a locked row, it waits alone, longer after each failure in a row. */
  readonly #rest = createBackoff();

  constructor(
    deps: FollowedRecordingDeps,
    id: string,
    key: RecordingKey,
    carrier: RecordingCarrier,
  ) {
    this.#deps = deps;
    this.id = id;
    this.key = key;
    this.#carrier = carrier;
  }

  get settled(): boolean {
    return this.#settled;
  }

  hangUp(): void {
    this.#carrier.hangUp(this.id, this.#deps.clock.now());
  }

  /** Another engine ended the row: hang up instead of leaving the person in a dead call. */
  giveUp(): void {
    this.#settled = true;
    this.hangUp();
  }

  /** @returns false when the event is to be emitted again */
  onEvent(event: RecordingCallEvent): Promise<boolean> {
    return this.#apart(() => onRecordingEvent(this.#state, event, event.at), event.at);
  }

  /** @returns as `onEvent` */
  onTime(now: SimMs): Promise<boolean> {
    return this.#apart(() => onRecordingTime(this.#state, now), now);
  }

  /** Ends the call because its engine stops: the next engine cannot know what was said in it. */
  async stop(): Promise<void> {
    this.hangUp();
    if (this.#settled) return;
    const stage = this.#state.stage === 'nothing' ? 'nothing' : 'finished';
    // If this fails too, its lease runs out and another engine ends the row.
    await this.end({ stage, reason: { code: 'recording_lost' } }).catch((error) =>
      this.#deps.log.warn(
        { err: error, recording: this.id },
        'could not end a recording call cleanly',
      ),
    );
  }

  /** @returns false when its row had already ended */
  end(how: RecordingEnd): Promise<boolean> {
    return endRecording(this.#deps.db, this.key, this.#deps.engineId, how);
  }

  /** Takes a step; a failing one holds up no other call. Returns whether it was taken. */
  async #apart(stepOf: () => RecordingStep, at: SimMs): Promise<boolean> {
    if (this.#rest.isWaiting()) return false;
    try {
      await this.#take(stepOf(), at);
      this.#rest.succeeded();
      return true;
    } catch (error) {
      if (isDatabaseUnreachable(error)) throw error;
      this.#rest.failed();
      const line = { err: error, recording: this.id };
      this.#deps.log[levelOf(error, 'error')](line, 'recording call step failed');
      return false;
    }
  }

  /** Stores the result of the step, then does its action. */
  async #take(step: RecordingStep, at: SimMs): Promise<void> {
    const goesOn = this.#settled || (await this.#store(this.#state, step.call));
    this.#state = step.call;
    if (!goesOn) this.giveUp();
    // In a settled call only the goodbye after a kept recording is still to be played.
    else if (step.action && (!this.#settled || step.call.kept)) this.#act(step.action, at);
  }

  /** @returns false when this engine no longer owns the row */
  async #store(before: RecordingCall, now: RecordingCall): Promise<boolean> {
    if (now.kept && !before.kept) {
      const how = await this.#keptSound();
      this.#settled = await this.end(how);
      return this.#settled && 'sound' in how;
    }
    if (now.over) {
      const stage = now.stage === 'nothing' ? 'nothing' : 'finished';
      await this.end({ stage, reason: now.reason ?? { code: 'recording_hung_up' } });
      this.#settled = true;
      return true;
    }
    if (now.stage === before.stage) return true;
    const { db, engineId } = this.#deps;
    return asClient(db, this.key.clientId, (tx) =>
      setRecordingStage(tx, this.key, engineId, now.stage),
    );
  }

  async #keptSound(): Promise<RecordingEnd> {
    try {
      return { sound: await this.#carrier.recorded(this.id) };
    } catch (error) {
      this.#deps.log.error({ err: error, recording: this.id }, 'could not fetch a recording');
      return { stage: 'finished', reason: { code: 'recording_failed' } };
    }
  }

  #act(action: RecordingAction, at: SimMs): void {
    if (action.do === 'record') this.#carrier.record(this.id, action.maxMs, at);
    else if (action.do === 'playBack') this.#carrier.play(this.id, { kind: 'recorded' }, at);
    else if (action.do === 'hangUp') this.#carrier.hangUp(this.id, at);
    else {
      const { text, ms } = prompts[action.prompt];
      const sound = { kind: 'prompt', name: action.prompt, text, durationMs: ms } as const;
      this.#carrier.play(this.id, sound, at);
    }
  }
}
