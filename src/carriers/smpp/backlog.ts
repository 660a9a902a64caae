/** The parts of texts that are not written yet, and the time that they take. */
import type { Job } from './job.ts';
import type { Pace } from './pace.ts';
import type { Timing } from './timing.ts';

export interface Backlog {
  /**
   * So many more parts may wait here: what goes out in `ahead`, so that the line is never empty while a
   * campaign takes its next texts from its lists, and nothing waits for long.
   *
   * @param windows places of all sessions' windows
   */
  room(windows: number): number;
  /** @param parts how many parts of this text no longer wait; negative: how many more wait */
  leave(job: Job, parts: number): void;
  /** Whether this text is begun: the rest of it goes first. */
  begin(job: Job, isBegun: boolean): void;
  /** Whether all parts are surely written before the text's end, when the first one is written now. */
  fits(job: Job): boolean;
  /** Milliseconds in which the parts of all texts that are begun are written, or they are not written at all. */
  restMs(now: number): number;
}

/** Milliseconds of texts that may wait here; a step of the engine may take some hundred. */
const ahead = 800;
const fewestAhead = 2;

export function createBacklog(timing: Timing, pace: Pace): Backlog {
  /** Also those that are not in the queue yet. */
  let left = 0;
  /** Of these, the parts of texts that are begun. */
  let owed = 0;

  function restMs(parts: number, now: number): number {
    return timing.restPatienceMs + (parts * 1_000) / pace.rate(now);
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
      const now = performance.now();
      const most = timing.responseMs + restMs(owed + rest, now);
      return Math.min(most, job.answerBy - now) <= job.msLeft();
    },
    restMs: (now) => restMs(owed, now),
  };
}
