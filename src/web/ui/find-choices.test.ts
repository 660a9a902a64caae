import { expect, test } from 'vitest';
import { findChoices } from './find-choices.ts';

const choices = [
  { value: '1', label: 'November reminders', kind: 'Broadcast' },
  { value: '2', label: 'Reminders 2', kind: 'Linkback' },
  { value: '3', label: 'Reminders 2', kind: 'Texting' },
];
const found = (typed: string) => findChoices(choices, typed).map(({ value }) => value);

test('nothing typed finds every choice in its order', () => {
  expect(found(' ')).toEqual(['1', '2', '3']);
});

test('every word must be in the name or the kind, in any order and case', () => {
  expect(found('TEXTING rem')).toEqual(['3']);
  expect(found('rem 2')).toEqual(['2', '3']);
  expect(found('nothing like it')).toEqual([]);
});

test('a name that begins with what was typed comes first', () => {
  expect(found('rem')).toEqual(['2', '3', '1']);
});
