/** What calls that are played one by one come to, and what the guard of abandonment reads of it. */
import type { AbandonmentReading } from '../governor/abandonment.ts';

/** What a stretch of time came to. */
export interface Played {
  placed: number;
  /** By `outcomes`. */
  counts: number[];
  ones: number;
  nines: number;
  /** By the client's rule. */
  abandoned: number;
  /** Who pressed 1 and talked to nobody. */
  missed: number;
  /** Who talked to an agent who waited on the line. */
  waited: number;
  talkMs: number;
  /** Of all agents, in calls or called for one. */
  busyMs: number;
  /** When the last call of all so far ends. */
  lastEnd: number;
}

/**
 * What the agents keep up once they are busy: the burst of the first calls, when everybody is free, is
 * not in it. Of the time in which numbers were left.
 */
export interface Steady {
  ms: number;
  calls: number;
  ones: number;
  abandoned: number;
  missed: number;
  waited: number;
  talkMs: number;
}

/** A played call stands for several, but never for more than there are. */
export function timesEach(played: Played, each: number, available: number): Played {
  if (each === 1) return played;
  const counts = played.counts.map((count) => count * each);
  let over = Math.max(0, played.placed * each - available);
  const placed = played.placed * each - over;
  for (let index = counts.length - 1; over > 0 && index >= 0; index -= 1) {
    const less = Math.min(over, counts[index] ?? 0);
    counts[index] = (counts[index] ?? 0) - less;
    over -= less;
  }
  const { ones, nines, abandoned, missed, waited, talkMs } = played;
  return {
    ...{ placed, counts, lastEnd: played.lastEnd, talkMs: talkMs * each },
    ...{ ones: ones * each, nines: nines * each },
    ...{ abandoned: abandoned * each, missed: missed * each, waited: waited * each },
    busyMs: played.busyMs * each,
  };
}

/** The guard's reading with more persons and losses of its day. */
export function withToday(
  reading: AbandonmentReading,
  persons: number,
  abandoned: number,
): AbandonmentReading {
  const { today, days } = reading;
  const known = days.find(({ day }) => day === today) ?? { persons: 0, abandoned: 0 };
  const now = {
    day: today,
    persons: known.persons + persons,
    abandoned: known.abandoned + abandoned,
  };
  return { ...reading, days: [...days.filter(({ day }) => day !== today), now] };
}
