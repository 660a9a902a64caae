/** The state of a campaign that waits for the pace of its sending number. */

import type { Reason } from '#contract/reason.ts';
import type { SegmentsGranted } from '#db/queries/texting-pace.ts';
import { later, realMs, type SimMs, simMs, toSim } from '#domain/milliseconds.ts';

export interface NumberWait {
  /**
   * How many texts are due, including those that waited: up to a second's worth, at least one, is
   * caught up on.
   *
   * @param fresh due since the last step
   */
  due(fresh: number, perMinute: number): number;
  /** Whether the number may be asked again; if not, what is due waits. */
  isOver(now: SimMs, due: number): boolean;
  /** The number could not send them all. */
  refused(
    now: SimMs,
    left: number,
    granted: Pick<SegmentsGranted, 'notBefore' | 'perSecond'>,
  ): void;
  /** Why the campaign sends less than is due; null if it sends all. */
  reason(now: SimMs): Reason | null;
}

/** The reason stays between two texts of a number that sends one per second. */
const saidFor = realMs(3_000);

export function createNumberWait(speed: number): NumberWait {
  let owed = 0;
  let askAt = simMs(Number.NEGATIVE_INFINITY);
  let said: { until: SimMs; reason: Reason } | undefined;
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
        until: later(now, toSim(saidFor, speed)),
        reason: { code: 'number_pace', segmentsPerSecond: perSecond },
      };
    },
    reason: (now) => (said && now < said.until ? said.reason : null),
  };
}
