/**
 * How soon the brake stops a campaign whose public changes in mid-run, and how often it stops one whose
 * public does not. For each seed 1,000 results of the simulated public; then the same again, of which
 * most calls fail from the 500th on. At most 40 calls after the change, in 95 of 100 seeds; at most 1 of
 * 100 clean seeds is stopped. Exits with 1 when that is missed.
 *
 *   node bench/brake.ts --first 1 --seeds 1000
 */
import { parseArgs } from 'node:util';
import { drawCallee } from '../src/carriers/simulated/callee.ts';
import { type CarrierProfile, usualProfile } from '../src/carriers/simulated/profile.ts';
import {
  addTallies,
  type BrakeLimits,
  noBrakeCounts,
  tallyOf,
} from '../src/domain/governor/brake.ts';
import { seededRandom } from '../src/domain/random.ts';
import { machineLine } from './engine-site.ts';

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1000' },
  },
});
const first = Number(values.first);
const seeds = Number(values.seeds);
const limits: BrakeLimits = { failed: 0.2, optOuts: 0.03, machines: 0.85, unknown: 0.1 };
const failing: CarrierProfile = { ...usualProfile, person: 0.05, machine: 0.1, failed: 0.8 };
const results = 1_000;
const changesAt = 500;
const soon = 40;

/** How many results it takes; undefined when all of them pass. */
function stopsAfter(seed: number, profileAt: (index: number) => CarrierProfile) {
  let counts = noBrakeCounts;
  for (let index = 0; index < results; index += 1) {
    const callee = drawCallee(seededRandom(`${seed}/${index}`), profileAt(index));
    const nine = callee.kind === 'person' && callee.habit.kind === 'presses_nine';
    counts = addTallies(counts, [tallyOf(callee.kind, { optedOut: nine })], limits, false);
    if (counts.verdict) return index + 1;
  }
  return undefined;
}

const clean: number[] = [];
const took: number[] = [];
for (let seed = first; seed < first + seeds; seed += 1) {
  const stopped = stopsAfter(seed, () => usualProfile);
  if (stopped !== undefined) clean.push(seed);
  const changed = stopsAfter(seed, (index) => (index < changesAt ? usualProfile : failing));
  took.push((changed ?? Number.POSITIVE_INFINITY) - changesAt);
}
const late = took.toSorted((a, b) => a - b);
const at = (share: number) => late[Math.min(late.length - 1, Math.floor(share * late.length))];
console.log(machineLine());
const isMet = (at(0.95) ?? 0) <= soon && clean.length <= 0.01 * seeds;
if (!isMet) process.exitCode = 1;
console.log(
  `brake: stops ${at(0.5)} calls after the change (median), ${at(0.95)} (95th), ${late.at(-1)} (most; goal ${soon} at the 95th), ${clean.length} of ${seeds} clean seeds stopped (goal ${Math.floor(0.01 * seeds)} at most) ${isMet ? 'met' : 'missed'}`,
);
