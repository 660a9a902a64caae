/** The simulation's clock (spec 3 section 12): where it begins and how it runs on. */

import { Temporal } from 'temporal-polyfill';
import {
  atRealSpeed,
  elapsed,
  later,
  type RealMs,
  type SimMs,
  simMs,
  toSim,
} from './milliseconds.ts';
import { easternZone } from './wall-time.ts';

/** simulated = simulatedAnchor + (real now - realAnchor) * speed; instants in epoch ms. */
export interface SimulationAnchor {
  realAnchor: RealMs;
  simulatedAnchor: SimMs;
  speed: number;
}

export function simulatedAt(anchor: SimulationAnchor, realNow: RealMs): SimMs {
  return later(anchor.simulatedAnchor, toSim(elapsed(anchor.realAnchor, realNow), anchor.speed));
}

const dialFrom = 14;
const dialUntil = 18;

/**
 * Where the clock of an empty database begins. Without a given start, outside 14:00 to 18:00
 * Eastern, that is 14:00 Eastern of the day, when every state may be called.
 */
export function simulationBegin(realNow: RealMs, start: SimMs | undefined) {
  if (start !== undefined) return { at: start, notice: null };
  const eastern = Temporal.Instant.fromEpochMilliseconds(realNow).toZonedDateTimeISO(easternZone);
  if (eastern.hour >= dialFrom && eastern.hour < dialUntil) {
    return { at: atRealSpeed(realNow), notice: null };
  }
  const moved = eastern.toPlainDate().toZonedDateTime({
    timeZone: easternZone,
    plainTime: Temporal.PlainTime.from({ hour: dialFrom }),
  });
  return { at: simMs(moved.epochMilliseconds), notice: movedClockNotice };
}

export const movedClockNotice =
  "The simulation's clock started at 14:00 Eastern Time, so that calls can be placed at any hour of the real day.";
