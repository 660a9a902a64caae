/** Finds in the words of a time line: a telephone number, where an offer begins. */
import type { HeardWord } from './time-line.ts';

/** The words from one to another, both inclusive. */
export interface Heard {
  first: HeardWord;
  last: HeardWord;
}

/**
 * Where an offer begins: its clause, with the clause that says what for, as in "To stop these calls,
 * press 9".
 */
export function offerBegins(words: readonly HeardWord[], { first }: Heard): HeardWord {
  const clause = clauseAt(words, words.indexOf(first));
  const begins = words[clause] ?? first;
  if (clause === 0 || begins.opensSentence) return begins;
  const before = words[clauseAt(words, clause - 1)];
  return before && /^(?:to|if|for|para|pour)$/.test(before.word) ? before : begins;
}

function clauseAt(words: readonly HeardWord[], from: number): number {
  let at = from;
  while (at > 0 && !words[at]?.opens) at -= 1;
  return at;
}

const tollFree = /^1?8(?:00|33|44|55|66|77|88)/;
/** A number of the North American Numbering Plan. */
const telephone = /^1?[2-9]\d{2}[2-9]\d{6}$/;
/** A field whose value is the number to call back. */
const numberField =
  /\b(?:call ?back|toll ?free|(?:our|office|agency|company|client|creditor|branch|support) (?:tele)?phone|(?:phone|number) to call)\b/;

export interface HeardNumber extends Heard {
  /** Its digits, as far as they are known. */
  digits: string;
  tollFree: boolean;
}

/** The telephone numbers that are said, in figures, in words or as "1 800 FLOWERS". */
export function numbersIn(words: readonly HeardWord[]): HeardNumber[] {
  const numbers: HeardNumber[] = [];
  for (let at = 0; at < words.length; ) {
    const end = endOfDigits(words, at);
    const said = telephoneIn(words, at, end);
    const digits = digitsOf(words.slice(at, end));
    const first = words[at];
    if (first?.field && numberField.test(first.word)) {
      numbers.push({
        ...heard(words, at, at),
        digits: '',
        tollFree: /toll ?free/.test(first.word),
      });
    } else if (said) {
      numbers.push({ ...said, tollFree: tollFree.test(said.digits) });
    } else if (tollFree.test(digits) && digits.length <= 4 && (words[end]?.word.length ?? 0) >= 4) {
      numbers.push({ ...heard(words, at, end), digits, tollFree: true });
    }
    at = Math.max(end, at + 1);
  }
  return numbers;
}

/**
 * A telephone number among digits that are said in a row: all of them, or whole clauses, as in "Ward Five,
 * 414-555-0108".
 */
function telephoneIn(words: readonly HeardWord[], from: number, end: number) {
  for (let first = from; first < end; first += 1) {
    if (first > from && !words[first]?.opens) continue;
    for (let last = end - 1; last >= first; last -= 1) {
      if (last < end - 1 && !words[last + 1]?.opens) continue;
      const digits = digitsOf(words.slice(first, last + 1));
      if (telephone.test(digits)) return { ...heard(words, first, last), digits };
    }
  }
  return undefined;
}

export const isDigits = (word: HeardWord | undefined) =>
  word !== undefined && !word.field && /^(?:\d+|hundred)$/.test(word.word);

/**
 * Also over the end of a sentence while they are too few for a telephone number: "8 0 0. 5 5 5. 0 1 0 0.".
 * In "1 800 555 0100. Press 9" and "800 555 0100. 9 to be removed" the next sentence is not of it.
 */
function endOfDigits(words: readonly HeardWord[], from: number): number {
  let end = from;
  while (isDigits(words[end])) {
    const isWhole = words[end]?.opensSentence && digitsOf(words.slice(from, end)).length >= 10;
    if (isWhole) break;
    end += 1;
  }
  return end;
}

/** "8 hundred" is 800. */
function digitsOf(words: readonly HeardWord[]): string {
  return words.map(({ word }) => (word === 'hundred' ? '00' : word)).join('');
}

export function heard(words: readonly HeardWord[], from: number, to: number): Heard {
  const first = words[from];
  const last = words[to];
  if (!first || !last) throw new Error('Not a part of these words.');
  return { first, last };
}
