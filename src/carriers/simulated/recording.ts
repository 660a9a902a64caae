/**
 * Recording calls of the simulated carrier: nobody is called, and a person is acted who knows the
 * menu. What is recorded is one short sentence of a voice. Some numbers act what can go wrong, so
 * that it can be tried (see `habits`).
 */
import { readFileSync } from 'node:fs';
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

/** Milliseconds. */
const takes = { answer: 2_000, noAnswer: 20_000, key: 2_500, beep: 300, beforeHangUp: 1_500 };

interface Call {
  recordingId: string;
  habit: Habit;
  up: boolean;
  ended: boolean;
  recordings: number;
  /** Has heard the newest recording. */
  listened: boolean;
  /** Counts what the call was told to do: what was planned for the thing before does not happen. */
  deeds: number;
  /** Told and not acknowledged: what is due waits until it is. */
  told: RecordingCallEvent | undefined;
  held: Planned[];
}

interface Planned {
  call: Call;
  event: RecordingCallEvent;
  deed: number | undefined;
}

/** Without the recording's id, which `plan` puts in. */
type Happening = WithoutId<RecordingCallEvent>;
type WithoutId<E> = E extends unknown ? Omit<E, 'recordingId'> : never;

/** A sentence of a voice, 8 kHz, mono, 16 bit. */
const spoken = new URL('./recording.wav', import.meta.url);
const wavHeader = 44;
const bytesPerMs = 16;

export function simulatedRecording({ clock, dataFolder }: CarrierSettings): RecordingCarrier {
  const log = openCallLog(dataFolder);
  const sound = readFileSync(spoken);
  const soundMs = Math.round((sound.length - wavHeader) / bytesPerMs);
  const timeline = createTimeline<Planned>();
  const calls = new Map<string, Call>();
  const told = new Set<RecordingCallEvent>();

  const plan = (call: Call, happening: Happening, deed?: number) => {
    const event = { recordingId: call.recordingId, ...happening } as RecordingCallEvent;
    timeline.add(event.at, { call, event, deed });
  };
  /** In place of what was planned before. */
  const planInstead = (call: Call, ...happenings: Happening[]) => {
    call.deeds += 1;
    for (const happening of happenings) plan(call, happening, call.deeds);
  };

  const happen = (planned: Planned) => {
    const { call, event, deed } = planned;
    if (call.ended || (deed !== undefined && deed !== call.deeds)) return;
    if (call.told) {
      call.held.push(planned);
      return;
    }
    if (event.kind === 'answered') call.up = true;
    if (event.kind === 'recorded') call.recordings += 1;
    if (event.kind === 'ended') call.ended = true;
    call.told = event;
    told.add(event);
  };

  return {
    name: 'simulated',
    connected: () => true,
    async dial({ recordingId, to }): Promise<Placement> {
      const at = clock.now();
      const line = { at: new Date(at).toISOString(), attemptId: recordingId };
      log.append([{ ...line, kind: 'recording', to }]);
      if (calls.has(recordingId)) return { kind: 'accepted' };
      const call = newCall(recordingId, to);
      calls.set(recordingId, call);
      plan(call, beginningOf(call, at));
      return { kind: 'accepted' };
    },
    events() {
      for (const { item } of timeline.takeUntil(clock.now())) happen(item);
      return [...told];
    },
    acknowledge(events) {
      for (const event of events) {
        told.delete(event);
        const call = calls.get(event.recordingId);
        if (call?.told !== event) continue;
        call.told = undefined;
        for (const planned of call.held.splice(0)) timeline.add(planned.event.at, planned);
        if (event.kind === 'ended') calls.delete(event.recordingId);
      }
    },
    play(recordingId, what, at) {
      const call = calls.get(recordingId);
      if (!call?.up || call.ended) return;
      const ends = at + (what.kind === 'recorded' ? soundMs : what.durationMs);
      const key = keyPressed(call, what);
      const played = { kind: 'played', at: ends } as const;
      if (key === undefined) planInstead(call, played);
      else planInstead(call, played, { kind: 'key', key, at: at + takes.key });
      if (what.kind === 'recorded') call.listened = true;
    },
    record(recordingId, maxMs, at) {
      const call = calls.get(recordingId);
      if (!call?.up || call.ended) return;
      call.listened = false;
      const begins = at + takes.beep;
      if (call.habit === 'hangs_up') {
        planInstead(call, { kind: 'ended', cause: 'hangup', at: begins + takes.beforeHangUp });
      } else {
        planInstead(call, { kind: 'recorded', at: begins + Math.min(soundMs, maxMs) });
      }
    },
    async recorded(recordingId) {
      if (!calls.get(recordingId)?.recordings) throw new Error('Nothing was recorded.');
      return sound;
    },
    hangUp(recordingId, at) {
      const call = calls.get(recordingId);
      if (call) plan(call, { kind: 'ended', cause: 'hangup', at });
    },
    async close() {
      log.close();
    },
  };
}

function newCall(recordingId: string, to: string): Call {
  return {
    recordingId,
    habit: habits[to.slice(-2)] ?? 'keeps',
    up: false,
    ended: false,
    recordings: 0,
    listened: false,
    deeds: 0,
    told: undefined,
    held: [],
  };
}

function beginningOf({ habit }: Call, at: number): Happening {
  switch (habit) {
    case 'busy':
    case 'failed':
      return { kind: 'ended', cause: habit, at: at + takes.answer };
    case 'no_answer':
      return { kind: 'ended', cause: habit, at: at + takes.noAnswer };
    default:
      return { kind: 'answered', at: at + takes.answer };
  }
}

/** What the person presses while this is said; undefined to go on listening. */
function keyPressed(call: Call, what: RecordingSound): string | undefined {
  if (what.kind === 'recorded' || call.habit === 'silent' || what.name === 'saved')
    return undefined;
  if (call.recordings === 0) return '1';
  if (!call.listened) return '2';
  return call.habit === 'repeats' && call.recordings < 2 ? '1' : '3';
}
