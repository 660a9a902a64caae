/**
 * Every reason and every note says something else in the tests than in Carillon: what still works does not hang on a
 * sentence. Only the words change; codes and facts are the true ones. A test that is about the words
 * themselves says `vi.unmock` of this module. Processes that tests start say the true ones.
 */
import { vi } from 'vitest';
import type { StoredNote } from '../../src/contract/note.ts';
import type { StoredReason } from '../../src/contract/reason.ts';

type Sentences = typeof import('../../src/domain/reason-sentences.ts');

/** Without commas and quotation marks, so that a CSV file has them as they are. */
const words = (reason: object) =>
  `Other words ${Object.entries(reason)
    .map(([fact, value]) => `${fact}=${value}`)
    .sort()
    .join(' ')}.`;

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
