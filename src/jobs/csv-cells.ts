/** Numbers and times of a call detail report's CSV, as the bytes of a binary COPY have them. */
import { callOutcomeNames } from '#contract/call-outcome.ts';
import type { ColumnType } from '#contract/call-record-columns.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import { outcomeAt } from '#db/record-outcome.ts';
import { csvCell } from '#domain/csv.ts';

/** Micro-dollars to dollars, exactly and never with an exponent. */
export function dollars(micro: string): string {
  const digits = micro.padStart(7, '0');
  const whole = digits.slice(0, -6);
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The cells of the types that are numbers in the database. */
const numberCells: Partial<Record<ColumnType, (value: number) => string>> = {
  seconds: String,
  count: String,
  money: (micro) => dollars(String(micro)),
  callerIdType: (type) => csvCell(callerIdTypeNames[type as keyof typeof callerIdTypeNames] ?? ''),
  outcome: (position) => csvCell(callOutcomeNames[outcomeAt(position)]),
};

/** Of most columns few values are frequent. */
const mostRemembered = 5_000;

/** The cell of a number, made once for a value that is frequent. */
export function numberCell(type: ColumnType): (value: number) => string {
  const make = numberCells[type] ?? String;
  const made = new Map<number, string>();
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const cell = make(value);
    if (made.size < mostRemembered) made.set(value, cell);
    return cell;
  };
}

const daySeconds = 86_400;
/** 2000-01-01, from which PostgreSQL counts, in days since 1970. */
const firstDay = 10_957;

const two = (value: number) => String(value).padStart(2, '0');
/** "05:09:00 PM" for each second of a day is too many; for each minute it is not. */
const minutes = Array.from({ length: 24 * 60 }, (_, at) => {
  const hour = Math.floor(at / 60);
  return [`${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(at % 60)}:`, hour < 12 ? ' AM' : ' PM'];
}) as [before: string, after: string][];
const seconds = Array.from({ length: 60 }, (_, at) => two(at));

/** 2000-01-01 in milliseconds since 1970. */
const firstInstant = firstDay * daySeconds * 1000;

/**
 * A time as a reader sees it, "2026-11-20 05:09:00 PM", from microseconds since 2000-01-01 UTC.
 * PostgreSQL takes a third of a COPY to find the offset of each time; here it is found once an hour.
 *
 * @param offsetAt milliseconds to add to UTC at an instant (epoch ms)
 */
export function timeCell(offsetAt: (instant: number) => number): (microseconds: number) => string {
  const offsetOf = hourly(offsetAt);
  let shownDay: number | undefined;
  let date = '';
  return (utc) => {
    const whole = Math.floor(utc / 1e6) + offsetOf(utc);
    const day = Math.floor(whole / daySeconds);
    if (day !== shownDay) {
      shownDay = day;
      const { year, month, monthDay } = civil(day);
      date = `${String(year).padStart(4, '0')}-${two(month)}-${two(monthDay)} `;
    }
    const second = whole - day * daySeconds;
    const minute = Math.floor(second / 60);
    const [before, after] = minutes[minute] as [string, string];
    return `${date}${before}${seconds[second - minute * 60]}${after}`;
  };
}

const hourMicroseconds = 3_600e6;

/** Seconds to add at microseconds since 2000-01-01. An hour in which they change is asked every time. */
function hourly(offsetAt: (instant: number) => number): (microseconds: number) => number {
  let known = Number.NaN;
  let offset = 0;
  const at = (microseconds: number) =>
    offsetAt(firstInstant + Math.floor(microseconds / 1000)) / 1000;
  return (microseconds) => {
    const hour = Math.floor(microseconds / hourMicroseconds);
    if (hour === known) return offset;
    const begin = at(hour * hourMicroseconds);
    if (begin !== at((hour + 1) * hourMicroseconds)) return at(microseconds);
    known = hour;
    offset = begin;
    return offset;
  };
}

function civil(day: number) {
  const date = new Date((firstDay + day) * daySeconds * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    monthDay: date.getUTCDate(),
  };
}
