/** Which calls in flight may still be abandoned, or are and do not count yet. */

import type { EndedCall } from '#db/queries/ended-call.ts';
import { type AbandonmentRule, isAbandoned } from '#domain/governor/abandoned-call.ts';
import { elapsed, later, realMs, type SimMs } from '#domain/milliseconds.ts';
import type { Call } from './call.ts';

/** Real time within which the settings are surely read again. */
const readWithin = realMs(5_000);

function mayBeAbandoned(call: Call, rule: AbandonmentRule): boolean {
  const { linkback, answered, over } = call;
  if (!linkback) return false;
  // Its result is not committed, or it is surely abandoned.
  if (over || linkback.wait) return isAbandoned(linkback.wait, rule);
  if (answered?.by === 'machine' || linkback.waitingAgent !== undefined) return false;
  return linkback.stage !== 'leaving';
}

/** It is abandoned, or will be whatever comes, and its result is not committed. */
function isLost({ linkback }: Call, rule: AbandonmentRule, now: SimMs): boolean {
  if (!linkback) return false;
  const { wait, askedAt, connectedAt } = linkback;
  if (wait) return isAbandoned(wait, rule);
  if (askedAt === undefined || connectedAt !== undefined) return false;
  return elapsed(askedAt, now) > rule.waitSeconds * 1_000;
}

/** How many of the calls may be abandoned, and how many of them surely are. */
export function riskOf(calls: Iterable<Call>, rule: AbandonmentRule, now: SimMs) {
  let [atRisk, lost] = [0, 0];
  for (const call of calls) {
    if (mayBeAbandoned(call, rule)) atRisk += 1;
    if (isLost(call, rule, now)) lost += 1;
  }
  return { atRisk, lost };
}

/** What is known here of calls whose results are stored. */
export function createKnownResults() {
  const losses = createRecentLosses();
  let ventured = 0;
  return {
    /** Abandoned, and perhaps not part of what is read yet. */
    losses: () => losses.count(),
    /** Persons whose calls had no agent of their own. */
    ventured: () => ventured,
    add({ result, linkback }: EndedCall, call: Call, rule: AbandonmentRule | null | undefined) {
      if (result === 'person' && call.linkback?.waitingAgent === undefined) ventured += 1;
      if (rule && isAbandoned(linkback?.wait, rule)) losses.add();
    },
  };
}

/** Abandoned calls whose results are stored, until they are surely part of what is read. */
function createRecentLosses() {
  let stored: number[] = [];
  return {
    add() {
      stored.push(later(realMs(performance.now()), readWithin));
    },
    count() {
      const now = performance.now();
      if (stored.length > 0) stored = stored.filter((until) => until > now);
      return stored.length;
    },
  };
}
