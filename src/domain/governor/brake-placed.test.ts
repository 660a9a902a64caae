/** Calls of realistic lengths: what goes wrong ends at once, what goes well takes its time. */
import { expect, test } from 'vitest';
import {
  type Fate,
  type PlacedRun,
  runPlaced,
  stopByEnds,
} from '../../../test/harness/placed-calls.ts';
import { seededRandom } from '../random.ts';
import { addTallies, type BrakeLimits, bitOf, noBrakeCounts, tallyOf } from './brake.ts';
import { judgePlaced } from './brake-placed.ts';

interface Public {
  failing: number;
  unknown: number;
  /** Of the persons. */
  optingOut: number;
  /** Of those who answer. */
  machines: number;
  /** Of the agents who are called, for every third person. */
  silent: number;
}
const healthy: Public = {
  failing: 0.04,
  unknown: 0.02,
  optingOut: 0.01,
  machines: 0.5,
  silent: 0.05,
};
const limits: BrakeLimits = {
  failed: 0.2,
  optOuts: 0.03,
  machines: 0.85,
  agents: 0.2,
  unknown: 0.1,
};
const rates = [30, 200, 1_000] as const;

/** Everything bad within one to two seconds, everything good in 15 to 40; agents' talks are longer still. */
function callsOf(key: string, of: (index: number) => Public) {
  return (index: number): Fate => {
    const random = seededRandom(`${key}/${index}`);
    const { failing, unknown, optingOut, machines, silent } = of(index);
    const quick = random.between(1_000, 2_000);
    const slow = random.between(15_000, 40_000);
    if (random.chance(failing))
      return { result: 'failed', tally: tallyOf('failed', {}), lasts: quick };
    if (random.chance(unknown))
      return { result: 'unknown', tally: tallyOf('unknown', {}), lasts: quick };
    if (random.chance(machines))
      return { result: 'machine', tally: tallyOf('machine', {}), lasts: quick + 3_000 };
    const optedOut = random.chance(optingOut);
    if (optedOut || !random.chance(0.33)) {
      return {
        result: 'person',
        tally: tallyOf('person', { optedOut }),
        lasts: optedOut ? quick : slow,
      };
    }
    const agent = random.chance(silent) ? 'silent' : 'answered';
    const lasts = agent === 'silent' ? quick + 1_000 : slow + 60_000;
    return { result: 'person', tally: tallyOf('person', { agent }), lasts, agentAfter: 1_000 };
  };
}

/** Errors of texts come at once, receipts after a while. */
function textsOf(key: string, of: (index: number) => Public) {
  return (index: number): Fate => {
    const random = seededRandom(`${key}/${index}`);
    const { failing, optingOut } = of(index);
    const optedOut = random.chance(optingOut);
    if (random.chance(failing))
      return { result: 'failed', tally: tallyOf('failed', {}), lasts: 500 };
    const lasts = random.between(5_000, 120_000);
    return { result: 'delivered', tally: tallyOf('delivered', { optedOut }), lasts };
  };
}

const runOf = (perMinute: number, fate: PlacedRun['fate'], texts: boolean): PlacedRun => ({
  ...{ count: 300, perMinute, fate, texts, pausedAt: [150] },
  limits: texts ? { textErrors: 0.2, optOuts: 0.03 } : limits,
});

test.each([
  ['calls', callsOf, false],
  ['texts', textsOf, true],
] as const)(
  'healthy campaigns of %s go on at every rate, also behind a pause, though what goes wrong ends first',
  (_, fates, texts) => {
    const seeds = 12;
    const runs = rates.flatMap((perMinute) =>
      Array.from({ length: seeds }, (_one, seed) =>
        runOf(
          perMinute,
          fates(`${perMinute} ${seed}`, () => healthy),
          texts,
        ),
      ),
    );
    expect(runs.filter(runPlaced)).toEqual([]);
    // By the order of the ends nearly every one of the fastest would have been stopped.
    const fastest = runs.slice(-seeds).filter(stopByEnds);
    expect(fastest.length).toBeGreaterThan(0.5 * seeds);
  },
);

test.each([
  ['calls', { failing: 0.8 }, 'failed'],
  ['calls', { unknown: 0.8 }, 'unknown'],
  ['texts', { failing: 0.8 }, 'textErrors'],
] as const)(
  'a change of %s in mid-run (%o) is seen in 40 of them at every rate',
  (of, change, signal) => {
    const texts = of === 'texts';
    const fates = texts ? textsOf : callsOf;
    for (const perMinute of rates) {
      for (let seed = 0; seed < 4; seed += 1) {
        const changed = { ...healthy, ...change };
        const publicAt = (index: number) => (index < 150 ? healthy : changed);
        const stop = runPlaced(runOf(perMinute, fates(`${seed} changed`, publicAt), texts));
        expect(stop?.verdict.signal).toBe(signal);
        expect(stop?.upTo).toBeGreaterThanOrEqual(150);
        expect(stop?.upTo).toBeLessThan(190);
      }
    }
  },
);

test('all calls in flight are trials, also those placed before the newest that are read', () => {
  const { counts, asked } = addTallies(
    noBrakeCounts,
    Array.from({ length: 40 }, (_, index) => tallyOf(index % 2 === 0 ? 'failed' : 'person', {})),
    { failed: 0.2 },
    false,
  );
  const judged = (all: number) =>
    judgePlaced(
      { counts, asked, limits: { failed: 0.2 }, texts: false },
      { newest: [{ result: 'failed', signals: bitOf('failed') }], openBefore: { all, agents: 0 } },
    );
  expect(judged(0)).toMatchObject({ hits: 20, trials: 40, open: 0, newest: false });
  expect(judged(5)).toMatchObject({ hits: 20, trials: 45, open: 5 });
  expect(judged(200)).toBeUndefined();
});
