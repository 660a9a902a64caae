import { expect, test } from 'vitest';
import { slipsOf } from './slips.ts';

test.each([
  ['a key beside', ['atop', 'dtop', 'syop', 'sgop', 'stip', 'stkp', 'stol']],
  ['a key beside as well', ['satop', 'sytop', 'stoip', 'stopl']],
  ['a letter twice', ['sstop', 'sttop', 'stoop', 'stopp']],
  ['two letters that changed places', ['tsop', 'sotp', 'stpo']],
])('%s', (_, slips) => {
  expect(slips.filter((slip) => !slipsOf('stop').has(slip))).toEqual([]);
});

test('no letter for one that lies elsewhere, none missing in a short word, and not the word itself', () => {
  const slips = slipsOf('stop');
  expect(['step', 'ship', 'stp', 'top', 'stop', 'spot'].filter((word) => slips.has(word))).toEqual(
    [],
  );
});

test('from five letters on one may be missing', () => {
  expect(['phne', 'hone', 'phon'].filter((word) => !slipsOf('phone').has(word))).toEqual([]);
});
