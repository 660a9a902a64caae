import { expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { addTallies, type BrakeCounts, type BrakeLimits, noBrakeCounts, tallyOf } from './brake.ts';
import { brakeSentence, describeBrake, parseBrake } from './brake-words.ts';

const limits: BrakeLimits = {
  failed: 0.2,
  optOuts: 0.03,
  machines: 0.8,
  unknown: 0.1,
  agents: 0.4,
};

/** Results of a public in which this share fails; of the rest every fourth is a person. */
function results(key: string, count: number, failing: number) {
  const random = seededRandom(key);
  return Array.from({ length: count }, () => {
    if (random.chance(failing)) return tallyOf('failed', {});
    return random.chance(0.25)
      ? tallyOf('person', { optedOut: random.chance(0.005) })
      : tallyOf('machine', {});
  });
}

/** How many of them it takes; undefined when all of them pass. */
function stopsAfter(before: BrakeCounts, tallies: ReturnType<typeof results>): number | undefined {
  let counts = before;
  for (const [index, one] of tallies.entries()) {
    counts = addTallies(counts, [one], limits, false);
    if (counts.verdict) return index + 1;
  }
  return undefined;
}

test('a public that begins to fail in mid-run stops it within 40 calls', () => {
  const took = Array.from({ length: 30 }, (_, seed) => {
    const clean = addTallies(noBrakeCounts, results(`${seed} clean`, 600, 0.04), limits, false);
    expect(clean.verdict).toBeUndefined();
    return stopsAfter(clean, results(`${seed} failing`, 200, 0.8)) ?? Number.POSITIVE_INFINITY;
  });
  expect(Math.max(...took)).toBeLessThanOrEqual(40);
});

test('clean campaigns go on', () => {
  const stopped = Array.from({ length: 20 }, (_, seed) =>
    stopsAfter(noBrakeCounts, results(`${seed} clean`, 1_000, 0.04)),
  ).filter((one) => one !== undefined);
  expect(stopped).toEqual([]);
});

test('a point estimate would stop most of them at once', () => {
  const early = Array.from({ length: 20 }, (_, seed) => {
    let failed = 0;
    return results(`${seed} clean`, 1_000, 0.04).some((one, index) => {
      failed += one.failed ?? 0;
      return failed / (index + 1) > 0.2;
    });
  }).filter(Boolean);
  expect(early.length).toBeGreaterThan(2);
});

test('from the first call on, 60 % failed against a limit of 20 % takes about 20 calls', () => {
  const took = Array.from({ length: 101 }, (_, seed) =>
    stopsAfter(noBrakeCounts, results(`${seed} bad`, 200, 0.6)),
  ).map((one) => one ?? Number.POSITIVE_INFINITY);
  const [median = 0] = took.toSorted((a, b) => a - b).slice(50);
  expect(median).toBeLessThan(25);
});

test('opt-outs are of persons, machines of those who answered, text errors of texts', () => {
  const many = (count: number, tally: ReturnType<typeof tallyOf>) =>
    Array.from({ length: count }, () => tally);
  const judged = (tallies: ReturnType<typeof tallyOf>[], texts = false, own = limits) =>
    addTallies(noBrakeCounts, tallies, own, texts).verdict;
  expect(judged(many(10, tallyOf('person', { optedOut: true })))).toMatchObject({
    signal: 'optOuts',
  });
  expect(judged(many(60, tallyOf('machine', {})))).toMatchObject({ signal: 'machines' });
  expect(judged(many(60, tallyOf('no_answer', {})))).toBeUndefined();
  expect(judged(many(40, tallyOf('person', { agent: 'silent' })))).toMatchObject({
    signal: 'agents',
  });
  const failing = many(40, tallyOf('failed', {}));
  expect(judged(failing, true)).toBeUndefined();
  expect(judged(failing, true, { textErrors: 0.1 })).toMatchObject({ signal: 'textErrors' });
});

test('the operator names limits, changes one, and removes them', () => {
  const some = parseBrake('failed=20%,opt-outs=3 %,unknown=0.5', {});
  expect(some).toEqual({ failed: 0.2, optOuts: 0.03, unknown: 0.005 });
  expect(parseBrake('failed=off', some as BrakeLimits)).toEqual({ optOuts: 0.03, unknown: 0.005 });
  expect(parseBrake('off', some as BrakeLimits)).toEqual({});
  expect(parseBrake('busy=3%', {})).toContain('"busy" has no limit');
  expect(parseBrake('failed=0%', {})).toContain('above 0');
  expect(describeBrake(some as BrakeLimits)).toBe('failed 20 %, opt-outs 3 %, unknown 0.5 %');
  expect(
    brakeSentence({ signal: 'optOuts', limit: 0.03, hits: 9, trials: 60, newest: false }),
  ).toContain('9 of 60 persons reached opted out, 15 %');
});
