/**
 * Compares the clock of this machine with the database's, and with what carriers tell of theirs. An
 * engine whose clock is off calls people outside their hours: it places nothing until they agree.
 * What is compared is real time, whatever the simulation's clock shows.
 */
import { uptime as secondsUp } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Reason, sameReason } from '#contract/reason.ts';
import { createJumpWatch } from '#domain/clock-jump.ts';
import { clockReading, instantOfDate } from '#domain/clock-offset.ts';
import type { Metrics } from '#domain/metrics.ts';
import { createClockDoubt } from './clock-doubt.ts';
import { createClockReadings, databaseSource } from './clock-readings.ts';
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
  /** What campaigns wait for. */
  reason: Reason;
}

export interface ClockCheck {
  /** Undefined while the clocks agree. Asked at every step: it looks at the machine's clock anew. */
  off(): ClockOff | undefined;
  /** @param source the carrier's name, and which part of it told */
  heard(source: string, heard: DateHeard): void;
  /** Asks the database now, and carriers while there is doubt. @throws when it is away */
  look(): Promise<void>;
  /** How far the clock is ahead of the database's, milliseconds; null when nobody knows. */
  offsetMs(): number | null;
  /** How carriers are asked for their time: after a sleep, or when the clock was set. */
  askCarriersBy(ask: () => void): void;
}

export interface ClockCheckDeps {
  db: Database;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: Metrics;
  /** What calling hours are judged by, epoch ms; a test may put a wrong one here. */
  realTime?: () => number;
  /** The machine's own clock, which may be set at any moment; `realTime` unless given. */
  machineTime?: () => number;
  /** Milliseconds that only go on, and stand still while the machine sleeps. */
  steady?: () => number;
  /** Milliseconds since the machine began, its sleeps included. */
  uptime?: () => number;
  /** How the database is asked for its time; a test may give it a wrong clock. */
  askDatabase?: () => Promise<DatabaseTime>;
}

/** Its clock, epoch ms, and when it was asked for and came on the steady one. */
interface DatabaseTime {
  at: number;
  asked: number;
  answered: number;
}

/** What `off` answers, and of which source: '' where no other clock says so. */
interface Verdict extends ClockOff {
  source: string;
  by: number;
}

export function createClockCheck(deps: ClockCheckDeps): ClockCheck {
  const { db, log, realTime = Date.now, steady = () => performance.now() } = deps;
  const { machineTime: timeOfDay = realTime, uptime = () => secondsUp() * 1_000 } = deps;
  const { askDatabase = () => timeOf(db, steady) } = deps;
  const readings = createClockReadings(deps.metrics, realTime, steady);
  const jumps = createJumpWatch({ timeOfDay, steady, uptime });
  let askCarriers = () => {};
  const doubt = createClockDoubt({ log, steady, askCarriers: () => askCarriers() });
  let said: Verdict | undefined;
  deps.metrics.gaugeOf(
    'carillon_clock_off',
    '1 while the clock of this machine is off, and nothing is placed.',
    () => (judge() === undefined ? 0 : 1),
  );

  /** What happened to the machine's clock since the last time. */
  function notice(): void {
    const { set, slept } = jumps.look();
    if (slept > 0) {
      doubt.slept(readings.carriers());
      readings.clear();
    }
    if (set !== 0) doubt.wasSet(set, readings.ofDatabase());
  }

  function judge(): Verdict | undefined {
    notice();
    const { furthest, carriers } = readings.judge();
    if (carriers) doubt.carriersSay(carriers);
    if (furthest) {
      const { source, by } = furthest;
      const carrier = source === databaseSource ? null : source;
      return { source, by, reason: { code: 'clock_off', by, source: carrier } };
    }
    const doubted = readings.ofDatabase()
      ? doubt.reason()
      : ({ by: 0, reason: { code: 'clock_unknown' } } as const);
    return doubted && { source: '', ...doubted };
  }

  return {
    off() {
      const now = judge();
      if (!now) {
        if (said && said.source !== '') log.info({}, 'the clocks agree again');
        said = undefined;
        return undefined;
      }
      // The same reason while it is off by about the same: it is stored with every campaign.
      if (said && said.source === now.source && isAboutAs(said, now)) return said;
      said = now;
      const { source, by } = now;
      if (source !== '') {
        log.error({ source, aheadSeconds: by / 1_000 }, 'the clock is off: nothing is placed');
      }
      return said;
    },
    heard(source, { date, asked, answered }) {
      const instant = date ? instantOfDate(date) : undefined;
      if (!instant) return;
      notice();
      readings.note(source, clockReading(instant, { asked, answered }));
      doubt.carrierTold(source);
    },
    askCarriersBy(ask) {
      askCarriers = ask;
    },
    offsetMs: () => readings.offsetMs(),
    async look() {
      notice();
      doubt.ask();
      const { at, ...times } = await askDatabase();
      // Before the reading takes the place of the one from before the clock was set.
      notice();
      const reading = clockReading({ first: at, last: at }, times);
      doubt.databaseTold(reading, times.asked);
      readings.note(databaseSource, reading);
    },
  };
}

async function timeOf(db: Database, steady: () => number): Promise<DatabaseTime> {
  return asPlatform(db, async (tx) => {
    const asked = steady();
    const row = await tx.row<{ at: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
    );
    return { at: row?.at ?? Number.NaN, asked, answered: steady() };
  });
}

function isAboutAs(said: Verdict, now: Verdict): boolean {
  return said.source === ''
    ? sameReason(said.reason, now.reason)
    : Math.abs(now.by - said.by) < 1_000;
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
