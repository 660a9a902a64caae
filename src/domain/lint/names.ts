/** Finds a client's name in words, as people say and write it: without "the" and "Inc.", "Saint" for "St.". */
import { type Heard, heard } from './heard.ts';
import { type HeardWord, plainWords } from './time-line.ts';

/**
 * Whether a name can be found in words: those are Latin letters and digits, so that a name of another
 * script, or of signs alone, is never among them.
 */
export function isFindable(name: string): boolean {
  return plainWords(name).length > 0 && !/(?!\p{Script=Latin})\p{L}/u.test(name);
}

/** The first time that this name is said as a whole. */
export function nameIn(words: readonly HeardWord[], name: string): Heard | undefined {
  const wanted = wordsOfName(name);
  const said = words.map(({ word }) => word);
  const at = findName(said, wanted);
  return at < 0 ? undefined : heard(words, at, at + wanted.length - 1);
}

/** Whether a text has this name as a whole. */
export function isNamedIn(text: string, name: string): boolean {
  return findName(plainWords(text), wordsOfName(name)) >= 0;
}

function findName(said: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return -1;
  for (let at = 0; at + wanted.length <= said.length; at += 1) {
    const says = (word: string, index: number) => {
      const own = said[at + index] ?? '';
      // "Harbor Bank's new branch" names it, too.
      return sameWord(own, word) || (index === wanted.length - 1 && own === `${word}s`);
    };
    if (wanted.every(says)) return at;
  }
  return -1;
}

const forms = /^(?:inc|incorporated|llc|llp|lp|pllc|ltd|limited|corp|corporation|plc|pc|na)$/;

/** Without the article and the legal form, which few say; a name that is nothing else stays whole. */
function wordsOfName(name: string): string[] {
  const whole = plainWords(name);
  let from = whole[0] === 'the' ? 1 : 0;
  let end = whole.length;
  while (end > from + 1 && forms.test(whole[end - 1] ?? '')) end -= 1;
  if (end === from) from = 0;
  return whole.slice(from, end);
}

/** Written short or in full. */
const short: Record<string, string> = {
  ...{ saint: 'st', street: 'st', mount: 'mt', fort: 'ft', doctor: 'dr', avenue: 'ave' },
  ...{ department: 'dept', association: 'assn', university: 'univ', company: 'co', county: 'cty' },
};

const sameWord = (a: string, b: string) => (short[a] ?? a) === (short[b] ?? b);
