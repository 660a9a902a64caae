/** How far a Linkback call is. */
import type { AgentWait } from '#domain/governor/abandoned-call.ts';
import { elapsed, type SimMs } from '#domain/milliseconds.ts';

export interface LinkbackProgress {
  stage: Stage;
  connectedAt?: SimMs | undefined;
  /** The agent hung up first; the customer's call is being ended. */
  talkEndedAt?: SimMs;
  abandoned?: boolean;
  /** An agent who was called first and waits for this customer. */
  waitingAgent?: string | undefined;
  /** Whether the agent who was called for this customer picked up. */
  agent?: 'answered' | 'silent';
  /** When the customer asked for an agent. */
  askedAt?: SimMs;
  /** What became of that; once it is known. */
  wait?: AgentWait;
}

type Stage =
  /** The customer message, and the seconds after it in which 1 still counts. */
  | 'message'
  | 'pause'
  /** 1 was pressed: the agent's telephone rings, the agent hears the message, both talk. */
  | 'calling_agent'
  | 'agent_message'
  | 'connected'
  /** The customer hears that no agent is free. */
  | 'apology'
  /** The customer hears nothing that a key could respond to any more. */
  | 'leaving';

/** Of a call that nobody follows any more: who asked and was not connected got no agent. */
export function waitAtLoss(
  { wait, askedAt, connectedAt }: LinkbackProgress,
  at: SimMs,
): AgentWait | undefined {
  if (wait || askedAt === undefined || connectedAt !== undefined) return wait;
  return { end: 'no_agent', ms: elapsed(askedAt, at) };
}
