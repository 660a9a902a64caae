/**
 * Whether to trust the time of day after it was set, or after a sleep. The database's clock proves
 * nothing when it runs on the same machine: it was set or slept with it.
 */
import type { Logger } from 'pino';
import type { Reason } from '#contract/reason.ts';
import { movedBy } from '#domain/clock-jump.ts';
import { type ClockReading, mostOff } from '#domain/clock-offset.ts';

/** Milliseconds to wait for a source that confirms or contradicts a clock that was set. */
const holdFor = 600_000;
/** Milliseconds to wait, after a sleep, for carriers that had reported their time. */
const reportWithin = 180_000;
/** Milliseconds between two requests to carriers for their time. */
const askEvery = 10_000;

export interface ClockDoubt {
  /**
   * The time of day was set.
   *
   * @param by milliseconds ahead, or back when below 0
   * @param before what the database's clock showed until then
   */
  wasSet(by: number, before: ClockReading | undefined): void;
  /**
   * The machine slept.
   *
   * @param carriers whose reported time is no longer valid
   */
  slept(carriers: readonly string[]): void;
  /**
   * The database reported its time: an independent clock ends the doubt.
   *
   * @param asked when, on the steady clock
   */
  databaseReported(reading: ClockReading, asked: number): void;
  /** The carrier reported: it is no longer waited for. */
  carrierReported(source: string): void;
  /** Whether the carriers' times agree with the time of day. */
  carriersSay(word: 'right' | 'wrong'): void;
  /** Why nothing is submitted, and by how much the clock was set; undefined without doubt. */
  reason(): { reason: Reason; by: number } | undefined;
  /** Asks the carriers for their time repeatedly, while there is doubt. */
  ask(): void;
}

export interface ClockDoubtDeps {
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Monotonic milliseconds. */
  steady(): number;
  askCarriers(): void;
}

interface WasSet {
  by: number;
  at: number;
  before: ClockReading | undefined;
  contradicted: boolean;
}

export function createClockDoubt({ log, steady, askCarriers }: ClockDoubtDeps): ClockDoubt {
  let set: WasSet | undefined;
  /** Carriers that have to report again, and until when to wait for them. */
  const silent = new Map<string, number>();
  let lastAsked = Number.NEGATIVE_INFINITY;

  function believe(words: string): void {
    if (set) log.info({ aheadSeconds: set.by / 1_000 }, words);
    set = undefined;
  }

  const doubt: ClockDoubt = {
    wasSet(by, before) {
      const all = by + (set?.by ?? 0);
      if (set && Math.abs(all) <= mostOff) {
        return believe('the clock of this machine shows the earlier time again');
      }
      log.error({ aheadSeconds: all / 1_000 }, 'the clock of this machine was changed');
      const contradicted = set?.contradicted ?? false;
      set = { by: all, at: steady(), before: set ? set.before : before, contradicted };
      lastAsked = Number.NEGATIVE_INFINITY;
      doubt.ask();
    },
    slept(carriers) {
      for (const carrier of carriers) silent.set(carrier, steady() + reportWithin);
      lastAsked = Number.NEGATIVE_INFINITY;
      doubt.ask();
    },
    databaseReported(reading, asked) {
      // The clock of another machine did not move, so comparing with it is enough.
      if (set?.before && asked >= set.at && movedBy(set.before, reading) === 0) {
        believe('the clock of the database server did not change');
      }
    },
    carrierReported: (source) => void silent.delete(source),
    carriersSay(word) {
      if (word === 'right') believe('a carrier reports the same time');
      else if (set) set.contradicted = true;
    },
    reason() {
      const now = steady();
      if (set && !set.contradicted && now - set.at > holdFor) {
        const seconds = set.by / 1_000;
        log.warn(
          { aheadSeconds: seconds },
          'accepting the changed clock: no other clock contradicts it',
        );
        set = undefined;
      }
      if (set) {
        const { by, contradicted } = set;
        return { reason: { code: 'clock_set', by, contradicted }, by };
      }
      for (const [carrier, until] of silent) {
        if (now <= until) return { reason: { code: 'waits_for_carrier_time', carrier }, by: 0 };
        silent.delete(carrier);
      }
      return undefined;
    },
    ask() {
      if ((!set && silent.size === 0) || steady() - lastAsked < askEvery) return;
      lastAsked = steady();
      askCarriers();
    },
  };
  return doubt;
}
