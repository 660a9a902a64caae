/**
 * A Linkback's calls one by one in virtual time: each free agent has calls in flight by the engine's own
 * pacing, those who press 1 get an agent or hear the apology, and agents talk.
 */
import type { AbandonmentReading } from '../governor/abandonment.ts';
import { dayOf, readingOf } from '../governor/abandonment-days.ts';
import { guardedRoom } from '../governor/guarded-pacing.ts';
import { simMs } from '../milliseconds.ts';
import { apologyMs } from '../prompts.ts';
import type { Random } from '../random.ts';
import { usualProfile } from '../usual-profile.ts';
import { type Course, drawCourse } from './course.ts';
import { type Event, EventHeap, type Kind } from './event-heap.ts';
import { type ForecastInput, outcomes } from './input.ts';
import type { RunShares, Shares } from './shares.ts';

/** What a stretch of time came to. */
export interface Played {
  placed: number;
  /** By `outcomes`. */
  counts: number[];
  ones: number;
  nines: number;
  abandoned: number;
  talkMs: number;
  /** When the last call of all so far ends. */
  lastEnd: number;
}

/** Persons who answer until the guard reads again; it reads at once after a loss. */
const readEvery = 25;
/** With more calls in flight, each one that is played stands for several. */
const mostInFlight = 1_500;
/** Calls that are measured: so many, and each place in flight four times. */
const measuredCalls = 1_500;
const measuredTimes = 4;

/**
 * What the agents keep up once they are busy: the burst of the first calls, when everybody is free, is
 * not in it. Of the time in which numbers were left.
 */
export interface Steady {
  ms: number;
  calls: number;
  ones: number;
  abandoned: number;
  talkMs: number;
}

export class AgentPlay {
  readonly #input: ForecastInput;
  readonly #random: Random;
  readonly #shares: RunShares;
  readonly #events = new EventHeap();
  #inFlight = 0;
  #busy = 0;
  #lastEnd = 0;
  #reading: AbandonmentReading | undefined;
  #persons = 0;
  #lost = 0;
  /** Calls that one played call stands for. */
  readonly #each: number;
  /** Placed calls with which every place in flight was filled once. */
  readonly #burst: number;
  readonly #enough: number;
  #placed = 0;
  /** When the burst was over. */
  #warmAt: number | undefined;
  /** Since when nothing is left to be called. */
  #dryAt: number | undefined;
  readonly steady: Steady = { ms: 0, calls: 0, ones: 0, abandoned: 0, talkMs: 0 };

  /** @param most in flight, of which each is played */
  constructor(input: ForecastInput, random: Random, shares: RunShares, most = mostInFlight) {
    this.#input = input;
    this.#random = random;
    this.#shares = shares;
    const { abandonment, at, agentCount, callRatio } = input;
    const places = agentCount * callRatio;
    this.#each = Math.max(1, Math.ceil(places / most));
    this.#burst = places / this.#each;
    this.#enough = this.#burst + Math.max(measuredCalls, measuredTimes * this.#burst);
    if (abandonment) this.#reading = readingOf(abandonment, dayOf(simMs(at)));
  }

  /** Enough was played to go on by what was measured. */
  get isMeasured(): boolean {
    return this.#placed >= this.#enough && this.steady.ms > 0;
  }

  /** @param shares of the numbers that are called now */
  step(now: number, until: number, available: number, shares: Shares): Played {
    const played: Played = {
      ...{ placed: 0, counts: outcomes.map(() => 0) },
      ...{ ones: 0, nines: 0, abandoned: 0, talkMs: 0, lastEnd: this.#lastEnd },
    };
    const { tick } = this.#input;
    this.#dryAt = undefined;
    // Between two steps nobody is called, and what was begun goes on.
    this.#until(now, played);
    this.#fill(now, available, shares, played);
    for (let next = this.#events.first(); next && next.at < until; next = this.#events.first()) {
      // The engine looks again at its next tick.
      const look = Math.min(until, Math.ceil(next.at / tick) * tick);
      this.#until(look, played);
      this.#fill(look, available, shares, played);
    }
    this.#measure(now, until, played);
    played.lastEnd = this.#lastEnd;
    return this.#times(played, available);
  }

  /** What becomes of the calls that were placed; no more are. */
  rest(now: number): Played {
    return this.step(now, Number.POSITIVE_INFINITY, 0, []);
  }

  #until(look: number, played: Played): void {
    for (let one = this.#events.first(); one && one.at <= look; one = this.#events.first()) {
      this.#events.drop();
      this.#happen(one, played);
    }
  }

  #measure(now: number, until: number, { ones, abandoned, talkMs }: Played): void {
    if (this.#warmAt === undefined) return;
    const { steady } = this;
    steady.ms += Math.max(0, Math.min(until, this.#dryAt ?? until) - Math.max(now, this.#warmAt));
    steady.ones += ones;
    steady.abandoned += abandoned;
    steady.talkMs += talkMs * this.#each;
    steady.calls = (this.#placed - this.#burst) * this.#each;
  }

  /** A played call stands for several, but never for more than there are. */
  #times(played: Played, available: number): Played {
    const each = this.#each;
    if (each === 1) return played;
    const counts = played.counts.map((count) => count * each);
    let over = Math.max(0, played.placed * each - available);
    const placed = played.placed * each - over;
    for (let index = counts.length - 1; over > 0 && index >= 0; index -= 1) {
      const less = Math.min(over, counts[index] ?? 0);
      counts[index] = (counts[index] ?? 0) - less;
      over -= less;
    }
    const { ones, nines, abandoned, talkMs } = played;
    return {
      ...{ placed, counts, lastEnd: played.lastEnd, talkMs: talkMs * each },
      ...{ ones: ones * each, nines: nines * each, abandoned: abandoned * each },
    };
  }

  #fill(now: number, available: number, shares: Shares, played: Played): void {
    const each = this.#each;
    const isDry = () => played.placed * each >= available;
    if (!isDry()) {
      const { agentCount, callRatio } = this.#input;
      const inFlight = this.#inFlight * each;
      const room = guardedRoom({
        ...{ agentCount, callRatio, agentsBusy: this.#busy * each, inFlight },
        ...{ atRisk: inFlight, reading: this.#reading },
      });
      for (let left = Math.floor(room.open / each); left > 0 && !isDry(); left -= 1) {
        this.#place(now, shares, played);
      }
      for (let left = Math.floor(room.agentsFirst / each); left > 0 && !isDry(); left -= 1) {
        this.#placeForAgent(now, shares, played);
      }
    }
    if (this.#warmAt === undefined && this.#placed >= this.#burst) this.#warmAt = now;
    if (isDry()) this.#dryAt ??= now;
  }

  #place(now: number, shares: Shares, played: Played): void {
    const { one, ends } = this.#submit(shares, played);
    this.#inFlight += 1;
    if (one !== null) this.#plan(now + one, 'asks');
    else {
      this.#lastEnd = Math.max(this.#lastEnd, now + ends);
      this.#plan(now + ends, 'over');
    }
  }

  /** The agent waits already and stays for the next one: nobody is lost, and nobody else has the agent. */
  #placeForAgent(now: number, shares: Shares, played: Played): void {
    const { one, ends } = this.#submit(shares, played);
    this.#busy += 1;
    let free = now + ends;
    if (one !== null) {
      const { talk } = usualProfile;
      const lasts = this.#random.between(talk[0], talk[1]);
      played.ones += 1;
      played.talkMs += lasts;
      free = now + one + lasts;
    }
    this.#lastEnd = Math.max(this.#lastEnd, free);
    this.#plan(free, 'free');
  }

  #submit(shares: Shares, played: Played): Course {
    const random = this.#random;
    const index = pick(random, shares);
    const outcome = outcomes[index] ?? 'failed';
    played.placed += 1;
    this.#placed += 1;
    played.counts[index] = (played.counts[index] ?? 0) + 1;
    const course = drawCourse(random, outcome, this.#input, this.#shares);
    if (outcome === 'person') {
      this.#persons += 1;
      if (this.#persons >= readEvery) this.#count();
      if (course.one === null && random.chance(this.#shares.nine)) played.nines += 1;
    }
    return course;
  }

  #happen({ at, kind }: Event, played: Played): void {
    if (kind === 'free') this.#busy -= 1;
    else this.#inFlight -= 1;
    if (kind !== 'asks') return;
    played.ones += 1;
    if ((this.#busy + 1) * this.#each > this.#input.agentCount) {
      this.#lose(at, apologyMs, played);
      return;
    }
    const { agentAnswers, setup, agentRings, agentPatience, talk } = usualProfile;
    const random = this.#random;
    const rings = random.between(setup[0], setup[1]) + random.between(agentRings[0], agentRings[1]);
    this.#busy += 1;
    if (!random.chance(agentAnswers)) {
      this.#plan(at + rings, 'free');
      this.#lose(at, rings + apologyMs, played);
      return;
    }
    const together = rings + this.#input.agentMs;
    const patience = random.between(agentPatience[0], agentPatience[1]);
    if (together > patience) {
      this.#plan(at + patience, 'free');
      this.#lose(at, patience, played);
      return;
    }
    const lasts = together + random.between(talk[0], talk[1]);
    played.talkMs += lasts;
    this.#lastEnd = Math.max(this.#lastEnd, at + lasts);
    this.#plan(at + lasts, 'free');
  }

  #lose(at: number, ms: number, played: Played): void {
    played.abandoned += 1;
    this.#lastEnd = Math.max(this.#lastEnd, at + ms);
    this.#lost += 1;
    this.#count();
  }

  #count(): void {
    const each = this.#each;
    if (this.#reading) {
      this.#reading = withToday(this.#reading, this.#persons * each, this.#lost * each);
    }
    this.#persons = 0;
    this.#lost = 0;
  }

  #plan(at: number, kind: Kind): void {
    this.#events.add({ at, kind });
  }
}

function withToday(reading: AbandonmentReading, persons: number, abandoned: number) {
  const { today, days } = reading;
  const known = days.find(({ day }) => day === today) ?? { day: today, persons: 0, abandoned: 0 };
  const now = {
    day: today,
    persons: known.persons + persons,
    abandoned: known.abandoned + abandoned,
  };
  return { ...reading, days: [...days.filter(({ day }) => day !== today), now] };
}

function pick(random: Random, shares: Shares): number {
  let left = random.next();
  for (let index = 0; index < shares.length; index += 1) {
    left -= shares[index] ?? 0;
    if (left < 0) return index;
  }
  return 0;
}
