/** The months that call records are stored by: each is there before its first record. */
import type { Logger } from 'pino';
import { asPlatform, type Database } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { ensureCallRecordMonth } from '#db/queries/call-record-month.ts';
import { told } from './campaign-steps.ts';

/** Months after the present one. Somebody may hold the table of call records at the turn of a month. */
const ahead = 2;
/** Real milliseconds before months ahead are tried again. */
const tryAgainAfter = 60_000;

export interface RecordMonths {
  /** Makes this instant's month, unless it is there. */
  ensure(instant: number): Promise<void>;
  /** Makes the month of `now` and the two after it, unless they are there. Never rejects. */
  makeAhead(now: number): Promise<void>;
}

export function createRecordMonths(db: Database, log: Logger): RecordMonths {
  /** Those that are there, or are being made. */
  const months = new Map<string, Promise<void>>();
  let madeAheadOf = '';
  /** By performance.now(). */
  let restUntil = 0;

  function ensure(instant: number): Promise<void> {
    const month = monthOf(instant);
    const known = months.get(month);
    if (known) return known;
    const made = asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date(instant)));
    months.set(month, made);
    made.catch(() => months.delete(month));
    return made;
  }

  return {
    ensure,
    async makeAhead(now) {
      if (madeAheadOf === monthOf(now) || performance.now() < restUntil) return;
      const first = new Date(now);
      try {
        for (let n = 0; n <= ahead; n += 1) {
          await ensure(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1));
        }
        madeAheadOf = monthOf(now);
      } catch (error) {
        restUntil = performance.now() + tryAgainAfter;
        log[levelOf(error, 'warn')](
          told(error),
          'the months of call records ahead could not be made yet',
        );
      }
    },
  };
}

/** As the database parts them, by UTC: "2027-03". */
function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}
