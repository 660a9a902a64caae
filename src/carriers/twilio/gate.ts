/**
 * Lets requests begin at an even rate, with a limit on how many run at once. When Twilio is at
 * capacity all of them pause, for longer after each time in a row.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Gate {
  /**
   * @param until on `performance.now()`: a request that has not begun by then does not begin
   * @returns whether the request may begin; if so, call `leave` at its end
   */
  enter(until: number): Promise<boolean>;
  /** How many more could begin soon. */
  free(): number;
  leave(): void;
  /** Twilio accepted a request, or is at capacity. */
  taken(): void;
  refused(): void;
}

/** Milliseconds of requests that may wait for their turn. */
const soon = 400;
/** Length of a pause, which even the call to an agent for whom a customer waits must sit out. */
const shortestRest = 500;
const longestRest = 2_000;

export function createGate(perSecond: number, atOnce: number): Gate {
  const apart = 1_000 / perSecond;
  const waiting: (() => void)[] = [];
  let free = atOnce;
  let next = 0;
  /** Requests that wait for their turn. */
  let inLine = 0;
  let rest = 0;
  let restsUntil = 0;

  /** Whether a slot became free in time. */
  function slot(until: number): Promise<boolean> {
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
      inLine += 1;
      // Timers are whole milliseconds: a wait of less would halve a high rate.
      if (wait >= 1) await sleep(wait);
      return slot(until).finally(() => {
        inLine -= 1;
      });
    },
    free() {
      const wait = Math.max(0, next - performance.now());
      const turns = wait > soon ? 0 : Math.floor((soon - wait) / apart) + 1;
      // Somewhat more than there are slots, because some are soon free.
      const slots = free + Math.ceil(atOnce / 4) - inLine;
      return Math.max(0, Math.min(turns, slots));
    },
    taken() {
      rest = 0;
    },
    refused() {
      const now = performance.now();
      // Requests that were under way when the pause began say nothing new.
      if (now < restsUntil) return;
      rest = Math.min(longestRest, rest === 0 ? shortestRest : rest * 2);
      restsUntil = now + rest;
      next = Math.max(next, restsUntil);
    },
    leave() {
      const take = waiting.shift();
      if (take) take();
      else free += 1;
    },
  };
}
