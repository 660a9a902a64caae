/** Which calls count as abandoned (decision 085). Pure. */

/** What became of a customer who asked for an agent. */
export interface AgentWait {
  /** `no_agent`: the customer heard the apology. `hung_up`: the customer left while the agent rang. */
  end: 'connected' | 'no_agent' | 'hung_up';
  /** Simulated, from the key 1 on. */
  ms: number;
}

/** Seconds within which an agent must be there: the law's, and those that an agent's telephone rings. */
export const agentWaits = [2, 20] as const;
export type AgentWaitSeconds = (typeof agentWaits)[number];

/** What the operator chose for a client. */
export interface AbandonmentRule {
  waitSeconds: AgentWaitSeconds;
  /** Customers who hang up before that count, too. */
  hangUps: boolean;
}

/** Of an adaptive campaign whose client has none: it spends what may be abandoned. */
export const adaptiveRule: AbandonmentRule = { waitSeconds: 20, hangUps: false };

/**
 * Who asks gets an agent in time only when one waits on the line: of an adaptive campaign agents are called ahead
 * (decision 098).
 */
export function callsAhead({ waitSeconds }: AbandonmentRule): boolean {
  return waitSeconds === 2;
}

export function isAbandoned(wait: AgentWait | undefined, rule: AbandonmentRule): boolean {
  if (!wait) return false;
  if (wait.end === 'no_agent') return true;
  const isLate = wait.ms > rule.waitSeconds * 1_000;
  return isLate || (wait.end === 'hung_up' && rule.hangUps);
}

/**
 * The counters of a campaign's day. They hold every reading of the rule, so that a new choice holds for
 * what was counted before it, too.
 */
interface AbandonmentCounters {
  persons: number;
  noAgent: number;
  /** No agent within 2 seconds, and within 20; not those who heard the apology. */
  over2: number;
  over20: number;
  /** Who hung up within 2 seconds, and within 20. */
  left2: number;
  left20: number;
}

/** Those that a call which a person answered adds to. */
export function countersOf(wait: AgentWait | undefined): AbandonmentCounters {
  const over = (seconds: number) =>
    Number(wait !== undefined && wait.end !== 'no_agent' && wait.ms > seconds * 1_000);
  const left = (seconds: number) =>
    Number(wait !== undefined && wait.end === 'hung_up' && wait.ms <= seconds * 1_000);
  return {
    persons: 1,
    noAgent: Number(wait?.end === 'no_agent'),
    ...{ over2: over(2), over20: over(20), left2: left(2), left20: left(20) },
  };
}
