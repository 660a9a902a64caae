/** How many calls a Linkback may place while its abandonment is guarded (decision 085). Pure. */
import { agentsBeyond, freeAgents, type LinkbackState, roomForCalls } from '../linkback-pacing.ts';
import { type AbandonmentReading, guardOf } from './abandonment.ts';

export interface GuardedState extends LinkbackState {
  /** Calls in flight that may still be abandoned, and ended ones that count already but are not stored. */
  atRisk: number;
  /** Undefined: abandonment is not guarded. */
  reading: AbandonmentReading | undefined;
  /** Of `atRisk`: those that are abandoned already, and not in `reading` yet. */
  lost?: number | undefined;
  /**
   * Persons whose calls had no agent of their own and have ended, as far as is known here; undefined: the pacing
   * weighs by itself what may be lost.
   */
  ventured?: number | undefined;
  /** Agents are called ahead, and calls share those who wait (decision 098); undefined: they are not. */
  ahead?: AgentsAhead | undefined;
}

export interface AgentsAhead {
  /** Agents who wait on the line and have no customer of their own. */
  ready: number;
  /** For each agent who was called and does not wait yet, how long ago: `SimMs`. */
  coming: readonly number[];
  /** The line stays when the customer of a talk hangs up (decision 099). */
  keeps?: boolean;
  /** For each agent who rests after a talk, how long still: `SimMs`. */
  resting?: readonly number[];
}

export interface GuardedRoom {
  /** Calls that may be placed with no agent of their own. */
  open: number;
  /** Free agents that are to be called before a customer asks. */
  agentsFirst: number;
  /** How many of the agents who wait may get a customer of their own; absent: each of them. */
  own?: number;
}

/**
 * How many calls of a free campaign may be at risk for each person whose call was and has ended. Its bound includes
 * persons who had an agent of their own, so it says little about calls without one until some of those have ended
 * (decision 085).
 */
const growth = 2;

export function guardedRoom(
  state: GuardedState,
  roomAsSet: (state: GuardedState) => number = roomForCalls,
): GuardedRoom {
  const { reading, inFlight, atRisk, ahead, lost, ventured } = state;
  const guard = reading && guardOf(reading, lost);
  const isFree = !guard || guard.isFree;
  if (ahead) return aheadRoom(state, ahead, isFree ? roomAsSet : undefined);
  const asSet = roomAsSet(state);
  const oneEach = Math.max(0, freeAgents(state) - inFlight);
  const leaves = (most: number) => Math.max(0, most - atRisk);
  if (isFree) {
    const most =
      guard && ventured !== undefined ? Math.max(guard.mostAtRisk, growth * ventured) : Infinity;
    const open = Math.min(asSet, leaves(most));
    return { open, agentsFirst: open < asSet ? Math.max(0, oneEach - open) : 0 };
  }
  const open = Math.min(asSet, oneEach, leaves(guard.mostAtRisk));
  return { open, agentsFirst: oneEach - open };
}

/**
 * Every free agent is called. While the campaign is free, its calls share those who wait. Else each of these gets a
 * customer of its own, who cannot be abandoned; one is left for each call from before.
 *
 * @param shared undefined: the campaign is not free
 */
function aheadRoom(
  state: GuardedState,
  ahead: AgentsAhead,
  shared: ((state: GuardedState) => number) | undefined,
): GuardedRoom {
  const agentsFirst = freeAgents(state);
  // Those beyond the agents on duty stay for calls in flight alone.
  const onDuty = Math.max(0, ahead.ready - agentsBeyond(state));
  if (shared) {
    const open = shared({ ...state, ahead: { ...ahead, ready: onDuty } });
    return { open, agentsFirst, own: 0 };
  }
  return { open: 0, agentsFirst, own: Math.max(0, onDuty - state.inFlight) };
}
