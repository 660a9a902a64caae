import { expect, test } from 'vitest';
import { createMatcher } from './matcher.ts';
import { phrases } from './phrases.ts';
import { createVocabulary } from './vocabulary.ts';
import { wordGroups } from './word-groups.ts';

const vocabulary = createVocabulary(
  phrases.flatMap(({ phrase }) => [...createMatcher(phrase, wordGroups).words()]),
);

test.each([
  ['a wrong letter in a long word', 'remobe', 'remove'],
  ['the key beside in a short one', 'tect', 'text'],
  ['two that changed places', 'txet', 'text'],
  ['a letter too many', 'callls', 'calls'],
  ['letters that should be doubled, and one that should not', 'arettez', 'arretez'],
  ['as people speak', 'hittin', 'hitting'],
  ['as it sounds in Spanish: ll', 'yamen', 'llamen'],
  ['as it sounds in Spanish: b', 'enbien', 'envien'],
  ['as it sounds in Spanish: qu', 'sakenme', 'saquenme'],
  ['as in a chat', 'ur', 'your'],
])('%s: "%s" is "%s"', (_, written, meant) => {
  expect(vocabulary.meaningsOf(written)).toContain(meant);
});

test.each(['test', 'step', 'lost', 'last', 'fall', 'quiet', 'stay', 'phones', 'calle', 'salto'])(
  '"%s" is itself',
  (word) => {
    expect(vocabulary.meaningsOf(word)).toEqual([word]);
  },
);
