/**
 * Distinguishes a machine that slept from one whose clock was set. Three clocks run at the same
 * pace: the time of day, which can be set; the steady one of the process, which stops during sleep;
 * and the uptime of the machine, which includes sleep and cannot be set.
 */
import { type ClockReading, clockReading, mostOff } from './clock-offset.ts';

/** All in milliseconds. */
export interface MachineClocks {
  /** The time of day, since 1970. */
  timeOfDay(): number;
  /** Runs only while the machine is awake. */
  steady(): number;
  /** Since the machine started, including sleep. */
  uptime(): number;
}

export interface ClockJump {
  /** Milliseconds that the time of day was set ahead, or back when below 0; 0: it was not. */
  set: number;
  /** Milliseconds of sleep; 0: none. */
  slept: number;
}

/** Milliseconds. In a longer check the process had to wait: the next is not compared with it. */
const quickCheck = 100;

/** Each check returns what happened since the last one; less than `mostOff` counts as nothing. */
export function createJumpWatch(clocks: MachineClocks): { check(): ClockJump } {
  function take() {
    const asked = clocks.uptime();
    const steady = clocks.steady();
    const now = clocks.timeOfDay();
    const responded = clocks.uptime();
    return {
      dayLessUptime: clockReading({ first: now, last: now }, { asked, responded }),
      uptimeLessSteady: { low: asked - steady, high: responded - steady },
      quick: responded - asked < quickCheck,
    };
  }

  let last = take();
  return {
    check() {
      const now = take();
      const set = movedBy(last.dayLessUptime, now.dayLessUptime);
      const slept = Math.max(0, movedBy(last.uptimeLessSteady, now.uptimeLessSteady));
      if (now.quick || set !== 0 || slept !== 0) last = now;
      return { set, slept };
    },
  };
}

/** 0 unless it is surely more than `mostOff`. */
export function movedBy(before: ClockReading, now: ClockReading): number {
  const surely = Math.max(now.low - before.high, before.low - now.high);
  if (surely <= mostOff) return 0;
  return Math.round((now.low + now.high - before.low - before.high) / 2);
}
