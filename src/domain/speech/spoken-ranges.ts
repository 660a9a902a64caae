/** Ranges: a dash between two ends that belong together is "to". Any other dash is left as it is. */
import { currency, figure } from './spoken-money.ts';

/** Between ends; what stands around it says whether it may have spaces. */
const dash = String.raw`\s?[-–]\s?`;
const tight = '[-–]';

type Ends = readonly [all: string, from: string, dash: string, to: string];
/** @param by what is said instead; undefined when it is no range after all */
type Range = readonly [pattern: RegExp, by: (ends: Ends) => string | undefined];

const joined = ([, from, , to]: Ends) => `${from} to ${to}`;
const sizeOf = (written: string) =>
  Number(written.replaceAll(/[^\d.]/g, '')) *
  (/\dk/i.test(written) ? 1_000 : /\dm/i.test(written) ? 1_000_000 : 1);
const isRising = (from: string, to: string) => sizeOf(from) < sizeOf(to);
const isSpaced = (between: string) => /\s/.test(between);

const range = (from: string, between: string, to: string, by: Range[1] = joined): Range => [
  new RegExp(`(${from})(${between})(${to})`, 'giu'),
  by,
];

/** "$10-20" is "$10 to $20"; "$10-20k" keeps what both ends share at the second. */
function ofOneCurrency([, from, , to]: Ends): string | undefined {
  const sign = new RegExp(String.raw`^${currency}\s?`, 'u').exec(from)?.[0] ?? '';
  const first = from.slice(sign.length);
  if (!isRising(first, to)) return undefined;
  const isShort = /[km]$/i.test(to) && !/[km]$/i.test(first);
  return isShort ? `${first} to ${sign}${to}` : `${from} to ${sign}${to}`;
}

const isGrouped = (number: string) => /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(number);
const isPlain = (number: string) => /^\d{1,6}(\.\d+)?$/.test(number);

/** "1,000-2,000"; "10-20" needs no words. */
function ofThousands([, from, , to]: Ends): string | undefined {
  const ends = [from, to];
  const isRange =
    ends.some(isGrouped) &&
    ends.every((end) => isGrouped(end) || isPlain(end)) &&
    isRising(from, to);
  return isRange ? `${from} to ${to}` : undefined;
}

const signed = String.raw`${currency}\s?${figure}`;
const behind = String.raw`${figure}\s?${currency}`;
const amountEnd = String.raw`(?![\p{L}\p{N}%–-]|[.,/:]\d)`;
/** Of falling amounts, "$10 - $4" may be a difference. */
const ofAmounts = ([, from, between, to]: Ends) =>
  isSpaced(between) && !isRising(from, to) ? undefined : `${from} to ${to}`;
const amounts: readonly Range[] = [
  range(signed, dash, String.raw`${signed}(?![\d.,]*\d|\s*=)`, ofAmounts),
  // "10€-20€", with the sign behind.
  range(behind, dash, behind, ofAmounts),
  range(behind, tight, figure + amountEnd, ofAmounts),
  range(signed, tight, figure + amountEnd, ofOneCurrency),
  range(`^${signed}`, dash, `${figure}$`, ofOneCurrency),
  range(
    String.raw`(?<![\d.,]|%\s?[-–]\s?)\d+(?:[.,]\d+)*\s?%`,
    dash,
    String.raw`\d+(?:[.,]\d+)*\s?%(?!\s?[-–=])`,
    ([, from, , to]) => (isRising(from, to) ? `${from} to ${to}` : undefined),
  ),
  range(
    String.raw`(?<![\p{L}\p{N}\p{Sc}.,/:#–-])\d[\d,.]*`,
    tight,
    String.raw`\d(?:[\d,.]*\d)?(?![\d/:–-]|[.,]\d)`,
    ofThousands,
  ),
  range(String.raw`^\d[\d,.]*`, dash, String.raw`\d[\d,.]*$`, ([all, from, between, to]) =>
    isGrouped(from) && isGrouped(to) ? ofThousands([all, from, between, to]) : undefined,
  ),
];

const clock = String.raw`\d{1,2}(?::\d{2}){0,2}`;
const start = String.raw`(?<![\p{L}\p{N}:/.$#–-])`;
const hour = String.raw`(?:${clock}\s?[ap]\.?m(?![\p{L}\p{N}])\.?|\b(?:noon|midnight)\b)`;
const afterNoMonth = String.raw`(?<!\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s)`;
const times: readonly Range[] = [
  range(start + hour, dash, hour),
  // "June 18-9am" is a day and an hour.
  range(afterNoMonth + start + clock, tight, hour),
  range(String.raw`${start}\d{1,2}:\d{2}`, dash, hour),
  range(start + hour, tight, String.raw`${clock}(?![\p{L}\p{N}:/%–-]|\.\d)`),
  // Behind a date the second may be anything.
  range(String.raw`(?<!\d\s)${start}\d{1,2}:\d{2}`, dash, String.raw`\d{1,2}:\d{2}(?![\d:–-])`),
];

const slashed = String.raw`\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d{2}))?`;
const hyphened = String.raw`(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4})`;
const dates: readonly Range[] = [
  range(String.raw`(?<![\d/.–-])${slashed}`, dash, String.raw`${slashed}(?![\d/–-])`, (ends) =>
    // Between spaces and without a year they may be fractions, or scores.
    isSpaced(ends[2]) && !/\/\d+\//.test(ends[0]) ? undefined : joined(ends),
  ),
  range(
    String.raw`(?<![\d/.–-])${hyphened}`,
    String.raw`\s?[-–]\s?`,
    String.raw`${hyphened}(?![\d/–-])`,
  ),
];

const weekday = String.raw`\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b\.?`;
const month = [
  String.raw`\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?`,
  String.raw`sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`,
].join('|');
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?(?![\p{L}\p{N}])`;
const monthDay = String.raw`${month}(?:\s${day})?(?:,?\s\d{4}(?!\d))?`;
/** Not in a chain: "Mon-Tue-Wed" is a list. */
const first = String.raw`(?<![-–]\s?)`;
const last = String.raw`(?!\s?[-–])`;

/** "you may - March is free" is none. */
const ofNames = (ends: Ends) =>
  isSpaced(ends[2]) && /^\p{Ll}/u.test(ends[1]) ? undefined : joined(ends);

const calendar: readonly Range[] = [
  range(first + weekday, dash, weekday + last, ofNames),
  range(first + monthDay, dash, String.raw`(?:${weekday},?\s)?${monthDay}${last}`, ofNames),
  range(
    String.raw`${day}\s${month}(?:\s\d{4})?`,
    dash,
    String.raw`${day}\s${month}${last}`,
    ofNames,
  ),
  range(String.raw`${month}\s${day}`, tight, String.raw`${day}(?![/:%–-]|\s?[ap]\.?m\b)`, ofDays),
  range(
    String.raw`${month}\s${day}`,
    dash,
    String.raw`${day}(?=,?\s\d{4}(?!\d)|\s*$|[.,;:!?)](?!\d))`,
    ofDays,
  ),
];

function ofDays([, from, , to]: Ends): string | undefined {
  return Number.parseInt(from.replaceAll(/\D/g, ''), 10) < Number.parseInt(to, 10)
    ? `${from} to ${to}`
    : undefined;
}

const ranges = [...calendar, ...dates, ...times, ...amounts];

/** "$10–20" as "$10 to $20", "Mon–Fri" as "Mon to Fri"; what may be something else stays. */
export function withRanges(text: string): string {
  return ranges.reduce(
    (before, [pattern, by]) =>
      before.replaceAll(pattern, (all, from: string, between: string, to: string) => {
        return by([all, from, between, to]) ?? all;
      }),
    text,
  );
}
