/** Money, numbers and times of day in words. */
import { dollarsNamed, signAhead } from '../spoken-money.ts';
import { cardinal, digitWords, groupedDigits, mostDigits, twoDigits } from './number-words.ts';

/** Digits with or without a comma after each three. */
const whole = String.raw`(\d{1,3}(?:,\d{3})+|\d+)`;
const dollars = String.raw`(?:US|CA?|AU?|NZ|HK)\$|(?:US|CA|AU|NZ|HK)D`;
const moneyPattern = new RegExp(
  String.raw`^(-)?\s*(\$|${dollars})?\s*(-)?\s*${whole}?(?:\.(\d{1,2}))?\s*(\$|${dollars}|dollars?)?(-| CR)?$`,
  'i',
);
const numberPattern = new RegExp(
  String.raw`^([-+])?${whole}?(?:\.(\d+))?\s*(%|percent)?(-)?$`,
  'i',
);

/**
 * "$509.24" is "five hundred nine dollars and twenty-four cents"; an amount in parentheses is below zero,
 * as accountants write it, and "5-" as spreadsheets do. Dollars of other countries have their names.
 *
 * @returns undefined when it is no amount of dollars
 */
export function moneyWords(value: string): string | undefined {
  const text = signAhead(value.trim());
  const [, inside] = /^\((.+)\)$/.exec(text) ?? [];
  const [, before, ahead, after, dollars = '', part = '', unit, behind] =
    moneyPattern.exec(inside ?? text) ?? [];
  const digits = dollars.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if ((digits === '' && part === '') || digits.length > mostDigits) return undefined;
  const names = [ahead, unit].map((written = '') => dollarsNamed(written));
  // "US$5 CAD" is neither.
  if (names[0] !== names[1] && ![ahead ?? '$', unit ?? '$'].includes('$')) return undefined;
  const cents = Number(part.padEnd(2, '0'));
  const below = inside !== undefined || before || after || behind === '-';
  const words = amount(Number(digits), cents, names[0] ?? names[1]);
  if (behind !== undefined && behind !== '-') return `${words}, credit`;
  return below && (Number(digits) > 0 || cents > 0) ? `minus ${words}` : words;
}

function amount(dollars: number, cents: number, unit = 'dollars'): string {
  const some = `${cardinal(dollars)} ${dollars === 1 ? unit.replace(/s$/, '') : unit}`;
  if (cents === 0) return some;
  const few = `${cardinal(cents)} ${cents === 1 ? 'cent' : 'cents'}`;
  // Whose cents, is a part of the amount.
  return dollars === 0 && unit === 'dollars' ? few : `${some} and ${few}`;
}

/**
 * "1,204.5" is "one thousand two hundred four point five". A number that begins with 0 is a code, and
 * said digit by digit; so is one of more than 15 digits. "5-" is "minus five", as spreadsheets write it.
 *
 * @returns undefined when it is no number
 */
export function numberWords(value: string): string | undefined {
  const [all, ahead, before = '', after = '', percent, behind] =
    numberPattern.exec(signAhead(value.trim())) ?? [];
  const digits = before.replaceAll(',', '');
  if (all === undefined || (digits === '' && after === '')) return undefined;
  const isCode = digits.length > mostDigits || (digits.length > 1 && digits.startsWith('0'));
  if (behind !== undefined && (ahead !== undefined || isCode)) return undefined;
  const sign = ahead ?? behind;
  const words = isCode ? groupedDigits(digits) : cardinal(Number(digits));
  return [
    sign === '-' ? 'minus ' : sign === '+' ? 'plus ' : '',
    words,
    after === '' ? '' : ` point ${digitWords(after)}`,
    percent === undefined ? '' : ' percent',
  ].join('');
}

const timePattern = /^(\d{1,2})(?:[:.](\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*([ap])?\.?\s*(m)?\.?$/i;

/**
 * "14:30" is "two thirty P M"; 12:00 PM is noon and 12:00 AM midnight. "2:30" is "two thirty", because
 * it may be either half of the day. Seconds are not said.
 *
 * @returns undefined when it is no time of day
 */
export function timeWords(value: string): string | undefined {
  return wordsOfTime(value, false);
}

/** The same of a clock that is known to have 24 hours, as in ISO 8601: "02:30" is "two thirty A M". */
export function clockWords(value: string): string | undefined {
  return wordsOfTime(value, true);
}

function wordsOfTime(value: string, isOf24: boolean): string | undefined {
  const text = value.trim().replace(/^(\d{1,2}):?(\d{2})\s*(?:hours|hrs|h)$/i, '$1:$2');
  const [all, hours, minutes, seconds, half, m] = timePattern.exec(text) ?? [];
  if (all === undefined || Boolean(half) !== Boolean(m) || (!half && minutes === undefined))
    return undefined;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59 || Number(seconds ?? 0) > 59 || hour > 23 || (half && (hour < 1 || hour > 12)))
    return undefined;
  const clock = hour % 12 === 0 ? 12 : hour % 12;
  // "2:30" may be either; 14:30 and 00:30 are of a clock of 24 hours.
  const isKnown = half !== undefined || isOf24 || hour === 0 || hour > 12;
  if (!isKnown) return minute === 0 ? `${cardinal(clock)} o'clock` : spoken(clock, minute);
  const isAfternoon = half ? half.toLowerCase() === 'p' : hour >= 12;
  if (clock === 12 && minute === 0) return isAfternoon ? 'noon' : 'midnight';
  return `${spoken(clock, minute)} ${isAfternoon ? 'P M' : 'A M'}`;
}

function spoken(clock: number, minute: number): string {
  return minute === 0 ? cardinal(clock) : `${cardinal(clock)} ${twoDigits(minute)}`;
}
