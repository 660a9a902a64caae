/** How often one client or manager may do something in an hour, in this process. */
import { problem } from '#contract/errors.ts';

const hour = 3_600_000;

export interface Hourly {
  /** Counts one. @throws ProblemError too_many_tries when there were too many in the last hour */
  count(who: number): void;
}

/** @param sentence what the sender is told */
export function createHourly(
  most: number,
  sentence: string,
  now: () => number = () => performance.now(),
): Hourly {
  const times = new Map<number, number[]>();
  return {
    count(who) {
      const recent = (times.get(who) ?? []).filter((at) => at > now() - hour);
      times.set(who, recent);
      const oldest = recent[0];
      if (recent.length >= most && oldest !== undefined) {
        const retryAfter = Math.ceil((oldest + hour - now()) / 1000);
        throw problem('too_many_tries', sentence, { retryAfter });
      }
      recent.push(now());
    },
  };
}

/**
 * How many different values one manager may try in an hour; the same one again, as a page that turns
 * or a screen that polls sends it, is no new try.
 */
export interface HourlyValues {
  /** @throws ProblemError too_many_tries */
  count(who: number, value: string): void;
}

export function createHourlyValues(
  most: number,
  sentence: string,
  now: () => number = () => performance.now(),
): HourlyValues {
  const tried = new Map<number, Map<string, number>>();
  return {
    count(who, value) {
      const own = tried.get(who) ?? new Map<string, number>();
      tried.set(who, own);
      for (const [one, at] of own) if (at <= now() - hour) own.delete(one);
      if (own.has(value)) return;
      const oldest = Math.min(...own.values());
      if (own.size >= most) {
        const retryAfter = Math.ceil((oldest + hour - now()) / 1000);
        throw problem('too_many_tries', sentence, { retryAfter });
      }
      own.set(value, now());
    },
  };
}

/** One of each server, whatever module asks for it. */
export function ofServer<Limit>(make: () => Limit): (server: object) => Limit {
  const made = new WeakMap<object, Limit>();
  return (server) => {
    const limit = made.get(server) ?? make();
    made.set(server, limit);
    return limit;
  };
}
