/** Signs that make another value of a number when they are dropped, or joined to it: as words. */
import { currency } from './spoken-money.ts';

export type SpokenRule = readonly [pattern: RegExp, by: string];

export const applied = (text: string, rules: readonly SpokenRule[]): string =>
  rules.reduce((before, [pattern, by]) => before.replaceAll(pattern, by), text);

/** Behind a whole number: "12½" is "12 and a half". */
const fractions: Readonly<Record<string, string>> = {
  ...{ '½': 'a half', '⅓': 'a third', '⅔': 'two thirds', '¼': 'a quarter', '¾': 'three quarters' },
  ...{ '⅕': 'a fifth', '⅖': 'two fifths', '⅗': 'three fifths', '⅘': 'four fifths' },
  ...{ '⅙': 'a sixth', '⅚': 'five sixths', '⅐': 'a seventh', '⅑': 'a ninth', '⅒': 'a tenth' },
  ...{ '⅛': 'an eighth', '⅜': 'three eighths', '⅝': 'five eighths', '⅞': 'seven eighths' },
};
/** What begins an amount. */
const amount = String.raw`(?:${currency}\s?)?\.?\d`;

/** What nobody sees; hyphens of other widths, as Word pastes them; and dashes between digits, which are written as hyphens, too. */
export const hyphens: readonly SpokenRule[] = [
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ''],
  [/[\u2010-\u2012\ufe63\uff0d]/g, '-'],
  [/(?<=\d)–(?=\d)/g, '-'],
];

const dashes: readonly SpokenRule[] = [
  ...hyphens,
  // Alone or between spaces it is a minus; inside a phone number it is a hyphen.
  [new RegExp(String.raw`(?<=^|[\s(=<>≤≥±])−\s*(?=${amount})`, 'gu'), ' minus '],
  [/−/g, '-'],
  [new RegExp(String.raw`(?<![\p{L}\p{N}.)\]])-(?=${currency}\s?\.?\d)`, 'gu'), ' minus '],
  [new RegExp(String.raw`(${currency})-(?=\.?\d)`, 'gu'), ' minus $1'],
  // "50 USD -30 days" is fifty dollars.
  [new RegExp(String.raw`(?<!\d\s?)(${currency})\s-(?=\.?\d)`, 'gu'), ' minus $1 '],
  [/^\s*-(?=\.?\d)/g, 'minus '],
  // A grade, as "A+" is; "A- and B-rated" has a part left out.
  [
    /(?<![\p{L}\p{N}'’.&-])([A-F])-(?=$|[\s.,;:!?)"'/])(?!\s(?:and|or|to)\s[A-F]-\p{L})/gu,
    '$1 minus',
  ],
];

/** Signs that compatible forms would join to a digit beside them: "5½" would be 51/2, "10²" 102. */
const apart: readonly SpokenRule[] = [
  [/(?<=[\p{L}\p{N}])(?=[⁰¹²³⁴-⁹]+⁄)/gu, ' '],
  [/(?<=\p{Nd})(?=\p{No}|[ªº])|(?<=\p{No})(?=\p{Nd})/gu, ' '],
  [/(?<=\p{L})(?=[¼-¾⅐-⅟⁰¹²³⁴-⁹])/gu, ' '],
  [/№/g, ' number '],
  [/[™℠]/g, ''],
  [/(?<=\d)…(?=\d)/g, ', '],
];

/** With a space behind the words only where a word follows: "5½." ends a sentence. */
const inWords = (before: string, sign: string, words: string): SpokenRule[] => [
  [new RegExp(String.raw`${before}${sign}(?=[\p{L}\p{N}])`, 'gu'), ` ${words} `],
  [new RegExp(before + sign, 'gu'), ` ${words}`],
];

const raised = String.raw`(?<=[\p{Nd})]|\b\p{L}{1,2})`;
const powers: readonly SpokenRule[] = [
  ...inWords(raised, '²(?![⁰¹²³⁴-⁹⁄])', 'squared'),
  ...inWords(raised, '³(?![⁰¹²³⁴-⁹⁄])', 'cubed'),
  [/(?<=[\p{Nd})])⁻(?=[⁰¹²³⁴-⁹])/gu, ' to the minus '],
  [/(?<=[\p{Nd})])(?=[⁰¹²³⁴-⁹]+(?![⁰¹²³⁴-⁹⁄]))/gu, ' to the '],
];

const mixed: readonly SpokenRule[] = Object.entries(fractions).flatMap(([sign, words]) =>
  inWords(String.raw`(?<=\p{Nd})\s?`, sign, `and ${words}`),
);

/** Before compatible forms are made plain ones. */
export const written: readonly SpokenRule[] = [...dashes, ...mixed, ...powers, ...apart];

/** The same for text that is spelled: sign by sign, in groups of their own. */
export const writtenToSpell: readonly SpokenRule[] = [
  ...hyphens,
  [/(?<=\p{Nd})⁻(?=[⁰¹²³⁴-⁹])/gu, ' −'],
  ...apart,
];

/** Signs of sums and comparisons. A pair around words, as in "<now>", compares nothing. */
export const sums: readonly SpokenRule[] = [
  [/[-=]>|[→⇒]/g, ' to '],
  [/<=|[≤≦]/g, ' at most '],
  [/>=|[≥≧]/g, ' at least '],
  [/[<>]{2,}/g, ' '],
  [/<([^\s<>](?:[^<>]*[^\s<>])?)>(?!\s*[$\d])/g, ' $1 '],
  [new RegExp(String.raw`<(?=\s*-?${amount})`, 'gu'), ' less than '],
  [new RegExp(String.raw`>(?=\s*-?${amount})`, 'gu'), ' more than '],
  [/[±∓]/g, ' plus or minus '],
  [/[×✕✖]/g, ' times '],
  [/÷/g, ' divided by '],
  [/∕/g, '/'],
  [/≠/g, ' is not '],
  [/[≈≅]/g, ' about '],
  [/(?<=\d)\s?~\s?(?=\d)/g, ' to '],
  [new RegExp(String.raw`~(?=\s?${amount})`, 'gu'), ' about '],
  [/(?<=\w)\^(?=-?\d)/g, ' to the '],
  [/√/g, ' the square root of '],
  [/∞/g, ' infinity '],
  [/‰/g, ' per thousand'],
  [/(?<=\w)\\(?=\w)/g, ' backslash '],
  [/_(?=[\w.+-]{0,64}@)/g, ' underscore '],
  [/°\s?(?=[CF]\b)/g, ' degrees '],
  [/°(?=\w)/g, ' degrees '],
];

/** A value for the readers of kinds: with plain hyphens, and nothing in it that nobody sees. */
export function plainDashes(value: string): string {
  return applied(value, hyphens).replace(new RegExp(String.raw`^\s*–(?=${amount})`, 'u'), '-');
}
