/**
 * What a line of the tables of phrases is (phrases-*.ts), and how to write one. Nobody needs to know
 * regular expressions:
 *
 * - A phrase is plain words, as people write them: 'take me off your list'.
 * - Capitals, accents, apostrophes, punctuation, politeness ("please") and oaths make no difference:
 *   "Please don't!" is the same as 'dont'. Nor does one wrong letter in a word of six or more, or a slip
 *   of a finger in one of the short words that count (vocabulary.ts, written-words.ts).
 * - a|b is one word or the other; several words need round brackets: (me|my phone) is "me" or "my
 *   phone". [again|any more] may be missing. <you|who> has to stand there, but only beside the phrase.
 * - {me} is any word or words of that group in word-groups.ts; its Spanish and French verbs have all the
 *   forms in which people ask something (word-forms.ts).
 * - ~ stands for up to three words that do not matter, ~5 for up to five, ~5!{never} for up to five of which
 *   none belongs to that group.
 * - `where`: 'anywhere' in a sentence (if nothing is said), at its 'start', at its 'end', or the whole
 *   'sentence'; or the whole 'text', all its sentences together. A comma, a full stop, a dash between
 *   blanks and a new line end a sentence: no phrase goes over them.
 * - `reading`: 'opt-out' bars the number at once. 'unclear' lets it rest until a manager decides.
 *   'not' is what looks like one of them and is none: it takes its words away from every phrase that
 *   shares one with it, unless that one has no ~ and says more: 'dont stop' takes the stop from
 *   'stop texting', but nothing from 'if you dont stop'. With `where: 'text'` the whole text is none.
 * - Give every phrase examples, and counterExamples where it could be misread: a test reads them all.
 */
export interface Phrase {
  phrase: string;
  reading: Reading;
  where?: Where;
  /** Texts that have this reading, because of this phrase. */
  examples: readonly string[];
  /** Texts that do not have it. */
  counterExamples?: readonly string[];
}

export type Reading = 'opt-out' | 'unclear' | 'not';
export type Where = 'anywhere' | 'start' | 'end' | 'sentence' | 'text';
