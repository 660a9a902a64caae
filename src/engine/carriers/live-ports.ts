/**
 * Ports that stay the same while the carrier behind them is closed and opened anew, so that a
 * campaign in its run never holds a closed one. Without a carrier behind it a port is away.
 */
import type { Placement, VoiceCarrier } from '#carriers/port.ts';
import type { RecordingCarrier } from '#carriers/recording-port.ts';
import type { CancelAnswer, Submission, TextCarrier } from '#carriers/text-port.ts';

/** Nothing was handed to anybody. */
const notThere = { kind: 'rejected', note: { code: 'away' }, retryable: true } as const;

/**
 * A call that is to end while the carrier is away ends when it is back: at a start its campaigns are
 * taken over before it is connected.
 *
 * @param current the open carrier; undefined while there is none. Closing it is not the port's.
 */
export function liveVoice(name: string, current: () => VoiceCarrier | undefined): VoiceCarrier {
  const owed = new Map<string, number>();
  return {
    name,
    connected: () => current()?.connected() ?? false,
    waitsFor: () => current()?.waitsFor?.(),
    // Absent where the carrier has none: it cannot tell.
    get showsLife() {
      const carrier = current();
      return carrier?.showsLife && ((attemptId: string) => carrier.showsLife?.(attemptId) ?? false);
    },
    cannotShow: (callerId) => current()?.cannotShow?.(callerId),
    room: (...given) => current()?.room?.(...given),
    place: async (calls, mayPlace) =>
      current()?.place(calls, mayPlace) ?? calls.map((): Placement => notThere),
    events() {
      const carrier = current();
      if (owed.size > 0 && carrier?.connected()) {
        for (const [attemptId, at] of owed) carrier.hangUp(attemptId, at);
        owed.clear();
      }
      return carrier?.events() ?? [];
    },
    acknowledge: (events) => current()?.acknowledge(events),
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
    async close() {},
  };
}

export function liveText(name: string, current: () => TextCarrier | undefined): TextCarrier {
  return {
    name,
    connected: () => current()?.connected() ?? false,
    room: (...given) => current()?.room?.(...given),
    submit: async (texts, mayWrite) =>
      current()?.submit(texts, mayWrite) ?? texts.map((): Submission => notThere),
    cancel: async (texts) => current()?.cancel(texts) ?? texts.map((): CancelAnswer => 'unheard'),
    events: () => current()?.events() ?? [],
    acknowledge: (events) => current()?.acknowledge(events),
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
    dial: async (call) => current()?.dial(call) ?? notThere,
    events: () => current()?.events() ?? [],
    acknowledge: (events) => current()?.acknowledge(events),
    play: (...given) => current()?.play(...given),
    record: (...given) => current()?.record(...given),
    async recorded(recordingId) {
      const carrier = current();
      if (!carrier) throw new Error('The carrier is away.');
      return carrier.recorded(recordingId);
    },
    hangUp: (...given) => current()?.hangUp(...given),
    async close() {},
  };
}
