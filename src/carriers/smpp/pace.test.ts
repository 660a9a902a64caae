import { describe, expect, test } from 'vitest';
import { createPace, type Pace } from './pace.ts';

/** Random-looking numbers that are the same each time. */
function chance(): { next(): number; between(low: number, high: number): number } {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, between: (low, high) => low + Math.floor(next() * (high - low + 1)) };
}

type Carrier = (now: number) => boolean;

/** Accepts this many in each whole second, like most carriers. */
function wholeSeconds(granted: (now: number) => number): Carrier {
  let second = -1;
  let used = 0;
  return (now) => {
    if (Math.floor(now / 1_000) !== second) {
      second = Math.floor(now / 1_000);
      used = 0;
    }
    used += 1;
    return used <= granted(now);
  };
}

/** Accepts this many in any second. */
function anySecond(granted: number): Carrier {
  let taken: number[] = [];
  return (now) => {
    taken = taken.filter((at) => at > now - 1_000);
    if (taken.length >= granted) return false;
    taken.push(now);
    return true;
  };
}

/** Simulated seconds of senders that always have something to send, with timers sometimes late. */
function run(carrier: Carrier, seconds: number, paces: Pace[], latency = 10) {
  const random = chance();
  const taken: number[] = [];
  const refused: number[] = [];
  const answers: { at: number; pace: Pace; isTaken: boolean }[] = [];
  let asleepUntil = 0;
  for (let now = 0; now < seconds * 1_000; now += 1) {
    while (answers[0] && answers[0].at <= now) {
      const { pace, isTaken } = answers.shift() ?? answers[0];
      if (isTaken) pace.accepted(now);
      else pace.refused(now);
    }
    if (now < asleepUntil) continue;
    if (random.next() < 0.02) asleepUntil = now + random.between(0, 10);
    for (const pace of paces) {
      for (let n = 0; n < 20 && answers.length < 200 && pace.take(now) === 0; n += 1) {
        const isTaken = carrier(now);
        (isTaken ? taken : refused).push(now);
        answers.push({ at: now + latency, pace, isTaken });
      }
    }
  }
  const between = (from: number, until: number) =>
    taken.filter((at) => at >= from * 1_000 && at < until * 1_000).length / (until - from);
  const stop = Math.max(...taken.map((at, n) => at - (taken[n - 1] ?? 0)));
  return { taken, refused, between, stop };
}

const all = () => true;
/** Without what was in flight when the carrier first throttled. */
const later = (refused: number[]) => refused.filter((at) => at >= 2_000);

describe('The pace of a text route', () => {
  test('is unlimited until the carrier throttles', () => {
    const { taken } = run(all, 2, [createPace()], 0);
    expect(taken.length).toBeGreaterThan(30_000);
  });

  test.each([1, 5, 50, 500])('keeps %i a second, in any second, and uses it', (perSecond) => {
    const { taken, refused, between } = run(anySecond(perSecond), 60, [createPace(perSecond)]);
    expect(refused).toEqual([]);
    expect(taken.filter((at) => at < 1_000).length).toBeLessThanOrEqual(perSecond);
    expect(between(5, 60)).toBeGreaterThan(perSecond * 0.96);
  });

  test.each([
    [2, 0.95],
    [5, 0.95],
    [10, 0.95],
    [50, 0.95],
    [100, 0.95],
    [1_000, 0.95],
  ])('finds the %i a second that a carrier takes, and uses %d of them', (granted, share) => {
    const { taken, refused, between, stop } = run(
      wholeSeconds(() => granted),
      120,
      [createPace()],
    );
    expect(between(10, 120)).toBeGreaterThan(granted * share);
    expect(later(refused).length).toBeLessThan(taken.length * 0.05 + 60);
    expect(stop).toBeLessThan(2_000);
  });

  test.each([5, 50])('finds the limit of a carrier in any second (%i)', (granted) => {
    const { between, stop } = run(anySecond(granted), 120, [createPace()]);
    expect(between(10, 120)).toBeGreaterThan(granted * 0.92);
    expect(stop).toBeLessThan(2_000);
  });

  test('follows a carrier whose limit drops for a while, and recovers', () => {
    const granted = (now: number) => (now >= 30_000 && now < 60_000 ? 5 : 100);
    const { between } = run(wholeSeconds(granted), 120, [createPace()]);
    expect(between(40, 60)).toBeGreaterThan(4);
    expect(between(80, 120)).toBeGreaterThan(90);
  });

  test('of two engines that each find it shares the limit', () => {
    const { between, stop } = run(
      wholeSeconds(() => 50),
      120,
      [createPace(), createPace()],
    );
    expect(between(20, 120)).toBeGreaterThan(46);
    expect(stop).toBeLessThan(2_000);
  });

  test('tries a carrier that rejects everything little more than once a second', () => {
    const { refused } = run(() => false, 60, [createPace()]);
    expect(later(refused).length).toBeLessThan(130);
  });

  test('stays below the configured rate, even after throttling', () => {
    const pace = createPace(20);
    run(
      wholeSeconds(() => 5),
      60,
      [pace],
    );
    expect(pace.rate(200_000)).toBe(20);
  });
});
