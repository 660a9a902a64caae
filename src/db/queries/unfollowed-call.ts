/** A key that was pressed in a call that the engine that receives the event does not follow. */
import type { Tx } from '../database.ts';
import { stands } from '../lease-states.ts';
import type { AttemptKey } from './attempt-key.ts';
import { isFollowed } from './engine.ts';

export interface UnfollowedCall {
  phone: string;
  /** Its result is recorded. */
  ended: boolean;
  /** It has not ended, and the engine that placed it is alive. */
  inFlight: boolean;
  /** The engine that placed it is the asking one. */
  own: boolean;
  /** An agent was called for it: the key may have been pressed in the talk. */
  agentCalled: boolean;
  /** It was: no message was playing, so the key responds to none (spec 3 section 7). */
  inTalk: boolean;
}

/**
 * By the attempt's own row. The length of a talk is kept in whole seconds, hence the second of grace.
 *
 * @param at simulated, when the key was pressed
 */
export function findUnfollowedCall(
  tx: Tx,
  clientId: number,
  { callListId, entryId }: AttemptKey,
  at: Date,
  engineId: string,
): Promise<UnfollowedCall | undefined> {
  return tx.row<UnfollowedCall>(
    `SELECT a.phone, a.engine_id = $5 AS own, a.finished_at IS NOT NULL AS ended,
       a.agent_called_at IS NOT NULL AS "agentCalled",
       a.finished_at IS NULL AND (a.held_until > clock_timestamp() OR ${isFollowed} OR EXISTS (
         SELECT FROM campaign_lease l
         WHERE l.client_id = $1 AND l.campaign_id = a.campaign_id AND l.engine_id = a.engine_id
           AND ${stands('l')})) IS TRUE AS "inFlight",
       EXISTS (
         SELECT FROM call_record r
         WHERE r.client_id = $1 AND r.started_at = a.attempted_at AND r.call_list_id = $2
           AND r.entry_id = $3 AND r.transferred
           AND $4 >= r.finished_at - make_interval(secs => r.transfer_seconds + 1)) AS "inTalk"
     FROM attempt a WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = $3`,
    [clientId, callListId, entryId, at, engineId],
  );
}
