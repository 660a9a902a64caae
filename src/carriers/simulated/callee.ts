/** One simulated person, machine or dead line, drawn from the profile. */
import { later, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CarrierRandom } from '../port.ts';
import type { CarrierProfile } from './profile.ts';

export type Callee =
  | { kind: 'person'; answersAfter: SimMs; patience: SimMs; habit: Habit }
  | {
      kind: 'machine';
      answersAfter: SimMs;
      greeting: SimMs;
      patience: SimMs;
      /** After the answer, for a person detected as a machine; null for a machine. */
      pressesNineAfter: SimMs | null;
    }
  | { kind: 'busy' | 'no_answer' | 'failed'; endsAfter: SimMs };

/** What a person does, at a fraction of the message; for a 1, of the time after it, too. */
export type Habit =
  | { kind: 'listens' }
  | { kind: 'hangs_up'; fraction: number }
  | { kind: 'presses_nine'; fraction: number }
  | { kind: 'presses_one'; fraction: number };

/** Always draws in the same order, so that a value of the profile affects only its own part. */
export function drawCallee(random: CarrierRandom, profile: CarrierProfile): Callee {
  const between = (range: readonly [number, number]) => simMs(random.between(range[0], range[1]));
  const kind = random.next();
  const setup = between(profile.setup);
  const { person, machine, busy, failed } = profile;
  if (kind < person) {
    const answersAfter = later(setup, between(profile.personRings));
    const habit = drawHabit(random, profile);
    return { kind: 'person', answersAfter, patience: between(profile.patience), habit };
  }
  if (kind < person + machine) {
    const answersAfter = later(setup, between(profile.machineRings));
    const greeting = between(profile.greeting);
    const patience = between(profile.patience);
    const presses = random.next() < profile.machinePressesNine;
    // During the supposed greeting, or during the machine's message.
    const pressesNineAfter = presses ? between([500, greeting + 8_000]) : null;
    return { kind: 'machine', answersAfter, greeting, patience, pressesNineAfter };
  }
  if (kind < person + machine + busy) return { kind: 'busy', endsAfter: setup };
  if (kind < person + machine + busy + failed) return { kind: 'failed', endsAfter: setup };
  return { kind: 'no_answer', endsAfter: later(setup, between(profile.noAnswerRings)) };
}

function drawHabit(random: CarrierRandom, profile: CarrierProfile): Habit {
  const habit = random.next();
  const fraction = random.next();
  if (habit < profile.pressesNine) return { kind: 'presses_nine', fraction };
  const leaves = profile.pressesNine + profile.hangsUpEarly;
  if (habit < leaves) return { kind: 'hangs_up', fraction };
  if (habit < leaves + profile.pressesOne) return { kind: 'presses_one', fraction };
  return { kind: 'listens' };
}
