/** A trunk that is dead for a while: how many calls of a campaign it may get, and what becomes of them. */

import type { Random } from '../../src/domain/random.ts';
import type { DeadTrunk } from '../harness/trouble/trouble-profile.ts';
import { isAttempt, type ParsedLine } from './judge.ts';

/** By the promise, not by the product's own number: calls in a row. */
const most = 20;

/** Of some runs: two stretches of it. Simulated instants. */
export function drawDeadTrunk(random: Random, start: number, speed: number): DeadTrunk[] {
  if (!random.chance(0.4)) return [];
  const second = 1_000 * speed;
  return [3, 15].map((earliest) => {
    const from = start + random.between(earliest, earliest + 5) * second;
    const until = from + random.between(5, 8) * second;
    return { from, until, how: random.chance(0.5) ? 'silent' : 'refused' };
  });
}

export interface TrunkRun {
  clientId: number;
  campaignId: number;
  /** How often somebody pressed Start, and how often another engine took the campaign over. */
  starts: number;
  takeovers: number;
  results: ReadonlyMap<string, string | null>;
}

/**
 * A person's start begins a new row. With an engine that dies, what it had under way is not counted by
 * the next one: as many more may be tried.
 */
export function beyondTrunk(
  lines: readonly ParsedLine[],
  dead: readonly DeadTrunk[],
  { campaignId, starts, takeovers, results }: TrunkRun,
): string[] {
  return dead.flatMap(({ from, until }) => {
    const calls = lines.filter(
      (line) =>
        line.kind === 'call' && isAttempt(line) && line.instant >= from && line.instant < until,
    );
    const allowed = most * (starts + takeovers);
    const answered = calls.filter(({ attemptId }) =>
      ['no_answer', 'busy', 'person', 'machine'].includes(results.get(attemptId) ?? ''),
    );
    return [
      ...(calls.length > allowed
        ? [`campaign ${campaignId}: ${calls.length} calls over a dead trunk, ${allowed} at most`]
        : []),
      ...answered.map(
        ({ attemptId }) => `${attemptId} over a dead trunk is ${results.get(attemptId)}`,
      ),
    ];
  });
}
