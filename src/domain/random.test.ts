import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';

test('one key gives one sequence, another key another', () => {
  const draw = (key: string) => {
    const random = seededRandom(key);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(draw('1/3-17-42')).toEqual(draw('1/3-17-42'));
  expect(draw('1/3-17-42')).not.toEqual(draw('1/3-17-43'));
});

test('first draws of neighbouring keys are spread evenly', () => {
  const buckets = new Array<number>(10).fill(0);
  for (let entry = 0; entry < 20_000; entry += 1) {
    const bucket = seededRandom(`1/3-17-${entry}`).between(0, 9);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  for (const count of buckets) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});
