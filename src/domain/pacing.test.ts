import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simMs } from './milliseconds.ts';
import { createPacer } from './pacing.ts';

const fiveMinutes = 300_000;

/** Calls placed at each poll, over polls at the given gaps. */
function run(perMinute: number, gaps: number[], catchUp: number): { at: number; calls: number }[] {
  const pacer = createPacer(simMs(catchUp));
  let at = 0;
  return gaps.map((gap) => {
    at += gap;
    return { at, calls: pacer.take(simMs(at), perMinute) };
  });
}

test('any five minutes hold the rate within 1 %, whatever the gaps between polls', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(60, 600, 6_000, 100_000),
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 20, maxLength: 60 }),
      (perMinute, pattern) => {
        const gaps: number[] = [];
        for (let sum = 0; sum < 2 * fiveMinutes; ) {
          const gap = pattern[gaps.length % pattern.length] ?? 1;
          gaps.push(gap);
          sum += gap;
        }
        const polls = run(perMinute, gaps, 1_000);
        for (const from of [0, 60_000, 123_456, fiveMinutes - 1]) {
          const calls = polls
            .filter((poll) => poll.at > from && poll.at <= from + fiveMinutes)
            .reduce((sum, poll) => sum + poll.calls, 0);
          // One poll's worth of calls may fall on either side of the edges.
          const slack = 1 + (perMinute / 60_000) * 200;
          expect(Math.abs(calls - perMinute * 5)).toBeLessThanOrEqual(perMinute * 5 * 0.01 + slack);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('calls are spread evenly: between polls of 20 ms never more than one interval early or late', () => {
  const polls = run(600, Array(3_000).fill(20), 1_000);
  let placed = 0;
  for (const { at, calls } of polls) {
    placed += calls;
    expect(Math.abs(placed - (1 + (at - 20) / 100))).toBeLessThanOrEqual(1);
  }
});

test('the first poll gives one call, a takeover none before an interval has passed', () => {
  expect(createPacer(simMs(1_000)).take(simMs(5), 6_000)).toBe(1);
  const takenOver = createPacer(simMs(1_000), simMs(0));
  expect(takenOver.take(simMs(0), 60)).toBe(0);
  expect(takenOver.take(simMs(999), 60)).toBe(0);
  expect(takenOver.take(simMs(1_000), 60)).toBe(1);
});

test('a stall is not made up for by a burst', () => {
  const pacer = createPacer(simMs(1_000));
  pacer.take(simMs(0), 6_000);
  expect(pacer.take(simMs(60_000), 6_000)).toBe(101);
  expect(pacer.take(simMs(60_010), 6_000)).toBe(1);
});

test('a new rate holds from the last call on', () => {
  const pacer = createPacer(simMs(1_000));
  expect(pacer.take(simMs(0), 1)).toBe(1);
  expect(pacer.take(simMs(100), 600)).toBe(1);
  expect(pacer.take(simMs(30_000), 1)).toBe(0);
  expect(pacer.take(simMs(60_100), 1)).toBe(1);
  expect(pacer.take(simMs(90_000), 600)).toBe(1);
  expect(pacer.take(simMs(90_100), 600)).toBe(1);
});
