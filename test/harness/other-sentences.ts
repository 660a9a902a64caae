/**
 * Every reason, note, detail of a carrier and verdict on a number says something else in the tests than in Carillon:
 * what still works does not hang on a sentence. Only the words change; codes and facts are the true ones. A test that is about
 * the words themselves calls `vi.unmock` for their module. Processes that tests start say the true ones.
 */
import { vi } from 'vitest';
import type { StoredCarrierDetail } from '../../src/contract/carrier-detail.ts';
import type { StoredNote } from '../../src/contract/note.ts';
import type { StoredReason } from '../../src/contract/reason.ts';

type DetailSentences = typeof import('../../src/domain/carrier-words/detail-sentences.ts');
type VerdictWords = typeof import('../../src/domain/verdict-words.ts');
type Sentences = typeof import('../../src/domain/reason-sentences.ts');

/** Without commas and quotation marks, so that a CSV file has them as they are. */
const words = (reason: object) => `Other words ${factsOf(reason)}.`;

const factsOf = (facts: object): string =>
  Object.entries(facts)
    .map(([fact, value]) => `${fact}=${isObject(value) ? `(${factsOf(value)})` : value}`)
    .sort()
    .join(' ');

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

vi.mock('../../src/domain/reason-sentences.ts', async (importOriginal) => {
  const original = await importOriginal<Sentences>();
  return {
    ...original,
    reasonSentence: words,
    reasonOrNull: (reason: StoredReason | null) => reason && words(reason),
    holdCause: words,
    troubleSentence: (kind: string) => words({ kind }),
    loggedReason: (reason: StoredReason) => ({ ...reason, sentence: words(reason) }),
    noteSentence: words,
    loggedNote: (note: StoredNote) => ({ ...note, sentence: words(note) }),
  } satisfies Sentences;
});

vi.mock('../../src/domain/carrier-words/detail-sentences.ts', () => {
  return {
    carrierDetailSentence: words,
    loggedCarrierDetail: (detail: StoredCarrierDetail) => ({ ...detail, sentence: words(detail) }),
  } satisfies DetailSentences;
});

vi.mock('../../src/domain/verdict-words.ts', () => {
  return {
    verdictWords: ({ verdict, leftOut }) => ({
      word: words({ kind: verdict?.kind ?? 'none' }),
      because: words({ reason: leftOut?.reasonCode.code ?? verdict?.reason ?? null }),
    }),
  } satisfies VerdictWords;
});
