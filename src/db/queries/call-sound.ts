/** What calls play: renderings by version, whether new calls still play them or not. */
import { realMs } from '#domain/milliseconds.ts';
import { leastAttemptDays } from '#domain/retention.ts';
import type { Tx } from '../database.ts';
import type { MessageVersion } from '../sound-token.ts';
import { retentionDaysSql, shareRules } from './retention.ts';
import type { ReadyMessage } from './voice-message.ts';

/**
 * A call keeps the version that it began with; the longest call is a message of 15 minutes after
 * some ringing, and the address of a sound is valid for 2 hours.
 */
const keepSuperseded = '3 hours';
/** Renderings in one transaction; one has 14 MB at most. */
const batch = 50;

/** @param message without `soundId`: whichever rendering has the version now */
export function renderingOf(
  tx: Tx,
  { clientId, voiceMessageId, version, ...own }: Omit<MessageVersion, 'soundId'> | MessageVersion,
): Promise<ReadyMessage | undefined> {
  const isSame = 'soundId' in own;
  return tx.row<ReadyMessage>(
    `SELECT plan, preview FROM voice_message_rendering
     WHERE client_id = $1 AND voice_message_id = $2 AND version = $3
       ${isSame ? 'AND sound_id IS NOT DISTINCT FROM $4' : ''}`,
    [clientId, voiceMessageId, version, ...(isSame ? [own.soundId] : [])],
  );
}

/**
 * Of some lists, those that still have contacts: none was deleted by retention. Runs as the platform.
 *
 * @param lists each "clientId.callListId"
 */
export async function listsWithContacts(tx: Tx, lists: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ list: string }>(
    `SELECT client_id || '.' || call_list_id AS list FROM call_list
     WHERE (client_id, call_list_id) IN (SELECT split_part(one, '.', 1)::integer, split_part(one, '.', 2)::bigint
       FROM unnest($1::text[]) AS one) AND contacts_deleted_at IS NULL`,
    [lists],
  );
  return new Set(rows.map(({ list }) => list));
}

/** Call records go by whole months, once the whole month is older than they are kept. */
const recordMonthDays = 31;

/**
 * SQL: neither an attempt nor a call record that is kept may have played it. Attempts are noted by
 * list, whatever the clocks and retention times are; records stay as long as the calls of their
 * client. (An unknown number of days means forever.)
 */
const nothingPlayed = `NOT EXISTS (SELECT FROM rendering_use u
    WHERE u.client_id = voice_message_rendering.client_id
      AND u.voice_message_id = voice_message_rendering.voice_message_id
      AND u.version = voice_message_rendering.version)
  AND (claimed_at IS NULL OR claimed_at < now()
    - greatest(${retentionDaysSql('voice_message_rendering.client_id', 'calls')} + ${recordMonthDays},
        ${leastAttemptDays}) * interval '1 day'
    AND ${retentionDaysSql('voice_message_rendering.client_id', 'calls')} IS NOT NULL)`;

/** How often a claim notes that calls play a rendering: the days that it is kept are many. */
export const noteClaimedEvery = realMs(12 * 3_600_000);

/** In the transaction of a claim, after its locks: calls of this list may play these. */
export async function noteClaimed(
  tx: Tx,
  clientId: number,
  callListId: number,
  messages: readonly Pick<MessageVersion, 'voiceMessageId' | 'version'>[],
): Promise<void> {
  const ids = messages.map(({ voiceMessageId }) => voiceMessageId);
  const versions = messages.map(({ version }) => version);
  // In order, so that claims of two campaigns that play the same never deadlock.
  await tx.run(
    `WITH played AS (
       SELECT client_id, voice_message_id, version FROM voice_message_rendering
       WHERE client_id = $1 AND (voice_message_id, version) IN
         (SELECT * FROM unnest($3::bigint[], $4::integer[]))
       ORDER BY voice_message_id, version FOR NO KEY UPDATE
     ), noted AS (
       INSERT INTO rendering_use (client_id, voice_message_id, version, call_list_id)
       SELECT client_id, voice_message_id, version, $2 FROM played ON CONFLICT DO NOTHING
     )
     UPDATE voice_message_rendering r SET claimed_at = now() FROM played p
     WHERE r.client_id = p.client_id AND r.voice_message_id = p.voice_message_id
       AND r.version = p.version`,
    [clientId, callListId, ids, versions],
  );
}

/** The attempts of a list are gone: none of them points to a rendering any more. */
export async function forgetPlayed(tx: Tx, clientId: number, callListId: number): Promise<void> {
  await tx.run('DELETE FROM rendering_use WHERE client_id = $1 AND call_list_id = $2', [
    clientId,
    callListId,
  ]);
}

/**
 * Deletes renderings that no call can play any more and that nothing kept has played, for the
 * platform.
 *
 * @returns how many were deleted; call again while it is above 0
 */
export async function sweepRenderings(tx: Tx): Promise<number> {
  await shareRules(tx);
  return tx.run(
    `DELETE FROM voice_message_rendering WHERE (client_id, voice_message_id, version) IN (
       SELECT client_id, voice_message_id, version FROM voice_message_rendering
       WHERE superseded_at < now() - $1::interval AND ${nothingPlayed}
       ORDER BY superseded_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
    [keepSuperseded],
  );
}
