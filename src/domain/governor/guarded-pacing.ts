/** How many calls a Linkback may place while its abandonment is guarded (decision 085). Pure. */
import { freeAgents, type LinkbackState, roomForCalls } from '../linkback-pacing.ts';
import { type AbandonmentReading, guardOf } from './abandonment.ts';

export interface GuardedState extends LinkbackState {
  /** Calls in flight that may still be abandoned, and ended ones that count already but are not stored. */
  atRisk: number;
  /** Undefined: abandonment is not guarded. */
  reading: AbandonmentReading | undefined;
  /** Agents are called ahead, and calls share those who wait (decision 098); undefined: they are not. */
  ahead?: AgentsAhead | undefined;
}

export interface AgentsAhead {
  /** Agents who wait on the line and have no customer of their own. */
  ready: number;
  /** For each agent who was called and does not wait yet, how long ago: `SimMs`. */
  coming: readonly number[];
}

export interface GuardedRoom {
  /** Calls that may be placed with no agent of their own. */
  open: number;
  /** Free agents that are to be called before a customer asks. */
  agentsFirst: number;
  /** How many of the agents who wait may get a customer of their own; absent: each of them. */
  own?: number;
}

export function guardedRoom(state: GuardedState, roomAsSet = roomForCalls): GuardedRoom {
  const { reading, inFlight, atRisk, ahead } = state;
  const guard = reading && guardOf(reading);
  const isFree = !guard || guard.isFree;
  if (ahead) return aheadRoom(state, ahead.ready, isFree ? roomAsSet : undefined);
  const asSet = roomAsSet(state);
  if (isFree) return { open: asSet, agentsFirst: 0 };
  const oneEach = Math.max(0, freeAgents(state) - inFlight);
  const open = Math.min(asSet, oneEach, Math.max(0, guard.mostAtRisk - atRisk));
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
  ready: number,
  shared: ((state: GuardedState) => number) | undefined,
): GuardedRoom {
  const agentsFirst = freeAgents(state);
  if (shared) return { open: shared(state), agentsFirst, own: 0 };
  return { open: 0, agentsFirst, own: Math.max(0, ready - state.inFlight) };
}
