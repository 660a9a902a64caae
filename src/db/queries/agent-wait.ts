/**
 * What became of a customer's wish for an agent, stored with the attempt while the call is up: if the
 * engine dies, who waited for an agent counts as abandoned, and who talked with one does not (decision 085).
 */
import type { CallCourse } from '#contract/call-course.ts';
import type { AgentWait } from '#domain/governor/abandoned-call.ts';
import { elapsed, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import type { AttemptKey } from './attempt-key.ts';

export interface NotedWait extends AttemptKey {
  /** When the customer asked. */
  askedAt: SimMs;
  /** Null: nobody yet. */
  connectedAt: SimMs | null;
}

/** Row by row by key, in order, so that neither a recorder nor an opt-out is in the way. */
export async function noteWaits(
  tx: Tx,
  clientId: number,
  waits: readonly NotedWait[],
): Promise<void> {
  const inOrder = waits.toSorted((a, b) => a.callListId - b.callListId || a.entryId - b.entryId);
  for (const { callListId, entryId, askedAt, connectedAt } of inOrder) {
    await tx.run(
      `UPDATE attempt SET asked_at = $4, connected_at = $5, reached_at = coalesce(reached_at, $4)
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3 AND finished_at IS NULL`,
      [
        ...[clientId, callListId, entryId, new Date(askedAt)],
        connectedAt === null ? null : new Date(connectedAt),
      ],
    );
  }
}

/** SQL: of an attempt `a`, when the customer asked for an agent; null: not as far as is known. */
export const askedAtSql = 'coalesce(a.asked_at, a.agent_called_at)';

/** Of an attempt whose engine is gone. */
export interface LeftWait {
  attemptedAt: Date;
  askedAt: Date | null;
  connectedAt: Date | null;
}

/**
 * What is recorded of it: without a connection the customer got no agent, because nobody is there any
 * more who could connect one.
 */
export function waitLeft(
  { attemptedAt, askedAt, connectedAt }: LeftWait,
  now: SimMs,
): { wait?: AgentWait; course?: CallCourse } {
  if (!askedAt) return {};
  const asked = simMs(askedAt.getTime());
  const connected = connectedAt && simMs(connectedAt.getTime());
  const after = (at: SimMs) => Math.max(0, Math.round(at - attemptedAt.getTime()));
  return {
    wait: connected
      ? { end: 'connected', ms: elapsed(asked, connected) }
      : { end: 'no_agent', ms: elapsed(asked, now) },
    course: {
      keys: [['1', after(asked)]],
      ...(connected && { connectedAt: after(connected) }),
    },
  };
}
