/** Dates, as American English says them. */
import { cardinal, ordinal, twoDigits, yearWords } from './number-words.ts';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
] as const;
const weekday = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\.?,?\s+/i;
/** Behind a date, as databases write it: a time of day is not said. */
const timeBehind =
  /(T|\s+)\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

interface DateParts {
  month: number;
  /** Undefined: of the month as a whole. */
  day?: number;
  /** Its digits: two or four. Undefined: of every year. */
  year?: string;
}

/**
 * "06/18/1994" is "June eighteenth, nineteen ninety-four". A year of two digits is said as it stands,
 * because no rule knows its century: "06/18/94" is "June eighteenth, ninety-four".
 *
 * @returns undefined when it is no date
 */
export function dateWords(value: string): string | undefined {
  const date = value.trim().replace(weekday, '').replace(timeBehind, '');
  if (/^(1[89]|2[01])\d\d$/.test(date)) return yearWords(Number(date));
  const parts = partsOf(date);
  if (!parts || !isDate(parts)) return undefined;
  const month = months[parts.month - 1];
  const day = parts.day === undefined ? month : `${month} ${ordinal(parts.day)}`;
  if (parts.year === undefined) return day;
  return `${day}${parts.day === undefined ? ' ' : ', '}${yearOf(parts.year)}`;
}

function yearOf(digits: string): string {
  if (digits.length === 4) return yearWords(Number(digits));
  // "oh zero" is no year.
  return digits === '00' ? cardinal(2000) : twoDigits(Number(digits));
}

function partsOf(date: string): DateParts | undefined {
  return numeric(date) ?? written(date);
}

function numeric(date: string): DateParts | undefined {
  const [, y, m, d] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(date) ??
    [];
  if (y && m && d) return { year: y, month: Number(m), day: Number(d) };
  const [, one, sign, other, year] =
    /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(date) ?? [];
  // "12.5" is a number, "06-18" may be a range.
  if (!one || !other || (!year && sign !== '/')) return undefined;
  const [month, day] = [Number(one), Number(other)];
  const rest = year === undefined ? {} : { year };
  // Only in this order, if the first cannot be a month, the day stands before it.
  return month > 12 && day <= 12 ? { month: day, day: month, ...rest } : { month, day, ...rest };
}

function written(date: string): DateParts | undefined {
  const [, name, day, year] =
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+'?(\d{4}|\d{2}))?$/i.exec(date) ?? [];
  if (name && day) return withYear({ month: monthOf(name), day: Number(day) }, year);
  const [, first, second, third] =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s-](?:of\s+)?([a-z]{3,9})\.?(?:,?[\s-]'?(\d{4}|\d{2}))?$/i.exec(
      date,
    ) ?? [];
  if (first && second) return withYear({ month: monthOf(second), day: Number(first) }, third);
  const [, alone, of] = /^([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(date) ?? [];
  return alone ? withYear({ month: monthOf(alone) }, of) : undefined;
}

const withYear = (parts: DateParts, year: string | undefined): DateParts =>
  year === undefined ? parts : { ...parts, year };

/** From 1 on; 0 for none. */
function monthOf(name: string): number {
  const short = name.toLowerCase().replace(/^sept$/, 'sep');
  return (
    months.findIndex((month) => {
      const whole = month.toLowerCase();
      return whole === short || whole.slice(0, 3) === short;
    }) + 1
  );
}

function isDate({ month, day = 1, year = '2000' }: DateParts): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  // Of two digits, 29 February may be one of a leap year.
  const of = year.length === 4 ? Number(year) : 2000;
  return day <= new Date(Date.UTC(of, month, 0)).getUTCDate();
}
