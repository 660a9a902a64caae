/** What is said sign by sign: phone numbers, zip codes, digits; and states by their names. */
import { stateNames } from '#domain/state-names.ts';
import { withLeadingZeros } from '#domain/zip-code.ts';
import { digitWords, groupedDigits } from './number-words.ts';

const extension = /\s*(?:,|;)?\s*(?:ext|extension|x)\.?\s*(\d{1,6})$/i;

/**
 * "(302) 555-0148" is "three zero two, five five five, zero one four eight", 911 "nine one one", "*67"
 * "star six seven".
 *
 * @returns undefined unless it has 7, 10 or 11 digits, a + and 8 to 15, 3 to 6 digits alone, or 2 to 6 behind * or #
 */
export function phoneWords(value: string): string | undefined {
  const text = value.trim().replace(/^(\+?(?:\d{7}|[2-9]\d{9}|1\d{10}))\.0$/, '$1');
  // A decimal that is no spreadsheet's form of a number, and a date with a time.
  if (/^\+?\d+\.\d$|^\d{1,2}\/\d{1,2}\/\d{4}\b/.test(text)) return undefined;
  const [short, sign = ''] = /^(?:([*#])(?=\d{2})|(?=\d{3}))\d{2,6}$/.exec(text) ?? [];
  if (short)
    return `${{ '*': 'star ', '#': 'pound ' }[sign] ?? ''}${groupedDigits(short.slice(sign.length))}`;
  const [, inner] = extension.exec(text) ?? [];
  const number = text.replace(extension, '');
  if (!/^\+?[\d\s().\-/]+$/.test(number)) return undefined;
  const digits = number.replaceAll(/\D/g, '');
  const parts = phoneParts(digits, number.startsWith('+'));
  if (!parts) return undefined;
  const words = parts.map(digitWords).join(', ');
  return inner === undefined ? words : `${words}, extension ${digitWords(inner)}`;
}

function phoneParts(digits: string, isForeign: boolean): string[] | undefined {
  const { length } = digits;
  if (length === 7) return [digits.slice(0, 3), digits.slice(3)];
  if (length === 10 && !isForeign) return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (length === 11 && digits.startsWith('1')) {
    return ['1', digits.slice(1, 4), digits.slice(4, 7), digits.slice(7)];
  }
  if (!isForeign || length < 8 || length > 15) return undefined;
  return digits.match(/\d{3}(?=\d{2})|\d+$/g) ?? undefined;
}

/**
 * "63101" is "six three one zero one"; "63101-1234" has a pause for its dash, and a Canadian code its
 * letters. "2116" lost its zero in a spreadsheet, and is said with it, as calling hours read it.
 *
 * @returns undefined when it is neither a ZIP code (USPS Publication 28, section 21) nor a Canadian one
 */
export function zipWords(value: string): string | undefined {
  const text = withLeadingZeros(value.trim().toUpperCase());
  const [, five, four] = /^(\d{5})[-\s]?(\d{4})?$/.exec(text) ?? [];
  if (five)
    return [five, four]
      .filter((part) => part !== undefined)
      .map(digitWords)
      .join(', ');
  const [, area, local] = /^([A-Z]\d[A-Z])[-\s]?(\d[A-Z]\d)$/.exec(text) ?? [];
  return area && local ? `${signWords(area)}, ${signWords(local)}` : undefined;
}

/**
 * Digit by digit, with a pause where the value has another sign and else after each three; letters are
 * said as letters, and a single star, as in "*611". "1.5" keeps its point, and "5+" its plus.
 *
 * @returns undefined for a value without a digit, and for an amount, a percentage or a comparison
 */
export function digitsWords(given: string): string | undefined {
  // A spreadsheet keeps zeros with ="00123", and makes 3145550142.0 of a number beside a gap.
  const value = given.replace(/^\s*="(.*)"\s*$/, '$1').replace(/^\s*(\d{4,})\.0\s*$/, '$1');
  if (!/\d/.test(value) || /[^\x20-\x7e]|[$%<>=~^]|^\s*-/.test(value)) return undefined;
  // Two points and more are dashes, as is that of 555.0148, and the + of a telephone number is not said.
  const points = value.match(/\d\.(?=\d)/g)?.length === 1 && !/^\s*\d{3}\.\d{4}\s*$/.test(value);
  const plain = value.replaceAll(/\+(?=(?:\D*\d){8})/g, '');
  const signs = points ? String.raw`(?<=\d)\.(?=\d)|\+` : String.raw`\+`;
  const pattern = new RegExp(String.raw`[A-Z\d]+|(?<!\*)\*(?!\*)|${signs}`, 'g');
  const parts = plain.toUpperCase().match(pattern) ?? [];
  return parts
    .map(partWords)
    .join(', ')
    .replaceAll(/(?:^|, )(plus|point)(?=, |$)(?:, )?/g, ' $1 ')
    .trim();
}

function partWords(part: string): string {
  const sign = { '*': 'star', '+': 'plus', '.': 'point' }[part];
  if (sign !== undefined) return sign;
  return /^\d+$/.test(part) ? groupedDigits(part) : signWords(part);
}

function signWords(part: string): string {
  return [...part].map((sign) => (/\d/.test(sign) ? digitWords(sign) : sign)).join(' ');
}

/**
 * "MO" is "Missouri".
 *
 * @returns undefined for what is no postal code of a state, territory or province
 */
export function stateWords(value: string): string | undefined {
  const code = value.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || !Object.hasOwn(stateNames, code)) return undefined;
  return stateNames[code]?.split(',')[0];
}
