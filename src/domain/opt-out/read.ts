/** Reads a text by the tables of phrases: whether its writer wants to be left alone. */
import { createMatcher, type Matcher, type Span, type Word } from './matcher.ts';
import type { Phrase } from './phrase.ts';
import { createVocabulary } from './vocabulary.ts';
import { leftOutWords, wordGroups } from './word-groups.ts';
import { plainWords, sentencesOf } from './words.ts';

export interface OptOutReader {
  /** @param text whatever length; only its beginning counts (words.ts) */
  read(text: string): { reading: 'opt-out' | 'unclear' | 'none'; core: string };
}

interface Line extends Phrase {
  matcher: Matcher;
}

export function createOptOutReader(table: readonly Phrase[]): OptOutReader {
  const lines = table.map((line): Line => {
    return { ...line, matcher: createMatcher(line.phrase, wordGroups) };
  });
  const leftOut = leftOutWords.map((one) => plainWords(one)).sort((a, b) => b.length - a.length);
  const vocabulary = createVocabulary([
    ...lines.flatMap(({ matcher }) => [...matcher.words]),
    ...leftOut.flat(),
  ]);
  const of = (reading: Phrase['reading']) => lines.filter((line) => line.reading === reading);
  const [nots, optOuts, unclears] = [of('not'), of('opt-out'), of('unclear')];

  return {
    read(text) {
      const sentences = sentencesOf(text)
        .map((words) => words.map((word) => vocabulary.meaningsOf(word)))
        .map((words) => withoutLeftOut(words, leftOut))
        .filter((words) => words.length > 0);
      const whole = sentences.flat();
      const core = whole.map(([word]) => word).join(' ');
      if (nots.some((line) => isOfText(line) && spansOf(line, whole).length > 0)) {
        return { reading: 'none', core };
      }
      const says = (some: readonly Line[]) =>
        has(some.filter(isOfText), [], whole) ||
        sentences.some((sentence) =>
          has(
            some.filter((line) => !isOfText(line)),
            nots.filter((line) => !isOfText(line)),
            sentence,
          ),
        );
      if (says(optOuts)) return { reading: 'opt-out', core };
      return { reading: says(unclears) ? 'unclear' : 'none', core };
    },
  };
}

const isOfText = ({ where }: Line) => where === 'text';

/** Whether one of the phrases stands there, and no «not» takes its words away. */
function has(some: readonly Line[], nots: readonly Line[], words: readonly Word[]): boolean {
  let taken: Span[] | undefined;
  return some.some((line) =>
    spansOf(line, words).some((span) => {
      taken ??= nots.flatMap((not) => spansOf(not, words));
      return !taken.some((not) => takes(not, span, line.matcher.loose));
    }),
  );
}

/** A phrase without gaps that says all that the «not» says, and more, is clearer than it. */
function takes(not: Span, span: Span, loose: boolean): boolean {
  if (not.to <= span.from || span.to <= not.from) return false;
  const longer = span.to - span.from > not.to - not.from;
  return loose || !(longer && span.from <= not.from && not.to <= span.to);
}

function spansOf({ matcher, where = 'anywhere' }: Line, words: readonly Word[]): Span[] {
  const atStart = where === 'start' || where === 'sentence' || where === 'text';
  const atEnd = where === 'end' || where === 'sentence' || where === 'text';
  const starts = atStart ? Math.min(1, words.length) : words.length;
  const spans: Span[] = [];
  for (let start = 0; start < starts; start++) {
    const { first } = matcher;
    if (first && !words[start]?.some((word) => first.has(word))) continue;
    for (const span of matcher.spansFrom(words, start)) {
      if (!atEnd || span.end === words.length) spans.push(span);
    }
  }
  return spans;
}

/** Without politeness and oaths, which change nothing. */
function withoutLeftOut(words: readonly Word[], leftOut: readonly string[][]): Word[] {
  const left: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const from = at;
    const row = leftOut.find((one) => one.every((word, n) => words[from + n]?.includes(word)));
    const word = words[at];
    if (!row && word) left.push(word);
    at += row?.length ?? 1;
  }
  return left;
}
