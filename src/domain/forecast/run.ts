/** One run of a campaign in virtual time: the engine's pacing, hours, follow-ups and agents. */
import { mostPerAgent } from '../adaptive/adaptive-room.ts';
import { simMs } from '../milliseconds.ts';
import { createPacer, type Pacer } from '../pacing.ts';
import { type Random, seededRandom } from '../random.ts';
import { AdaptiveSteps, type StepShares } from './adaptive-steps.ts';
import { AgentPlay } from './agents.ts';
import { DayRoom } from './day-limit.ts';
import { drawBinomial, drawLargest, drawMultinomial } from './draws.ts';
import {
  type Asked,
  averageOf,
  costOfAsks,
  type Ground,
  localHour,
  longestStep,
  type RunResult,
  slotMs,
  slots,
} from './ground.ts';
import { dayMs, daysAhead, type ForecastInput, outcomes } from './input.ts';
import type { Played } from './played.ts';
import { RunTally } from './run-tally.ts';
import type { RunShares, Shares } from './shares.ts';
import { contactsToKeep } from './steps-after.ts';
import { type Some, WaitingNumbers } from './waiting.ts';

const none: Shares = outcomes.map(() => 0);
/** After this many steps the steps double in length, so that a run never has many more. */
const mostOfLength = 1_000;

export class Run {
  readonly #ground: Ground;
  readonly #input: ForecastInput;
  readonly #random: Random;
  readonly #shares: RunShares;
  readonly #waiting: WaitingNumbers;
  readonly #tally: RunTally;
  readonly #play: AgentPlay | undefined;
  readonly #steps: AdaptiveSteps | undefined;
  readonly #day: DayRoom | undefined;
  #pacer: Pacer | undefined;
  /** Of the calls that are played one by one. */
  #lastStep = 0;
  #activeMs = 0;
  /** Of those who press 1, as it was measured; undefined while calls are played one by one. */
  #lossShare: number | undefined;
  /** The same of those who talk to nobody. */
  #missShare = 0;
  /** Of those who talk, to an agent who waited on the line. */
  #waitedShare = 0;
  #lost = 0;
  #talkMs = 0;
  #taken = 0;
  readonly #hours = new Map<string, Shares>();

  constructor(ground: Ground, index: number, draw: (random: Random) => RunShares) {
    const { input } = ground;
    this.#ground = ground;
    this.#input = input;
    this.#random = seededRandom(`${input.seed}/${index}`);
    this.#shares = draw(this.#random);
    const kept = contactsToKeep(input);
    this.#waiting = new WaitingNumbers(input.classes, input.waves, kept);
    this.#tally = new RunTally({ ground, random: this.#random, waiting: this.#waiting });
    if (input.daily) this.#day = new DayRoom(input.daily);
    const { levels, lengths } = ground;
    if (levels) this.#steps = new AdaptiveSteps(input, levels, lengths);
    else if (input.kind === 'linkback') {
      this.#play = new AgentPlay(input, this.#random, this.#shares);
    }
  }

  go(): RunResult {
    const { windows, at, kind, agentCount } = this.#input;
    const end = at + daysAhead * dayMs;
    for (const window of windows) {
      this.#through(window.start, Math.min(window.end, end));
      // The next start is a run of its own: it makes up for nothing.
      this.#pauses();
      const stops = window.end <= end;
      if (stops && this.#tally.result.waitingAtStop === null) {
        this.#tally.result.waitingAtStop = this.#waiting.left;
      }
      if (this.#waiting.left === 0) break;
    }
    const result = this.#tally.result;
    result.segments = Math.round(result.segments);
    if (this.#play && this.#lossShare === undefined) this.#endTalks(this.#play);
    if (this.#waiting.left === 0 && this.#waiting.shut === 0) {
      result.finish = Math.max(this.#tally.lastEnd, at);
    }
    if (this.#steps) this.#talkMs = this.#steps.talkMs;
    if (kind === 'linkback') {
      result.abandonment = result.persons > 0 ? this.#lost / result.persons : null;
      const all = agentCount * this.#activeMs;
      result.idle = all > 0 ? Math.max(0, 1 - this.#talkMs / all) : null;
    }
    return result;
  }

  #through(start: number, end: number): void {
    const { step: shortest, boundaries } = this.#ground;
    let boundary = 0;
    for (let now = start; now < end; ) {
      const longer = this.#longer();
      const step = Math.min(Math.max(longestStep, shortest), shortest * longer);
      const enough = this.#mostInStep(step);
      const available = this.#waiting.available(now, enough);
      const nextDue = this.#waiting.nextDue(now);
      if (available === 0) {
        if (nextDue === undefined) return;
        // Who talks goes on talking; nobody is called.
        this.#pauses();
        now = Math.min(nextDue, end);
        continue;
      }
      const limited = this.#limitedUntil(now);
      if (limited !== undefined) {
        this.#pauses();
        now = Math.min(limited, end);
        continue;
      }
      while ((boundaries[boundary] ?? Number.POSITIVE_INFINITY) <= now) boundary += 1;
      const longest = this.#steps?.longest(this.#stepShares(now), step, longer) ?? step;
      const until = Math.min(
        ...[now + longest, end, nextDue ?? end],
        boundaries[boundary] ?? Number.POSITIVE_INFINITY,
        this.#day?.until(now) ?? Number.POSITIVE_INFINITY,
      );
      const used = this.#withinDay(now, until, available);
      if (used === 0 && nextDue === undefined && this.#isStuck()) return;
      now = until;
    }
  }

  /** Nobody is called for a while. */
  #pauses(): void {
    this.#pacer = undefined;
    this.#steps?.pause();
  }

  #stepShares(now: number): StepShares {
    return { shares: this.#mixedAt(now), one: this.#shares.one };
  }

  /** As `#advance`, by what the client's daily limits leave. */
  #withinDay(now: number, until: number, available: number): number {
    const day = this.#day;
    if (!day) return this.#advance(now, until, available);
    const each = this.#costOfOne(now);
    const before = this.#tally.result.cost;
    const used = this.#advance(now, until, Math.min(day.room(now, each), available));
    day.take(used, this.#tally.result.cost - before, until - now, each);
    return used;
  }

  /** The end of the day, once nothing is left of it. */
  #limitedUntil(now: number): number | undefined {
    const day = this.#day;
    if (!day) return undefined;
    const until = day.until(now);
    const each = this.#costOfOne(now);
    if (day.room(now, each) > 0) return undefined;
    day.take(0, 0, until - now, each);
    return until;
  }

  /** Micro-dollars of an attempt, on average. */
  #costOfOne(now: number): number {
    if (this.#input.daily?.cost === null) return 0;
    const { lengths } = this.#ground;
    const shares = this.#mixedAt(now);
    const asking = this.#input.kind === 'linkback' ? (shares[0] ?? 0) * this.#shares.one : 0;
    const missed = this.#missShare;
    const each = costOfAsks(lengths.asks, this.#asked(1, missed));
    return averageOf(shares, lengths.cost) + asking * each;
  }

  #asked(ones: number, missed: number): Asked {
    return { ones, missed, waited: (ones - missed) * this.#waitedShare };
  }

  /** How much was done for it, about: one is what happens once in a call that is played. */
  get work(): number {
    return 2 * this.#taken + (this.#play?.work ?? 0) + (this.#steps?.parts ?? 0) / 10;
  }

  /** How many times as long the next step is: where the pace turns out far below what was set. */
  #longer(): number {
    this.#taken += 1;
    return 2 ** Math.floor(this.#taken / mostOfLength);
  }

  /** No step takes more. */
  #mostInStep(step: number): number {
    const { kind, perMinute, agentCount } = this.#input;
    // Twice as many lines as an agent ever has, each with a call that lasts for two seconds.
    if (kind === 'linkback') return 2 + agentCount * 2 * mostPerAgent * (2 + step / 2_000);
    return 2 + (2 * perMinute * step) / 60_000;
  }

  #isStuck(): boolean {
    const { kind, agentCount, callRatio, perMinute } = this.#input;
    return kind === 'linkback' ? agentCount <= 0 || callRatio <= 0 : perMinute <= 0;
  }

  /** @returns how many were attempted */
  #advance(now: number, until: number, available: number): number {
    const length = until - now;
    this.#activeMs += length;
    if (this.#play && this.#lossShare === undefined) {
      if (!this.#play.isMeasured) return this.#playOn(this.#play, now, until, available);
      this.#goOn(this.#play, now);
    }
    const room = this.#roomOf(now, until);
    const count = Math.min(room, available);
    if (count === 0) return 0;
    const last = now + (length * count) / room;
    this.#attempt(this.#waiting.take(count), now, last);
    return count;
  }

  #roomOf(now: number, until: number): number {
    if (this.#steps) {
      const mean = this.#steps.calls(now, until - now, this.#stepShares(now));
      this.#lossShare = this.#steps.abandoned;
      this.#missShare = this.#steps.missed;
      this.#waitedShare = this.#steps.waited;
      return Math.floor(mean) + Number(this.#random.chance(mean % 1));
    }
    return this.#play ? this.#asPlayed(this.#play, until - now) : this.#paced(now, until);
  }

  #paced(now: number, until: number): number {
    const perMinute = this.#perMinute(now);
    this.#pacer ??= createPacer(simMs(Math.max(longestStep, this.#ground.step)));
    // A rate that changes does so now: the whole step has it.
    const first = this.#pacer.take(simMs(now), perMinute);
    return first + this.#pacer.take(simMs(until), perMinute);
  }

  /** As it is set, or as many as the carrier holds at once. */
  #perMinute(now: number): number {
    const { perMinute, carrier } = this.#input;
    if (carrier.atOnce === null) return perMinute;
    const lasts = averageOf(this.#mixedAt(now), this.#ground.lengths.mean);
    return Math.min(perMinute, (carrier.atOnce / Math.max(1, lasts)) * 60_000);
  }

  /** As many as the calls that were played one by one took on average. */
  #asPlayed({ steady }: AgentPlay, length: number): number {
    this.#talkMs += (steady.talkMs / steady.ms) * length;
    const mean = (steady.calls / steady.ms) * length;
    return Math.floor(mean) + Number(this.#random.chance(mean % 1));
  }

  /** The rest goes on at the pace and with the losses that were measured. */
  #goOn(play: AgentPlay, now: number): void {
    this.#add(play.rest(now));
    const { ones, abandoned, missed, waited } = play.steady;
    this.#lossShare = ones === 0 ? 0 : Math.min(1, abandoned / ones);
    this.#missShare = ones === 0 ? 0 : Math.min(1, missed / ones);
    this.#waitedShare = ones === missed ? 0 : Math.min(1, waited / (ones - missed));
  }

  /** The last talks end after the last call was placed. */
  #endTalks(play: AgentPlay): void {
    const before = this.#lastStep;
    this.#add(play.rest(before));
    this.#activeMs += Math.max(0, this.#tally.lastEnd - before);
  }

  #add({ ones, nines, abandoned, missed, waited, talkMs, lastEnd }: Played): void {
    const result = this.#tally.result;
    this.#tally.addAsks({ ones, missed, waited });
    this.#talkMs += talkMs;
    result.ones += ones;
    result.nines += nines;
    result.optOuts += nines;
    this.#lost += abandoned;
    this.#tally.until(lastEnd);
  }

  #playOn(play: AgentPlay, now: number, until: number, available: number): number {
    const played = play.step(now, until, available, this.#mixedAt(now));
    this.#lastStep = until;
    this.#add(played);
    const taken = this.#waiting.take(played.placed);
    for (const { cohort, count } of taken) {
      this.#note(this.#input.classes[cohort.of]?.zone ?? '', count, now, until);
    }
    this.#tally.settle(taken, played.counts, until, { ...played, ended: true });
    return played.placed;
  }

  /** Attempts spread evenly from `now` to `last`. */
  #attempt(taken: readonly Some[], now: number, last: number): void {
    const groups = new Map<string, Some[]>();
    for (const some of taken) {
      const { alike } = some.cohort;
      const group = groups.get(alike);
      if (group) group.push(some);
      else groups.set(alike, [some]);
    }
    const counts: number[] = [];
    for (const group of groups.values()) {
      const zone = this.#input.classes[group[0]?.cohort.of ?? 0]?.zone ?? '';
      const size = group.reduce((sum, { count }) => sum + count, 0);
      this.#note(zone, size, now, last);
      drawMultinomial(this.#random, size, this.#sharesAt(zone, now), counts);
      const persons = counts[0] ?? 0;
      const nines = drawBinomial(this.#random, persons, this.#shares.nine);
      const ones = drawBinomial(this.#random, persons - nines, this.#shares.one);
      const stops = drawBinomial(this.#random, counts[5] ?? 0, this.#shares.stop);
      this.#tally.result.ones += ones;
      this.#tally.result.nines += nines;
      this.#tally.result.optOuts += nines + stops;
      if (this.#input.kind === 'linkback') this.#talk(ones, persons, last);
      this.#tally.settle(group, counts, last, { ones, nines });
    }
  }

  /** Of all zones together, by their numbers. */
  #mixedAt(now: number): Shares {
    const { zones, weights } = this.#ground;
    const mixed = outcomes.map(() => 0);
    for (const [index, zone] of zones.entries()) {
      const shares = this.#sharesAt(zone, now);
      for (let at = 0; at < mixed.length; at += 1) {
        mixed[at] = (mixed[at] ?? 0) + (shares[at] ?? 0) * (weights[index] ?? 0);
      }
    }
    return mixed;
  }

  /** Of those who press 1, some find no agent; the others talk. */
  #talk(ones: number, persons: number, last: number): void {
    const lost = drawBinomial(this.#random, ones, this.#lossShare ?? 0);
    this.#lost += lost;
    this.#steps?.count({ persons, abandoned: lost, ones });
    const missed = drawBinomial(this.#random, ones, this.#missShare);
    this.#tally.addAsks(this.#asked(ones, missed));
    if (ones === missed) return;
    const talk = drawLargest(this.#random, this.#ground.lengths.talks, ones - missed);
    this.#tally.until(last + talk);
  }

  #sharesAt(zone: string, now: number): Shares {
    const key = `${zone} ${Math.floor(now / 3_600_000)}`;
    const known = this.#hours.get(key);
    if (known) return known;
    const shares = this.#shares.at(zone, localHour(zone, now)) ?? none;
    this.#hours.set(key, shares);
    return shares;
  }

  /** In the picture: spread evenly from `now` to `last`. */
  #note(zone: string, count: number, now: number, last: number): void {
    const { picture, zones, from } = this.#ground;
    const length = Math.max(1, last - now);
    for (let begin = now; begin < now + length; ) {
      const slot = Math.floor((begin - from) / slotMs);
      const end = Math.min(now + length, from + (slot + 1) * slotMs);
      if (slot >= 0 && slot < slots) {
        const at = zones.indexOf(zone) * slots + slot;
        picture[at] = (picture[at] ?? 0) + (count * (end - begin)) / length;
      }
      begin = end;
    }
  }
}
