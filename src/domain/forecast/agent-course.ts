/** What becomes of a customer who asked for an agent while one was free, as the usual public behaves. */
import { type AbandonmentRule, type AgentWait, isAbandoned } from '../governor/abandoned-call.ts';
import { apologyMs } from '../prompts.ts';
import type { Random } from '../random.ts';
import { usualProfile } from '../usual-profile.ts';

/** Milliseconds from the request on. */
export interface AgentCourse {
  /** The agent picked up. */
  picked: boolean;
  /** They talked. */
  met: boolean;
  /** It counts as abandoned. */
  abandoned: boolean;
  /** The agent is free again. */
  freed: number;
  /** The call ends. */
  ends: number;
}

/** Of a customer whom nobody was free for. */
export const noAgent: AgentWait = { end: 'no_agent', ms: 0 };

/**
 * @param agentMs of the agent's own message
 * @param rule null: abandonment is not guarded, and who gets no agent counts
 */
export function drawAgentCourse(
  random: Random,
  agentMs: number,
  rule: AbandonmentRule | null,
): AgentCourse {
  const { agentPatience, talk } = usualProfile;
  const { picked, rings } = drawRinging(random);
  if (!picked) {
    return {
      ...{ picked: false, met: false, abandoned: counts({ end: 'no_agent', ms: rings }, rule) },
      ...{ freed: rings, ends: rings + apologyMs },
    };
  }
  const together = rings + agentMs;
  const patience = random.between(agentPatience[0], agentPatience[1]);
  if (together > patience) {
    const abandoned = counts({ end: 'hung_up', ms: patience }, rule);
    return { picked: true, met: false, abandoned, freed: patience, ends: patience };
  }
  const ends = together + random.between(talk[0], talk[1]);
  const abandoned = counts({ end: 'connected', ms: together }, rule);
  return { picked: true, met: true, abandoned, freed: ends, ends };
}

/** How long an agent's telephone rings, and whether the agent picks up. */
export function drawRinging(random: Random): { picked: boolean; rings: number } {
  const { agentAnswers, setup, agentRings } = usualProfile;
  const rings = random.between(setup[0], setup[1]) + random.between(agentRings[0], agentRings[1]);
  return { picked: random.chance(agentAnswers), rings };
}

function counts(wait: AgentWait, rule: AbandonmentRule | null): boolean {
  return rule ? isAbandoned(wait, rule) : wait.end !== 'connected';
}
