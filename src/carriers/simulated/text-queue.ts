/**
 * The texts that a simulated carrier has accepted and not sent yet: one queue per texting number,
 * with a limit of segments per second. Most carriers accept at once and send slowly.
 */
import { later, latest, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CancelOutcome, TextRequest } from '../text-port.ts';

export interface TextQueueSettings {
  /** Segments per second of the engine's clock. */
  perSecond: number;
  segmentsOf(body: string): number;
  /** Called for each text when it leaves, in order. */
  left?(text: QueuedText, at: SimMs): void;
}

export type QueuedText = Pick<TextRequest, 'textId' | 'from' | 'to'>;

export interface TextQueue {
  /** When it leaves; undefined: never, because it expires first. */
  add(text: TextRequest, at: SimMs): SimMs | undefined;
  /** `canceled`: it would have left later. */
  cancel(textId: string, now: SimMs): CancelOutcome;
  /** Whether it has not left by then. */
  waits(textId: string, now: SimMs): boolean;
  /** Sends what is due by then. */
  passTime(now: SimMs): void;
}

export function createTextQueue({ perSecond, segmentsOf, left }: TextQueueSettings): TextQueue {
  const freeAt = new Map<string, SimMs>();
  const waiting = new Map<string, { text: QueuedText; leavesAt: SimMs }>();
  const canceled = new Set<string>();

  function passTime(now: SimMs): void {
    const gone = [...waiting.values()].filter(({ leavesAt }) => leavesAt <= now);
    for (const { text, leavesAt } of gone.sort((a, b) => a.leavesAt - b.leavesAt)) {
      waiting.delete(text.textId);
      left?.(text, leavesAt);
    }
  }

  return {
    passTime,
    add({ textId, from, to, body, until }, at) {
      passTime(at);
      const leavesAt = latest(at, freeAt.get(from) ?? at);
      // A dropped text delays no other.
      if (leavesAt >= until) return undefined;
      const takes = simMs((segmentsOf(body) * 1_000) / perSecond);
      freeAt.set(from, later(leavesAt, takes));
      const text = { textId, from, to };
      if (leavesAt > at) waiting.set(textId, { text, leavesAt });
      else left?.(text, at);
      return leavesAt;
    },
    waits(textId, now) {
      passTime(now);
      return waiting.has(textId);
    },
    cancel(textId, now) {
      passTime(now);
      if (waiting.delete(textId)) canceled.add(textId);
      return canceled.has(textId) ? 'canceled' : 'left';
    },
  };
}
