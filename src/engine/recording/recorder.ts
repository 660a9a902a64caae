/**
 * Recording calls: takes what managers asked for from the rows and has the client's carrier call
 * them; followed-recording.ts leads each through the menu. It meets the API in the rows only.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RecordingCallEvent, RecordingCarrier } from '#carriers/recording-port.ts';
import type { Reason } from '#contract/reason.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { isDatabaseAway, levelOf } from '#db/errors.ts';
import { endLostRecordings } from '#db/queries/phone-recording.ts';
import {
  endRecording,
  type RecordingKey,
  renewRecordings,
  type TakenRecording,
  takeRecordings,
} from '#db/queries/recording-call.ts';
import type { Clock } from '#domain/clock.ts';
import { operatorStopReason } from '#domain/reasons.ts';
import { createBackoff } from '../backoff.ts';
import type { ByName, EngineWitness } from '../deps.ts';
import { haltOf } from '../halt.ts';
import { FollowedRecording } from './followed-recording.ts';

export interface RecorderDeps {
  db: Database;
  /** The simulation's clock, or a virtual one. `speed`: its time a unit of real time. */
  clock: Clock & { readonly speed: number };
  log: Logger;
  /** As in client.voice_carrier. */
  recordingCarriers: ByName<RecordingCarrier>;
  /** While it says that the clock of this machine is off, nobody is called. */
  clockCheck?: { off(): { reason: Reason } | undefined };
  /** The same while the database is older than what was seen of it. */
  witness?: EngineWitness;
  /** Real seconds without a sign of life after which a call counts as lost; 8 by default. */
  leaseSeconds?: number;
}

/** Real milliseconds between two looks for requests, and for calls that others have lost. */
const lookEvery = 300;
const sweepEvery = 2_000;
/** A request is given out for some seconds only. */
const mostDialed = 1_000;

export class Recorder {
  readonly #deps: RecorderDeps;
  readonly #leaseSeconds: number;
  readonly #engineId = randomUUID();
  /** Calls in progress, by the carrier's idempotency key. */
  readonly #calls = new Map<string, FollowedRecording>();
  /** Ids of calls that were handed to a carrier, the newest ones. */
  readonly #dialed = new Set<string>();
  readonly #backoff = createBackoff();
  /** Instants on the deps' clock. */
  #lookAt = 0;
  #sweepAt = 0;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
    this.#leaseSeconds = deps.leaseSeconds ?? 8;
  }

  /** Never rejects: what failed is logged and tried again. Must not be called again before it ends. */
  async tick(): Promise<void> {
    const { clock, log, recordingCarriers } = this.#deps;
    if (this.#backoff.isWaiting()) return;
    try {
      const now = clock.now();
      const held = new Set<string>();
      for (const carrier of recordingCarriers.values()) await this.#collect(carrier, held);
      for (const call of this.#calls.values()) if (!held.has(call.id)) await call.onTime(now);
      if (now >= this.#lookAt) {
        await this.#look();
        this.#lookAt = now + lookEvery * clock.speed;
      }
      this.#backoff.succeeded();
    } catch (error) {
      this.#backoff.failed();
      const told = isDatabaseAway(error) ? { reason: String(error) } : { err: error };
      log[levelOf(error, 'error')](told, 'the recorder could not take its step');
    }
  }

  /** Ends the calls in progress: the next engine cannot know what was said in them. */
  async stop(): Promise<void> {
    for (const call of [...this.#calls.values()]) {
      this.#calls.delete(call.id);
      await call.stop();
    }
  }

  /**
   * Answers of one event may make the next one due at once: hence the repetition.
   *
   * @param held calls whose event could not be stored: what comes later waits for it
   */
  async #collect(carrier: RecordingCarrier, held: Set<string>): Promise<void> {
    for (let round = 0; round < 100; round += 1) {
      const events = carrier.events().filter(({ recordingId }) => !held.has(recordingId));
      if (events.length === 0) return;
      for (const event of events) {
        const { recordingId } = event;
        if (!held.has(recordingId) && !(await this.#follow(carrier, event))) held.add(recordingId);
      }
    }
  }

  /** @returns false when the event is to be emitted again */
  async #follow(carrier: RecordingCarrier, event: RecordingCallEvent): Promise<boolean> {
    const call = this.#calls.get(event.recordingId);
    // A call of an earlier life of this carrier has no menu any more.
    if (!call) carrier.hangUp(event.recordingId, event.at);
    else if (!(await call.onEvent(event))) return false;
    // Acknowledged after the commit: when that fails, the carrier tells it again.
    carrier.acknowledge([event]);
    if (event.kind === 'ended') this.#calls.delete(event.recordingId);
    return true;
  }

  /** Renews the leases of the calls in progress, and takes what was asked for. */
  async #look(): Promise<void> {
    const { db, clock, witness } = this.#deps;
    const followed = [...this.#calls.values()].filter(({ settled }) => !settled);
    const sweep = clock.now() >= this.#sweepAt;
    const ids = followed.map(({ key }) => key.recordingId);
    // Others count on it that nobody dials by a lease that ran out.
    const mayDialUntil = performance.now() + this.#leaseSeconds * 1_000;
    const taken = await asPlatform(db, async (tx) => {
      if (ids.length > 0) {
        const ours = await renewRecordings(tx, this.#engineId, ids, this.#leaseSeconds);
        for (const call of followed) if (!ours.has(call.key.recordingId)) call.giveUp();
      }
      if (sweep) await endLostRecordings(tx);
      return takeRecordings(tx, this.#engineId, this.#leaseSeconds, witness?.world());
    });
    if (sweep) this.#sweepAt = clock.now() + sweepEvery * clock.speed;
    for (const recording of taken) await this.#dial(recording, mayDialUntil);
  }

  async #dial(recording: TakenRecording, until: number): Promise<void> {
    const { clientId, recordingId, fileName } = recording;
    const key = { clientId, recordingId };
    const carrier = this.#deps.recordingCarriers.get(recording.carrier);
    const refused = this.#refusal(recording, carrier, until);
    if (!carrier || refused !== undefined) return this.#endNotDialed(key, refused);
    // The row's id alone may be that of a request that a restore has undone.
    const request = fileName.replace(/^recording-|\.wav$/g, '');
    const id = `recording-${clientId}-${recordingId}-${request}`;
    // A database that was put back gives it out again.
    if (this.#dialed.has(id)) {
      this.#deps.log.error({ ...key }, 'the database gave out a recording call a second time');
      return this.#endNotDialed(key, { code: 'recording_lost' });
    }
    this.#remember(id);
    const call = new FollowedRecording(
      { ...this.#deps, engineId: this.#engineId },
      id,
      key,
      carrier,
    );
    this.#calls.set(id, call);
    const placed = await carrier.dial({ recordingId: id, to: recording.phone });
    if (placed.kind === 'accepted') return;
    // Nobody knows of an unknown one: it ends here, and the line with it should there be one.
    this.#deps.log.warn({ ...key, placed }, 'a recording call was not placed');
    call.hangUp();
    this.#calls.delete(id);
    await this.#endNotDialed(key, { code: 'recording_failed' });
  }

  /** @returns why the call is not to be dialed; undefined when it is */
  #refusal(
    { operatorStop }: TakenRecording,
    carrier: RecordingCarrier | undefined,
    until: number,
  ): Reason | undefined {
    const halt = haltOf(this.#deps);
    if (halt || operatorStop) {
      const reason = halt?.reason ?? (operatorStop && operatorStopReason(operatorStop));
      return reason ?? { code: 'recording_failed' };
    }
    if (performance.now() >= until) return { code: 'recording_lost' };
    if (carrier?.connected()) return undefined;
    return { code: carrier ? 'recording_carrier_away' : 'recording_not_by_phone' };
  }

  #remember(id: string): void {
    this.#dialed.add(id);
    for (const oldest of this.#dialed) {
      if (this.#dialed.size > mostDialed) this.#dialed.delete(oldest);
    }
  }

  async #endNotDialed(
    key: RecordingKey,
    reason: Reason = { code: 'recording_failed' },
  ): Promise<void> {
    await endRecording(this.#deps.db, key, this.#engineId, { stage: 'nothing', reason });
  }
}
