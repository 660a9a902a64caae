/**
 * Whether the guard holds abandoned calls at 3 %: sixty days of a Linkback for each seed, with agents who
 * answer 85 % of their calls, once with the guard and once without. No period of 30 days, neither the
 * campaign's own nor any other, may have more than 3 % from 34 persons on; without the guard at least 9
 * of 10 seeds do. Exits with 1 when that is missed.
 *
 *   node bench/abandonment.ts --first 1 --seeds 100
 */
import { parseArgs } from 'node:util';
import { guardedRoom } from '../src/domain/governor/guarded-pacing.ts';
import { type DaysResult, playDays } from '../test/simulation/linkback-days.ts';
import { machineLine } from './engine-site.ts';
import { percent, totalsOf, townsPublic } from './linkback-town.ts';
import { median } from './median.ts';

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '100' },
  },
});
const first = Number(values.first);
const seeds = Number(values.seeds);
const town = {
  ...{ days: 60, minutes: 30, agentCount: 3, callRatio: 1.5 },
  profile: { ...townsPublic, agentAnswers: 0.85, agentBusy: 0.05 },
};

const began = performance.now();
const guarded: DaysResult[] = [];
const free: DaysResult[] = [];
for (let seed = first; seed < first + seeds; seed += 1) {
  guarded.push(playDays({ ...town, seed, guard: guardedRoom }));
  free.push(playDays({ ...town, seed }));
}
console.log(machineLine());
tell('with the guard', guarded);
tell('without it', free);
const limit = 0.03 + 1e-9;
const over = guarded.filter(({ worst }) => worst > limit).length;
const broken = free.filter(({ worst }) => worst > limit).length;
const isMet = over === 0 && broken >= 0.9 * seeds;
if (!isMet) process.exitCode = 1;
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(
  `abandonment: ${over} of ${seeds} seeds over 3 % (goal 0), without the guard ${broken} (goal ${Math.ceil(0.9 * seeds)} or more), in ${seconds} s ${isMet ? 'met' : 'missed'}`,
);

function tell(what: string, results: readonly DaysResult[]): void {
  const { calls, persons, abandoned } = totalsOf(results);
  console.log(
    `${what}: ${calls} calls, ${persons} persons, ` +
      `${percent(abandoned)} abandoned, ` +
      `worst 30 days ${percent(Math.max(...results.map(({ worst }) => worst)))}, ` +
      `agents talk ${percent(median(results.map(({ talked }) => talked)))} of their time`,
  );
}
