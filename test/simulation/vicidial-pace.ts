/**
 * VICIdial's adaptive dial methods as a reference for bench/adaptive-pacing.ts, written from its public
 * description and not from its code's text: `bin/AST_VDadapt.pl` 2.4 to 2.12 (read in inktel/Vicidial at
 * 9e65b4ce), and the help of its campaign screen ("Dial Method", "Auto Dial Level"):
 *
 * - The campaign holds lines = active agents × dial level, calls with an agent included.
 * - Each second it counts the agents who are ready less the customers who wait. Every 15 seconds the
 *   dial level is multiplied by 1 + (the last minute's average of that + the differential target) / the
 *   agents' average; an intensity of 0, the default, leaves it so. It stays between 1 and the highest
 *   level (default 3.0).
 * - When over 20 calls of the last minute had over 50 % drops, the level is halved.
 * - When over 50 calls were made today and drops are more than the limit (default 3 %) of today's
 *   answers: ADAPT_HARD_LIMIT sets the level to 1; ADAPT_AVERAGE halves it; ADAPT_TAPERED multiplies it by
 *   the time left until the latest server time (default 21:00, as HHMM / 1000, at most 1), and sets 1 after it.
 *
 * A customer who finds no agent waits 5 seconds there (default "Drop Call Seconds"); here the customer is
 * counted as waiting for as long. Available Only Tally is off, as by default.
 */
import { isAbandoned } from '../../src/domain/governor/abandoned-call.ts';
import { freeAgents } from '../../src/domain/linkback-pacing.ts';
import type { DaysPace } from './linkback-days.ts';

/** What it calls a drop: nobody within its drop seconds, which are set to how long agents ring. */
export const dropped = { waitSeconds: 20, hangUps: false } as const;

export const vicidialMethods = ['ADAPT_HARD_LIMIT', 'ADAPT_AVERAGE', 'ADAPT_TAPERED'] as const;
type Method = (typeof vicidialMethods)[number];

const highestLevel = 3;
const dropLimit = 0.03;
const dropSeconds = 5;
const dayLength = 86_400_000;

/** @param minutes of calling a day: the day ends at the latest server time */
export function vicidialPace(method: Method, minutes: number, differentialTarget = 0): DaysPace {
  let level = 1;
  let [calls, answers, drops] = [0, 0, 0];
  let waiting: number[] = [];
  let lastMinute: { at: number; dropped: boolean }[] = [];
  let differentials: number[] = [];
  let adjustAt = 0;
  let now = 0;
  const known = new Set<string>();

  function adjust(agents: number): void {
    const average = differentials.reduce((sum, one) => sum + one, 0) / differentials.length;
    level *= 1 + (average + differentialTarget) / agents;
    level = Math.min(highestLevel, Math.max(1, level));
    const dropped = lastMinute.filter((one) => one.dropped).length;
    if (lastMinute.length > 20 && dropped > lastMinute.length / 2) level /= 2;
    if (calls > 50 && drops > dropLimit * answers) {
      if (method === 'ADAPT_HARD_LIMIT') level = 1;
      else if (method === 'ADAPT_AVERAGE') level /= 2;
      else level = level * taperedRate();
    }
    level = Math.max(1, level);
  }

  /** 2100 less the time of day, both as HHMM. */
  function taperedRate(): number {
    const left = minutes - (now % dayLength) / 60_000;
    const clock = 21 * 60 - left;
    const hhmm = Math.floor(clock / 60) * 100 + Math.floor(clock % 60);
    return Math.max(0, Math.min(1, (2_100 - hhmm) / 1_000));
  }

  return {
    begin() {
      [calls, answers, drops] = [0, 0, 0];
      known.clear();
      differentials = [];
    },
    ended(isPerson, wasAbandoned) {
      if (isPerson) answers += 1;
      if (wasAbandoned) drops += 1;
      lastMinute.push({ at: now, dropped: wasAbandoned });
    },
    turnedAway(at) {
      waiting.push(at + dropSeconds * 1_000);
    },
    room(state, inFlight, at) {
      now = at;
      for (const id of inFlight.keys()) {
        if (known.has(id)) continue;
        known.add(id);
        calls += 1;
      }
      waiting = waiting.filter((until) => until > at);
      lastMinute = lastMinute.filter((one) => one.at > at - 60_000);
      differentials.push(freeAgents(state) - waiting.length);
      if (differentials.length > 60) differentials.shift();
      if (at >= adjustAt) {
        adjust(state.agentCount);
        adjustAt = at + 15_000;
      }
      // Those who hear the apology have no line that waits for an agent any more.
      const lines = [...inFlight.values()].filter(
        (call) => !isAbandoned(call.linkback?.wait, dropped),
      ).length;
      return Math.max(0, Math.floor(state.agentCount * level) - lines);
    },
  };
}
