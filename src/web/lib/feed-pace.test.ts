import { beforeEach, expect, test } from 'vitest';
import {
  beginFeed,
  feedEvery,
  feeding,
  noteRequest,
  unlessFed,
  untilNextFeed,
} from './feed-pace.ts';

beforeEach(beginFeed);

/** The instants of all requests of `within` milliseconds: the feed's, and those at `beside`. */
function asked(within: number, beside: readonly number[]): number[] {
  const waiting = [...beside].sort((a, b) => a - b);
  const all = [...beside];
  for (let at = 0; at < within; ) {
    all.push(at);
    while ((waiting[0] ?? Number.POSITIVE_INFINITY) <= at) {
      noteRequest();
      waiting.shift();
    }
    at += untilNextFeed();
  }
  return all.sort((a, b) => a - b);
}

const mostIn = (all: readonly number[], window: number) =>
  Math.max(...all.map((from) => all.filter((at) => at >= from && at < from + window).length));

test.each([
  ['nothing', []],
  ['one a while', [3_000, 9_500, 16_000, 31_000, 44_000, 52_000, 58_900]],
  ['two at once in the first second', [300, 301]],
  ['one each six seconds', Array.from({ length: 20 }, (_, index) => 500 + index * 6_000)],
])(
  'beside %s, no 12 seconds have more than 12 requests, and no minute more than 60',
  (_, beside) => {
    const all = asked(120_000, beside);
    expect(mostIn(all, 12_000)).toBeLessThanOrEqual(12);
    expect(mostIn(all, 60_000)).toBeLessThanOrEqual(60);
    expect(all.length).toBeGreaterThan(90);
  },
);

test('what opened the screen slows nothing', () => {
  for (let at = 0; at < 20; at += 1) noteRequest();
  beginFeed();
  expect(untilNextFeed()).toBe(feedEvery);
});

test('a read that is fed waits for it, and goes on by itself afterwards', () => {
  const every = unlessFed(10_000);
  const end = feeding(['["getHold"]']);
  expect([every({ queryHash: '["getHold"]' }), every({ queryHash: '["other"]' })]).toEqual([
    50_000, 10_000,
  ]);
  end();
  expect(every({ queryHash: '["getHold"]' })).toBe(10_000);
});
