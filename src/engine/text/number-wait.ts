/** What one campaign keeps while it waits for the pace of its sending number. */
import type { Reason } from '#contract/reason.ts';
import type { SegmentsGranted } from '#db/queries/texting-pace.ts';

export interface NumberWait {
  /**
   * So many texts are due with those that waited: a second's worth, or one, is made up for.
   *
   * @param fresh due since the last step
   */
  due(fresh: number, perMinute: number): number;
  /** Whether the number is to be asked; if not, what is due waits. */
  isOver(now: number, due: number): boolean;
  /** The number could not send so many. */
  refused(
    now: number,
    left: number,
    granted: Pick<SegmentsGranted, 'notBefore' | 'perSecond'>,
  ): void;
  /** Why the campaign sends less than is due; null when it does not. */
  reason(now: number): Reason | null;
}

/** Real milliseconds: between two texts of a number that sends one a second nothing else is said. */
const saidFor = 3_000;

/** @param speed simulated milliseconds a real one */
export function createNumberWait(speed: number): NumberWait {
  let owed = 0;
  let askAt = Number.NEGATIVE_INFINITY;
  let said: { until: number; reason: Reason } | undefined;
  return {
    due(fresh, perMinute) {
      const due = Math.min(fresh + owed, Math.max(1, fresh, (perMinute / 60) * speed));
      owed = 0;
      return Math.floor(due);
    },
    isOver(now, due) {
      if (now >= askAt) return true;
      owed = due;
      return false;
    },
    refused(now, left, { notBefore, perSecond }) {
      owed = left;
      askAt = notBefore;
      said = {
        until: now + saidFor * speed,
        reason: { code: 'number_pace', segmentsPerSecond: perSecond },
      };
    },
    reason: (now) => (said && now < said.until ? said.reason : null),
  };
}
