/** The day that a cell about consent says. Nothing but a time of day may stand behind it. */

const clock = String.raw`(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?`;
const noon = String.raw`[ap](?:m|\.m\.?)`;
const zone = String.raw`z|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?|utc|gmt|[ecmpahn][sd]?t|ak[sd]?t`;
const time = `(?:${clock}(?: ?${noon})?|(?:0?[1-9]|1[0-2]) ?${noon})(?: ?(?:${zone}))?`;
const tail = `(?:(?:t|,? +(?:at +)?)${time})?`;
const name = String.raw`([a-z]{3,9})\.?`;

const ymd = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${tail}$`, 'i');
const mdy = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${tail}$`, 'i');
/** Jan 31, 2026; 31-Jan-26. */
const named = new RegExp(String.raw`^${name} +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})${tail}$`, 'i');
const dayFirst = new RegExp(String.raw`^(\d{1,2})[- ]${name}[- ](\d{4}|\d{2})${tail}$`, 'i');

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];

/** A day of the calendar, with a time or without: 2026-01-31, 1/31/2026 10:22 AM, 31.1.2026. */
export const isDate = (cell: string) => consentDay(cell) !== null;

/** That day as `YYYY-MM-DD`; 3/4/2026 is the fourth of March. Null: the cell is no date. */
export function consentDay(cell: string): string | null {
  const trimmed = cell.trim();
  const [, year, month, day] = ymd.exec(trimmed) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day));
  const [, one, other, short] = mdy.exec(trimmed) ?? [];
  if (short === undefined) return dayOfNamed(trimmed);
  const given = fullYear(short);
  return dayOf(given, Number(one), Number(other)) ?? dayOf(given, Number(other), Number(one));
}

function dayOfNamed(cell: string): string | null {
  const [, name, day, year] = named.exec(cell) ?? [];
  if (year !== undefined) return dayOf(Number(year), monthOf(name), Number(day));
  const [, first, word, short] = dayFirst.exec(cell) ?? [];
  return short === undefined ? null : dayOf(fullYear(short), monthOf(word), Number(first));
}

/** 1 to 12; 0: no month is called so. */
function monthOf(name = ''): number {
  const said = name.toLowerCase();
  return (
    months.findIndex((one) => one === said || one.slice(0, 3) === said.replace('sept', 'sep')) + 1
  );
}

const fullYear = (short: string) => Number(short) + (short.length === 2 ? 2_000 : 0);

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const is = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1900;
  return is ? at.toISOString().slice(0, 10) : null;
}
