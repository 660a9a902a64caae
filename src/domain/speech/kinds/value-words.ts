/** The words of an account's value, by the kind of its field. */
import type { SpokenKind } from '#contract/spoken-kind.ts';
import { withRanges } from '../spoken-ranges.ts';
import { plainDashes } from '../spoken-signs.ts';
import { spelledText, spokenText, spokenWords } from '../spoken-text.ts';
import { moneyWords, numberWords, timeWords } from './amount-words.ts';
import { digitsWords, phoneWords, stateWords, zipWords } from './code-words.ts';
import { dateWords } from './date-words.ts';
import { nameWords } from './name-words.ts';

type Reader = (value: string) => string | undefined;

/** Each returns undefined for a value that is not of its kind. */
export const kindReaders: Readonly<Record<Exclude<SpokenKind, 'words'>, Reader>> = {
  date: dateWords,
  money: moneyWords,
  number: numberWords,
  phone: phoneWords,
  zip: zipWords,
  state: stateWords,
  time: timeWords,
  digits: digitsWords,
  letters: spelledText,
  name: nameWords,
};

/** Of digits and letters a star is one of them, as in "*611"; a phone number may begin with one. */
const keepsStars: readonly SpokenKind[] = ['digits', 'letters'];

/** Without the stars of a footnote, as in "$509.24*", or of a check's padding. */
function withoutStars(value: string, kind: SpokenKind): string {
  if (keepsStars.includes(kind)) return value;
  const before = value.replace(/\s*\*+\s*$/, '');
  return kind === 'phone' ? before : before.replace(/^\s*\*+\s*/, '');
}

/**
 * What the speech engine is given for a value: plain ASCII words. A value that is not of its kind is
 * said as it is written, so that a wrong guess never changes what a person is told.
 *
 * @throws SpeechError for letters of another script and for a value without a letter or digit
 */
export function valueWords(value: string, kind: SpokenKind): string {
  const plain = plainDashes(value);
  if (kind === 'words') return spokenText(plain);
  const written = withoutStars(plain, kind);
  const words = kindReaders[kind](withHyphens(written)) ?? rangeWords(written, kind);
  return words === undefined ? spokenText(plain) : spokenWords(words);
}

const withHyphens = (value: string) => value.replaceAll('−', '-');
const kindsOfRanges: readonly SpokenKind[] = ['date', 'money', 'number', 'time'];

/** "9am-5pm" is "nine A M to five P M", where both ends are of the kind. */
function rangeWords(value: string, kind: Exclude<SpokenKind, 'words'>): string | undefined {
  if (!kindsOfRanges.includes(kind)) return undefined;
  const ends = withRanges(value)
    .split(' to ')
    .map((end) => kindReaders[kind](withHyphens(end)));
  return ends.length === 2 && !ends.includes(undefined) ? ends.join(' to ') : undefined;
}
