/** Lets requests begin at an even rate, and only so many be at work at once. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Gate {
  /**
   * @param until on `performance.now()`: who has not begun by then does not begin
   * @returns whether the request may begin; `leave` follows its end
   */
  enter(until: number): Promise<boolean>;
  leave(): void;
}

export function createGate(perSecond: number, atOnce: number): Gate {
  const apart = 1_000 / perSecond;
  const waiting: (() => void)[] = [];
  let free = atOnce;
  let next = 0;

  /** Whether a place became free in time. */
  function place(until: number): Promise<boolean> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const take = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(
        () => {
          waiting.splice(waiting.indexOf(take), 1);
          resolve(false);
        },
        Math.max(0, until - performance.now()),
      );
      waiting.push(take);
    });
  }

  return {
    async enter(until) {
      const at = Math.max(performance.now(), next);
      if (at > until) return false;
      next = at + apart;
      const wait = at - performance.now();
      // Timers are whole milliseconds: a wait of less would halve a high rate.
      if (wait >= 1) await sleep(wait);
      return place(until);
    },
    leave() {
      const take = waiting.shift();
      if (take) take();
      else free += 1;
    },
  };
}
