/** Numbers in words, as American English says them (Chicago Manual of Style, chapter 9). */

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen'],
  ...['eighteen', 'nineteen'],
] as const;
const tens = [
  ...['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
] as const;
const groups = ['', ' thousand', ' million', ' billion', ' trillion'] as const;

/** Digits of the largest number that has words; longer ones are said digit by digit. */
export const mostDigits = 15;

const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** 0 to 999,999,999,999,999: 1204 is "one thousand two hundred four". */
export function cardinal(number: number): string {
  if (number === 0) return small[0];
  const parts: string[] = [];
  let rest = number;
  for (const group of groups) {
    const three = rest % 1_000;
    if (three > 0) parts.unshift(`${belowThousand(three)}${group}`);
    rest = Math.floor(rest / 1_000);
  }
  return parts.join(' ');
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const parts = [hundreds > 0 && `${small[hundreds]} hundred`, rest > 0 && belowHundred(rest)];
  return parts.filter(Boolean).join(' ');
}

function belowHundred(number: number): string {
  const word = small[number];
  if (word !== undefined) return word;
  const ones = number % 10;
  return `${tens[Math.floor(number / 10)]}${ones > 0 ? `-${small[ones]}` : ''}`;
}

/** 18 is "eighteenth", 21 "twenty-first". */
export function ordinal(number: number): string {
  const words = cardinal(number);
  const [last = ''] = /[a-z]+$/.exec(words) ?? [];
  const head = words.slice(0, words.length - last.length);
  return (
    head + (irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`))
  );
}

/** A year of four digits: 1994 is "nineteen ninety-four", 2005 "two thousand five", 1905 "nineteen oh five". */
export function yearWords(year: number): string {
  const hundreds = Math.floor(year / 100);
  const rest = year % 100;
  if (hundreds % 10 === 0 && rest < 10) return cardinal(year);
  if (rest === 0) return `${cardinal(hundreds)} hundred`;
  return `${cardinal(hundreds)} ${twoDigits(rest)}`;
}

/** The last two digits of a year, or minutes: 5 is "oh five". */
export function twoDigits(number: number): string {
  return number < 10 ? `oh ${cardinal(number)}` : cardinal(number);
}

/** "one two three"; other signs than digits are dropped. */
export function digitWords(digits: string): string {
  return [...digits.replaceAll(/\D/g, '')].map((digit) => small[Number(digit)]).join(' ');
}

/** Digits in groups of three, a pause after each; a single last one belongs to the group before. */
export function groupedDigits(digits: string): string {
  if (digits.length <= 5) return digitWords(digits);
  const parts = digits.match(/\d{3}(?=\d{2})|\d+$/g) ?? [];
  return parts.map(digitWords).join(', ');
}
