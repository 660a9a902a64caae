/** How many calls a Linkback may place while its abandonment is guarded (decision 085). Pure. */
import { freeAgents, type LinkbackState, roomForCalls } from '../linkback-pacing.ts';
import { type AbandonmentReading, guardOf } from './abandonment.ts';

export interface GuardedState extends LinkbackState {
  /** Calls in flight that may still be abandoned, and ended ones that count already but are not stored. */
  atRisk: number;
  /** Undefined: abandonment is not guarded. */
  reading: AbandonmentReading | undefined;
}

export interface GuardedRoom {
  /** Calls that may be placed with no agent waiting for them. */
  open: number;
  /** Free agents that are to be called first; each then gets a customer of its own. */
  agentsFirst: number;
}

export function guardedRoom(state: GuardedState, roomAsSet = roomForCalls): GuardedRoom {
  const { reading, inFlight, atRisk } = state;
  const asSet = roomAsSet(state);
  const guard = reading && guardOf(reading);
  if (!guard || guard.isFree) return { open: asSet, agentsFirst: 0 };
  const oneEach = Math.max(0, freeAgents(state) - inFlight);
  const open = Math.min(asSet, oneEach, Math.max(0, guard.mostAtRisk - atRisk));
  return { open, agentsFirst: oneEach - open };
}
