/**
 * Whether a Linkback called only as its agents were free, at each of its submissions: by the
 * carrier's log of calls and of agents' legs, and by what its engine had read of its agents.
 */
import type { AgentSetting } from './ledger.ts';

/**
 * Offsets are those of the log's lines, instants are simulated; `decidedAt`, `receivedAt` and `endReceivedAt`
 * are positions in the order of what the engines saw and did.
 */
export interface LinkbackCall {
  attemptId: string;
  offset: number;
  at: number;
  /** As it is stored: Infinity while it goes on, and later than it was where the engine that heard it died. */
  ended: number;
  /** When an engine received that it had ended. */
  endReceivedAt?: number | undefined;
  /** When the engine chose to submit it. */
  decidedAt: number;
  /** When its customer asked for an agent, when the engine received that, and called the agent. */
  asked?: number | undefined;
  receivedAt?: number | undefined;
  agentOffset?: number | undefined;
  /** When the agent's leg ended before the call did. */
  agentFree?: number | undefined;
  /** What the engine had read when it submitted the call. */
  agents: AgentSetting | undefined;
}

/** @param calls of one campaign, in the log's order */
export function beyondAgents(calls: readonly LinkbackCall[]): string[] {
  return calls.flatMap((call, index) => {
    const before = calls
      .slice(0, index)
      .filter((one) => one.ended > call.at && !isKnownToHaveEnded(one, call));
    const states = before.map((one) => stateOf(one, call));
    const count = (state: State) => states.filter((one) => one === state).length;
    const seen = { busy: count('busy'), asking: count('asking'), alone: count('alone') + 1 };
    if (call.agents && isAllowed(call.agents, seen)) return [];
    return [
      `${call.attemptId} at ${new Date(call.at).toISOString()}, beyond its agents: ${JSON.stringify({ ...call.agents, ...seen })}`,
    ];
  });
}

const isKnownToHaveEnded = ({ endReceivedAt }: LinkbackCall, { decidedAt }: LinkbackCall) =>
  endReceivedAt !== undefined && endReceivedAt <= decidedAt;

type State = 'busy' | 'asking' | 'alone' | 'over';

function stateOf(one: LinkbackCall, { at, offset, decidedAt }: LinkbackCall): State {
  // The engine may not know yet; afterwards the customer hears an apology.
  if (one.agentFree !== undefined && one.agentFree <= at) return 'over';
  // Received only while the call was on its way to the carrier.
  if (one.receivedAt !== undefined && one.receivedAt > decidedAt) return 'alone';
  if (one.agentOffset !== undefined && one.agentOffset < offset) return 'busy';
  if (one.asked === undefined || one.asked > at) return 'alone';
  if (one.receivedAt === undefined || one.agentOffset === undefined) return 'asking';
  return one.receivedAt <= decidedAt ? 'busy' : 'alone';
}

/** Whether the engine knew of those who are asking may be unknown. */
function isAllowed(
  { count, ratio }: AgentSetting,
  { busy, asking, alone }: { busy: number; asking: number; alone: number },
): boolean {
  for (let waiting = 0; waiting <= asking; waiting += 1) {
    const free = count - busy - waiting;
    if (free <= 0) return false;
    if (alone + asking - waiting <= Math.max(1, Math.floor(ratio * free + 1e-9))) return true;
  }
  return false;
}
