/** Dates, as American English says them. */
import { clockWords, timeWords } from './amount-words.ts';
import { cardinal, ordinal, twoDigits, yearWords } from './number-words.ts';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
] as const;
const weekday = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\.?,?\s+/i;
/**
 * Behind a date, as people and databases write it: "2:30 PM", "at 2 PM", "T14:30:00Z". An offset only behind
 * T or seconds: "9:00-10:00" is a span.
 */
const timeBehind = new RegExp(
  [
    String.raw`(?:(?<=\d)(?<iso>T)|,?\s+(?:at\s+|@\s*)?)`,
    String.raw`(?<time>\d{1,2}:\d{2}(?<seconds>:\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)`,
    String.raw`\s*(?:(?<utc>Z)|(?<offset>[+-]\d{2}(?::?\d{2})?))?$`,
  ].join(''),
  'i',
);
/** What spreadsheets and databases write where a date has no time. */
const filler = /^(?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)?\s*a\.?m\.?)$/i;

interface DateParts {
  month: number;
  /** Undefined: of the month as a whole. */
  day?: number;
  /** Its digits: two or four. Undefined: of every year. */
  year?: string;
}

/**
 * "06/18/1994" is "June eighteenth, nineteen ninety-four". A year of two digits is said as it stands,
 * because no rule knows its century: "06/18/94" is "June eighteenth, ninety-four". A time behind the date
 * is said as it is written, unless it is the midnight with which files fill up dates, or of UTC.
 *
 * @returns undefined when it is no date
 */
export function dateWords(value: string): string | undefined {
  const text = value.trim().replace(weekday, '');
  const behind = timeBehind.exec(text);
  if (!behind) return dayWords(text);
  const { iso, time = '', seconds, utc, offset } = behind.groups ?? {};
  if (offset !== undefined && !iso && !seconds) return undefined;
  const date = text.slice(0, behind.index);
  // Nobody lives by UTC: a database wrote an instant, and the hour that it is to the person is not known.
  const isUtc = utc !== undefined || /^[+-]00(?::?00)?$/.test(offset ?? '');
  if (filler.test(time) || isUtc) return dayWords(date);
  const day = partsOf(date)?.day === undefined ? undefined : dayWords(date);
  // ISO 8601 has a clock of 24 hours.
  const at = iso || offset ? clockWords(time) : timeWords(time);
  return day && at && `${day}, at ${at}`;
}

function dayWords(date: string): string | undefined {
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
