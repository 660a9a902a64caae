/** Adaptive pacing as the engine has it, for days that are played without a database. */
import { AdaptivePace } from '../../src/engine/voice/adaptive-pace.ts';
import { type DaysPace, daysRule } from './linkback-days.ts';

export function adaptiveDays(): DaysPace {
  const pace = new AdaptivePace();
  return {
    follow: (before, call, event) => pace.follow(before, call, event),
    room: (state, calls, now) => pace.room(state, calls.values(), { now, rule: daysRule, lost: 0 }),
  };
}
