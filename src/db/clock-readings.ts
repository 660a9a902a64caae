/**
 * Readings of other clocks, kept against the monotonic clock of the process, and what follows from
 * them.
 */
import { type ClockReading, clockDifference } from '#domain/clock-offset.ts';
import type { Metrics } from '#domain/metrics.ts';

/** The source of the database's readings; every other one is a carrier's. */
export const databaseSource = 'database';

/** Milliseconds after which a reading of the database, or of a carrier, is outdated. */
const databaseCounts = 10_000;
const carrierCounts = 180_000;

export interface ClockReadings {
  note(source: string, reading: ClockReading): void;
  ofDatabase(): ClockReading | undefined;
  /** Of the machine's clock ahead of the database's, whole milliseconds; null without a reading. */
  offsetMs(): number | null;
  carriers(): string[];
  /** After a sleep, during which the monotonic clock stopped. */
  clear(): void;
  /**
   * The source that the clock is furthest from, of those that it is too far from; and whether
   * carriers agree with it, undefined when none has reported.
   */
  judge(): {
    furthest: { source: string; by: number } | undefined;
    carriers: 'right' | 'wrong' | undefined;
  };
}

export function createClockReadings(
  metrics: Metrics,
  realTime: () => number,
  steady: () => number,
): ClockReadings {
  const readings = new Map<string, ClockReading & { at: number }>();
  const offset = metrics.gauge(
    'carillon_clock_offset_seconds',
    'How far the clock of this machine is ahead of another one, by source.',
  );
  return {
    note(source, reading) {
      const at = steady();
      readings.set(source, { ...reading, at });
      offset.set(clockDifference(reading, realTime(), at).by / 1_000, { source });
    },
    ofDatabase: () => readings.get(databaseSource),
    offsetMs() {
      const reading = readings.get(databaseSource);
      return reading ? Math.round(clockDifference(reading, realTime(), steady()).by) : null;
    },
    carriers: () => [...readings.keys()].filter((source) => source !== databaseSource),
    clear: () => readings.clear(),
    judge() {
      const now = realTime();
      const at = steady();
      let furthest: { source: string; by: number } | undefined;
      let carriers: 'right' | 'wrong' | undefined;
      for (const [source, reading] of readings) {
        if (at - reading.at > (source === databaseSource ? databaseCounts : carrierCounts)) {
          readings.delete(source);
          continue;
        }
        const { by, tooMuch } = clockDifference(reading, now, at);
        if (source !== databaseSource) carriers = tooMuch ? 'wrong' : (carriers ?? 'right');
        if (tooMuch && Math.abs(by) > Math.abs(furthest?.by ?? 0)) furthest = { source, by };
      }
      return { furthest, carriers };
    },
  };
}
