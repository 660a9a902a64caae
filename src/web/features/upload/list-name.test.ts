import { expect, test } from 'vitest';
import { newDraft } from './draft.ts';
import { withFile } from './file-choice.ts';
import { nameFromFile } from './list-name.ts';

test('a list is named after its file, without the ending and the underscores', () => {
  expect(nameFromFile('harbor_ortho_statements_2026-11-20.csv')).toBe(
    'Harbor ortho statements 2026-11-20',
  );
  expect(nameFromFile('Mai.v2.TXT')).toBe('Mai.v2');
  expect(nameFromFile('.csv')).toBe('');
  expect(nameFromFile(`${'a'.repeat(300)}.csv`)).toHaveLength(255);
});

const file = new File(['a'], 'may.csv');

test('a guess never replaces what the manager chose or typed', () => {
  const draft = newDraft(1);
  expect(withFile(draft, file, ';')).toMatchObject({
    ...{ delimiterKind: 'semicolon', delimiterGuessed: true, name: 'May', nameGuessed: true },
  });
  const decided = { ...draft, delimiterChosen: true, name: 'Mine' };
  expect(withFile(decided, file, ';')).toEqual({
    file,
    mapping: undefined,
    suggestedDelimiter: ';',
  });
  const guessedBefore = { ...draft, name: 'April', nameGuessed: true };
  expect(withFile(guessedBefore, file, undefined)).toMatchObject({
    name: 'May',
    delimiterKind: 'comma',
    delimiterGuessed: false,
  });
  expect(withFile(draft, file, '^')).toMatchObject({ delimiterKind: 'other', otherDelimiter: '^' });
});
