import { expect, test } from 'vitest';
import { compareDrafts, mergeDrafts, mergeField } from './merge-drafts.ts';

interface Draft {
  name: string;
  pace: number;
  note: string;
  password: string;
}
const fields = [
  mergeField<Draft, 'name'>('name', 'Name'),
  mergeField<Draft, 'pace'>('pace', 'Calls per minute'),
  mergeField<Draft, 'note'>('note', 'Note'),
];
const base = { name: 'A', pace: 50, note: 'n', password: '' };
const versions = {
  base,
  mine: { ...base, pace: 60, note: 'mine', password: 'typed' },
  theirs: { ...base, pace: 45, name: 'B' },
};

test('only what both changed is asked, with what it was', () => {
  expect(compareDrafts(fields, versions)).toEqual({
    rows: [{ key: 'pace', label: 'Calls per minute', was: '50', mine: '60', theirs: '45' }],
    onlyMine: ['Note'],
    onlyTheirs: ['Name'],
  });
});

test('both made the same change: nothing is asked', () => {
  const same = { base, mine: { ...base, pace: 60 }, theirs: { ...base, pace: 60 } };
  expect(compareDrafts(fields, same)).toEqual({ rows: [], onlyMine: [], onlyTheirs: [] });
});

test.each([
  ['mine', 60],
  ['theirs', 45],
] as const)(
  '%s is saved with what only one changed, and what is not compared stays',
  (side, pace) => {
    expect(mergeDrafts(fields, versions, { pace: side })).toEqual({
      ...{ name: 'B', pace, note: 'mine', password: 'typed' },
    });
  },
);
