/**
 * Whether the time of day may be believed after it was set, or after a sleep. The database's clock
 * is no witness where it is the same machine's: it was set along, or slept along.
 */
import type { Logger } from 'pino';
import type { Reason } from '#contract/reason.ts';
import { movedBy } from '#domain/clock-jump.ts';
import { type ClockReading, mostOff } from '#domain/clock-offset.ts';

/** Milliseconds for which a clock that was set waits for somebody who confirms or contradicts it. */
const holdFor = 600_000;
/** Milliseconds for which carriers that had told their time are waited for after a sleep. */
const tellWithin = 180_000;
/** Milliseconds between two requests to carriers to tell their time. */
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
   * @param carriers that had told their time, which says nothing any more
   */
  slept(carriers: readonly string[]): void;
  /**
   * The database told its time: a clock of its own ends the doubt.
   *
   * @param asked when, on the steady clock
   */
  databaseTold(reading: ClockReading, asked: number): void;
  /** It is not waited for any longer. */
  carrierTold(source: string): void;
  /** What carriers tell agrees with the time of day, or does not. */
  carriersSay(word: 'right' | 'wrong'): void;
  /** Why nothing is placed, and by how much the clock was set; undefined when there is no doubt. */
  reason(): { reason: Reason; by: number } | undefined;
  /** Asks the carriers for their time now and then, while there is doubt. */
  ask(): void;
}

export interface ClockDoubtDeps {
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds that only go on. */
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
  /** Carriers that are to tell anew, and until when they are waited for. */
  const silent = new Map<string, number>();
  let lastAsked = Number.NEGATIVE_INFINITY;

  function believe(words: string): void {
    if (set) log.info({ aheadSeconds: set.by / 1_000 }, words);
    set = undefined;
  }

  const doubt: ClockDoubt = {
    wasSet(by, before) {
      const all = by + (set?.by ?? 0);
      if (set && Math.abs(all) <= mostOff) return believe('the clock of this machine was put back');
      log.error({ aheadSeconds: all / 1_000 }, 'the clock of this machine was set');
      const contradicted = set?.contradicted ?? false;
      set = { by: all, at: steady(), before: set ? set.before : before, contradicted };
      lastAsked = Number.NEGATIVE_INFINITY;
      doubt.ask();
    },
    slept(carriers) {
      for (const carrier of carriers) silent.set(carrier, steady() + tellWithin);
      lastAsked = Number.NEGATIVE_INFINITY;
      doubt.ask();
    },
    databaseTold(reading, asked) {
      // Another machine's clock, which stayed as it was, judges this one by itself.
      if (set?.before && asked >= set.at && movedBy(set.before, reading) === 0) {
        believe('the database has a clock of its own');
      }
    },
    carrierTold: (source) => void silent.delete(source),
    carriersSay(word) {
      if (word === 'right') believe('a carrier tells the same time');
      else if (set) set.contradicted = true;
    },
    reason() {
      const now = steady();
      if (set && !set.contradicted && now - set.at > holdFor) {
        const seconds = set.by / 1_000;
        log.warn(
          { aheadSeconds: seconds },
          'the clock was set and is taken as right: nobody said otherwise',
        );
        set = undefined;
      }
      if (set) {
        const { by, contradicted } = set;
        return { reason: { code: 'clock_set', by, contradicted }, by };
      }
      for (const [carrier, until] of silent) {
        if (now <= until) return { reason: { code: 'carrier_time', carrier }, by: 0 };
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
