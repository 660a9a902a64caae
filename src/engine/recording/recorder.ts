/**
 * Recording calls: takes what managers asked for from the rows, has the client's carrier call them,
 * and leads each through the menu. Every change of stage is committed before the person hears what
 * follows it. It meets the API in the rows only.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Reason } from '#contract/reason.ts';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import { isDatabaseAway, levelOf } from '#db/errors.ts';
import { endLostRecordings } from '#db/queries/phone-recording.ts';
import {
  endRecording,
  type RecordingEnd,
  type RecordingKey,
  renewRecordings,
  setRecordingStage,
  type TakenRecording,
  takeRecordings,
} from '#db/queries/recording-call.ts';
import type { Clock } from '#domain/clock.ts';
import { prompts } from '#domain/prompts.ts';
import { operatorStopReason } from '#domain/reasons.ts';
import {
  newRecordingCall,
  onRecordingEvent,
  onRecordingTime,
  type RecordingAction,
  type RecordingCall,
  type RecordingStep,
} from '#domain/recording-menu.ts';
import type { RecordingCallEvent, RecordingCarrier } from '../../carriers/recording-port.ts';
import { type Backoff, createBackoff } from '../backoff.ts';
import type { ByName, EngineWitness } from '../deps.ts';
import { haltOf } from '../halt.ts';

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

export interface Recorder {
  /** Never rejects: what failed is logged and tried again. Must not be called again before it ends. */
  tick(): Promise<void>;
  /** Ends the calls in progress: the next engine cannot know what was said in them. */
  stop(): Promise<void>;
}

interface FollowedCall extends RecordingKey {
  /** The carrier's idempotency key. */
  id: string;
  carrier: RecordingCarrier;
  state: RecordingCall;
  /** Its row is ended, by us or by others: only the line is still open. */
  settled: boolean;
  /** Its row is locked, say: it waits by itself, longer each time in a row. */
  rest: Backoff;
}

/** Real milliseconds between two looks for requests, and for calls that others have lost. */
const lookEvery = 300;
const sweepEvery = 2_000;
/** A request is given out for some seconds only. */
const mostDialed = 1_000;

export function createRecorder(deps: RecorderDeps): Recorder {
  const { db, clock, log, recordingCarriers, leaseSeconds = 8 } = deps;
  const engineId = randomUUID();
  const calls = new Map<string, FollowedCall>();
  /** Ids of calls that were handed to a carrier, the newest ones. */
  const dialed = new Set<string>();
  const backoff = createBackoff();
  let lookAt = 0;
  let sweepAt = 0;

  async function look(): Promise<void> {
    const followed = [...calls.values()].filter(({ settled }) => !settled);
    const sweep = clock.now() >= sweepAt;
    const ids = followed.map(({ recordingId }) => recordingId);
    // Others count on it that nobody dials by a lease that ran out.
    const mayDialUntil = performance.now() + leaseSeconds * 1_000;
    const taken = await asPlatform(db, async (tx) => {
      if (ids.length > 0) {
        const ours = await renewRecordings(tx, engineId, ids, leaseSeconds);
        for (const call of followed) if (!ours.has(call.recordingId)) giveUp(call);
      }
      if (sweep) await endLostRecordings(tx);
      return takeRecordings(tx, engineId, leaseSeconds, deps.witness?.world());
    });
    if (sweep) sweepAt = clock.now() + sweepEvery * clock.speed;
    for (const recording of taken) await dial(recording, mayDialUntil);
  }

  async function dial(
    { clientId, recordingId, phone, carrier: name, fileName, operatorStop }: TakenRecording,
    until: number,
  ) {
    // The row's id alone may be that of a request that a restore has undone.
    const request = fileName.replace(/^recording-|\.wav$/g, '');
    const id = `recording-${clientId}-${recordingId}-${request}`;
    const carrier = recordingCarriers.get(name);
    const key = { clientId, recordingId };
    const halt = haltOf(deps);
    if (halt || operatorStop) {
      const reason = halt?.reason ?? (operatorStop && operatorStopReason(operatorStop));
      await end(key, { stage: 'nothing', reason: reason ?? { code: 'recording_failed' } });
      return;
    }
    if (performance.now() >= until) {
      await end(key, { stage: 'nothing', reason: { code: 'recording_lost' } });
      return;
    }
    if (!carrier?.connected()) {
      const code = carrier ? 'recording_carrier_away' : 'recording_not_by_phone';
      await end(key, { stage: 'nothing', reason: { code } });
      return;
    }
    // A database that was put back gives it out again.
    if (dialed.has(id)) {
      log.error({ ...key }, 'the database gave out a recording call a second time');
      await end(key, { stage: 'nothing', reason: { code: 'recording_lost' } });
      return;
    }
    dialed.add(id);
    for (const oldest of dialed) if (dialed.size > mostDialed) dialed.delete(oldest);
    calls.set(id, {
      ...key,
      id,
      carrier,
      state: newRecordingCall(),
      settled: false,
      rest: createBackoff(),
    });
    const placed = await carrier.dial({ recordingId: id, to: phone });
    if (placed.kind === 'accepted') return;
    // Nobody knows of an unknown one: it ends here, and the line with it should there be one.
    log.warn({ ...key, placed }, 'a recording call was not placed');
    carrier.hangUp(id, clock.now());
    calls.delete(id);
    await end(key, { stage: 'nothing', reason: { code: 'recording_failed' } });
  }

  const end = (key: RecordingKey, how: RecordingEnd) => endRecording(db, key, engineId, how);

  /** The row was ended by others: the person is not left in a call that leads nowhere. */
  function giveUp(call: FollowedCall): void {
    call.settled = true;
    call.carrier.hangUp(call.id, clock.now());
  }

  /**
   * Answers of one event may make the next one due at once: hence the repetition.
   *
   * @param held calls whose event could not be stored: what comes later waits for it
   */
  async function collect(carrier: RecordingCarrier, held: Set<string>): Promise<void> {
    for (let round = 0; round < 100; round += 1) {
      const events = carrier.events().filter(({ recordingId }) => !held.has(recordingId));
      if (events.length === 0) return;
      for (const event of events) {
        const { recordingId } = event;
        if (!held.has(recordingId) && !(await follow(carrier, event))) held.add(recordingId);
      }
    }
  }

  /** Answers false when it is to be told again. */
  async function follow(carrier: RecordingCarrier, event: RecordingCallEvent): Promise<boolean> {
    const call = calls.get(event.recordingId);
    // A call of an earlier life of this carrier has no menu any more.
    if (!call) carrier.hangUp(event.recordingId, event.at);
    else if (!(await apart(call, () => onRecordingEvent(call.state, event, event.at), event.at))) {
      return false;
    }
    // Acknowledged after the commit: when that fails, the carrier tells it again.
    carrier.acknowledge([event]);
    if (event.kind === 'ended') calls.delete(event.recordingId);
    return true;
  }

  /** Takes a step; one that fails holds up no other call. Answers whether it was taken. */
  async function apart(call: FollowedCall, stepOf: () => RecordingStep, at: number) {
    if (call.rest.isWaiting()) return false;
    try {
      await take(call, stepOf(), at);
      call.rest.succeeded();
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      call.rest.failed();
      const line = { err: error, recording: call.id };
      log[levelOf(error, 'error')](line, 'a recording call could not take its step');
      return false;
    }
  }

  /** Stores what the step has come to, then does what it says. */
  async function take(call: FollowedCall, step: RecordingStep, at: number): Promise<void> {
    const before = call.state;
    const goesOn = call.settled || (await stored(call, before, step.call));
    call.state = step.call;
    if (!goesOn) giveUp(call);
    // Of a settled call only the goodbye after a kept recording is left to be said.
    else if (step.action && (!call.settled || step.call.kept)) act(call, step.action, at);
  }

  /** Answers false when the row is not ours any more. */
  async function stored(call: FollowedCall, before: RecordingCall, now: RecordingCall) {
    if (now.kept && !before.kept) {
      const how = await keptSound(call);
      const ended = await end(call, how);
      call.settled = ended;
      return ended && 'sound' in how;
    }
    if (now.over) {
      const stage = now.stage === 'nothing' ? 'nothing' : 'finished';
      await end(call, { stage, reason: now.reason ?? { code: 'recording_hung_up' } });
      call.settled = true;
      return true;
    }
    if (now.stage === before.stage) return true;
    return asClient(db, call.clientId, (tx) => setRecordingStage(tx, call, engineId, now.stage));
  }

  async function keptSound(call: FollowedCall): Promise<RecordingEnd> {
    try {
      return { sound: await call.carrier.recorded(call.id) };
    } catch (error) {
      log.error({ err: error, recording: call.id }, 'a recording could not be fetched');
      return { stage: 'finished', reason: { code: 'recording_failed' } };
    }
  }

  function act({ id, carrier }: FollowedCall, action: RecordingAction, at: number): void {
    if (action.do === 'record') carrier.record(id, action.maxMs, at);
    else if (action.do === 'playBack') carrier.play(id, { kind: 'recorded' }, at);
    else if (action.do === 'hangUp') carrier.hangUp(id, at);
    else {
      const { text, ms } = prompts[action.prompt];
      carrier.play(id, { kind: 'prompt', name: action.prompt, text, durationMs: ms }, at);
    }
  }

  return {
    async tick() {
      if (backoff.isWaiting()) return;
      try {
        const now = clock.now();
        const held = new Set<string>();
        for (const carrier of recordingCarriers.values()) await collect(carrier, held);
        for (const call of calls.values()) {
          if (held.has(call.id)) continue;
          await apart(call, () => onRecordingTime(call.state, now), now);
        }
        if (now >= lookAt) {
          await look();
          lookAt = now + lookEvery * clock.speed;
        }
        backoff.succeeded();
      } catch (error) {
        backoff.failed();
        const told = isDatabaseAway(error) ? { reason: String(error) } : { err: error };
        log[levelOf(error, 'error')](told, 'the recorder could not take its step');
      }
    },
    async stop() {
      for (const call of [...calls.values()]) {
        calls.delete(call.id);
        call.carrier.hangUp(call.id, clock.now());
        if (call.settled) continue;
        const stage = call.state.stage === 'nothing' ? 'nothing' : 'finished';
        // Where this fails too, its lease runs out and the row is ended by whoever looks.
        await end(call, { stage, reason: { code: 'recording_lost' } }).catch((error) =>
          log.warn({ err: error, recording: call.id }, 'a recording call was not ended in order'),
        );
      }
    },
  };
}
