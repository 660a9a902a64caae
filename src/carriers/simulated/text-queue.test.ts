import { expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { createTextQueue } from './text-queue.ts';

const start = Date.parse('2026-11-20T20:00:00Z');
const never = Number.POSITIVE_INFINITY;

function queueOf(perSecond = 1) {
  const left: [textId: string, after: number][] = [];
  const queue = createTextQueue({
    perSecond,
    segmentsOf: (body) => body.length,
    left: ({ textId }, at) => left.push([textId, (at - start) / 1_000]),
  });
  const add = (textId: string, { body = 'x', from = 'one', until = never } = {}) => {
    const at = queue.add({ textId, from, to: 'a person', body, until: simMs(until) }, simMs(start));
    return at === undefined ? undefined : (at - start) / 1_000;
  };
  return { ...queue, add, left };
}

test('each number sends its own number of segments per second', () => {
  const queue = queueOf(2);
  expect(queue.add('a', { body: 'xxx' })).toBe(0);
  expect(queue.add('b')).toBe(1.5);
  expect(queue.add('c')).toBe(2);
  expect(queue.add('other', { from: 'two' })).toBe(0);
  queue.passTime(simMs(start + 1_500));
  expect(queue.left).toEqual([
    ['a', 0],
    ['other', 0],
    ['b', 1.5],
  ]);
});

test('a text that cannot leave before it expires is dropped, and delays no other', () => {
  const queue = queueOf();
  expect(queue.add('a')).toBe(0);
  expect(queue.add('late', { until: start + 1_000 })).toBeUndefined();
  expect(queue.add('b', { until: start + 1_001 })).toBe(1);
});

test('a waiting text is canceled, even if asked twice; one that has left is not', () => {
  const queue = queueOf();
  queue.add('a');
  queue.add('b');
  queue.add('c');
  expect(queue.cancel('a', simMs(start))).toBe('left');
  expect(queue.cancel('c', simMs(start + 1_000))).toBe('canceled');
  expect(queue.cancel('c', simMs(start + 5_000))).toBe('canceled');
  expect(queue.cancel('b', simMs(start + 1_000))).toBe('left');
  queue.passTime(simMs(start + 60_000));
  expect(queue.left.map(([textId]) => textId)).toEqual(['a', 'b']);
});
