/**
 * Who will ask for an agent in the next one and a half minutes, and which agents will be free then:
 * from the ages of the calls and talks in progress. Pure.
 */
import { binMs, type CourseCurve, chances, type Hazards } from './course-curve.ts';

/** How far ahead, in ages: a call that is placed now rings, is heard, and asks within that. */
export const stepsAhead = 48;
/** Abandonments are judged at every second step. */
export const stride = 2;

/** What a campaign's calls have taught about it. */
export interface LearnedCurves {
  /** From the submission on; a person's answer is awaited. */
  ringing: CourseCurve;
  /** From a person's answer on; the request for an agent is awaited. */
  listening: CourseCurve;
  /** From the request on; the agent who is free again is awaited. */
  engaged: CourseCurve;
  /** From the call to an agent on; the agent who waits on the line is awaited. */
  coming: CourseCurve;
}

/** Ages in `SimMs`. */
export interface InProgress {
  /** Calls without an agent of their own that nobody answered yet. */
  ringing: readonly number[];
  /** Those in which a person listens. */
  listening: readonly number[];
  /** Agents with a customer, or on the way to one. */
  engaged: readonly number[];
  /** Agents who are called ahead and do not wait yet; undefined: none is, and who ends a talk is free. */
  coming?: readonly number[] | undefined;
  /** Of those who are called ahead: the share whose line stays after a talk, 0 to 1; absent: 0. */
  staying?: number;
  /** For each agent who rests after a talk, how long still. */
  resting?: readonly number[] | undefined;
}

export interface Outlook {
  /** Requests that are expected until the end of each step, of the calls in progress. */
  asks: Float64Array;
  /** The same of one call that is placed now. */
  oneMore: Float64Array;
  /** For each engaged agent, the chance to be free at the end of each step. */
  freed: Float64Array[];
}

/** The forecasts by age, kept while hardly anything new was learned. */
export class Forecasts {
  readonly #curves: LearnedCurves;
  #learned = -1;
  #ringing = new Map<number, Float64Array>();
  #listening = new Map<number, Float64Array>();
  #engaged = new Map<number, Float64Array>();
  #coming = new Map<number, Float64Array>();
  #again = new Map<number, Float64Array>();
  #staying = 0;
  #hazards: Record<keyof LearnedCurves, Hazards> | undefined;

  constructor(curves: LearnedCurves) {
    this.#curves = curves;
  }

  outlook(inProgress: InProgress): Outlook {
    const { ringing, listening, engaged, coming, resting = [] } = inProgress;
    const hazards = this.#refresh(inProgress);
    const curves = this.#curves;
    const asks = new Float64Array(stepsAhead);
    const asking = (bin: number) =>
      kept(this.#listening, bin, () => chances(hazards.listening, bin, stepsAhead));
    const calling = (bin: number) =>
      kept(this.#ringing, bin, () => folded(chances(hazards.ringing, bin, stepsAhead), asking(0)));
    for (const age of ringing) add(asks, calling(curves.ringing.binOf(age)));
    for (const age of listening) add(asks, asking(curves.listening.binOf(age)));
    const freeing = (bin: number) =>
      kept(this.#engaged, bin, () => summed(chances(hazards.engaged, bin, stepsAhead)));
    const arriving = (bin: number) =>
      kept(this.#coming, bin, () => chances(hazards.coming, bin, stepsAhead));
    // Who ends a talk is called again, or stays on the line.
    const again = (bin: number) =>
      kept(this.#again, bin, () => {
        const ended = chances(hazards.engaged, bin, stepsAhead);
        return mixed(summed(ended.slice()), summed(folded(ended, arriving(0))), this.#staying);
      });
    return {
      asks: summed(asks),
      oneMore: summed(calling(0).slice()),
      freed: [
        ...engaged.map((age) => (coming ? again : freeing)(curves.engaged.binOf(age))),
        ...(coming ?? []).map((age) => summed(arriving(curves.coming.binOf(age)).slice())),
        ...resting.map(after),
      ],
    };
  }

  #refresh(open: InProgress) {
    const { ringing, listening, engaged, coming } = this.#curves;
    const learned = ringing.noted + listening.noted + engaged.noted + coming.noted;
    const isNear = learned < this.#learned + 20 + this.#learned / 50;
    if (this.#hazards && isNear) return this.#hazards;
    this.#learned = learned;
    this.#staying = open.staying ?? 0;
    this.#ringing = new Map();
    this.#listening = new Map();
    this.#engaged = new Map();
    this.#coming = new Map();
    this.#again = new Map();
    this.#hazards = {
      ringing: ringing.hazards(open.ringing),
      listening: listening.hazards(open.listening),
      engaged: engaged.hazards(open.engaged),
      coming: coming.hazards(open.coming),
    };
    return this.#hazards;
  }
}

function kept(of: Map<number, Float64Array>, bin: number, make: () => Float64Array): Float64Array {
  const known = of.get(bin);
  if (known) return known;
  const made = make();
  of.set(bin, made);
  return made;
}

function add(to: Float64Array, other: Float64Array): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + (other[at] ?? 0);
}

/** Surely free after so long. */
function after(ms: number): Float64Array {
  return new Float64Array(stepsAhead).fill(1, Math.min(stepsAhead, Math.ceil(ms / binMs)));
}

/** `share` of the first, and the rest of the second. */
function mixed(first: Float64Array, second: Float64Array, share: number): Float64Array {
  return first.map((value, at) => share * value + (1 - share) * (second[at] ?? 0));
}

/** When the second begins with the end of the first. */
function folded(first: Float64Array, second: Float64Array): Float64Array {
  const result = new Float64Array(first.length);
  for (let at = 0; at < first.length; at += 1) {
    const begins = first[at] ?? 0;
    if (begins === 0) continue;
    for (let on = 0; at + on < result.length; on += 1) {
      result[at + on] = (result[at + on] ?? 0) + begins * (second[on] ?? 0);
    }
  }
  return result;
}

/** Until the end of each step instead of in it; changes its argument. */
function summed(values: Float64Array): Float64Array {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) {
    sum += values[at] ?? 0;
    values[at] = sum;
  }
  return values;
}
