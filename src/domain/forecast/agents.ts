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
  /** Placed in all. */
  placed = 0;

  constructor(input: ForecastInput, random: Random, shares: RunShares) {
    this.#input = input;
    this.#random = random;
    this.#shares = shares;
    const { abandonment, at } = input;
    if (abandonment) this.#reading = readingOf(abandonment, dayOf(simMs(at)));
  }

  /** @param shares of the numbers that are called now */
  step(now: number, until: number, available: number, shares: Shares): Played {
    const played: Played = {
      ...{ placed: 0, counts: outcomes.map(() => 0) },
      ...{ ones: 0, nines: 0, abandoned: 0, talkMs: 0, lastEnd: this.#lastEnd },
    };
    const { tick } = this.#input;
    this.#fill(now, available, shares, played);
    for (let next = this.#events.first(); next && next.at < until; next = this.#events.first()) {
      // The engine looks again at its next tick.
      const look = Math.min(until, Math.ceil(next.at / tick) * tick);
      for (let one: Event | undefined = next; one && one.at <= look; one = this.#events.first()) {
        this.#events.drop();
        this.#happen(one, played);
      }
      this.#fill(look, available, shares, played);
    }
    played.lastEnd = this.#lastEnd;
    this.placed += played.placed;
    return played;
  }

  #fill(now: number, available: number, shares: Shares, played: Played): void {
    if (played.placed >= available) return;
    const { agentCount, callRatio } = this.#input;
    const room = guardedRoom({
      ...{ agentCount, callRatio, agentsBusy: this.#busy, inFlight: this.#inFlight },
      ...{ atRisk: this.#inFlight, reading: this.#reading },
    });
    for (let left = room.open; left > 0 && played.placed < available; left -= 1) {
      this.#place(now, shares, played);
    }
    for (let left = room.agentsFirst; left > 0 && played.placed < available; left -= 1) {
      this.#placeForAgent(now, shares, played);
    }
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
    if (this.#busy >= this.#input.agentCount) {
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
    if (this.#reading) this.#reading = withToday(this.#reading, this.#persons, this.#lost);
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
