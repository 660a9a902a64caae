/** The simulation's clock (spec 3 section 12): where it begins and how it runs on. */
import { Temporal } from 'temporal-polyfill';
import { easternZone } from './wall-time.ts';

/** simulated = simulatedAnchor + (real now - realAnchor) * speed; instants in epoch ms. */
export interface SimulationAnchor {
  realAnchor: number;
  simulatedAnchor: number;
  speed: number;
}

export function simulatedAt(anchor: SimulationAnchor, realNow: number): number {
  return anchor.simulatedAnchor + (realNow - anchor.realAnchor) * anchor.speed;
}

const dialFrom = 14;
const dialUntil = 18;

/**
 * Where the clock of an empty database begins. Without a given start, outside 14:00 to 18:00
 * Eastern, that is 14:00 Eastern of the day, when every state may be called.
 */
export function simulationBegin(realNow: number, start: number | undefined) {
  if (start !== undefined) return { at: start, notice: null };
  const eastern = Temporal.Instant.fromEpochMilliseconds(realNow).toZonedDateTimeISO(easternZone);
  if (eastern.hour >= dialFrom && eastern.hour < dialUntil) return { at: realNow, notice: null };
  const moved = eastern.toPlainDate().toZonedDateTime({
    timeZone: easternZone,
    plainTime: Temporal.PlainTime.from({ hour: dialFrom }),
  });
  return { at: moved.epochMilliseconds, notice: movedClockNotice };
}

export const movedClockNotice =
  "The simulation's clock started at 14:00 Eastern Time, so that calls can be placed at any hour of the real day.";
