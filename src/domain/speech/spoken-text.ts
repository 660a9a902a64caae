/** The input of the speech engine, which knows only plain ASCII English. */
import { SpeechError } from './speaker.ts';
import { moneyByCode, signAhead, single } from './spoken-money.ts';
import { withRanges } from './spoken-ranges.ts';
import {
  applied,
  hyphens,
  type SpokenRule,
  sums,
  written,
  writtenToSpell,
} from './spoken-signs.ts';

/** A sign that is dropped would make another amount of it. */
const currencies: Readonly<Record<string, string>> = {
  ...{ '€': 'euros', '£': 'pounds', '¥': 'yen', '₹': 'rupees', '₩': 'won', '₱': 'pesos' },
  ...{ '₽': 'rubles', '₴': 'hryvnias', '₺': 'liras', '₪': 'shekels', '₫': 'dong', '฿': 'baht' },
  ...{ '₦': 'nairas', '₡': 'colones', '₵': 'cedis', '₲': 'guaranies', '₿': 'bitcoin' },
};
const amount = String.raw`\d+(?:[.,]\d+)*[kKmM]?`;

const words: readonly SpokenRule[] = [
  [/⁄/g, '/'],
  [/https?:\/\/(www\.)?/gi, ''],
  [/(\w)\.(?=(com|org|net|gov|edu|us|info|io)\b)/gi, '$1 dot '],
  ...sums,
  [/@/g, ' at '],
  [/&/g, ' and '],
  [/#(?=\s*\d)/g, ' number '],
  [/#/g, ' pound '],
  [/\*/g, ' star '],
  [/\+/g, ' plus '],
  [/=/g, ' equals '],
  ...moneyByCode,
  ...Object.entries(currencies).flatMap(([sign, name]): SpokenRule[] => [
    // "5€50" is not 550 of them.
    [new RegExp(`(?<!\\d\\s?)${sign}\\s*(${amount})`, 'g'), `$1 ${name}`],
    [new RegExp(`\\s*${sign}(?=\\w)`, 'g'), ` ${name} `],
    [new RegExp(`\\s*${sign}`, 'g'), ` ${name}`],
  ]),
  [/\s*¢/g, ' cents'],
  ...single,
  [/°/g, ' degrees'],
  [/§/g, ' section '],
];

const plain: readonly SpokenRule[] = [
  [/[‘’‚‛′ʻʼ]/g, "'"],
  [/[“”„″«»]/g, '"'],
  [/\s*[—–―]\s*/g, ', '],
  [/…/g, '.'],
  [/ß/g, 'ss'],
  [/[æÆ]/g, 'ae'],
  [/[œŒ]/g, 'oe'],
  [/[øØ]/g, 'o'],
  [/[łŁ]/g, 'l'],
  [/[đĐðÐ]/g, 'd'],
  [/[þÞ]/g, 'th'],
  [/[ıİ]/g, 'i'],
];

/**
 * Text as words: signs spelled out, accents dropped, lines ended by a pause.
 *
 * @throws SpeechError for letters of another script, for currency signs without a name here, and for text without a letter or digit
 */
export function spokenText(text: string): string {
  return spokenWords(withRanges(signAhead(applied(text, hyphens))));
}

/** The same of words that a kind's reader made: "April-May" is no range of months in a name. */
export function spokenWords(text: string): string {
  const lines = text.replaceAll(/([^\s.,;:!?])[^\S\n]*\n+/g, '$1. ');
  const plainText = applied(applied(lines, written), plain).normalize('NFKC');
  return cleaned(applied(plainText, words));
}

const signs: Record<string, string> = {
  '-': 'dash',
  '.': 'dot',
  '/': 'slash',
  '@': 'at',
  '#': 'pound',
  '*': 'star',
  '+': 'plus',
  '&': 'and',
  _: 'underscore',
  $: 'dollar',
  '%': 'percent',
  '=': 'equals',
  ':': 'colon',
  '⁄': 'slash',
  '∕': 'slash',
  '−': 'minus',
  '<': 'less than',
  '>': 'more than',
  '≤': 'at most',
  '≥': 'at least',
  '±': 'plus or minus',
  '×': 'times',
  '÷': 'divided by',
  '°': 'degrees',
  '~': 'tilde',
  '^': 'caret',
  '\\': 'backslash',
  '|': 'bar',
  ...currencies,
};

/** Text letter by letter and digit by digit, with a pause where it has a space. */
export function spelledText(text: string): string {
  const letters = folded(applied(applied(text, writtenToSpell).normalize('NFKC'), plain));
  const spelled = letters
    .split(/\s+/)
    .map((word) => [...word].map((sign) => signs[sign] ?? sign.toUpperCase()))
    .map((word) => word.filter((sign) => /[\p{L}\p{N}]/u.test(sign)).join(', '));
  return cleaned(spelled.filter((word) => word !== '').join('. '));
}

/** Without accents: "José" is spoken as "Jose". */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}+/gu, '');
}

function cleaned(text: string): string {
  const letters = folded(text);
  const foreign = new Set(letters.match(/(?![A-Za-z0-9$])[\p{L}\p{N}\p{Sc}]/gu));
  if (foreign.size > 0) {
    const some = [...foreign].slice(0, 5).join(' ');
    throw new SpeechError({ code: 'letters_not_spoken', letters: some });
  }
  const clean = letters
    .replaceAll(/[^A-Za-z0-9 .,;:!?'"$%/()-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (!/[A-Za-z0-9]/.test(clean)) throw new SpeechError({ code: 'nothing_to_speak' });
  return clean;
}
