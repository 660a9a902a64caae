/**
 * Social security and card numbers that people text, although nobody asked for them: masked for
 * reporters (decision 076). Whoever works with a text as a manager sees all of it.
 */

/** Up to three characters between two digits of one number. */
const separator = '[-. ()_/‐‑‒–—\u00a0\t\r\n]';

/**
 * Every run in which anything can be masked, as a pattern that JavaScript and PostgreSQL read
 * alike: the database takes whole runs out of what reporters search and sort by.
 */
export const maskableRun = `[0-9](?:${separator}{0,3}[0-9]){8,}`;

const runs = new RegExp(maskableRun, 'g');
const mostCardDigits = 19;

interface Group {
  digits: string;
  /** Offset in the run. */
  at: number;
}

/** Each such number with stars for all but its last four digits; everything else as it was. */
export function maskText(text: string): string {
  return text.replace(runs, maskRun);
}

function maskRun(run: string): string {
  const groups = Array.from(
    run.matchAll(/\d+/g),
    ({ 0: digits, index: at }): Group => ({ digits, at }),
  );
  const phones = groupsOfPhones(groups);
  const hidden = new Set<number>();
  for (const first of groups.keys()) {
    let digits = '';
    for (let last = first; last < groups.length; last += 1) {
      digits += groups[last]?.digits ?? '';
      if (digits.length > mostCardDigits) break;
      const span = { groups: groups.slice(first, last + 1), digits, run };
      const besidePhone = [...phones].some((at) => at >= first && at <= last);
      if (!isSsn(span, besidePhone) && !isCard(span, besidePhone)) continue;
      const offsets = span.groups.flatMap(({ at, digits: { length } }) =>
        Array.from({ length }, (_, n) => at + n),
      );
      for (const offset of offsets.slice(0, -4)) hidden.add(offset);
    }
  }
  return Array.from({ length: run.length }, (_, at) => (hidden.has(at) ? '*' : run[at])).join('');
}

interface Span {
  groups: readonly Group[];
  digits: string;
  run: string;
}

/** As it is usually written, whatever stands beside it. */
const usualSsn = new Set(['9', '3,2,4']);
/** As it may be written; the same digits may be a part of a telephone number, too. */
const otherSsn = new Set(['3,6', '5,4', '3,3,3', '1,1,1,1,1,1,1,1,1']);

function isSsn({ groups, digits, run }: Span, besidePhone: boolean): boolean {
  if (digits.length !== 9) return false;
  const lengths = groups.map((group) => group.digits.length).join(',');
  if (usualSsn.has(lengths)) return true;
  // "37203-1200" is a ZIP code.
  const [start = { at: 0 }] = groups;
  const isZip =
    lengths === '5,4' && run[start.at + 5] === '-' && /\d/.test(run[start.at + 6] ?? '');
  return otherSsn.has(lengths) && !isZip && !besidePhone;
}

/** As cards show it: in one, by fours, or as American Express and Diners Club write it. */
const usualCard = /^(?:\d+|4(?:,4){2,3}(?:,[1-4])?|4,6,[45])$/;

function isCard({ groups, digits }: Span, besidePhone: boolean): boolean {
  if (digits.length < 13 || /^0+$/.test(digits) || !passesLuhn(digits)) return false;
  return usualCard.test(groups.map((group) => group.digits.length).join(',')) || !besidePhone;
}

/** 13 to 19 digits that pass the check, with spaces or hyphens between them or without. */
export function isCardNumber(value: string): boolean {
  const digits = value.replace(/[ -]/g, '');
  return /^\d{13,19}$/.test(digits) && !/^0+$/.test(digits) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [n, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (n % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Which groups are telephone numbers, such as 615-555-0142 or 1 (615) 555-0142. */
function groupsOfPhones(groups: readonly Group[]): Set<number> {
  const found = new Set<number>();
  for (const first of groups.keys()) {
    for (const lengths of phoneLengths) {
      const part = groups.slice(first, first + lengths.length);
      if (part.map(({ digits }) => digits.length).join(',') !== lengths.join(',')) continue;
      if (!/^1?[2-9]\d\d[2-9]\d{6}$/.test(part.map(({ digits }) => digits).join(''))) continue;
      for (const n of part.keys()) found.add(first + n);
    }
  }
  return found;
}

const phoneLengths = [[3, 3, 4], [3, 7], [6, 4], [10], [11], [1, 10]] as const;
