/** Which words of the phrases a written word can mean: itself, or a misspelled one. */
import { slipsOf } from './slips.ts';
import { wordGroups } from './word-groups.ts';
import { chatWords, keyWords, ordinaryShortWords, ordinaryWords } from './written-words.ts';

/** Shorter words are other words too easily. */
const shortestMistyped = 6;
/** Shorter ones sound like too many others. */
const shortestBySound = 4;
/** Spanish words that are written as they sound: "no me yamen", "vasta", "sakenme". */
const bySound = ['esCall', 'esThings', 'esStop', 'esRemove', 'esList', 'esReceive'];

export interface Vocabulary {
  /** The words of the phrases that this one may stand for; itself at least. */
  meaningsOf(word: string): readonly string[];
}

/** @param words all words of all phrases */
export function createVocabulary(words: Iterable<string>): Vocabulary {
  const known = new Set(words);
  const ordinary = new Set([...ordinaryWords, ...ordinaryShortWords]);
  /** Words of the phrases by what is left of them without double letters, and without one letter. */
  const squeezed = index(known, (word) => [squeeze(word)]);
  const shortened = index(
    [...known].filter((word) => word.length >= shortestMistyped),
    (word) => [word, ...withoutOneLetter(word)],
  );
  const slips = index(
    keyWords.filter((word) => known.has(word)),
    (word) => [...slipsOf(word)],
  );
  const sounds = index(
    bySound
      .flatMap((group) => wordGroups[group] ?? [])
      .filter((word) => known.has(word) && word.length >= shortestBySound),
    (word) => [spanishSound(word)],
  );

  function meaningsOf(word: string): readonly string[] {
    const written = chatWords[word];
    if (written !== undefined) return [word, written];
    if (known.has(word) || ordinary.has(word)) return [word];
    // "stoppp", "pleaaase"
    const drawnOut = /(\p{L})\1\1/u.test(word) ? (squeezed.get(squeeze(word)) ?? []) : [];
    if (drawnOut.length > 0) return drawnOut;
    const near = slips.get(word) ?? droppedG(word) ?? sounds.get(spanishSound(word));
    if (near) return near;
    if (word.length < shortestMistyped - 1) return [word];
    const mistyped = oneLetterAway(word);
    // "arettez", "messsages": letters that should be doubled, and those that should not.
    return mistyped.length > 0 ? mistyped : (squeezed.get(squeeze(word)) ?? [word]);
  }

  /** "textin", "blowin": as people speak. */
  function droppedG(word: string): string[] | undefined {
    return word.length > 4 && word.endsWith('in') && known.has(`${word}g`)
      ? [`${word}g`]
      : undefined;
  }

  function oneLetterAway(word: string): string[] {
    const near = new Set<string>();
    for (const rest of [word, ...withoutOneLetter(word)]) {
      for (const one of shortened.get(rest) ?? []) if (isOneSlipAway(word, one)) near.add(one);
    }
    return [...near];
  }
  return { meaningsOf };
}

function index(words: Iterable<string>, keysOf: (word: string) => string[]) {
  const found = new Map<string, string[]>();
  for (const word of new Set(words)) {
    for (const key of new Set(keysOf(word))) found.set(key, [...(found.get(key) ?? []), word]);
  }
  return found;
}

const squeeze = (word: string) => word.replace(/(.)\1+/gu, '$1');

/** As pronounced: b is v, z and soft c are s, k is hard c and qu, ll is y, and h is silent. */
function spanishSound(word: string): string {
  return word
    .replaceAll('h', '')
    .replaceAll('v', 'b')
    .replaceAll('ll', 'y')
    .replace(/z|c(?=[ei])/g, 's')
    .replace(/qu(?=[ei])|c/g, 'k');
}

function withoutOneLetter(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** One letter too many, missing, wrong, or two that changed places. */
function isOneSlipAway(a: string, b: string): boolean {
  if (a.length > b.length) return isOneSlipAway(b, a);
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let end = 0;
  while (end < a.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [restA, restB] = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA === [...restB].reverse().join('');
}
