/** Finds in the words of a time line: a telephone number, the offer of a key. */
import type { HeardWord } from './time-line.ts';

/** The words from one to another, both inclusive. */
export interface Heard {
  first: HeardWord;
  last: HeardWord;
}

const presses = new Set([
  ...['press', 'pressing', 'push', 'dial', 'hit', 'enter', 'touch', 'select', 'choose', 'key'],
  ...['oprima', 'marque', 'presione', 'pulse', 'appuyez', 'composez'],
]);
const between = new Set(['the', 'number', 'key', 'digit', 'button', 'el', 'la', 'sur', 'le', 'on']);
/** What may be said of a key that opens the sentence: "9 to be removed". */
const purposes = new Set(['to', 'for', 'if', 'para', 'pour', 'now']);

/** Where a key may be offered: "press 9", "9 to be removed", "enter 9". */
export function keyOffers(words: readonly HeardWord[], key: string): Heard[] {
  const offers: Heard[] = [];
  for (const [at, { word, field, opens }] of words.entries()) {
    if (word !== key || field) continue;
    let before = at - 1;
    while (before >= 0 && between.has(words[before]?.word ?? '')) before -= 1;
    const pressed = presses.has(words[before]?.word ?? '');
    const next = words[at + 1];
    const named = ['key', 'number', 'or', 'and', 'o'].includes(words[at - 1]?.word ?? '');
    const alone = (opens || named) && next !== undefined && purposes.has(next.word);
    // A digit of a longer number is no key.
    const inNumber = /^\d+$/.test(next?.word ?? '') && next?.opens === false;
    if ((pressed || alone) && !inNumber) offers.push(heard(words, pressed ? before : at, at));
  }
  return offers;
}

/** Verbs after which 1 is a key, not an amount: "choose one of our plans" offers none. */
const keyVerbs = new Set([
  ...['press', 'pressing', 'push', 'hit', 'dial'],
  ...['oprima', 'marque', 'presione', 'pulse', 'appuyez', 'composez'],
]);
const keyNames = new Set(['key', 'button', 'tecla', 'touche']);
/** What may follow a key in its clause: "press 1 to", not "press one of". */
const afterKey = new Set([...purposes, 'and', 'or', 'at', 'on', 'when', 'y', 'o', 'et', 'ou']);

/**
 * Where 1 is certainly offered as a key: after a verb of keys, or as the other choice in a sentence that
 * offers a key already ("press 9 to stop, or one to talk to us"). It can refuse a start, so what may
 * be an amount or a telephone number ("dial 1, 800 ...") counts as no offer.
 */
export function certainOffersOfOne(words: readonly HeardWord[]): Heard[] {
  const offers: Heard[] = [];
  for (const [at, { word, field }] of words.entries()) {
    if (word !== '1' || field || !endsAsKey(words, at)) continue;
    let before = at - 1;
    while (before >= 0 && between.has(words[before]?.word ?? '')) before -= 1;
    if (keyVerbs.has(words[before]?.word ?? '') && !words[before]?.field) {
      offers.push(heard(words, before, at));
    } else if (isOtherChoice(words, at)) offers.push(heard(words, at, at));
  }
  return offers;
}

function endsAsKey(words: readonly HeardWord[], at: number): boolean {
  const next = words[at + 1];
  if (!next) return true;
  // "Press the number one key", not "press one key".
  if (keyNames.has(next.word)) return between.has(words[at - 1]?.word ?? '');
  // The next word may be the rest of a telephone number, also after a pause or in a field.
  if (next.field || isDigits(next)) return false;
  return next.opens || afterKey.has(next.word);
}

function isOtherChoice(words: readonly HeardWord[], at: number): boolean {
  const linked = ['or', 'and', 'o', 'y', 'ou', 'et'].includes(words[at - 1]?.word ?? '');
  if (!linked || !purposes.has(words[at + 1]?.word ?? '')) return false;
  let from = at;
  while (from > 0 && !words[from]?.opensSentence) from -= 1;
  return words
    .slice(from, at)
    .some(({ word }, index, own) => keyVerbs.has(word) && /^\d$/.test(own[index + 1]?.word ?? ''));
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

const isDigits = (word: HeardWord | undefined) =>
  word !== undefined && !word.field && /^(?:\d+|hundred)$/.test(word.word);

function endOfDigits(words: readonly HeardWord[], from: number): number {
  let end = from;
  // "1 800 555 0100. Press 9": a new sentence is not the number any more.
  while (isDigits(words[end]) && (end === from || !words[end]?.opensSentence)) end += 1;
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
