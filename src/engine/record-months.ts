/** The monthly partitions of call records: each exists before its first record. */

import type { Logger } from 'pino';
import { asPlatform, type Database } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { ensureCallRecordMonth } from '#db/queries/call-record-month.ts';
import { realMs, type SimMs } from '#domain/milliseconds.ts';
import { errorFields } from './error-fields.ts';

/** Months after the current one: the table of call records may be locked when a month begins. */
const ahead = 2;
/** Before future months are retried. */
const tryAgainAfter = realMs(60_000);

export interface RecordMonths {
  /** Creates this instant's month unless it exists. */
  ensure(instant: number): Promise<void>;
  /** Creates the month of `now` and the next two unless they exist. Never rejects. */
  makeAhead(now: SimMs): Promise<void>;
}

export function createRecordMonths(db: Database, log: Logger): RecordMonths {
  /** Months that exist or are being created. */
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
          errorFields(error),
          'could not create the next months of call records yet',
        );
      }
    },
  };
}

/** As the database partitions them, by UTC: "2027-03". */
function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}
