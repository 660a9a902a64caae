/**
 * Ports that stay the same while the carrier behind them is closed and reopened, so that a running
 * campaign never holds a closed one. Without a carrier behind it, a port is disconnected.
 */

import type { Placement, VoiceCarrier, WaitingAgents } from '#carriers/port.ts';
import type { RecordingCarrier } from '#carriers/recording-port.ts';
import type { CancelOutcome, Submission, TextCarrier } from '#carriers/text-port.ts';
import type { SimMs } from '#domain/milliseconds.ts';

/** Nothing was submitted. */
const disconnected = { kind: 'rejected', note: { code: 'disconnected' }, retryable: true } as const;

/**
 * A call that is to end while the carrier is disconnected ends when it is connected again: at a
 * start, campaigns are taken over before their carrier is connected.
 *
 * @param current the open carrier; undefined while there is none. The port does not close it.
 */
export function liveVoice(name: string, current: () => VoiceCarrier | undefined): VoiceCarrier {
  const owed = new Map<string, SimMs>();
  return {
    name,
    connected: () => current()?.connected() ?? false,
    waitsFor: () => current()?.waitsFor?.(),
    // Absent if the carrier has none: it cannot know.
    get showsLife() {
      const carrier = current();
      return carrier?.showsLife && ((attemptId: string) => carrier.showsLife?.(attemptId) ?? false);
    },
    cannotShow: (callerId) => current()?.cannotShow?.(callerId),
    room: (...given) => current()?.room?.(...given),
    place: async (calls, mayPlace) =>
      current()?.place(calls, mayPlace) ?? calls.map((): Placement => disconnected),
    events(reader) {
      const carrier = current();
      if (owed.size > 0 && carrier?.connected()) {
        for (const [attemptId, at] of owed) carrier.hangUp(attemptId, at);
        owed.clear();
      }
      return carrier?.events(reader) ?? [];
    },
    acknowledge: (events) => current()?.acknowledge(events),
    tellAgain: (events) => current()?.tellAgain(events),
    play: (...given) => current()?.play(...given),
    hangUp(attemptId, at) {
      const carrier = current();
      if (!carrier?.connected()) owed.set(attemptId, at);
      carrier?.hangUp(attemptId, at);
    },
    dialAgent: (...given) => current()?.dialAgent(...given),
    playToAgent: (...given) => current()?.playToAgent(...given),
    connect: (...given) => current()?.connect(...given),
    hangUpAgent: (...given) => current()?.hangUpAgent(...given),
    waitingAgents: liveWaitingAgents(current),
    async close() {},
  };
}

/** Nobody can be called while there is no carrier; its agents end with it. */
function liveWaitingAgents(current: () => VoiceCarrier | undefined): WaitingAgents {
  const open = () => current()?.waitingAgents;
  return {
    call: (...given) => open()?.call(...given),
    play: (...given) => open()?.play(...given),
    canConnect: (...given) => open()?.canConnect?.(...given) ?? true,
    isDivided: () => open()?.isDivided?.() ?? false,
    connect: (...given) => open()?.connect(...given),
    // Absent if the carrier has none: a leg ends with its talk.
    get takeBack() {
      const has = open()?.takeBack !== undefined;
      return has ? (agentId: string, at: SimMs) => open()?.takeBack?.(agentId, at) : undefined;
    },
    hangUp: (...given) => open()?.hangUp(...given),
  };
}

export function liveText(name: string, current: () => TextCarrier | undefined): TextCarrier {
  return {
    name,
    connected: () => current()?.connected() ?? false,
    room: (...given) => current()?.room?.(...given),
    submit: async (texts, mayWrite) =>
      current()?.submit(texts, mayWrite) ?? texts.map((): Submission => disconnected),
    cancel: async (texts) =>
      current()?.cancel(texts) ?? texts.map((): CancelOutcome => 'unconfirmed'),
    events: (reader) => current()?.events(reader) ?? [],
    acknowledge: (events) => current()?.acknowledge(events),
    tellAgain: (events) => current()?.tellAgain(events),
    async close() {},
  };
}

export function liveRecording(
  name: string,
  current: () => RecordingCarrier | undefined,
): RecordingCarrier {
  return {
    name,
    connected: () => current()?.connected() ?? false,
    dial: async (call) => current()?.dial(call) ?? disconnected,
    events: () => current()?.events() ?? [],
    acknowledge: (events) => current()?.acknowledge(events),
    play: (...given) => current()?.play(...given),
    record: (...given) => current()?.record(...given),
    async recorded(recordingId) {
      const carrier = current();
      if (!carrier) throw new Error('The carrier is disconnected.');
      return carrier.recorded(recordingId);
    },
    hangUp: (...given) => current()?.hangUp(...given),
    async close() {},
  };
}
