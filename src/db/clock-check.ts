/**
 * Compares the clock of this machine with the database's, and with what carriers tell of theirs. An
 * engine whose clock is off calls people outside their hours: it places nothing until they agree.
 * What is compared is real time, whatever the simulation's clock shows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  type ClockReading,
  clockDifference,
  clockReading,
  instantOfDate,
} from '#domain/clock-offset.ts';
import type { Metrics } from '#domain/metrics.ts';
import { runReasons } from '#domain/run-reason.ts';
import { asPlatform, type Database } from './database.ts';

/** What an HTTP answer of a carrier told. */
export interface DateHeard {
  /** Its header Date. */
  date: string | null | undefined;
  /** When it was asked for and when it came, on `performance.now()`. */
  asked: number;
  answered: number;
}

export interface ClockOff {
  /** One sentence: the campaigns' waiting reason. */
  reason: string;
}

export interface ClockCheck {
  /** Undefined while the clocks agree. Asked at every step: it looks at the machine's clock anew. */
  off(): ClockOff | undefined;
  /** @param source the carrier's name, and which part of it told */
  heard(source: string, heard: DateHeard): void;
  /** Asks the database now. @throws when it is away */
  look(): Promise<void>;
}

export interface ClockCheckDeps {
  db: Database;
  log: Pick<Logger, 'info' | 'error'>;
  metrics: Metrics;
  /** The machine's clock, epoch ms; a test may put a wrong one here. */
  realTime?: () => number;
  /** Milliseconds that only go on. */
  steady?: () => number;
}

const database = 'database';
/** Milliseconds: an older reading of the database says nothing any more; nor does a carrier's. */
const databaseCounts = 10_000;
const carrierCounts = 180_000;
/** More than that between two readings of one clock, and the steady one stood still: a sleep. */
const steadyIsSure = 1_000;

export function createClockCheck(deps: ClockCheckDeps): ClockCheck {
  const { db, log, realTime = Date.now, steady = () => performance.now() } = deps;
  const readings = new Map<string, ClockReading & { at: number }>();
  const offset = deps.metrics.gauge(
    'carillon_clock_offset_seconds',
    'How far the clock of this machine is ahead of another one, by source.',
  );
  deps.metrics.gaugeOf(
    'carillon_clock_off',
    '1 while the clock of this machine is off, and nothing is placed.',
    () => (worst() === undefined ? 0 : 1),
  );
  let said: ClockOff | undefined;
  let saidBy = 0;
  let saidOf: string | undefined;

  function note(source: string, reading: ClockReading): void {
    const at = steady();
    readings.set(source, { ...reading, at });
    offset.set(clockDifference(reading, realTime(), at).by / 1_000, { source });
  }

  /** The source that it is furthest from, of those that it is too far from. */
  function worst(): { source: string; by: number } | undefined {
    const now = realTime();
    const at = steady();
    let found: { source: string; by: number } | undefined;
    for (const [source, reading] of readings) {
      if (at - reading.at > (source === database ? databaseCounts : carrierCounts)) {
        readings.delete(source);
        continue;
      }
      const { by, tooMuch } = clockDifference(reading, now, at);
      if (tooMuch && Math.abs(by) > Math.abs(found?.by ?? 0)) found = { source, by };
    }
    return found ?? (readings.has(database) ? undefined : { source: '', by: 0 });
  }

  return {
    off() {
      const now = worst();
      // The same sentence while it is off by about the same: it is stored with every campaign.
      if (now && said && saidOf === now.source && Math.abs(now.by - saidBy) < 1_000) return said;
      if (!now) {
        if (said && saidOf !== '') log.info({}, 'the clocks agree again');
        said = undefined;
        return undefined;
      }
      if (now.source === '') said = { reason: runReasons.clockUnknown };
      else {
        const { source, by } = now;
        const other = source === database ? 'the database’s' : `that of the carrier «${source}»`;
        said = { reason: runReasons.clockOff(by, other) };
        log.error({ source, aheadSeconds: by / 1_000 }, 'the clock is off: nothing is placed');
      }
      saidBy = now.by;
      saidOf = now.source;
      return said;
    },
    heard(source, { date, asked, answered }) {
      const instant = date ? instantOfDate(date) : undefined;
      if (instant) note(source, clockReading(instant, { asked, answered }));
    },
    async look() {
      const before = readings.get(database);
      const { at, ...times } = await asPlatform(db, async (tx) => {
        const asked = steady();
        const row = await tx.row<{ at: number }>(
          'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
        );
        return { at: row?.at ?? Number.NaN, asked, answered: steady() };
      });
      const reading = clockReading({ first: at, last: at }, times);
      if (before) {
        const moved = Math.max(reading.low - before.high, before.low - reading.high);
        // The machine slept, or the database's clock was put right: carriers tell theirs again.
        if (moved > steadyIsSure) readings.clear();
      }
      note(database, reading);
    },
  };
}

/** Real milliseconds between two looks at the database's clock: as often as leases are renewed. */
const lookEvery = 2_000;
const lookAgain = 250;

export interface RunningClockCheck extends ClockCheck {
  stop(): Promise<void>;
}

/** Looks once, then again and again until it is stopped. */
export async function startClockCheck(deps: ClockCheckDeps): Promise<RunningClockCheck> {
  const check = createClockCheck(deps);
  const stopping = new AbortController();
  // Without an answer nothing is placed: the look is tried again.
  const look = () =>
    check.look().then(
      () => lookEvery,
      () => lookAgain,
    );
  let wait = await look();
  const loop = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted) wait = await look();
      check.off();
    }
  }

  return {
    ...check,
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
