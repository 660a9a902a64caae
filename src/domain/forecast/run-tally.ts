/** What the attempts of one run come to: its counts, the end of the last one, and who is called again or left out. */
import { inCallWait } from '../gate.ts';
import type { Random } from '../random.ts';
import { drawBinomial, drawLargest } from './draws.ts';
import { type Asked, costOfAsks, type Ground, type RunResult } from './ground.ts';
import { type ForecastInput, outcomes } from './input.ts';
import { nextOfPerson } from './shared-contacts.ts';
import { createNextSteps, nextDue } from './steps-after.ts';
import type { Some, WaitingNumbers } from './waiting.ts';

interface RunParts {
  ground: Ground;
  random: Random;
  waiting: WaitingNumbers;
}

/** Of a group's persons, who pressed 1 and who pressed 9. */
interface Settled {
  ones: number;
  nines: number;
  /** When they end is known. */
  ended?: boolean;
}

/** More draws than these hardly move the latest end. */
const mostOthers = 32;

export class RunTally {
  readonly #ground: Ground;
  readonly #input: ForecastInput;
  readonly #random: Random;
  readonly #waiting: WaitingNumbers;
  readonly #next;
  readonly result: RunResult = {
    ...{ finish: Number.POSITIVE_INFINITY, attempts: 0, persons: 0, machines: 0, delivered: 0 },
    ...{ ones: 0, nines: 0, optOuts: 0, cost: 0, segments: 0 },
    ...{ waitingAtStop: null, abandonment: null, idle: null },
  };
  /** When the last attempt so far ends. */
  lastEnd = 0;

  constructor({ ground, random, waiting }: RunParts) {
    this.#ground = ground;
    this.#input = ground.input;
    this.#random = random;
    this.#waiting = waiting;
    this.#next = createNextSteps(ground.input);
  }

  /** Nothing ends before. */
  until(end: number): void {
    this.lastEnd = Math.max(this.lastEnd, end);
  }

  /** What the calls cost in which somebody asked for an agent, beyond the others; the counts may be fractions. */
  addAsks(asked: Asked): void {
    this.result.cost += costOfAsks(this.#ground.lengths.asks, asked);
  }

  /** What is counted, ends, and follows. */
  settle(
    group: readonly Some[],
    counts: readonly number[],
    last: number,
    { ones, nines, ended = false }: Settled,
  ): void {
    const { lengths } = this.#ground;
    const { result } = this;
    const random = this.#random;
    let size = 0;
    for (const [index, outcome] of outcomes.entries()) {
      const count = counts[index] ?? 0;
      if (count === 0) continue;
      size += count;
      result.cost += count * lengths.cost[outcome];
      if (!ended && this.#input.kind !== 'texting') {
        const longest = last + drawLargest(random, lengths.sorted[outcome], count);
        this.until(longest);
      }
      const followed =
        outcome === 'person' ? count - nines - (this.#input.kind === 'linkback' ? ones : 0) : count;
      if (this.#input.followUps.length > 0) this.#follow(group, index, followed, last);
    }
    if (this.#input.kind === 'texting') this.until(last);
    result.attempts += size;
    result.persons += counts[0] ?? 0;
    result.machines += counts[1] ?? 0;
    result.delivered += counts[5] ?? 0;
    result.segments += this.#input.kind === 'texting' ? size * this.#input.segments : 0;
    this.#letInOthers(group, (counts[0] ?? 0) / Math.max(1, size), last);
    if (!ended) this.#otherNumbersAfter(counts, size, last);
    this.#leaveOut(counts[0] ?? 0);
  }

  /**
   * Another number of an account waits until the call to the first one has ended: the last calls of a run are
   * those to accounts that were in a call when all else was called.
   */
  #otherNumbersAfter(counts: readonly number[], size: number, last: number): void {
    const { otherNumbers, perMinute, kind } = this.#input;
    if (otherNumbers === 0 || perMinute === 0 || size === 0 || kind === 'texting') return;
    const { sorted } = this.#ground.lengths;
    const random = this.#random;
    const longest = Math.max(...outcomes.map((outcome) => sorted[outcome].at(-1) ?? 0));
    const perMs = perMinute / 60_000;
    const inCall = Math.min(size, Math.round(perMs * longest));
    const began = inCall / perMs;
    const notReached = Math.round((inCall * (size - (counts[0] ?? 0))) / size);
    const waiting = drawBinomial(random, notReached, this.#othersShare());
    for (let left = Math.min(waiting, mostOthers); left > 0; left -= 1) {
      const first = last - random.next() * began;
      // A claim looks for it again each time that the wait is over.
      const waits = Math.max(1, Math.ceil(this.#lengthOf(counts, 1) / inCallWait));
      const second = first + waits * inCallWait;
      if (second > last) this.until(second + this.#lengthOf(counts, 0));
    }
  }

  /** Of a call that turns out as one of `counts` from an outcome on; milliseconds. */
  #lengthOf(counts: readonly number[], from: number): number {
    const random = this.#random;
    const among = counts.slice(from);
    let rank = random.next() * among.reduce((sum, count) => sum + count, 0);
    const at = among.findIndex((count) => {
      rank -= count;
      return rank < 0;
    });
    const outcome = outcomes[from + Math.max(0, at)] ?? 'failed';
    return drawLargest(random, this.#ground.lengths.sorted[outcome], 1);
  }

  /** Of the numbers of a run, those beside the first one of their account. */
  #othersShare(): number {
    const all = this.result.attempts + this.#waiting.left;
    return Math.min(1, this.#input.otherNumbers / Math.max(1, all));
  }

  #follow(group: readonly Some[], index: number, followed: number, last: number): void {
    const outcome = outcomes[index] ?? 'failed';
    let size = group.reduce((sum, { count }) => sum + count, 0);
    let left = followed;
    const sorted = this.#ground.lengths.sorted[outcome];
    const ended = last + (sorted[Math.floor(sorted.length / 2)] ?? 0);
    const contact = { at: ended, talked: outcome === 'person' };
    const grid = this.#ground.step;
    for (const { cohort, count } of group) {
      const share = Math.min(left, Math.round((left * count) / size));
      size -= count;
      left -= share;
      if (share === 0) continue;
      const next = this.#next(outcome, cohort);
      if (next?.rule.action !== 'again') continue;
      const { zone = '', rules = this.#input.rules } = this.#input.classes[cohort.of] ?? {};
      const after = { zone, rules, ended, outcome, past: cohort.past };
      const due = nextDue(next, after, this.#input, this.#random);
      const following = this.#waiting.following(cohort, next, contact);
      this.#waiting.add(Math.ceil(due / grid) * grid, following, share);
    }
  }

  /**
   * Numbers of the same persons may be contacted, by the contact policy, after those that just were.
   *
   * @param answered the share of these at which a person answered
   */
  #letInOthers(group: readonly Some[], answered: number, last: number): void {
    const { waves, classes } = this.#input;
    if (!waves) return;
    const grid = this.#ground.step;
    for (const { cohort, count } of group) {
      const { of, wave: before } = cohort;
      const { count: next, due: own } = this.#waiting.follow(cohort, count);
      if (before === null || next === 0) continue;
      const talkedTo = drawBinomial(this.#random, next, answered);
      const out = drawBinomial(this.#random, talkedTo, waves.leftOut);
      this.#waiting.leaveOut(cohort, out);
      const zone = classes[of]?.zone ?? '';
      for (const talked of [true, false]) {
        const some = talked ? talkedTo - out : next - talkedTo;
        const held = nextOfPerson(waves, { zone, ended: last, before, talked });
        // A claim looks for it again once the first call may be over.
        const due = Math.max(held, own, last + inCallWait);
        this.#waiting.letIn(Math.ceil(due / grid) * grid, cohort, some);
      }
    }
  }

  /** Other numbers of accounts that a person answered at. */
  #leaveOut(persons: number): void {
    const { otherNumbers } = this.#input;
    if (otherNumbers === 0 || persons === 0) return;
    const gone = Math.min(
      this.#waiting.left,
      drawBinomial(this.#random, persons, this.#othersShare()),
    );
    if (gone > 0) this.#waiting.lose(gone);
  }
}
