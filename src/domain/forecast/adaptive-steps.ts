/**
 * An adaptive Linkback of one run in steps: the guard's state and what may still be abandoned follow from the run's own
 * persons and losses, by the engine's functions; what the pacer makes of that was measured before (`adaptive-levels.ts`).
 */
import { affordable } from '../adaptive/adaptive-room.ts';
import { type AbandonmentReading, guardOf } from '../governor/abandonment.ts';
import { dayOf, readingOf } from '../governor/abandonment-days.ts';
import { simMs } from '../milliseconds.ts';
import { easternDate, endOfEasternDay } from '../wall-time.ts';
import { type Level, levelAt } from './adaptive-levels.ts';
import type { Lengths } from './course.ts';
import { averageOf } from './ground.ts';
import type { ForecastInput } from './input.ts';
import { withToday } from './played.ts';
import type { Shares } from './shares.ts';
import { AheadFlow, CalledFlow, type Flown, type TeamFlow } from './team-flow.ts';

/** Of the numbers that are called in a step. */
export interface StepShares {
  /** By `outcomes`. */
  shares: Shares;
  /** Of persons, who press 1. */
  one: number;
}

const partMs = 5_000;
/** Two parts differ by this share at most. */
const steady = 1e-4;
/** A step ends when this share of the persons has come, or so many. */
const [growth, fewest] = [0.05, 8];

export class AdaptiveSteps {
  readonly #input: ForecastInput;
  readonly #levels: readonly Level[];
  readonly #lengths: Lengths;
  #reading: AbandonmentReading;
  #dayEnds: number;
  #level: Level;
  readonly #flow: TeamFlow;
  #persons = 0;
  /** Requests so far beyond those that were expected. */
  #surplus = 0;
  /** Of the step, requests by agents who wait already: none of these is abandoned. */
  #safe = 0;
  talkMs = 0;
  /** Played so far. */
  parts = 0;

  constructor(input: ForecastInput, levels: readonly Level[], lengths: Lengths) {
    const { abandonment, at } = input;
    this.#input = input;
    this.#levels = levels;
    this.#lengths = lengths;
    const today = dayOf(simMs(at));
    this.#reading = abandonment
      ? readingOf(abandonment, today)
      : { today, firstDay: today, days: [] };
    this.#dayEnds = endOfEasternDay(easternDate(new Date(at)));
    this.#level = levelAt(levels, 0);
    this.#flow = input.ahead ? new AheadFlow(input, lengths.coming) : new CalledFlow(input);
  }

  /** Shares of those who ask in this step. */
  get abandoned(): number {
    return this.#level.abandoned * (1 - this.#safe);
  }

  get missed(): number {
    return this.#level.missed * (1 - this.#safe);
  }

  /** Of those who talk, the share to whom an agent came who waited on the line. */
  get waited(): number {
    return this.#input.ahead ? 1 : this.#safe;
  }

  /**
   * The longest step from now on, in milliseconds: what is expected of the guard hardly changes in it.
   *
   * @param most of all
   * @param longer how many times as long as usual the step may be, up to `most`
   */
  longest({ shares, one }: StepShares, most: number, longer: number): number {
    const persons = shares[0] ?? 0;
    const { agentCount, carrier, tick } = this.#input;
    const asks = Math.max(1e-9, (agentCount * this.#level.busy) / Math.max(1, this.#level.hold));
    const calls = Math.min(
      Math.max(asks / Math.max(1e-6, persons * one), agentCount / this.#meanOf(shares)),
      (carrier.perMinute ?? Number.POSITIVE_INFINITY) / 60_000,
    );
    const enough = Math.max(fewest, growth * this.#persons);
    const longest = Math.max(partMs, enough / Math.max(1e-9, calls * persons));
    return Math.max(tick, Math.min(most, Math.ceil(longest * longer)));
  }

  /** Nobody is called for a while. */
  pause(): void {
    this.#flow.pause();
    this.#surplus = 0;
  }

  /** @returns how many calls it places, on average */
  calls(now: number, ms: number, of: StepShares): number {
    this.#begin(now);
    const { isFree, mostAtRisk } = guardOf(this.#reading);
    // Calls that share those who wait are lost as before, until the last of them has ended.
    if (isFree || !this.#input.ahead) {
      this.#level = levelAt(this.#levels, isFree ? affordable(this.#reading) : 0);
    }
    const mean = this.#meanOf(of.shares);
    const asking = Math.max(1e-6, (of.shares[0] ?? 0) * of.one);
    let [calls, safe, asked] = [0, 0, 0];
    let before: Flown | undefined;
    for (let left = ms; left > 0; ) {
      const part = Math.min(partMs, left);
      this.parts += 1;
      const flown = this.#flow.flow({
        ...{ part, isFree, mostAtRisk, level: this.#level, mean, asking },
      });
      // Once nothing changes any more, the rest goes on so.
      const parts = before && isSteady(before, flown) ? left / part : 1;
      this.talkMs += flown.talkMs * parts;
      calls += flown.calls * parts;
      safe += flown.safe * parts;
      asked += flown.asked * parts;
      left -= part * parts;
      before = flown;
    }
    this.#safe = asked > 0 ? Math.min(1, safe / asked) : 0;
    const more = this.#surplus;
    this.#surplus -= asked;
    if (isFree) return this.#corrected(calls, ms, more / asking);
    this.#flow.correct(more);
    this.#surplus -= more;
    return calls;
  }

  /** Agents talk as much as they can: after fewer requests than were expected more calls follow, and the other way round. */
  #corrected(calls: number, ms: number, fewer: number): number {
    const { perMinute } = this.#input.carrier;
    const most = Math.min(2 * calls, ((perMinute ?? Number.POSITIVE_INFINITY) * ms) / 60_000);
    return Math.max(0, Math.min(calls - fewer, Math.max(calls, most)));
  }

  /** What came of a step, or of a part of it: `ones` asked for an agent. */
  count({ persons, abandoned, ones }: { persons: number; abandoned: number; ones: number }): void {
    this.#persons += persons;
    this.#surplus += ones;
    this.#reading = withToday(this.#reading, persons, abandoned);
  }

  #begin(now: number): void {
    if (now < this.#dayEnds) return;
    const today = dayOf(simMs(now));
    this.#dayEnds = endOfEasternDay(easternDate(new Date(now)));
    this.#reading = { ...this.#reading, today };
  }

  /** Milliseconds of a call without an agent. */
  #meanOf(shares: Shares): number {
    return averageOf(shares, this.#lengths.mean);
  }
}

/** A talk lasts some minutes, so that less than a hundredth is left to change. */
function isSteady(before: Flown, { calls, safe, talkMs }: Flown): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) <= steady * other;
  return isNear(before.calls, calls) && isNear(before.safe, safe) && isNear(before.talkMs, talkMs);
}
