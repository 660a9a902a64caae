/** What an adaptive campaign has learned of its own calls; bounded, whatever it calls. Pure. */
import type { SimMs } from '../milliseconds.ts';
import { CourseCurve } from './course-curve.ts';
import { Forecasts, type InProgress, type LearnedCurves, type Outlook } from './outlook.ts';

/** What a call is doing, and since when; `done`: nobody will ask, and no agent is held. */
export type CourseStage = 'ringing' | 'listening' | 'engaged' | 'done';

/** Of a call, a stage that is over. */
export interface StageEnd {
  stage: Exclude<CourseStage, 'done'> | 'coming';
  /** How long it lasted. */
  age: SimMs;
  /** A person answered; the person asked for an agent; the agent is free again. */
  awaited: boolean;
  /** Of an engaged agent: whether the agent picked up. */
  picked?: boolean;
  /** Of a talk: whether the customer ended it, so that the agent's line may stay. */
  leftByCustomer?: boolean;
}

/** As a stranger's list goes: of 100 calls that ring, 40 are answered by a person within half a minute. */
const priors = {
  ringing: { bins: 60, prior: { awaited: 0.03, other: 0.05, weight: 20 } },
  listening: { bins: 150, prior: { awaited: 0.03, other: 0.04, weight: 20 } },
  engaged: { bins: 450, prior: { awaited: 0.02, other: 0, weight: 10 } },
  coming: { bins: 60, prior: { awaited: 0.15, other: 0.01, weight: 10 } },
} as const;
/** One agent of twenty does not pick up, before it is known better. */
const silentPrior = { silent: 1, asked: 20 };
const mostAsked = 1_000;
/** The customer ends one talk of two, before it is known better. */
const talksPrior = { byCustomer: 2, talks: 4 };

export class LearnedCourse {
  readonly #curves: LearnedCurves = {
    ringing: new CourseCurve(priors.ringing),
    listening: new CourseCurve(priors.listening),
    engaged: new CourseCurve(priors.engaged),
    coming: new CourseCurve(priors.coming),
  };
  readonly #forecasts = new Forecasts(this.#curves);
  #asked: number = silentPrior.asked;
  #silent: number = silentPrior.silent;

  #talks: number = talksPrior.talks;
  #byCustomer: number = talksPrior.byCustomer;

  note({ stage, age, awaited, picked, leftByCustomer }: StageEnd): void {
    this.#curves[stage].note(age, awaited ? 'awaited' : 'other');
    if (leftByCustomer !== undefined) this.#noteTalk(leftByCustomer);
    if (picked === undefined) return;
    this.#asked += 1;
    if (!picked) this.#silent += 1;
    if (this.#asked < mostAsked) return;
    this.#asked /= 2;
    this.#silent /= 2;
  }

  /** Calls whose ringing is over. */
  learned(): number {
    return this.#curves.ringing.noted;
  }

  /** The share of calls to agents that nobody picks up. */
  silent(): number {
    return this.#silent / this.#asked;
  }

  /** The share of talks that the customer ends. */
  leftByCustomer(): number {
    return this.#byCustomer / this.#talks;
  }

  #noteTalk(byCustomer: boolean): void {
    this.#talks += 1;
    if (byCustomer) this.#byCustomer += 1;
    if (this.#talks < mostAsked) return;
    this.#talks /= 2;
    this.#byCustomer /= 2;
  }

  outlook(inProgress: InProgress): Outlook {
    return this.#forecasts.outlook(inProgress);
  }
}
