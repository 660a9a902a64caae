/** Finds the offer of a key in the words of a time line. */
import { type Heard, heard, isDigits } from './heard.ts';
import type { HeardWord } from './time-line.ts';

/** Verbs of keys alone, after which 1 is no amount. */
const keyVerbs = new Set([
  ...['press', 'pressing', 'push', 'hit', 'dial', 'touch', 'tap'],
  ...['oprima', 'marque', 'presione', 'pulse', 'appuyez', 'composez', 'tapez'],
]);
/** Verbs of choices, too: "select 1 for an agent", but "select one for each child". */
const choiceVerbs = new Set([
  ...['select', 'choose', 'enter', 'elija', 'seleccione', 'choisissez', 'selectionnez'],
]);
const presses = new Set([...keyVerbs, ...choiceVerbs, 'key']);
/** With the name of a key only: "use key 1", not "use 1 to wash". */
const useVerbs = new Set(['use', 'using', 'utilice', 'utilisez']);
const keyNames = new Set(['key', 'button', 'tecla', 'touche']);
const namesBefore = new Set([
  ...['number', 'digit', 'option', 'boton', 'bouton', 'opcion', 'numero', ...keyNames],
]);
const between = new Set([...namesBefore, 'the', 'el', 'la', 'sur', 'le', 'on']);
/** What may be said of a key that opens the sentence: "9 to be removed". */
const purposes = new Set(['to', 'for', 'if', 'para', 'pour', 'now']);
/** What may follow a key in its clause: "press 1 to", not "press one of". */
const afterKey = new Set([...purposes, 'and', 'or', 'at', 'on', 'when', 'y', 'o', 'et', 'ou']);

/** Where a key may be offered: "press 9", "9 to be removed", "enter 9". */
export function keyOffers(words: readonly HeardWord[], key: string): Heard[] {
  const offers: Heard[] = [];
  for (const [at, { word, field, opens }] of words.entries()) {
    if (word !== key || field) continue;
    const before = verbBefore(words, at);
    const pressed = presses.has(words[before]?.word ?? '');
    const next = words[at + 1];
    const named = ['key', 'number', 'or', 'and', 'o'].includes(words[at - 1]?.word ?? '');
    const alone = (opens || named) && next !== undefined && purposes.has(next.word);
    // A digit of a longer number is no key.
    const inNumber = /^\d+$/.test(next?.word ?? '') && next?.opens === false;
    // "Monday to Friday, 9 to 5".
    const toNumber = next?.word === 'to' && isTimeOfDay(words[at + 2]);
    if ((!pressed && !alone) || inNumber || toNumber || isDenied(words, before)) continue;
    offers.push(heard(words, pressed ? before : at, at));
  }
  return offers;
}

const isTimeOfDay = (word: HeardWord | undefined) =>
  isDigits(word) || ['noon', 'midnight'].includes(word?.word ?? '');

/** Index of the last word before a key that is no name of it; -1: there is none. */
function verbBefore(words: readonly HeardWord[], at: number): number {
  let before = at - 1;
  while (before >= 0 && between.has(words[before]?.word ?? '')) before -= 1;
  return before;
}

const denials = new Set([
  ...['not', 'dont', 'never', 'cannot', 'cant', 'neednt', 'wont', 'without', 'no', 'nunca'],
]);
/** May stand between a denial and its verb: "you need not to press", "don't ever press". */
const afterDenial = new Set(['ever', 'just', 'simply', 'need', 'have', 'to', 'be']);

/** "Do not press 9", but not "do not wait: press 9", nor "do not hesitate to press 9". */
function isDenied(words: readonly HeardWord[], verb: number): boolean {
  let at = verb;
  while (at > 0 && words[at]?.opens === false) {
    at -= 1;
    const { word = '' } = words[at] ?? {};
    if (denials.has(word)) return true;
    if (!afterDenial.has(word)) return false;
  }
  return false;
}

/**
 * Where a key is certainly offered: after a verb of keys, or as the other choice in a sentence that
 * offers a key already ("press 9 to stop, or one to talk to us"). Of 1 it can refuse a start, so what may
 * be an amount or a telephone number ("dial 1, 800 ...") counts as no offer.
 */
export function certainOffers(words: readonly HeardWord[], key: string): Heard[] {
  const offers: Heard[] = [];
  for (const [at, { word, field }] of words.entries()) {
    if (word !== key || field || !endsAsKey(words, at)) continue;
    const before = verbBefore(words, at);
    if (isPressed(words, before, at)) {
      if (!isDenied(words, before)) offers.push(heard(words, before, at));
    } else if (isOtherChoice(words, at)) offers.push(heard(words, at, at));
  }
  return offers;
}

const anyWords = new Set(['any', 'cualquier', 'nimporte']);
const keysOfAny = new Set([...keyNames, 'number', 'digit', 'boton', 'bouton', 'numero', 'keys']);

/** "Press any key", "hit any button", "oprima cualquier tecla"; not "press any time". */
export function offersOfAnyKey(words: readonly HeardWord[]): Heard[] {
  return words.flatMap(({ word, field }, at) => {
    if (field || !keyVerbs.has(word)) return [];
    let any = at + 1;
    while (['on', 'sur', 'down'].includes(words[any]?.word ?? '')) any += 1;
    if (!anyWords.has(words[any]?.word ?? '')) return [];
    const key = words.findIndex((one, index) => index > any && keysOfAny.has(one.word));
    // "Any one of the keys", "n'importe quelle touche".
    const isNear =
      key > any && key - any <= 4 && !words.slice(at + 1, key).some((one) => one.opens);
    const isOther = isNear && isElsewhere(words, key);
    return isNear && !isOther && !isDenied(words, at) ? heard(words, at, key) : [];
  });
}

const places = new Set([
  ...['app', 'application', 'website', 'site', 'page', 'portal', 'screen', 'card', 'letter'],
  ...['bill', 'statement', 'invoice', 'envelope', 'list', 'email'],
]);

/** "Dial any number on your card", "tap any button in our app": nothing of this call. */
function isElsewhere(words: readonly HeardWord[], key: number): boolean {
  const [next, ...rest] = words.slice(key + 1, key + 6);
  if (!next || next.opens || !['in', 'of', 'on', 'from', 'at'].includes(next.word)) return false;
  const end = rest.findIndex(({ opens }) => opens);
  return rest.slice(0, end < 0 ? undefined : end).some(({ word }) => places.has(word));
}

function isPressed(words: readonly HeardWord[], before: number, at: number): boolean {
  const verb = words[before];
  if (!verb || verb.field) return false;
  if (keyVerbs.has(verb.word)) return true;
  const isNamed = words.slice(before + 1, at).some(({ word }) => namesBefore.has(word));
  if (isNamed) return useVerbs.has(verb.word) || choiceVerbs.has(verb.word);
  return choiceVerbs.has(verb.word) && words[at]?.figure === true && isChoice(words, at);
}

/** "Select 1 for an agent", not "choose 1 or more plans" nor "choose 1 for each child". */
function isChoice(words: readonly HeardWord[], at: number): boolean {
  const next = words[at + 1];
  if (!next || next.opens) return true;
  const shared = ['each', 'every', 'all', 'yourself', 'you'].includes(words[at + 2]?.word ?? '');
  return purposes.has(next.word) && !shared;
}

function endsAsKey(words: readonly HeardWord[], at: number): boolean {
  const next = words[at + 1];
  if (!next) return true;
  // "Press the number one key", not "press one key".
  if (keyNames.has(next.word)) return between.has(words[at - 1]?.word ?? '');
  // The next word may be the rest of a telephone number, also after a pause or in a field.
  if (next.field || isDigits(next)) return false;
  // "1 to 3 of our branches".
  if (next.word === 'to' && isDigits(words[at + 2])) return false;
  return next.opens || afterKey.has(next.word);
}

function isOtherChoice(words: readonly HeardWord[], at: number): boolean {
  const linked = ['or', 'and', 'o', 'y', 'ou', 'et'].includes(words[at - 1]?.word ?? '');
  if (!linked || !purposes.has(words[at + 1]?.word ?? '')) return false;
  let from = at;
  while (from > 0 && !words[from]?.opensSentence) from -= 1;
  return words.slice(from, at).some(({ word }, index, own) => {
    const key = own[index + 1];
    const isKey = key !== undefined && /^\d$/.test(key.word);
    return isKey && (keyVerbs.has(word) || (choiceVerbs.has(word) && key.figure));
  });
}
