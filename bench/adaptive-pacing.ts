/**
 * Adaptive pacing of Linkbacks against the fixed ratio 1.5 and VICIdial's adaptive methods
 * (test/simulation/vicidial-pace.ts has their rules and source): the same town and seeds, teams of 5, 20
 * and 100. Days of two hours on a virtual clock, a new campaign for each rule: what adaptive pacing has to learn, and
 * the guard's careful first persons, are a part of the figures; a small team takes more days for its list. The engine's
 * own rules pace, guard and follow the calls.
 *
 * The town is that of bench/abandonment.ts, with agents as usual (96 % pick up) who hear three seconds before the
 * customer. There, of 85 %, already those who do not pick up abandon more than 3 %; no pacing helps.
 *
 * Goal: agents talk for a share of their time that is at least 5 points higher than with each reference, with at most 3 %
 * abandoned, in each team, over all seeds. A call is abandoned when its person gets no agent within 2 seconds; beside it
 * the same by 20 seconds, as the operator may choose. References have no guard: one run of theirs is counted by both. The
 * last line is that of 2 seconds. Exits with 1 when it is missed.
 *
 *   node bench/adaptive-pacing.ts --first 1 --seeds 2
 */
import { parseArgs } from 'node:util';
import type { AgentWaitSeconds } from '../src/domain/governor/abandoned-call.ts';
import { guardedRoom } from '../src/domain/governor/guarded-pacing.ts';
import { adaptiveDays } from '../test/simulation/adaptive-days.ts';
import { type DaysResult, type DaysWish, playDays } from '../test/simulation/linkback-days.ts';
import { dropped, vicidialMethods, vicidialPace } from '../test/simulation/vicidial-pace.ts';
import { machineLine } from './engine-site.ts';
import { percent, totalsOf, townsPublic } from './linkback-town.ts';

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '2' },
  },
});
const first = Number(values.first);
const seeds = Number(values.seeds);
/** How many days each team calls. */
const daysOf: Readonly<Record<number, number>> = { 5: 10, 20: 4, 100: 2 };
const teams = [5, 20, 100];
const minutes = 120;
const goal = 5;

type Rule = Pick<DaysWish, 'guard' | 'pace' | 'rule'>;
const rules: Record<string, Rule> = {
  'adaptive by 20 s': guarded(20),
  'adaptive by 2 s': guarded(2),
  'ratio 1.5': {},
  ...Object.fromEntries(
    // It counts what it drops by its own seconds.
    vicidialMethods.map((method) => [
      method,
      { pace: () => vicidialPace(method, minutes), rule: dropped },
    ]),
  ),
};

const began = performance.now();
console.log(machineLine());
const played = new Map(teams.map((team) => [team, playTeam(team)]));
conclude(20);
conclude(2);

function guarded(waitSeconds: AgentWaitSeconds): Rule {
  const rule = { waitSeconds, hangUps: false };
  return { guard: guardedRoom, pace: () => adaptiveDays(rule), rule };
}

/** The exit code is that of the last one. */
function conclude(waitSeconds: AgentWaitSeconds): void {
  const gains: number[] = [];
  const losses: number[] = [];
  for (const [team, results] of played) {
    const own = `adaptive by ${waitSeconds} s`;
    const talk = (name: string) => tell(team, name, results.get(name) ?? [], waitSeconds);
    const { talked, abandoned } = talk(own);
    const references = Object.keys(rules).filter((name) => !name.startsWith('adaptive'));
    gains.push(Math.min(...references.map((name) => 100 * (talked - talk(name).talked))));
    losses.push(abandoned);
  }
  const isMet = gains.every((gain) => gain >= goal) && losses.every((share) => share <= 0.03);
  process.exitCode = isMet ? 0 : 1;
  const listed = gains.map((gain) => gain.toFixed(1)).join(', ');
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(
    `adaptive-pacing within ${waitSeconds} s: points above the best reference with ${teams.join(', ')} agents: ${listed} (goal ${goal}), ` +
      `at most ${percent(Math.max(...losses))} abandoned (goal 3 %), in ${seconds} s ${isMet ? 'met' : 'missed'}`,
  );
}

/** Seed by seed, each rule in turn. */
function playTeam(agentCount: number): Map<string, DaysResult[]> {
  const results = new Map<string, DaysResult[]>(Object.keys(rules).map((name) => [name, []]));
  const town = {
    ...{
      days: daysOf[agentCount] ?? 2,
      minutes,
      agentCount,
      callRatio: 1.5,
      agentMessageMs: 3_000,
    },
    profile: townsPublic,
  };
  for (let seed = first; seed < first + seeds; seed += 1) {
    for (const [name, rule] of Object.entries(rules)) {
      results.get(name)?.push(playDays({ ...town, ...rule, seed }));
    }
  }
  return results;
}

function tell(
  agentCount: number,
  name: string,
  runs: readonly DaysResult[],
  waitSeconds: AgentWaitSeconds,
) {
  const counted = runs.map((one) => ({ ...one, ...one.within[waitSeconds] }));
  const { calls, persons, abandoned } = totalsOf(counted);
  const talked = runs.reduce((sum, one) => sum + one.talked, 0) / runs.length;
  const each = runs.map((one) => percent(one.talked)).join(', ');
  console.log(
    `${agentCount} agents, ${name}: ${calls} calls, ${persons} persons, ${percent(abandoned)} abandoned by ${waitSeconds} s, ` +
      `agents talk ${percent(talked)} of their time (by seed ${each})`,
  );
  return { talked, abandoned };
}
