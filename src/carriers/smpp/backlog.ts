/** The parts of texts that are not written yet, and the time that they take. */
import { atRealSpeed, elapsed, later, type RealMs, realMs, soonest } from '#domain/milliseconds.ts';
import type { Job } from './job.ts';
import type { Pace } from './pace.ts';
import type { Timing } from './timing.ts';

export interface Backlog {
  /**
   * How many more parts may wait here: what is written within `ahead`. So the queue is never empty
   * while a campaign claims its next texts, and nothing waits long.
   *
   * @param windows slots in the windows of all sessions
   */
  room(windows: number): number;
  /** @param parts how many parts of this text no longer wait; negative: how many more do */
  leave(job: Job, parts: number): void;
  /** Marks a text as begun or not; the rest of a begun text goes first. */
  begin(job: Job, isBegun: boolean): void;
  /** Whether every part will be written before the text's end if the first one is written now. */
  fits(job: Job): boolean;
  /** In which the rest of every begun text is written, or never. */
  restMs(now: RealMs): RealMs;
}

/** How much sending time may wait here; one step of the engine may take several hundred ms. */
const ahead = realMs(800);
const fewestAhead = 2;

export function createBacklog(timing: Timing, pace: Pace): Backlog {
  /** Includes parts that are not in the queue yet. */
  let left = 0;
  /** Of these, the parts of begun texts. */
  let owed = 0;

  function restMs(parts: number, now: RealMs): RealMs {
    return later(timing.restPatienceMs, realMs((parts * 1_000) / pace.rate(now)));
  }

  return {
    room(windows) {
      const now = performance.now();
      const soon = Math.max(pace.taken(now), 2 * windows);
      return Math.max(fewestAhead, (ahead / 1_000) * Math.min(pace.rate(now), soon)) - left;
    },
    leave(job, parts) {
      job.left -= parts;
      left -= parts;
      if (job.isBegun) owed -= parts;
    },
    begin(job, isBegun) {
      if (job.isBegun !== isBegun) owed += isBegun ? job.left : -job.left;
      job.isBegun = isBegun;
    },
    fits(job) {
      const rest = job.bodies.length - 1;
      if (rest === 0) return job.msLeft() >= 0;
      const now = realMs(performance.now());
      const most = later(timing.responseMs, restMs(owed + rest, now));
      return atRealSpeed(soonest(most, elapsed(now, job.returnBy))) <= job.msLeft();
    },
    restMs: (now) => restMs(owed, now),
  };
}
