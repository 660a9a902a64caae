/** How many of a team are in talks, wait or are called, in small parts of a step: on average, without chance. */
import { mostPerAgent } from '../adaptive/adaptive-room.ts';
import type { Level } from './adaptive-levels.ts';
import type { ForecastInput } from './input.ts';

export interface FlowPart {
  /** Milliseconds. */
  part: number;
  /** The guard leaves the campaign free. */
  isFree: boolean;
  /** Otherwise, how many calls may be in flight without an agent of their own. */
  mostAtRisk: number;
  level: Level;
  /** Milliseconds of a call without an agent. */
  mean: number;
  /** The share of calls in which somebody asks for an agent. */
  asking: number;
}

/** What a part came to. */
export interface Flown {
  calls: number;
  asked: number;
  /** Of these, by agents who wait already: none is abandoned. */
  safe: number;
  talkMs: number;
}

export interface TeamFlow {
  flow(part: FlowPart): Flown;
  /** So many more asked for an agent who waits than was expected; below 0: fewer. */
  correct(more: number): void;
  /** Nobody is called for a while: who talks goes on, and nobody waits. */
  pause(): void;
}

/** From the submission to the request, about: so long after the pacer wants more talks they begin. */
const askedAfter = 25_000;
/** An agent who is called first picks up within that. */
const pickedAfter = 12_000;

/** An agent is called once somebody asks; where the guard wants it, first, with a customer for each. */
export class CalledFlow implements TeamFlow {
  readonly #input: ForecastInput;
  #talking = 0;
  /** They were called first and wait for a customer. */
  #waiting = 0;

  constructor(input: ForecastInput) {
    this.#input = input;
  }

  pause(): void {
    this.#talking = 0;
    this.#waiting = 0;
  }

  correct(more: number): void {
    const moved = within(this.#talking + more, this.#talking + this.#waiting) - this.#talking;
    this.#talking += moved;
    this.#waiting -= moved;
  }

  flow({ part, isFree, mostAtRisk, level, mean, asking }: FlowPart): Flown {
    const { agentCount, carrier, tick } = this.#input;
    const { busy, hold } = level;
    const talking = this.#talking;
    const idle = Math.max(0, agentCount - talking - this.#waiting);
    const atRisk = Math.min(idle, mostAtRisk);
    // A waiting agent and the customer who is called for one hold a place each, as those in a talk.
    const places = (carrier.atOnce ?? Number.POSITIVE_INFINITY) - 2 * talking;
    if (!isFree) this.#waiting += (idle - atRisk) * Math.min(1, part / pickedAfter);
    this.#waiting = Math.min(this.#waiting, Math.max(0, places / 2));
    const first = (this.#waiting / (mean + tick / 2)) * part;
    // Between two of their calls they are there for whoever asks.
    const alone = (this.#waiting * (tick / 2)) / (mean + tick / 2);
    const team = agentCount - this.#waiting;
    const wanted = talking / hold + (busy * team - talking) / askedAfter;
    let open = (isFree ? Math.max(0, wanted) / asking : atRisk / mean) * part;
    const room = Math.min(mostPerAgent * agentCount, Math.max(0, places - 2 * this.#waiting));
    open = Math.min(open, (room / mean) * part);
    const allowed = allowedOf(carrier, part, first + open);
    const asked = open * allowed * asking;
    const safe = Math.min(this.#waiting, first * allowed * asking + asked * (1 - Math.exp(-alone)));
    this.#waiting -= safe;
    const both = (first + open) * allowed * asking;
    this.#talking = within(talking + both - (talking * part) / hold, agentCount);
    return { calls: (first + open) * allowed, asked: both, safe, talkMs: talking * part };
  }
}

/** Every free agent is called ahead, and free calls share those who wait (decision 098). */
export class AheadFlow implements TeamFlow {
  readonly #input: ForecastInput;
  /** Milliseconds from the call to an agent until one waits, those who do not pick up included. */
  readonly #comesAfter: number;
  #talking = 0;
  /** A customer is being called for each of these alone. */
  #own = 0;
  #coming: number;
  /** Calls that share those who wait. */
  #shared = 0;

  constructor(input: ForecastInput, comesAfter: number) {
    this.#input = input;
    this.#comesAfter = comesAfter;
    this.#coming = input.agentCount;
  }

  pause(): void {
    this.#talking = 0;
    this.#own = 0;
    this.#shared = 0;
    this.#coming = this.#input.agentCount;
  }

  correct(more: number): void {
    const moved = within(this.#talking + more, this.#talking + this.#own) - this.#talking;
    this.#talking += moved;
    this.#own -= moved;
  }

  flow(of: FlowPart): Flown {
    const { part, isFree, level, mean, asking } = of;
    const { agentCount, carrier, tick } = this.#input;
    const { busy, hold } = level;
    const talking = this.#talking;
    const places = (carrier.atOnce ?? Number.POSITIVE_INFINITY) - 2 * talking;
    // Each leaves a place for a customer.
    const onLine = Math.min(agentCount - talking, Math.max(0, places / 2));
    this.#coming = Math.min(this.#coming, onLine);
    const ready = Math.max(0, onLine - this.#coming - this.#own);
    let [first, open] = [0, 0];
    if (isFree) {
      const wanted = talking / hold + (busy * (agentCount - this.#own) - talking) / askedAfter;
      const room = Math.min(mostPerAgent * agentCount, Math.max(0, places - onLine - this.#own));
      open = Math.min(Math.max(0, wanted) / asking, room / mean) * part;
    } else {
      // One is left for each call from before.
      this.#own += Math.max(0, ready - this.#shared);
      first = (this.#own / (mean + tick / 2)) * part;
    }
    // The agent's call takes a turn, too.
    const allowed = allowedOf(carrier, part, (first + open) * (1 + asking));
    const calls = (first + open) * allowed;
    return { ...this.#asks(of, calls, ready), calls, talkMs: talking * part };
  }

  #asks({ part, isFree, level, mean, asking }: FlowPart, calls: number, ready: number) {
    const { agentCount } = this.#input;
    const talking = this.#talking;
    const ended = Math.min(1, part / mean);
    // Once the campaign is free, a customer of their own is the last one.
    const safe = Math.min(this.#own, isFree ? this.#own * ended * asking : calls * asking);
    this.#own = isFree ? this.#own * (1 - ended) : this.#own - safe;
    const asked = isFree ? calls * asking : this.#shared * ended * asking;
    this.#shared = this.#shared * (1 - ended) + (isFree ? calls : 0);
    // Of calls from before, the one for whom an agent was left finds that one.
    const met = isFree || this.#shared <= 0 ? 0 : asked * Math.min(1, ready / this.#shared);
    const hold = isFree ? level.hold : level.hold / Math.max(0.01, 1 - level.missed);
    const over = (talking * part) / hold;
    this.#talking = within(talking + asked + safe - over, agentCount);
    const calledAgain = over * (1 - this.#input.staying);
    const waits = Math.min(1, part / this.#comesAfter);
    this.#coming = Math.max(0, this.#coming * (1 - waits) + calledAgain);
    return { asked: asked + safe, safe: safe + met };
  }
}

/** The share of the calls that the carrier's pace lets through. */
function allowedOf({ perMinute }: ForecastInput['carrier'], part: number, calls: number): number {
  const most = ((perMinute ?? Number.POSITIVE_INFINITY) * part) / 60_000;
  return Math.min(1, most / Math.max(1e-9, calls));
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
