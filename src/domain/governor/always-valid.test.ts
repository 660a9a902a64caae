import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import {
  evenMixture,
  evidenceAgainst,
  isSurelyAbove,
  isSurelyAtMost,
  logBeta,
  lowerBound,
  rareMixture,
  trialsToExclude,
  upperBound,
} from './always-valid.ts';

const seen = fc
  .tuple(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([trials, share]) => ({ trials, hits: Math.floor(share * trials) }));

test('3 % is excluded from 156, 237, 307, 487, 751 and 1,229 persons on for 0, 1, 2, 5, 10 and 20 hits', () => {
  const hits = [0, 1, 2, 5, 10, 20];
  expect(hits.map((one) => trialsToExclude(0.03, one))).toEqual([156, 237, 307, 487, 751, 1_229]);
  for (const [one, trials] of [
    [0, 156],
    [1, 237],
    [10, 755],
  ] as const) {
    expect(upperBound({ hits: one, trials })).toBeLessThanOrEqual(0.03);
  }
  for (const one of [0, 1, 10]) {
    const first = trialsToExclude(0.03, one);
    expect(upperBound({ hits: one, trials: first })).toBeLessThanOrEqual(0.03);
    expect(upperBound({ hits: one, trials: first - 1 })).toBeGreaterThan(0.03);
  }
});

test('the same persons as with exact whole numbers, for 0, 1, 2, 5, 6, 10 and 20 hits', () => {
  for (const hits of [0, 1, 2, 5, 6, 10, 20]) {
    const first = trialsToExclude(0.03, hits);
    expect([isExcludedExactly(first, hits), isExcludedExactly(first - 1, hits)], `${hits}`).toEqual(
      [true, false],
    );
  }
});

/**
 * The formula for 3 %, a = 1 and b = 33 in whole numbers, with B(a + k, b + m) / B(a, b) as a ratio of
 * rising products: 1·2·…·k × 33·34·…·(32 + m) / (34·35·…·(33 + k + m)).
 */
function isExcludedExactly(trials: number, hits: number): boolean {
  const misses = trials - hits;
  const mixed = rising(1, hits) * rising(33, misses) * 100n ** BigInt(trials);
  const alone = rising(34, trials) * 3n ** BigInt(hits) * 97n ** BigInt(misses);
  return mixed >= 20n * alone;
}

function rising(from: number, factors: number): bigint {
  let product = 1n;
  for (let next = from; next < from + factors; next += 1) product *= BigInt(next);
  return product;
}

test('6 of 431 are free again after 111 more persons with none lost', () => {
  expect(trialsToExclude(0.03, 6) - 431).toBe(111);
  expect(upperBound({ hits: 6, trials: 431 })).toBeCloseTo(0.037, 3);
});

test('more trials lower both bounds, more hits raise them, and the share lies between', () => {
  fc.assert(
    fc.property(seen, ({ hits, trials }) => {
      for (const bound of [upperBound, lowerBound]) {
        const here = bound({ hits, trials });
        expect(bound({ hits, trials: trials + 1 })).toBeLessThanOrEqual(here + 1e-12);
        expect(bound({ hits: hits + 1, trials: trials + 1 })).toBeGreaterThanOrEqual(here - 1e-12);
      }
      expect(lowerBound({ hits, trials })).toBeLessThanOrEqual(hits / trials);
      expect(upperBound({ hits, trials })).toBeGreaterThanOrEqual(hits / trials);
    }),
    { numRuns: 300 },
  );
});

test('whether a rate is excluded says the same as the bounds', () => {
  fc.assert(
    fc.property(seen, fc.integer({ min: 1, max: 99 }), (one, percent) => {
      const rate = percent / 100;
      expect(isSurelyAtMost(rate, one)).toBe(upperBound(one) <= rate);
      expect(isSurelyAbove(rate, one)).toBe(lowerBound(one) >= rate && lowerBound(one) > 0);
    }),
    { numRuns: 300 },
  );
});

test('nothing seen excludes nothing', () => {
  expect(upperBound({ hits: 0, trials: 0 })).toBe(1);
  expect(lowerBound({ hits: 0, trials: 0 })).toBe(0);
  expect(upperBound({ hits: 4, trials: 4 })).toBe(1);
});

test('ln B stays exact for large counts: B(x, y + 1) = B(x, y) y / (x + y)', () => {
  for (const [x, y] of [
    [1, 33],
    [0.5, 0.5],
    [4, 12],
    [31, 1_000],
    [3e4, 1e6],
    [1, 1e7],
    [2e6, 5e6],
  ] as const) {
    const step = logBeta(x, y + 1) - logBeta(x, y);
    expect(Math.abs(step - Math.log(y / (x + y)))).toBeLessThan(1e-8);
  }
  expect(logBeta(1, 33)).toBeCloseTo(-Math.log(33), 12);
  expect(logBeta(3, 4)).toBeCloseTo(Math.log(1 / 60), 12);
});

test.each([
  { what: 'the upper bound at 3 %', rate: 0.03, mixture: rareMixture, looks: 3_000 },
  { what: 'the lower bound at 20 %', rate: 0.2, mixture: evenMixture, looks: 1_000 },
])('looked at after each answer, $what is wrong in at most 1 of 20 campaigns', (given) => {
  const { rate, mixture, looks } = given;
  const random = seededRandom(`coverage of ${given.what}`);
  const campaigns = 400;
  let wrong = 0;
  for (let campaign = 0; campaign < campaigns; campaign += 1) {
    let hits = 0;
    for (let trials = 1; trials <= looks; trials += 1) {
      if (random.next() < rate) hits += 1;
      if (evidenceAgainst(rate, { hits, trials }, mixture) < Math.log(20)) continue;
      wrong += 1;
      break;
    }
  }
  // Both sides count here, so either bound alone is wrong less often.
  expect(wrong / campaigns).toBeLessThanOrEqual(0.05);
});
