import { expect, test } from 'vitest';
import { findEntries } from './palette-sources.ts';

const entries = [
  { id: 'c', label: 'East', kind: 'Campaign, Stopped' },
  { id: 'start', label: 'Start East', kind: 'Campaign', action: true as const },
  { id: 'edit', label: 'Edit East', kind: 'Campaign', action: true as const },
  { id: 's', label: 'Live Monitoring', kind: 'Screen', words: 'start stop' },
];
const found = (asked: string) => findEntries(entries, asked).map(({ id }) => id);

test('without a search only things are listed, not what can be done with each', () => {
  expect(found('')).toEqual(['c', 's']);
});

test('a name finds the thing first, then its actions', () => {
  expect(found('east')).toEqual(['c', 'edit', 'start']);
});

test('what was typed as a whole comes before what only has its words', () => {
  const numbered = ['Bulk 107', 'Bulk 70', 'Bulk 7'].map((label) => ({
    id: label,
    label,
    kind: '',
  }));
  expect(findEntries(numbered, 'bulk 7').map(({ id }) => id)).toEqual([
    'Bulk 7',
    'Bulk 70',
    'Bulk 107',
  ]);
});

test('a verb finds its action first', () => {
  expect(found('start')[0]).toBe('start');
  expect(found('start east')).toEqual(['start']);
});
