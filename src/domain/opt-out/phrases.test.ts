import { describe, expect, test } from 'vitest';
import { createMatcher } from './matcher.ts';
import type { Phrase } from './phrase.ts';
import { phrases } from './phrases.ts';
import { createOptOutReader } from './read.ts';
import { wordGroups } from './word-groups.ts';

const reader = createOptOutReader(phrases);
const readingOf = (line: Phrase) => (line.reading === 'not' ? 'none' : line.reading);

describe('every phrase of the tables', () => {
  test.each(phrases)('$reading: $phrase', (line) => {
    expect(line.examples.length).toBeGreaterThan(0);
    // Alone, so that no example passes because of another phrase.
    const alone = createOptOutReader([{ ...line, reading: 'opt-out' }]);
    for (const text of line.examples) {
      expect({ text, found: alone.read(text).reading }).toEqual({ text, found: 'opt-out' });
      expect({ text, reading: reader.read(text).reading }).toEqual({
        text,
        reading: readingOf(line),
      });
    }
    for (const text of line.counterExamples ?? []) {
      const { reading } = reader.read(text);
      expect({ text, wrong: reading === readingOf(line) }).toEqual({ text, wrong: false });
    }
  });

  test('stands there once', () => {
    const keys = phrases.map(({ phrase, where = 'anywhere' }) => `${where} ${phrase}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

test('every group of words is used', () => {
  const used = JSON.stringify([phrases, wordGroups]);
  expect(Object.keys(wordGroups).filter((name) => !used.includes(`{${name}}`))).toEqual([]);
});

test('a group that does not exist is a fault that names it', () => {
  expect(() => createMatcher('stop {nonsense}', wordGroups)).toThrow('nonsense');
});

test('a group beside words in a choice is a fault, because it would be read as a word', () => {
  expect(() => createMatcher('no (more {things}|calls)', wordGroups)).toThrow('more {things}');
});

describe('the language of phrases', () => {
  const finds = (phrase: string, text: string, where?: Phrase['where']) =>
    createOptOutReader([
      { phrase, reading: 'opt-out', examples: [], ...(where && { where }) },
    ]).read(text).reading === 'opt-out';

  test.each([
    ['one|two', 'One!', true],
    ['one|two', 'three', false],
    ['(my phone|me) now', 'my phone now', true],
    ['[very] bad', 'bad', true],
    ['[very] bad', 'very bad', true],
    ['from ~ to', 'from one two three to', true],
    ['from ~ to', 'from one two three four to', false],
    ['from ~5 to', 'from one two three four to', true],
    ['from ~5!{police} to', 'from one two three to', true],
    ['from ~5!{police} to', 'from one cops three to', false],
    ['from ~5!{police} to', 'from one law enforcement to', false],
    ['<you> go', 'you go', true],
    ['<you> go', 'they go', false],
    ['dont go', 'Don’t go!', true],
    ['mas', '¡MÁS!', true],
    ['consent', 'my consnet', true],
    ['stop', 'stoooop', true],
    ['with your texts', 'w ur texts', true],
    ['u', 'you', false],
    ['call me', 'call. me', false],
  ])('"%s" and the text "%s": %s', (phrase, text, found) => {
    expect(finds(phrase, text)).toBe(found);
  });

  test.each([
    ['start', [true, false, true]],
    ['end', [false, true, true]],
    ['sentence', [false, false, true]],
  ] as const)('where: %s', (where, expected) => {
    expect(['go there', 'you go', 'well. Go.'].map((text) => finds('go', text, where))).toEqual(
      expected,
    );
  });

  test('where: text is all sentences together', () => {
    expect(finds('go there', 'Go. There!', 'text')).toBe(true);
    expect(finds('go', 'Go. There!', 'text')).toBe(false);
  });

  test('a "not" takes its words away, but not from a phrase without a gap that says more', () => {
    const not: Phrase = { phrase: 'dont stop', reading: 'not', examples: [] };
    const of = (phrase: string) =>
      createOptOutReader([not, { phrase, reading: 'opt-out', examples: [] }]);
    expect(of('stop texting').read("please don't stop texting").reading).toBe('none');
    expect(of('if you dont stop').read("if you don't stop").reading).toBe('opt-out');
    expect(of('if ~ stop').read("if you don't stop").reading).toBe('none');
  });
});
