/**
 * How soon the brake stops a campaign whose public changes in mid-run, and how often it stops one whose
 * public does not. For each seed 1,000 calls of the simulated public; then the same again, of which
 * most calls fail from the 500th on. They last as the public lasts: who fails is known within seconds, who
 * talks in a minute. One seed in three is placed at 30 a minute, one at 200, one at 1,000, with a pause
 * before the 300th. At most 40 calls after the change, in 95 of 100 seeds, up to the newest call that the stop
 * counted; at most 1 of 100 clean seeds is stopped. Exits with 1 when that is missed.
 *
 *   node bench/brake.ts --first 1 --seeds 1000
 */
import { type Callee, drawCallee } from '../src/carriers/simulated/callee.ts';
import { type CarrierProfile, usualProfile } from '../src/carriers/simulated/profile.ts';
import { type BrakeLimits, tallyOf } from '../src/domain/governor/brake.ts';
import { seededRandom } from '../src/domain/random.ts';
import { type Fate, runPlaced } from '../test/harness/placed-calls.ts';
import { benchOptions, seedRange } from '../test/harness/seed-range.ts';
import { machineLine } from './engine-site.ts';

const values = benchOptions({
  first: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1000' },
});
const { first, seeds } = seedRange(values);
const limits: BrakeLimits = { failed: 0.2, optOuts: 0.03, machines: 0.85, unknown: 0.1 };
const failing: CarrierProfile = { ...usualProfile, person: 0.05, machine: 0.1, failed: 0.8 };
const rates = [30, 200, 1_000];
const calls = 1_000;
const pausedAt = [300];
const changesAt = 500;
const soon = 40;
/** Of a message, of which a machine hears all and a person a part. */
const messageMs = 20_000;

function fateOf(callee: Callee): Fate {
  const { kind } = callee;
  if (kind === 'machine') {
    const lasts = callee.answersAfter + callee.greeting + messageMs;
    return { result: kind, tally: tallyOf(kind, {}), lasts };
  }
  if (kind !== 'person') return { result: kind, tally: tallyOf(kind, {}), lasts: callee.endsAfter };
  const { answersAfter, habit } = callee;
  const heard = habit.kind === 'listens' ? 1 : habit.fraction;
  const tally = tallyOf(kind, { optedOut: habit.kind === 'presses_nine' });
  return { result: kind, tally, lasts: answersAfter + heard * messageMs };
}

const rateOf = (seed: number) => rates[seed % rates.length] ?? 30;

function stopOf(seed: number, profileAt: (index: number) => CarrierProfile) {
  return runPlaced({
    ...{ count: calls, perMinute: rateOf(seed), limits, pausedAt },
    fate: (index) => fateOf(drawCallee(seededRandom(`${seed}/${index}`), profileAt(index))),
  });
}

const clean: number[] = [];
const took: number[] = [];
/** By rate: how many had been placed since the change when it stopped, those in flight included. */
const placed = new Map<number, number[]>(rates.map((rate) => [rate, []]));
for (let seed = first; seed < first + seeds; seed += 1) {
  if (stopOf(seed, () => usualProfile)) clean.push(seed);
  const changed = stopOf(seed, (index) => (index < changesAt ? usualProfile : failing));
  took.push((changed?.upTo ?? Number.POSITIVE_INFINITY) + 1 - changesAt);
  placed.get(rateOf(seed))?.push((changed?.placed ?? Number.POSITIVE_INFINITY) - changesAt);
}
const at = (all: number[], share: number) =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(share * all.length))];
console.log(machineLine());
for (const [rate, own] of placed) {
  console.log(
    `at ${rate} a minute, placed until the stop: ${at(own, 0.5)} (median), ${at(own, 0.95)} (95th), ${at(own, 1)} (most)`,
  );
}
const isMet = (at(took, 0.95) ?? 0) <= soon && clean.length <= 0.01 * seeds;
if (!isMet) process.exitCode = 1;
console.log(
  `brake: stops ${at(took, 0.5)} calls after the change (median), ${at(took, 0.95)} (95th), ${at(took, 1)} (most; goal ${soon} at the 95th), ${clean.length} of ${seeds} clean seeds stopped (goal ${Math.floor(0.01 * seeds)} at most) ${isMet ? 'met' : 'missed'}`,
);
