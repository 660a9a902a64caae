/** One simulated agent at the linkback number, and the customer who is waiting. */
import { later, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CarrierRandom } from '../port.ts';
import type { CarrierProfile } from './profile.ts';

export interface Agent {
  /** How the call to the agent turns out, and after how long. */
  answers: { kind: 'answered' | 'busy' | 'no_answer'; after: SimMs };
  /** As a fraction of the agent message; undefined for an agent who hears all of it. */
  leavesAt: number | undefined;
  /** The customer hangs up after waiting this long. */
  patience: SimMs;
  talk: { lasts: SimMs; endedByAgent: boolean };
}

/** Always draws in the same order, so that a value of the profile affects only its own part. */
export function drawAgent(random: CarrierRandom, profile: CarrierProfile): Agent {
  const between = (range: readonly [number, number]) => simMs(random.between(range[0], range[1]));
  const kind = random.next();
  const setup = between(profile.setup);
  const rings = between(profile.agentRings);
  const leaves = random.next() < profile.agentLeavesEarly;
  const fraction = random.next();
  const patience = between(profile.agentPatience);
  const lasts = between(profile.talk);
  const endedByAgent = random.next() < profile.agentEndsTalk;
  return {
    answers: answersOf(kind, profile, setup, rings),
    leavesAt: leaves ? fraction : undefined,
    patience,
    talk: { lasts, endedByAgent },
  };
}

function answersOf(
  kind: number,
  { agentAnswers, agentBusy }: CarrierProfile,
  setup: SimMs,
  rings: SimMs,
): Agent['answers'] {
  if (kind < agentAnswers) return { kind: 'answered', after: later(setup, rings) };
  if (kind < agentAnswers + agentBusy) return { kind: 'busy', after: setup };
  return { kind: 'no_answer', after: simMs(Number.POSITIVE_INFINITY) };
}
