/** How many calls a Linkback campaign may have in flight (spec 3 section 7). */
import { simMs } from './milliseconds.ts';

/** Before an agent who was busy or did not answer is called again, when agents are called first. */
export const agentAgainAfter = simMs(15_000);

/** After a talk, before the next customer comes over the same line. */
export const restAfterTalk = simMs(3_000);

export interface LinkbackState {
  /** All that are at work. */
  agentCount: number;
  /** Being called, or in a call. */
  agentsBusy: number;
  /** Calls in flight for each free agent. */
  callRatio: number;
  /** Calls in flight without an agent: each may still ask for one. */
  inFlight: number;
}

/** Never below 0: agents may become fewer, or the ratio smaller, while they are in calls. */
export function freeAgents({ agentCount, agentsBusy }: Omit<LinkbackState, 'inFlight'>): number {
  return Math.max(0, agentCount - agentsBusy);
}

/** How many of the agents who are called or in a call are more than there are on duty: these became fewer. */
export function agentsBeyond({ agentCount, agentsBusy }: Omit<LinkbackState, 'inFlight'>): number {
  return Math.max(0, agentsBusy - agentCount);
}

/** How many more calls may be placed now. */
export function roomForCalls(state: LinkbackState): number {
  const free = freeAgents(state);
  if (free === 0) return 0;
  const most = Math.max(1, Math.floor(state.callRatio * free + rounding));
  return Math.max(0, most - state.inFlight);
}

/** 0.29 x 100 agents is 29, not the 28.999999999999996 of the machine. */
const rounding = 1e-9;
