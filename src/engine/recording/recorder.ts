/**
 * Recording calls: takes the requests of managers from the rows and has the client's carrier call
 * them; followed-recording.ts guides each through the menu. It shares only rows with the API.
 */

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RecordingCallEvent, RecordingCarrier } from '#carriers/recording-port.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import { isDatabaseUnreachable, levelOf } from '#db/errors.ts';
import { renewFollowed } from '#db/queries/followed-by-engine.ts';
import { endLostRecordings, isOnDoNotCallList } from '#db/queries/phone-recording.ts';
import {
  endRecording,
  type RecordingKey,
  type TakenRecording,
  takeRecordings,
} from '#db/queries/recording-call.ts';
import type { PacedClock } from '#domain/clock.ts';
import { later, type RealMs, realMs, simMs, toSim } from '#domain/milliseconds.ts';
import { stopReason } from '#domain/reasons.ts';
import { createBackoff } from '../backoff.ts';
import type { ByName, EngineWitness } from '../deps.ts';
import { haltOf } from '../halt.ts';
import { FollowedRecording } from './followed-recording.ts';

export interface RecorderDeps {
  db: Database;
  /** The simulation's clock, or a virtual one. */
  clock: PacedClock;
  log: Logger;
  /** As in client.voice_carrier. */
  recordingCarriers: ByName<RecordingCarrier>;
  /** While it reports that this machine's clock is off, nobody is called. */
  clockCheck?: { off(): { reason: Reason } | undefined };
  /** The same while the database is older than its journal. */
  witness?: EngineWitness;
  /** Real seconds without a renewed lease after which a call counts as lost; 8 by default. */
  leaseSeconds?: number;
}

/** Between two polls for requests, and for calls that other engines lost. */
const refreshEvery = realMs(300);
/** Between two polls for requests while nobody is called; a request ends the wait (`expect`). */
const restEvery = realMs(5_000);
const sweepEvery = realMs(2_000);
/** Enough, because a request is given out only for some seconds. */
const mostDialed = 1_000;

export class Recorder {
  readonly #deps: RecorderDeps;
  readonly #leaseSeconds: number;
  readonly #engineId = randomUUID();
  /** Calls in progress, by the carrier's idempotency key. */
  readonly #calls = new Map<string, FollowedRecording>();
  /** Ids of the newest calls that were submitted. */
  readonly #dialed = new Set<string>();
  readonly #backoff = createBackoff();
  #refreshAt = simMs(0);
  #sweepAt = simMs(0);

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
    this.#leaseSeconds = deps.leaseSeconds ?? 8;
  }

  /** Never rejects: failures are logged and retried. Must not be called again before it ends. */
  async tick(): Promise<void> {
    const { clock, log, recordingCarriers } = this.#deps;
    if (this.#backoff.isWaiting()) return;
    try {
      const now = clock.now();
      const held = new Set<string>();
      for (const carrier of recordingCarriers.values()) await this.#collect(carrier, held);
      for (const call of this.#calls.values()) if (!held.has(call.id)) await call.onTime(now);
      if (now >= this.#refreshAt) {
        await this.#refresh();
        const every = this.isAtRest() ? restEvery : refreshEvery;
        this.#refreshAt = later(now, toSim(every, clock.speed));
      }
      this.#backoff.succeeded();
    } catch (error) {
      this.#backoff.failed();
      const fields = isDatabaseUnreachable(error) ? { reason: String(error) } : { err: error };
      log[levelOf(error, 'error')](fields, 'recorder tick failed');
    }
  }

  /** There may be a request: the next tick looks for it. */
  expect(): void {
    this.#refreshAt = simMs(0);
  }

  /** Nothing to follow: a request announces itself. */
  isAtRest(): boolean {
    return this.#calls.size === 0;
  }

  /** Ends the calls in progress: the next engine cannot know what was said in them. */
  async stop(): Promise<void> {
    for (const call of [...this.#calls.values()]) {
      this.#calls.delete(call.id);
      await call.stop();
    }
  }

  /**
   * Repeats, because the reaction to one event may make the next one due at once.
   *
   * @param held calls whose event could not be stored: their later events wait for it
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
    // A call from before this carrier was reopened has no menu any more.
    if (!call) carrier.hangUp(event.recordingId, event.at);
    else if (!(await call.onEvent(event))) return false;
    // Acknowledged after the commit: if that fails, the carrier reports it again.
    carrier.acknowledge([event]);
    if (event.kind === 'ended') this.#calls.delete(event.recordingId);
    return true;
  }

  /** Renews the leases of the calls in progress and takes new requests. */
  async #refresh(): Promise<void> {
    const { db, clock, witness } = this.#deps;
    const followed = [...this.#calls.values()].filter(({ settled }) => !settled);
    const sweep = clock.now() >= this.#sweepAt;
    const ids = followed.map(({ key }) => key.recordingId);
    // The other engines rely on it that no engine dials under a lease that ran out.
    const leaseMs = realMs(this.#leaseSeconds * 1_000);
    const mayDialUntil = later(realMs(performance.now()), leaseMs);
    const taken = await asPlatform(db, async (tx) => {
      if (ids.length > 0) {
        const ours = await renewFollowed(
          tx,
          'phone_recording',
          this.#engineId,
          ids,
          this.#leaseSeconds,
        );
        for (const call of followed) if (!ours.has(call.key.recordingId)) call.giveUp();
      }
      if (sweep) await endLostRecordings(tx);
      return takeRecordings(tx, this.#engineId, this.#leaseSeconds, witness?.world());
    });
    if (sweep) this.#sweepAt = later(clock.now(), toSim(sweepEvery, clock.speed));
    for (const recording of taken) {
      // Its lease runs out, and it ends as lost.
      await this.#dial(recording, mayDialUntil).catch((error) =>
        this.#deps.log[levelOf(error, 'error')](
          { err: error, clientId: recording.clientId, recordingId: recording.recordingId },
          'a recording call failed',
        ),
      );
    }
  }

  async #dial(recording: TakenRecording, until: RealMs): Promise<void> {
    const { clientId, recordingId, fileName } = recording;
    const key = { clientId, recordingId };
    const carrier = this.#deps.recordingCarriers.get(recording.carrier);
    const stopped = await asClient(this.#deps.db, clientId, (tx) =>
      isOnDoNotCallList(tx, clientId, recording.phone),
    );
    // After the database was asked, which may have taken as long as the lease.
    const refused =
      this.#refusal(recording, carrier, until) ??
      (stopped ? ({ code: 'recording_do_not_call' } as const) : undefined);
    if (!carrier || refused !== undefined) return this.#endNotDialed(key, refused);
    // The row's id alone may belong to a request that a restore has undone.
    const request = fileName.replace(/^recording-|\.wav$/g, '');
    const id = `recording-${clientId}-${recordingId}-${request}`;
    // A restored database gives it out again.
    if (this.#dialed.has(id)) {
      this.#deps.log.error(
        { ...key },
        'database returned a recording call that was already submitted',
      );
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
    // An unknown one may be up: end it here, and hang up the line if there is one.
    this.#deps.log.warn({ ...key, placed }, 'could not place a recording call');
    call.hangUp();
    this.#calls.delete(id);
    await this.#endNotDialed(key, { code: 'recording_failed' });
  }

  /** @returns why the call is not to be dialed; undefined when it is */
  #refusal(
    { stop }: TakenRecording,
    carrier: RecordingCarrier | undefined,
    until: RealMs,
  ): Reason | undefined {
    const halt = haltOf(this.#deps);
    if (halt || stop) {
      const reason = halt?.reason ?? (stop && stopReason(stop));
      return reason ?? { code: 'recording_failed' };
    }
    if (performance.now() >= until) return { code: 'recording_lost' };
    if (carrier?.connected()) return undefined;
    return { code: carrier ? 'recording_carrier_disconnected' : 'recording_not_by_phone' };
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
