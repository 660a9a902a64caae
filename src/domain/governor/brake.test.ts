import { expect, test } from 'vitest';
import { type Fate, runPlaced } from '../../../test/harness/placed-calls.ts';
import { seededRandom } from '../random.ts';
import { type BrakeLimits, type Tally, tallyOf } from './brake.ts';
import { brakeSentence, describeBrake, parseBrake } from './brake-words.ts';

const limits: BrakeLimits = {
  failed: 0.2,
  optOuts: 0.03,
  machines: 0.8,
  unknown: 0.1,
  agents: 0.4,
  textErrors: 0.2,
};

interface Public {
  failing: number;
  /** Of the rest: nobody knows what became of it. */
  unknown: number;
  /** Of the agents who are called, for every third person. */
  silent: number;
}
const usual: Public = { failing: 0.04, unknown: 0.01, silent: 0.1 };

/** Results of a public; of those that neither fail nor are unknown every fourth is a person. */
function results(key: string, count: number, { failing, unknown, silent }: Public) {
  const random = seededRandom(key);
  return Array.from({ length: count }, () => {
    if (random.chance(failing)) return tallyOf('failed', {});
    if (random.chance(unknown)) return tallyOf('unknown', {});
    if (!random.chance(0.25)) return tallyOf('machine', {});
    const optedOut = random.chance(0.005);
    if (!random.chance(0.33)) return tallyOf('person', { optedOut });
    return tallyOf('person', { optedOut, agent: random.chance(silent) ? 'silent' : 'answered' });
  });
}

/** Of texts. */
function receipts(key: string, count: number, { failing, unknown }: Public) {
  const random = seededRandom(key);
  return Array.from({ length: count }, () => {
    if (random.chance(failing)) return tallyOf('failed', {});
    return tallyOf(random.chance(unknown) ? 'unknown' : 'delivered', {
      optedOut: random.chance(0.005),
    });
  });
}

/** Each has its result when it is placed. */
function judgedAtOnce(tallies: readonly Tally[], texts = false, own = limits) {
  return runPlaced({
    ...{ count: tallies.length, perMinute: 60, limits: own, texts },
    fate: (index) => fateOf(tallies[index] ?? {}),
  });
}

function fateOf(tally: Tally): Fate {
  const result = (['failed', 'unknown', 'delivered'] as const).find((one) => tally[one]);
  const answered = tally.persons ? 'person' : tally.machines ? 'machine' : 'no_answer';
  return { result: result ?? answered, tally, lasts: 0 };
}

test.each([
  ['calls fail', results, { failing: 0.8 }, 'failed'],
  ['outcomes are unknown', results, { unknown: 0.7 }, 'unknown'],
  ['agents do not answer', results, { silent: 0.95 }, 'agents'],
  ['texts fail', receipts, { failing: 0.8 }, 'textErrors'],
  ['receipts of texts are unknown', receipts, { unknown: 0.7 }, 'unknown'],
] as const)(
  'a public in which %s from mid-run on stops it within 40 of these',
  (_, of, change, signal) => {
    const texts = of === receipts;
    const took = Array.from({ length: 12 }, (_one, seed) => {
      const clean = of(`${seed} clean`, 600, usual);
      const later = of(`${seed} changed`, 600, { ...usual, ...change });
      const stop = judgedAtOnce([...clean, ...later], texts);
      expect(stop?.verdict.signal).toBe(signal);
      expect(stop?.placed).toBeGreaterThan(clean.length);
      const own = later.slice(0, (stop?.placed ?? Number.POSITIVE_INFINITY) - clean.length);
      // An agent is called for some calls alone: those are what that share is of.
      return signal === 'agents' ? own.filter((one) => one.agentsCalled).length : own.length;
    });
    expect(Math.max(...took)).toBeLessThanOrEqual(40);
  },
);

test.each([
  ['calls', results],
  ['texts', receipts],
] as const)('clean campaigns of %s go on, under every limit', (_, of) => {
  const stopped = Array.from({ length: 20 }, (_one, seed) =>
    judgedAtOnce(of(`${seed} clean`, 1_000, usual), of === receipts),
  ).filter((one) => one !== undefined);
  expect(stopped).toEqual([]);
});

test('a point estimate would stop most of them at once', () => {
  const early = Array.from({ length: 20 }, (_, seed) => {
    let failed = 0;
    return results(`${seed} clean`, 1_000, usual).some((one, index) => {
      failed += one.failed ?? 0;
      return failed / (index + 1) > 0.2;
    });
  }).filter(Boolean);
  expect(early.length).toBeGreaterThan(2);
});

test('from the first call on, 60 % failed against a limit of 20 % takes about 20 calls', () => {
  const took = Array.from({ length: 101 }, (_, seed) =>
    judgedAtOnce(results(`${seed} bad`, 200, { ...usual, failing: 0.6 })),
  ).map((one) => one?.placed ?? Number.POSITIVE_INFINITY);
  const [median = 0] = took.toSorted((a, b) => a - b).slice(50);
  expect(median).toBeLessThan(25);
});

test('opt-outs are of persons, machines of those who answered, text errors of texts', () => {
  const many = (count: number, tally: ReturnType<typeof tallyOf>) =>
    Array.from({ length: count }, () => tally);
  const judged = (tallies: ReturnType<typeof tallyOf>[], texts = false, own = limits) =>
    judgedAtOnce(tallies, texts, own)?.verdict;
  expect(judged(many(10, tallyOf('person', { optedOut: true })))).toMatchObject({
    signal: 'optOuts',
  });
  expect(judged(many(60, tallyOf('machine', {})))).toMatchObject({ signal: 'machines' });
  expect(judged(many(60, tallyOf('no_answer', {})))).toBeUndefined();
  expect(judged(many(40, tallyOf('person', { agent: 'silent' })))).toMatchObject({
    signal: 'agents',
  });
  const failing = many(40, tallyOf('failed', {}));
  expect(judged(failing, true, { failed: 0.1 })).toBeUndefined();
  expect(judged(failing, true, { textErrors: 0.1 })).toMatchObject({ signal: 'textErrors' });
});

test('the operator names limits, changes one, and removes them', () => {
  const some = parseBrake('failed=20%,opt-outs=3 %,unknown=0.5', {});
  expect(some).toEqual({ failed: 0.2, optOuts: 0.03, unknown: 0.005 });
  expect(parseBrake('failed=off', some as BrakeLimits)).toEqual({ optOuts: 0.03, unknown: 0.005 });
  expect(parseBrake('off', some as BrakeLimits)).toEqual({});
  expect(parseBrake('busy=3%', {})).toContain('"busy" has no limit');
  expect(parseBrake('failed=0%', {})).toContain('above 0');
  expect(parseBrake('failed=100%', {})).toContain('below 100');
  expect(describeBrake(some as BrakeLimits)).toBe('failed 20 %, opt-outs 3 %, unknown 0.5 %');
  expect(describeBrake({ failed: 0.0001, optOuts: 0.0025 })).toBe('failed 0.01 %, opt-outs 0.25 %');
  expect(
    brakeSentence({ signal: 'failed', limit: 0.0001, hits: 3, trials: 76, newest: false }),
  ).toContain("3 of 76 calls failed, 3.9 %, which is surely above the operator's limit of 0.01 %");
  expect(
    brakeSentence({ signal: 'optOuts', limit: 0.03, hits: 9, trials: 60, newest: false }),
  ).toContain('9 of 60 persons reached opted out, 15 %');
});
