/** How long an attempt lasts by its outcome, and what happens in it, as the usual public behaves. */

import { agentAgainAfter } from '../linkback-pacing.ts';
import { apologyMs, prompts } from '../prompts.ts';
import { type Random, seededRandom } from '../random.ts';
import { billedDuration, callCost } from '../rating.ts';
import { usualProfile } from '../usual-profile.ts';
import { usualTextProfile } from '../usual-text-profile.ts';
import { type ForecastInput, type Outcome, outcomes } from './input.ts';

/** Milliseconds from the submission on. */
export interface Course {
  /** Null: nobody answered. */
  answered: number | null;
  ends: number;
  /** When 1 was pressed; null: it was not. */
  one: number | null;
}

type Messages = Pick<ForecastInput, 'kind' | 'customerMs' | 'machineMs'>;

/** After its message a Linkback waits for the 1 that it offered (src/engine/voice/linkback.ts). */
const pauseMs = 5_000;

const between = (random: Random, [low, high]: readonly [number, number]) =>
  low + random.next() * (high - low);

/** @param shares of persons who press 1, and who press 9 */
export function drawCourse(
  random: Random,
  outcome: Outcome,
  { kind, customerMs, machineMs }: Messages,
  shares: { one: number; nine: number },
): Course {
  const { setup, personRings, machineRings, noAnswerRings, greeting } = usualProfile;
  const begins = between(random, setup);
  if (outcome === 'person') {
    const answered = begins + between(random, personRings);
    return {
      answered,
      ...drawHabit(random, answered, customerMs, kind === 'linkback' ? pauseMs : 0, shares),
    };
  }
  if (outcome === 'machine') {
    const answered = begins + between(random, machineRings);
    const heard = machineMs > 0 ? between(random, greeting) + machineMs : 0;
    return { answered, ends: answered + heard, one: null };
  }
  if (outcome === 'delivered') {
    const { late, delivery, lateDelivery } = usualTextProfile;
    const ends = between(random, random.chance(late) ? lateDelivery : delivery);
    return { answered: null, ends, one: null };
  }
  const rings = outcome === 'no_answer' ? between(random, noAnswerRings) : 0;
  return { answered: null, ends: begins + rings, one: null };
}

function drawHabit(
  random: Random,
  answered: number,
  customerMs: number,
  pause: number,
  { one, nine }: { one: number; nine: number },
): Omit<Course, 'answered'> {
  const { hangsUpEarly, keyDelay } = usualProfile;
  if (customerMs === 0) return { ends: answered, one: null };
  const ends = answered + customerMs + pause;
  const habit = random.next();
  const fraction = random.next();
  if (habit < nine) {
    return { ends: answered + fraction * customerMs + prompts['opted-out'].ms, one: null };
  }
  if (habit < nine + hangsUpEarly) return { ends: answered + fraction * customerMs, one: null };
  if (habit < nine + hangsUpEarly + one) {
    const pressed = answered + fraction * (customerMs + keyDelay);
    return { ends, one: Math.min(pressed, ends) };
  }
  return { ends, one: null };
}

const samples = 400;

/**
 * What a call costs in which somebody asks for an agent, beyond one in which the person hears the whole message;
 * micro-dollars on average, below 0 where it costs less.
 */
export interface AskCost {
  /** An agent is called for the customer, and they talk. */
  called: number;
  /** They talk at once: the agent waited on the line. */
  waited: number;
  /** The customer talks to nobody and hears the apology. */
  missed: number;
}

/** By outcome: how long it lasts, ascending, and what it costs in micro-dollars on average, without a talk. */
export interface Lengths {
  sorted: Readonly<Record<Outcome, Float64Array>>;
  mean: Readonly<Record<Outcome, number>>;
  /** Of calls that an agent talks in, until the talk ends, ascending; empty without agents. */
  talks: Float64Array;
  /** From the call to an agent until one waits on the line, those who do not pick up included; on average. */
  coming: number;
  cost: Readonly<Record<Outcome, number>>;
  asks: AskCost;
}

export function lengthsOf(input: ForecastInput): Lengths {
  const random = seededRandom(`${input.seed}/lengths`);
  const shares = { one: usualProfile.pressesOne, nine: usualProfile.pressesNine };
  const made = outcomes.map((outcome) => {
    const courses = Array.from({ length: samples }, () =>
      drawCourse(random, outcome, input, shares),
    );
    const cost = courses.reduce((sum, { answered, ends }) => {
      const billed = billedDuration(answered === null ? null : ends - answered);
      return sum + callCost(billed, input.minuteCost);
    }, 0);
    const sorted = Float64Array.from(courses, ({ ends }) => ends).sort();
    return [outcome, { sorted, cost: cost / samples }] as const;
  });
  const of = <T>(part: (one: { sorted: Float64Array; cost: number }) => T) =>
    Object.fromEntries(made.map(([outcome, one]) => [outcome, part(one)])) as Record<Outcome, T>;
  const { talks, asks } = input.kind === 'linkback' ? talksOf(input, random) : noTalks;
  const meanOf = (values: Float64Array) => values.reduce((sum, one) => sum + one, 0) / samples;
  return {
    sorted: of(({ sorted }) => sorted),
    mean: of(({ sorted }) => meanOf(sorted)),
    cost: of(({ cost }) => cost),
    ...{ talks, asks },
    coming: comingOf(input),
  };
}

function comingOf({ agentMs }: ForecastInput): number {
  const { setup, agentRings, agentAnswers } = usualProfile;
  const middle = ([low, high]: readonly [number, number]) => (low + high) / 2;
  const rings = middle(setup) + middle(agentRings);
  return rings + agentMs + ((1 - agentAnswers) / agentAnswers) * (rings + agentAgainAfter);
}

const noTalks = { talks: new Float64Array(), asks: { called: 0, waited: 0, missed: 0 } };

function talksOf(input: ForecastInput, random: Random): Pick<Lengths, 'talks' | 'asks'> {
  const { customerMs, agentMs, minuteCost } = input;
  const { setup, agentRings, talk } = usualProfile;
  const costOf = (ms: number) => callCost(billedDuration(ms), minuteCost);
  const whole = costOf(customerMs + pauseMs);
  const asks = { called: 0, waited: 0, missed: 0 };
  const talks = Float64Array.from({ length: samples }, () => {
    const { answered, one, ends } = drawCourse(random, 'person', input, { one: 1, nine: 0 });
    const asked = one ?? ends;
    const rings = between(random, setup) + between(random, agentRings);
    const lasts = between(random, talk);
    const heard = asked - (answered ?? 0);
    asks.called += (costOf(heard + rings + agentMs + lasts) - whole) / samples;
    asks.waited += (costOf(heard + lasts) - whole) / samples;
    asks.missed += (costOf(heard + apologyMs) - whole) / samples;
    return asked + rings + agentMs + lasts;
  }).sort();
  return { talks, asks };
}
