/** What calls play: renderings by version, whether new calls still play them or not. */
import type { Tx } from '../database.ts';
import type { MessageVersion } from '../sound-token.ts';
import type { ReadyMessage } from './voice-message.ts';

/**
 * A call keeps the version that it began with; the longest call is a message of 15 minutes after
 * some ringing, and the address of a sound is valid for 2 hours.
 */
const keepSuperseded = '3 hours';
/** Renderings in one transaction; one has 14 MB at most. */
const batch = 50;

export function renderingOf(
  tx: Tx,
  { clientId, voiceMessageId, version }: MessageVersion,
): Promise<ReadyMessage | undefined> {
  return tx.row<ReadyMessage>(
    `SELECT plan, preview FROM voice_message_rendering
     WHERE client_id = $1 AND voice_message_id = $2 AND version = $3`,
    [clientId, voiceMessageId, version],
  );
}

/**
 * Deletes renderings that no call can play any more, for the platform.
 *
 * @returns how many were deleted; call again while it is above 0
 */
export function sweepRenderings(tx: Tx): Promise<number> {
  return tx.run(
    `DELETE FROM voice_message_rendering WHERE (client_id, voice_message_id, version) IN (
       SELECT client_id, voice_message_id, version FROM voice_message_rendering
       WHERE superseded_at < now() - $1::interval
       ORDER BY superseded_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
    [keepSuperseded],
  );
}
