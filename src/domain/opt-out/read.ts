/** Reads a text by the tables of phrases: whether its writer wants to be left alone. */
import { createMatcher, type Matcher, type SharedSteps, type Span, type Word } from './matcher.ts';
import type { Phrase } from './phrase.ts';
import { createVocabulary } from './vocabulary.ts';
import { wordGroups } from './word-groups.ts';
import { plainWords, sentencesOf } from './words.ts';
import { leftOutWords } from './written-words.ts';

export interface OptOutReader {
  /** @param text of any length; only its beginning counts (words.ts) */
  read(text: string): { reading: 'opt-out' | 'unclear' | 'none'; core: string };
}

interface Line extends Phrase {
  matcher: Matcher;
}

export function createOptOutReader(table: readonly Phrase[]): OptOutReader {
  const steps = makeOptOutReader(table);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in short steps, between which others can have the processor. */
export function* makeOptOutReader(table: readonly Phrase[]): Generator<void, OptOutReader> {
  const made: SharedSteps = new Map();
  const lines: Line[] = [];
  for (const line of table) {
    lines.push({ ...line, matcher: createMatcher(line.phrase, wordGroups, made) });
    yield;
  }
  const leftOut = Map.groupBy(
    leftOutWords.map((one) => plainWords(one)).sort((a, b) => b.length - a.length),
    ([first = '']) => first,
  );
  const words = new Set([...leftOut.values()].flat(2));
  for (const { matcher } of lines) for (const word of matcher.words()) words.add(word);
  yield;
  const vocabulary = createVocabulary([...words]);
  yield;
  const of = (reading: Phrase['reading'], text: boolean) =>
    byFirstWord(lines.filter((line) => line.reading === reading && isOfText(line) === text));
  /** Those for a sentence, and those for the whole text. */
  const [optOuts, optOutTexts] = [of('opt-out', false), of('opt-out', true)];
  const [unclears, unclearTexts] = [of('unclear', false), of('unclear', true)];
  const [nots, notTexts] = [of('not', false), of('not', true)];

  return {
    read(text) {
      const said = sentencesOf(text).map((words) =>
        words.map((word) => vocabulary.meaningsOf(word)),
      );
      const without = said
        .map((words) => withoutLeftOut(words, leftOut))
        .filter((words) => words.length > 0);
      // "Stp" may be French politeness; alone it is none.
      const sentences = without.length > 0 ? without : said;
      const whole = sentences.flat();
      const core = whole.map(([word]) => word).join(' ');
      if (!spansIn(notTexts, whole).next().done) return { reading: 'none', core };
      const says = (some: Lines, someTexts: Lines) =>
        !spansIn(someTexts, whole).next().done ||
        sentences.some((sentence) => has(some, nots, sentence));
      if (says(optOuts, optOutTexts)) return { reading: 'opt-out', core };
      return { reading: says(unclears, unclearTexts) ? 'unclear' : 'none', core };
    },
  };
}

const isOfText = ({ where }: Line) => where === 'text';

/** Phrases by the words that they may begin with, so that few of them are tried at a word. */
interface Lines {
  by: ReadonlyMap<string, readonly Line[]>;
  /** Those that may begin with any word. */
  any: readonly Line[];
}

function byFirstWord(lines: readonly Line[]): Lines {
  const by = new Map<string, Line[]>();
  for (const line of lines) {
    for (const word of line.matcher.first() ?? []) {
      const own = by.get(word);
      if (own) own.push(line);
      else by.set(word, [line]);
    }
  }
  return { by, any: lines.filter(({ matcher }) => matcher.first() === null) };
}

/** Whether one of the phrases is there, and no "not" takes its words away. */
function has(some: Lines, nots: Lines, words: readonly Word[]): boolean {
  let taken: Span[] | undefined;
  for (const { line, span } of spansIn(some, words)) {
    taken ??= [...spansIn(nots, words)].map((found) => found.span);
    if (!taken.some((not) => takes(not, span, line.matcher.loose))) return true;
  }
  return false;
}

/** A phrase without gaps that contains all of the "not", and more, is clearer. */
function takes(not: Span, span: Span, loose: boolean): boolean {
  if (not.to <= span.from || span.to <= not.from) return false;
  const longer = span.to - span.from > not.to - not.from;
  return loose || !(longer && span.from <= not.from && not.to <= span.to);
}

function* spansIn(lines: Lines, words: readonly Word[]) {
  // Those that may begin anywhere are many; only few of them have their words in the text.
  const any = lines.any.filter(({ matcher }) => {
    return words.some((word) => word.some((one) => matcher.needed.has(one)));
  });
  for (let start = 0; start < words.length; start++) {
    const beginning = words[start]?.flatMap((word) => lines.by.get(word) ?? []) ?? [];
    for (const line of [...any, ...beginning]) {
      const { matcher, where = 'anywhere' } = line;
      if (start > 0 && where !== 'anywhere' && where !== 'end') continue;
      const toEnd = where !== 'anywhere' && where !== 'start';
      for (const span of matcher.spansFrom(words, start)) {
        if (!toEnd || span.end === words.length) yield { line, span };
      }
    }
  }
}

/** Without politeness and oaths, which do not matter. */
function withoutLeftOut(
  words: readonly Word[],
  leftOut: ReadonlyMap<string, readonly string[][]>,
): Word[] {
  const left: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const from = at;
    const word = words[at];
    const row = word
      ?.flatMap((one) => leftOut.get(one) ?? [])
      .find((one) => one.every((part, n) => words[from + n]?.includes(part)));
    if (!row && word) left.push(word);
    at += row?.length ?? 1;
  }
  return left;
}
