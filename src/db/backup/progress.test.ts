import { expect, test } from 'vitest';
import { Progress, rowsText, sizeOf } from './progress.ts';

test('progress is reported at most once a second, and its line is made only then', () => {
  const said: string[] = [];
  let at = 0;
  let made = 0;
  const progress = new Progress(
    (line) => said.push(line),
    () => at,
  );
  for (; at < 3_500; at += 100) {
    progress.tick(() => {
      made += 1;
      return `${at}`;
    });
  }
  expect(said).toEqual(['1000', '2000', '3000']);
  expect(made).toBe(3);
});

test('sizes and rows are written for people', () => {
  expect([12, 340_000_000, 1_240_000_000].map(sizeOf)).toEqual(['1 kB', '340 MB', '1.2 GB']);
  expect([1, 12_345].map(rowsText)).toEqual(['1 row', '12,345 rows']);
});
