/** What calls play: renderings by version, whether new calls still play them or not. */
import { realMs } from '#domain/milliseconds.ts';
import { leastAttemptDays } from '#domain/retention.ts';
import type { Tx } from '../database.ts';
import type { MessageVersion } from '../sound-token.ts';
import { retentionDaysSql } from './retention.ts';
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
 * SQL: no attempt that is kept played it. Attempts are kept as long as the call records of their
 * client, and for the caps at least a year. (An unknown number of days means forever.)
 */
const noAttemptPlayed = `(claimed_at IS NULL OR claimed_at < now()
  - greatest(${retentionDaysSql('voice_message_rendering.client_id', 'calls')}, ${leastAttemptDays})
    * interval '1 day'
  AND ${retentionDaysSql('voice_message_rendering.client_id', 'calls')} IS NOT NULL)`;

/** How often a claim notes that calls play a rendering: the days that it is kept are many. */
export const noteClaimedEvery = realMs(12 * 3_600_000);

/** In the transaction of a claim, after its locks: its calls may play these. */
export async function noteClaimed(
  tx: Tx,
  clientId: number,
  messages: readonly Pick<MessageVersion, 'voiceMessageId' | 'version'>[],
): Promise<void> {
  await tx.run(
    `UPDATE voice_message_rendering SET claimed_at = now()
     WHERE client_id = $1 AND (voice_message_id, version) IN
       (SELECT * FROM unnest($2::bigint[], $3::integer[]))`,
    [
      clientId,
      messages.map(({ voiceMessageId }) => voiceMessageId),
      messages.map(({ version }) => version),
    ],
  );
}

/**
 * Deletes renderings that no call can play any more and that no attempt has played, for the
 * platform.
 *
 * @returns how many were deleted; call again while it is above 0
 */
export function sweepRenderings(tx: Tx): Promise<number> {
  return tx.run(
    `DELETE FROM voice_message_rendering WHERE (client_id, voice_message_id, version) IN (
       SELECT client_id, voice_message_id, version FROM voice_message_rendering
       WHERE superseded_at < now() - $1::interval AND ${noAttemptPlayed}
       ORDER BY superseded_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
    [keepSuperseded],
  );
}
