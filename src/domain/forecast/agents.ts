/**
 * A Linkback's calls one by one in virtual time: each free agent has calls in flight by the engine's own
 * pacing, those who press 1 get an agent or hear the apology, and agents talk.
 */
import type { CourseStage } from '../adaptive/learned-course.ts';
import { isAbandoned } from '../governor/abandoned-call.ts';
import type { AbandonmentReading } from '../governor/abandonment.ts';
import { dayOf, readingOf } from '../governor/abandonment-days.ts';
import { type GuardedState, guardedRoom } from '../governor/guarded-pacing.ts';
import { agentAgainAfter, restAfterTalk, roomForCalls } from '../linkback-pacing.ts';
import { simMs } from '../milliseconds.ts';
import { apologyMs } from '../prompts.ts';
import type { Random } from '../random.ts';
import { usualProfile } from '../usual-profile.ts';
import { AdaptivePlay, type PlayedCall } from './adaptive-play.ts';
import { drawAgentCourse, drawRinging, noAgent } from './agent-course.ts';
import { CarrierTurns } from './carrier-part.ts';
import { type Course, drawCourse } from './course.ts';
import { drawIndex } from './draws.ts';
import { type Event, EventHeap, type Kind } from './event-heap.ts';
import { FirstAgents } from './first-agents.ts';
import { type ForecastInput, outcomes } from './input.ts';
import { type Played, type Steady, timesEach, withToday } from './played.ts';
import type { RunShares, Shares } from './shares.ts';

/** Persons who answer until the guard reads again; it reads at once after a loss. */
const readEvery = 1;
/** With more calls in flight, each one that is played stands for several. */
const mostInFlight = 1_500;
/** Calls that are measured: so many, and each place in flight four times. */
const measuredCalls = 1_500;
const measuredTimes = 4;

export class AgentPlay {
  readonly #input: ForecastInput;
  readonly #random: Random;
  readonly #shares: RunShares;
  readonly #events = new EventHeap();
  #inFlight = 0;
  /** Also those who were called first and wait. */
  #busy = 0;
  readonly #first = new FirstAgents();
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
  /** Events so far. */
  work = 0;
  readonly steady: Steady = {
    ...{ ms: 0, calls: 0, ones: 0, abandoned: 0, missed: 0, waited: 0, talkMs: 0 },
  };
  #seen = 0;
  /** Persons whose calls had no agent who waited and have ended. */
  #ventured = 0;
  readonly #adaptive: AdaptivePlay | undefined;
  #pinned: number | undefined;
  readonly #turns: CarrierTurns;
  /** Of the next look that no event brings. */
  #lookAt = Number.NEGATIVE_INFINITY;

  /** @param most in flight, of which each is played */
  constructor(input: ForecastInput, random: Random, shares: RunShares, most = mostInFlight) {
    this.#input = input;
    this.#random = random;
    this.#shares = shares;
    const { abandonment, at, agentCount, callRatio, carrier, pacing, tick, recorded } = input;
    const places = Math.min(agentCount * callRatio, carrier.atOnce ?? Number.POSITIVE_INFINITY);
    const numbers = input.classes.reduce((sum, { count }) => sum + count, 0);
    this.#each = Math.max(1, Math.ceil(Math.min(places, numbers) / most));
    this.#burst = places / this.#each;
    this.#enough = this.#burst + Math.max(measuredCalls, measuredTimes * this.#burst);
    if (pacing === 'adaptive') this.#adaptive = new AdaptivePlay(recorded, this.#each, input);
    this.#turns = new CarrierTurns(carrier, this.#each, tick);
    if (abandonment) this.#reading = readingOf(abandonment, dayOf(simMs(at)));
  }

  /** The budget from now on, whatever was abandoned before; only adaptive pacing uses it. */
  pin(budget: number): void {
    this.#pinned = budget;
  }

  /** Enough was played to go on by what was measured. */
  get isMeasured(): boolean {
    return this.#placed >= this.#enough && this.steady.ms > 0;
  }

  /** @param shares of the numbers that are called now */
  step(now: number, until: number, available: number, shares: Shares): Played {
    const played: Played = {
      ...{ placed: 0, counts: outcomes.map(() => 0) },
      ...{ ones: 0, nines: 0, abandoned: 0, missed: 0, waited: 0, talkMs: 0 },
      ...{ busyMs: 0, lastEnd: this.#lastEnd },
    };
    const { tick } = this.#input;
    this.#dryAt = undefined;
    // Between two steps nobody is called, and what was begun goes on.
    this.#until(now, played);
    this.#seen = now;
    this.#fill(now, available, shares, played);
    for (let next = this.#events.first(); next && next.at < until; next = this.#events.first()) {
      // The engine looks again at its next tick.
      const look = Math.min(until, Math.ceil(next.at / tick) * tick);
      this.#until(look, played);
      this.#fill(look, available, shares, played);
    }
    this.#busyUntil(until, played);
    this.#measure(now, until, played);
    played.lastEnd = this.#lastEnd;
    return timesEach(played, this.#each, available);
  }

  /** What becomes of the calls that were placed; no more are. */
  rest(now: number): Played {
    return this.step(now, Number.POSITIVE_INFINITY, 0, []);
  }

  #until(look: number, played: Played): void {
    for (let one = this.#events.first(); one && one.at <= look; one = this.#events.first()) {
      this.#events.drop();
      this.#busyUntil(one.at, played);
      this.#happen(one, played);
    }
  }

  #busyUntil(at: number, played: Played): void {
    if (at > this.#seen && at < Number.POSITIVE_INFINITY) {
      played.busyMs += (this.#busy - this.#first.count) * (at - this.#seen);
      this.#seen = at;
    }
  }

  #measure(now: number, until: number, played: Played): void {
    if (this.#warmAt === undefined) return;
    const { steady } = this;
    steady.ms += Math.max(0, Math.min(until, this.#dryAt ?? until) - Math.max(now, this.#warmAt));
    steady.ones += played.ones;
    steady.abandoned += played.abandoned;
    steady.missed += played.missed;
    steady.waited += played.waited;
    steady.talkMs += played.talkMs * this.#each;
    steady.calls = (this.#placed - this.#burst) * this.#each;
  }

  #fill(now: number, available: number, shares: Shares, played: Played): void {
    const each = this.#each;
    const isDry = () => played.placed * each >= available;
    if (!isDry()) {
      const { open, agentsFirst, own } = this.#room(now);
      const first = this.#first.mayCall(now, agentsFirst);
      let turns = this.#turnsAt(now, open + first + own);
      const begin = (wanted: number, one: () => void) => {
        for (let left = Math.min(wanted, turns); left > 0 && !isDry(); left -= 1) {
          turns -= 1;
          one();
        }
      };
      begin(Math.min(own, this.#places()), () => this.#placeForAgent(now, shares, played));
      begin(Math.min(open, this.#places()), () => this.#place(now, shares, played));
      // Each agent who waits leaves a place for a customer.
      const pairs = Math.floor((this.#places() - this.#first.alone) / 2);
      begin(Math.min(first, pairs), () => this.#callAgent(now));
      const next = this.#adaptive?.nextLook ?? 0;
      if (next > now && !isDry()) this.#lookAgain(now, next);
    }
    if (this.#warmAt === undefined && this.#placed >= this.#burst) this.#warmAt = now;
    if (isDry()) this.#dryAt ??= now;
  }

  /** What the guard and the pacing let through, in played calls. */
  #room(now: number): { open: number; agentsFirst: number; own: number } {
    const each = this.#each;
    const { agentCount, callRatio, ahead } = this.#input;
    const adaptive = this.#adaptive;
    const pinned = this.#pinned;
    const { ready } = this.#first;
    const inFlight = this.#inFlight * each;
    const state: GuardedState = {
      ...{ agentCount, callRatio, agentsBusy: this.#busy * each, inFlight, atRisk: inFlight },
      reading: this.#reading,
      ...(!adaptive && { ventured: this.#ventured * each }),
      ...(ahead && adaptive && { ahead: { ready: ready * each, coming: adaptive.coming(now) } }),
    };
    const room = guardedRoom(
      pinned === undefined ? state : { ...state, reading: undefined },
      adaptive ? () => adaptive.room(state, now, pinned) : roomForCalls,
    );
    return {
      open: Math.floor(room.open / each),
      agentsFirst: Math.floor(room.agentsFirst / each),
      own: Math.min(ready, Math.floor((room.own ?? Number.POSITIVE_INFINITY) / each)),
    };
  }

  /** How many of the played calls may begin by the carrier's pace; for the rest it looks again. */
  #turnsAt(now: number, wanted: number): number {
    const each = this.#each;
    const turns = Math.floor(this.#turns.room(now) / each);
    const wait = turns < wanted ? this.#turns.until(each) : 0;
    if (wait > 0) this.#lookAgain(now, now + wait);
    return turns;
  }

  /** More of them that the carrier holds; a place is free again with the end of a call, which is an event of its own. */
  #places(): number {
    const each = this.#each;
    const held = (this.#inFlight + 2 * this.#busy - this.#first.alone) * each;
    return Math.floor(this.#turns.places(held) / each);
  }

  #lookAgain(now: number, at: number): void {
    if (this.#lookAt > now && this.#lookAt <= at) return;
    this.#lookAt = at;
    this.#plan(at, 'look');
  }

  #place(now: number, shares: Shares, played: Played): void {
    const { one, ends, answered, isPerson } = this.#submit(shares, played);
    const call = this.#adaptive?.begin(now, false);
    this.#inFlight += 1;
    if (call && answered !== null) this.#plan(now + answered, 'answered', { call, isPerson });
    if (one !== null) this.#plan(now + one, 'asks', { call });
    else {
      this.#lastEnd = Math.max(this.#lastEnd, now + ends);
      this.#plan(now + ends, 'over', { call, isPerson });
    }
  }

  /** Before there is a customer; who picks up waits for one. */
  #callAgent(now: number): void {
    const { picked, rings } = drawRinging(this.#random);
    const { agentMs, ahead } = this.#input;
    this.#busy += 1;
    this.#first.called();
    this.#turns.take(this.#each);
    const call = ahead ? this.#adaptive?.callAgent(now) : undefined;
    if (picked) this.#plan(now + rings + agentMs, 'waits', { call });
    else this.#plan(now + rings, 'silent', { call });
  }

  /** The agent waits already, and stays for the next one if this one does not ask: nobody is lost. */
  #placeForAgent(now: number, shares: Shares, played: Played): void {
    const { one, ends, answered, isPerson } = this.#submit(shares, played);
    const call = this.#adaptive?.begin(now, true);
    this.#first.assign();
    if (call && answered !== null) this.#plan(now + answered, 'answered', { call, isPerson });
    if (one === null) {
      this.#lastEnd = Math.max(this.#lastEnd, now + ends);
      this.#plan(now + ends, 'ready', { call, isPerson });
      return;
    }
    played.ones += 1;
    this.#plan(now + one, 'met', { call });
    this.#meet(now + one, call, played);
  }

  /** A customer, and the agent who waited for one. */
  #meet(at: number, call: PlayedCall | undefined, played: Played): void {
    const { talk } = usualProfile;
    const lasts = this.#random.between(talk[0], talk[1]);
    played.talkMs += lasts;
    played.waited += 1;
    this.#lastEnd = Math.max(this.#lastEnd, at + lasts);
    const { staying } = this.#input;
    const stays = staying > 0 && this.#random.chance(staying);
    const rest = stays ? restAfterTalk : 0;
    this.#plan(at + lasts + rest, 'free', { call, isPerson: true, stays });
  }

  #submit(shares: Shares, played: Played): Course & { isPerson: boolean } {
    const random = this.#random;
    const index = drawIndex(random, shares);
    const outcome = outcomes[index] ?? 'failed';
    played.placed += 1;
    this.#placed += 1;
    this.#turns.take(this.#each);
    played.counts[index] = (played.counts[index] ?? 0) + 1;
    const course = drawCourse(random, outcome, this.#input, this.#shares);
    const isPerson = outcome === 'person';
    if (isPerson && course.one === null && random.chance(this.#shares.nine)) played.nines += 1;
    return { ...course, isPerson };
  }

  #happen({ at, kind, call, isPerson = false, stays = false }: Event, played: Played): void {
    this.work += 1;
    const adaptive = this.#adaptive;
    const move = (to: CourseStage, awaited: boolean) => {
      if (call) adaptive?.move(call, at, to, awaited);
    };
    if (kind === 'answered') {
      move(isPerson ? 'listening' : 'done', isPerson);
      return;
    }
    // A person counts when the call ends, as its record is stored then.
    if (isPerson) this.#countPerson();
    if (isPerson && (kind === 'over' || kind === 'ended')) this.#ventured += 1;
    if (kind === 'met') {
      this.#first.meet('own');
      move('engaged', true);
    }
    if (kind === 'ready') {
      this.#first.release();
      move('done', false);
    }
    if (kind === 'waits' || kind === 'silent') {
      this.#first.settled(at, kind === 'waits');
      move('done', kind === 'waits');
    }
    if (kind === 'silent') {
      this.#busy -= 1;
      this.#plan(at + agentAgainAfter, 'look');
    }
    if (kind === 'free') {
      if (stays) this.#first.back();
      else this.#busy -= 1;
      move('done', true);
    }
    if (kind === 'over') {
      this.#inFlight -= 1;
      move('done', false);
    }
    if (kind === 'asks') {
      this.#inFlight -= 1;
      this.#ask(at, call, played);
    }
  }

  #ask(at: number, call: PlayedCall | undefined, played: Played): void {
    const { agentCount, agentMs, abandonment } = this.#input;
    played.ones += 1;
    if (this.#first.ready > 0) {
      // Who waits and has no customer just then comes before those who are called.
      this.#first.meet('shared');
      if (call) this.#adaptive?.move(call, at, 'engaged', true);
      this.#meet(at, call, played);
      return;
    }
    const isFree = (this.#busy + 1) * this.#each <= agentCount;
    if (call) this.#adaptive?.move(call, at, isFree ? 'engaged' : 'done', isFree);
    if (!isFree) {
      const isLost = abandonment === null || isAbandoned(noAgent, abandonment);
      this.#miss(at + apologyMs, isLost, played);
      return;
    }
    this.#turns.take(this.#each);
    this.#busy += 1;
    const course = drawAgentCourse(this.#random, agentMs, abandonment);
    const { abandoned, freed, ends } = course;
    if (call) call.picked = course.picked;
    this.#plan(at + freed, 'free', { call });
    if (course.met) {
      this.#plan(at + ends, 'ended', { isPerson: true });
      played.talkMs += freed;
      if (abandoned) this.#lose(played);
      this.#lastEnd = Math.max(this.#lastEnd, at + ends);
    } else this.#miss(at + ends, abandoned, played);
  }

  /** Nobody talks to this customer. */
  #miss(ends: number, isLost: boolean, played: Played): void {
    played.missed += 1;
    this.#plan(ends, 'ended', { isPerson: true });
    this.#lastEnd = Math.max(this.#lastEnd, ends);
    if (isLost) this.#lose(played);
  }

  #countPerson(): void {
    this.#persons += 1;
    if (this.#persons >= readEvery) this.#count();
  }

  #lose(played: Played): void {
    played.abandoned += 1;
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

  #plan(at: number, kind: Kind, more: Pick<Event, 'call' | 'isPerson' | 'stays'> = {}): void {
    this.#events.add({ at, kind, ...more });
  }
}
