/**
 * Recording calls of the simulated carrier: nobody is called; it simulates a person who knows the
 * menu and records one short spoken sentence. Some numbers simulate what can go wrong (see
 * `habits`).
 */

import { readFileSync } from 'node:fs';
import { later, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CarrierSettings, Placement } from '../port.ts';
import type { RecordingCallEvent, RecordingCarrier, RecordingSound } from '../recording-port.ts';
import { openCallLog } from './call-log.ts';
import { createTimeline } from './timeline.ts';

type Habit = 'keeps' | 'busy' | 'no_answer' | 'failed' | 'hangs_up' | 'silent' | 'repeats';

/** By the number's last two digits; every other number records, listens and keeps. */
const habits: Record<string, Habit> = {
  '01': 'busy',
  '02': 'no_answer',
  '03': 'failed',
  '04': 'hangs_up',
  '05': 'silent',
  '06': 'repeats',
};

const takes = {
  answer: simMs(2_000),
  noAnswer: simMs(20_000),
  key: simMs(2_500),
  beep: simMs(300),
  beforeHangUp: simMs(1_500),
};

interface SimulatedRecordingCall {
  recordingId: string;
  habit: Habit;
  up: boolean;
  ended: boolean;
  recordings: number;
  /** Has heard the newest recording. */
  listened: boolean;
  /** Number of instructions: events planned for an earlier instruction do not happen. */
  instructions: number;
  /** Its event that is not acknowledged yet: later ones wait in `held` until it is. */
  reported: RecordingCallEvent | undefined;
  held: Planned[];
}

interface Planned {
  call: SimulatedRecordingCall;
  event: RecordingCallEvent;
  instruction: number | undefined;
}

/** Without the recording's id, which `#plan` adds. */
type EventBody = WithoutId<RecordingCallEvent>;
type WithoutId<E> = E extends unknown ? Omit<E, 'recordingId'> : never;

/** A spoken sentence, 8 kHz, mono, 16 bit. */
const spoken = new URL('./recording.wav', import.meta.url);
const wavHeader = 44;
const bytesPerMs = 16;

/** The calls, and their planned events. */
class RecordingCalls {
  readonly #timeline = createTimeline<Planned>();
  readonly #calls = new Map<string, SimulatedRecordingCall>();
  /** Happened, and not acknowledged yet. */
  readonly #reported = new Set<RecordingCallEvent>();
  /** The sound that every call records. */
  readonly sound = readFileSync(spoken);
  readonly #soundMs = Math.round((this.sound.length - wavHeader) / bytesPerMs);

  begin(recordingId: string, to: string, at: SimMs): void {
    if (this.#calls.has(recordingId)) return;
    const call = newCall(recordingId, to);
    this.#calls.set(recordingId, call);
    this.#plan(call, beginningOf(call, at));
  }

  hasRecorded(recordingId: string): boolean {
    return (this.#calls.get(recordingId)?.recordings ?? 0) > 0;
  }

  events(now: SimMs): RecordingCallEvent[] {
    for (const { item } of this.#timeline.takeUntil(now)) this.#happen(item);
    return [...this.#reported];
  }

  acknowledge(events: readonly RecordingCallEvent[]): void {
    for (const event of events) {
      this.#reported.delete(event);
      const call = this.#calls.get(event.recordingId);
      if (call?.reported !== event) continue;
      call.reported = undefined;
      for (const planned of call.held.splice(0)) this.#timeline.add(planned.event.at, planned);
      if (event.kind === 'ended') this.#calls.delete(event.recordingId);
    }
  }

  play(recordingId: string, what: RecordingSound, at: SimMs): void {
    const call = this.#calls.get(recordingId);
    if (!call?.up || call.ended) return;
    const ends = later(at, simMs(what.kind === 'recorded' ? this.#soundMs : what.durationMs));
    const key = keyPressed(call, what);
    const played = { kind: 'played', at: ends } as const;
    if (key === undefined) this.#planInstead(call, played);
    else this.#planInstead(call, played, { kind: 'key', key, at: later(at, takes.key) });
    if (what.kind === 'recorded') call.listened = true;
  }

  record(recordingId: string, maxMs: number, at: SimMs): void {
    const call = this.#calls.get(recordingId);
    if (!call?.up || call.ended) return;
    call.listened = false;
    const begins = later(at, takes.beep);
    if (call.habit === 'hangs_up') {
      this.#planInstead(call, {
        kind: 'ended',
        cause: 'hangup',
        at: later(begins, takes.beforeHangUp),
      });
    } else {
      this.#planInstead(call, {
        kind: 'recorded',
        at: later(begins, simMs(Math.min(this.#soundMs, maxMs))),
      });
    }
  }

  hangUp(recordingId: string, at: SimMs): void {
    const call = this.#calls.get(recordingId);
    if (call) this.#plan(call, { kind: 'ended', cause: 'hangup', at });
  }

  #plan(call: SimulatedRecordingCall, body: EventBody, instruction?: number): void {
    const event = { recordingId: call.recordingId, ...body } as RecordingCallEvent;
    this.#timeline.add(event.at, { call, event, instruction });
  }

  /** Replaces the events that earlier instructions planned. */
  #planInstead(call: SimulatedRecordingCall, ...events: EventBody[]): void {
    call.instructions += 1;
    for (const event of events) this.#plan(call, event, call.instructions);
  }

  #happen(planned: Planned): void {
    const { call, event, instruction } = planned;
    if (call.ended || (instruction !== undefined && instruction !== call.instructions)) return;
    if (call.reported) {
      call.held.push(planned);
      return;
    }
    if (event.kind === 'answered') call.up = true;
    if (event.kind === 'recorded') call.recordings += 1;
    if (event.kind === 'ended') call.ended = true;
    call.reported = event;
    this.#reported.add(event);
  }
}

export function simulatedRecording({ clock, dataFolder }: CarrierSettings): RecordingCarrier {
  const log = openCallLog(dataFolder);
  const calls = new RecordingCalls();
  return {
    name: 'simulated',
    connected: () => true,
    async dial({ recordingId, to }): Promise<Placement> {
      const at = clock.now();
      const line = { at: new Date(at).toISOString(), attemptId: recordingId };
      log.append([{ ...line, kind: 'recording', to }]);
      calls.begin(recordingId, to, at);
      return { kind: 'accepted' };
    },
    events: () => calls.events(clock.now()),
    acknowledge: (events) => calls.acknowledge(events),
    play: (recordingId, what, at) => calls.play(recordingId, what, at),
    record: (recordingId, maxMs, at) => calls.record(recordingId, maxMs, at),
    async recorded(recordingId) {
      if (!calls.hasRecorded(recordingId)) throw new Error('Nothing was recorded.');
      return calls.sound;
    },
    hangUp: (recordingId, at) => calls.hangUp(recordingId, at),
    async close() {
      log.close();
    },
  };
}

function newCall(recordingId: string, to: string): SimulatedRecordingCall {
  return {
    recordingId,
    habit: habits[to.slice(-2)] ?? 'keeps',
    up: false,
    ended: false,
    recordings: 0,
    listened: false,
    instructions: 0,
    reported: undefined,
    held: [],
  };
}

function beginningOf({ habit }: SimulatedRecordingCall, at: SimMs): EventBody {
  switch (habit) {
    case 'busy':
    case 'failed':
      return { kind: 'ended', cause: habit, at: later(at, takes.answer) };
    case 'no_answer':
      return { kind: 'ended', cause: habit, at: later(at, takes.noAnswer) };
    default:
      return { kind: 'answered', at: later(at, takes.answer) };
  }
}

/** The key that the person presses during this sound; undefined to go on listening. */
function keyPressed(call: SimulatedRecordingCall, what: RecordingSound): string | undefined {
  if (what.kind === 'recorded' || call.habit === 'silent' || what.name === 'saved')
    return undefined;
  if (call.recordings === 0) return '1';
  if (!call.listened) return '2';
  return call.habit === 'repeats' && call.recordings < 2 ? '1' : '3';
}
