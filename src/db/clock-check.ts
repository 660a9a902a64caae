/**
 * Compares the clock of this machine with the database's and with the times that carriers report.
 * An engine whose clock is off would call people outside their hours, so it submits nothing until
 * they agree. Real time is compared, whatever the simulation's clock shows.
 */

import { uptime as secondsUp } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Reason, sameReason } from '#contract/reason.ts';
import { createJumpWatch } from '#domain/clock-jump.ts';
import { clockReading, instantOfDate } from '#domain/clock-offset.ts';
import type { Metrics } from '#domain/metrics.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import { type ClockDoubt, createClockDoubt } from './clock-doubt.ts';
import { type ClockReadings, createClockReadings, databaseSource } from './clock-readings.ts';
import { asPlatform, type Database } from './database.ts';

/** The time in an HTTP response of a carrier. */
export interface DateReceived {
  /** Its header Date. */
  date: string | null | undefined;
  /** When it was asked for and when it came, on `performance.now()`. */
  asked: number;
  responded: number;
}

export interface ClockOff {
  /** The reason that waiting campaigns show. */
  reason: Reason;
}

export interface ClockCheckDeps {
  db: Database;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: Metrics;
  /** The clock that calling hours use, epoch ms; a test may pass a wrong one. */
  realTime?: () => number;
  /** The machine's own clock, which may be set at any moment; `realTime` unless given. */
  machineTime?: () => number;
  /** Monotonic milliseconds, which stop while the machine sleeps. */
  steady?: () => number;
  /** Milliseconds since the machine booted, including sleep. */
  uptime?: () => number;
  /** How the database is asked for its time; a test may give it a wrong clock. */
  askDatabase?: () => Promise<DatabaseTime>;
}

/** Its clock, epoch ms, and when it was asked for and came on the steady one. */
interface DatabaseTime {
  at: number;
  asked: number;
  responded: number;
}

/** What `off` returns, with its source: '' where no other clock disagrees. */
interface Verdict extends ClockOff {
  source: string;
  by: number;
}

export class ClockCheck {
  readonly #log: ClockCheckDeps['log'];
  readonly #askDatabase: () => Promise<DatabaseTime>;
  readonly #readings: ClockReadings;
  readonly #jumps: ReturnType<typeof createJumpWatch>;
  readonly #doubt: ClockDoubt;
  #askCarriers = () => {};
  /** What `off` returned last; undefined while the clocks agree. */
  #said: Verdict | undefined;

  constructor(deps: ClockCheckDeps) {
    const { db, log, realTime = Date.now, steady = () => performance.now() } = deps;
    const { machineTime: timeOfDay = realTime, uptime = () => secondsUp() * 1_000 } = deps;
    this.#log = log;
    this.#askDatabase = deps.askDatabase ?? (() => timeOf(db, steady));
    this.#readings = createClockReadings(deps.metrics, realTime, steady);
    this.#jumps = createJumpWatch({ timeOfDay, steady, uptime });
    this.#doubt = createClockDoubt({ log, steady, askCarriers: () => this.#askCarriers() });
    deps.metrics.gaugeOf(
      'carillon_clock_off',
      '1 while the clock of this machine is off and nothing is called or texted.',
      () => (this.#judge() === undefined ? 0 : 1),
    );
  }

  /** Undefined while the clocks agree. Called at every step: reads the machine's clock again. */
  off(): ClockOff | undefined {
    const said = this.#said;
    const now = this.#judge();
    if (!now) {
      if (said && said.source !== '') this.#log.info({}, 'the clocks agree again');
      this.#said = undefined;
      return undefined;
    }
    // Keep the reason while the offset hardly changes: it is stored with every campaign.
    if (said && said.source === now.source && isAboutAs(said, now)) return said;
    this.#said = now;
    const { source, by } = now;
    if (source !== '') {
      this.#log.error(
        { source, aheadSeconds: by / 1_000 },
        'the clock is off: calls and texts are paused',
      );
    }
    return now;
  }

  /** @param source the carrier's name, and the part of it that reported */
  noteDate(source: string, { date, asked, responded }: DateReceived): void {
    const instant = date ? instantOfDate(date) : undefined;
    if (!instant) return;
    this.#notice();
    this.#readings.note(source, clockReading(instant, { asked, responded }));
    this.#doubt.carrierReported(source);
  }

  /** Sets how carriers are asked for their time: after a sleep, or when the clock was set. */
  askCarriersBy(ask: () => void): void {
    this.#askCarriers = ask;
  }

  /** How far the clock is ahead of the database's, milliseconds; null when unknown. */
  offsetMs(): RealMs | null {
    const offset = this.#readings.offsetMs();
    return offset === null ? null : realMs(offset);
  }

  /**
   * Asks the database now, and carriers while in doubt. @throws when the database is unreachable
   */
  async check(): Promise<void> {
    this.#notice();
    this.#doubt.ask();
    const { at, ...times } = await this.#askDatabase();
    // Before the reading replaces the one from before the clock was set.
    this.#notice();
    const reading = clockReading({ first: at, last: at }, times);
    this.#doubt.databaseReported(reading, times.asked);
    this.#readings.note(databaseSource, reading);
  }

  /** What happened to the machine's clock since the last time. */
  #notice(): void {
    const { set, slept } = this.#jumps.check();
    if (slept > 0) {
      this.#doubt.slept(this.#readings.carriers());
      this.#readings.clear();
    }
    if (set !== 0) this.#doubt.wasSet(set, this.#readings.ofDatabase());
  }

  #judge(): Verdict | undefined {
    this.#notice();
    const { furthest, carriers } = this.#readings.judge();
    if (carriers) this.#doubt.carriersSay(carriers);
    if (furthest) {
      const { source, by } = furthest;
      const carrier = source === databaseSource ? null : source;
      return { source, by, reason: { code: 'clock_off', by, source: carrier } };
    }
    const doubted = this.#readings.ofDatabase()
      ? this.#doubt.reason()
      : ({ by: 0, reason: { code: 'clock_unknown' } } as const);
    return doubted && { source: '', ...doubted };
  }
}

async function timeOf(db: Database, steady: () => number): Promise<DatabaseTime> {
  return asPlatform(db, async (tx) => {
    const asked = steady();
    const row = await tx.row<{ at: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
    );
    return { at: row?.at ?? Number.NaN, asked, responded: steady() };
  });
}

function isAboutAs(said: Verdict, now: Verdict): boolean {
  return said.source === ''
    ? sameReason(said.reason, now.reason)
    : Math.abs(now.by - said.by) < 1_000;
}

/** Between two checks of the database's clock: as often as leases are renewed. */
const checkEvery = realMs(2_000);
const recheckAfter = realMs(250);

/** Repeats the check until it is stopped. */
class RunningClockCheck extends ClockCheck {
  readonly #stopping = new AbortController();
  #loop = Promise.resolve();

  async begin(): Promise<void> {
    this.#loop = this.#run(await this.#checkAndSchedule());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(first: number): Promise<void> {
    const { signal } = this.#stopping;
    for (let wait = first; !signal.aborted; ) {
      await sleep(wait, undefined, { signal }).catch(() => {});
      if (!signal.aborted) wait = await this.#checkAndSchedule();
      this.off();
    }
  }

  /**
   * @returns real milliseconds until the next check: soon after a failure, because nothing is
   * submitted
   */
  #checkAndSchedule(): Promise<number> {
    return this.check().then(
      () => checkEvery,
      () => recheckAfter,
    );
  }
}

/** Checks once, then repeatedly until it is stopped. */
export async function startClockCheck(deps: ClockCheckDeps): Promise<RunningClockCheck> {
  const check = new RunningClockCheck(deps);
  await check.begin();
  return check;
}
