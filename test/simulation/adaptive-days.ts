/** Adaptive pacing as the engine has it, for days that are played without a database. */

import type { AbandonmentRule } from '../../src/domain/governor/abandoned-call.ts';
import { AdaptivePace } from '../../src/engine/voice/adaptive-pace.ts';
import { type DaysPace, strictRule } from './linkback-days.ts';

/** @param rule as that of the days */
export function adaptiveDays(rule: AbandonmentRule = strictRule): DaysPace {
  const pace = new AdaptivePace();
  return {
    follow: (before, call, event) => pace.follow(before, call, event),
    settled: (age, waits) => pace.settled(age, waits),
    room: (state, calls, now) => pace.room(state, calls.values(), { now, rule, lost: 0 }),
  };
}
