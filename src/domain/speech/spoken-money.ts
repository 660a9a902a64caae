/** How amounts of money are written: their currencies, and where the sign of one below zero stands. */

/** Of the dollars and pesos that have names of their own, by what stands before their sign or instead of it. */
const named: Readonly<Record<string, string>> = {
  ...{ C: 'Canadian dollars', CA: 'Canadian dollars', CAD: 'Canadian dollars' },
  ...{ A: 'Australian dollars', AU: 'Australian dollars', AUD: 'Australian dollars' },
  ...{ NZ: 'New Zealand dollars', NZD: 'New Zealand dollars' },
  ...{ HK: 'Hong Kong dollars', HKD: 'Hong Kong dollars' },
  ...{ MX: 'Mexican pesos', MXN: 'Mexican pesos' },
};
const codes = '(?:USD|CAD|AUD|NZD|HKD|MXN|EUR|GBP|JPY|CHF|INR)';
/** Its first letters belong to it only where no other stands before them. */
const currencySign = String.raw`(?:(?<![\p{L}\p{N}])(?:US|CA?|AU?|NZ|HK|MX))?[$\p{Sc}]`;
const currencyCode = String.raw`(?<!\p{L})${codes}(?!\p{L})`;
/** "$", "C$" or "CAD". */
export const currency = `(?:${currencySign}|${currencyCode})`;
/** "1,204.50" or "20k". */
export const figure = String.raw`(?:\.\d+|\d+(?:[.,]\d+)*)(?:[kKmM](?![\p{L}\p{N}]))?`;
const money = String.raw`(?:${currency}\s?${figure}|${figure}\s?${currency})`;

type Form = readonly [pattern: RegExp, by: string];
const whole = (pattern: string, by: string): Form => [new RegExp(`^${pattern}$`, 'u'), by];

/** Accountants' brackets and signs behind, of a whole value: inside a text, brackets are brackets. */
const belowZero: readonly Form[] = [
  whole(String.raw`\(\s*(${money})\s*\)`, '-$1'),
  whole(String.raw`(${currencySign})\s?\(\s*(${figure})\s*\)`, '-$1$2'),
  whole(String.raw`(${currencyCode})\s?\(\s*(${figure})\s*\)`, '-$1 $2'),
  whole(String.raw`\(\s*(${figure})\s*\)\s?(${currency})`, '-$1 $2'),
  whole(String.raw`-\s?\(\s*(${money}|${figure})\s*\)`, '-$1'),
  whole(String.raw`(${money})\s?-`, '-$1'),
  whole(String.raw`(${currencyCode})\s-\s?(${figure})`, '-$1 $2'),
];

/** "(C$5)", "USD (50)" and "5€-" with their sign ahead, as "-C$5"; any other text as it is. */
export function signAhead(text: string): string {
  const value = text.trim();
  const form = belowZero.find(([pattern]) => pattern.test(value));
  return form ? value.replace(...form) : text;
}

/** "CAD" of "CAD 5" is "Canadian dollars"; undefined for dollars of the United States and for no currency. */
export function dollarsNamed(written: string): string | undefined {
  const key = written.toUpperCase().replace('$', '');
  return Object.hasOwn(named, key) ? named[key] : undefined;
}

const amount = String.raw`(\d+(?:[.,]\d+)*(?:[kKmM]\b)?)`;

/** Both before and behind an amount. Another sign or a dash behind it: it is a part of something else. */
const around = (code: string, by: string): Form[] => [
  [new RegExp(String.raw`(?<![A-Za-z\d])${code}\s?${amount}(?![\w-]|[.,]\d|\s\d)`, 'g'), by],
  [new RegExp(String.raw`(?<![\w.,$-]|\d\s)${amount}\s?${code}(?![\w-])`, 'g'), by],
];

const units = [
  '(?:Canadian|Australian|New Zealand|Hong Kong) dollar|Mexican peso',
  'euro|pound|rupee|peso|ruble|hryvnia|lira|shekel|naira|cedi|cent',
].join('|');

/**
 * Currencies that are written in letters, as words or as their sign. CAD, CHF and INR stay: they are
 * words of doctors, too.
 */
export const moneyByCode: readonly Form[] = [
  [/\bUS\$\s?(?=[\d.])(?![\s\d.,]*[A-Z]{3}\b)/g, '$'],
  ...Object.entries(named).flatMap(([key, name]): Form[] =>
    key.length < 3
      ? [[new RegExp(String.raw`\b${key}\$\s?${amount}`, 'g'), `$1 ${name}`]]
      : key === 'CAD'
        ? []
        : around(key, `$1 ${name}`),
  ),
  ...around('USD', '$$$1'),
  ...around('EUR', '$1 euros'),
  ...around('GBP', '$1 pounds'),
  ...around('JPY', '$1 yen'),
];

/** "1 euros" is one euro. */
export const single: readonly Form[] = [
  [new RegExp(String.raw`(?<![\d.,/-])1(?:\.00)? (${units})s(?!\w)`, 'g'), '1 $1'],
];
