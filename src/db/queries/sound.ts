/** Recordings and uploaded sound files, by the name that steps carry. */
import { randomUUID } from 'node:crypto';
import { problem } from '#contract/errors.ts';
import type { Tx } from '../database.ts';

/** Bytes of sounds that a client keeps: some 400 of the longest. */
const mostKept = 2_000_000_000;

/**
 * Stores a WAV file of 8 kHz; returns the name that a step carries from now on.
 *
 * @throws ProblemError too_large when the client's sounds would exceed `most` bytes
 */
export async function insertSound(
  tx: Tx,
  clientId: number,
  wav: Uint8Array,
  most = mostKept,
): Promise<string> {
  // The length of a stored value is read without the value.
  const kept = await tx.row<{ bytes: number }>(
    'SELECT coalesce(sum(octet_length(content)), 0)::bigint AS bytes FROM sound WHERE client_id = $1',
    [clientId],
  );
  if ((kept?.bytes ?? 0) + wav.byteLength > most) {
    throw problem(
      'too_large',
      `The sounds of your organization may take ${most / 1_000_000} MB in all. Delete voice messages that are no longer used, then try again.`,
    );
  }
  const fileName = `file-${randomUUID()}.wav`;
  await tx.run(
    `INSERT INTO sound (client_id, file_name, media_type, content) VALUES ($1, $2, 'audio/wav', $3)`,
    [clientId, fileName, Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength)],
  );
  return fileName;
}

/** A WAV file; undefined when the client has none of this name. */
export async function soundContent(
  tx: Tx,
  clientId: number,
  fileName: string,
): Promise<Buffer | undefined> {
  const row = await tx.row<{ content: Buffer }>(
    'SELECT content FROM sound WHERE client_id = $1 AND file_name = $2',
    [clientId, fileName],
  );
  return row?.content;
}

/** Which of the names are the client's; they cannot be deleted before this transaction ends. */
export async function knownSounds(
  tx: Tx,
  clientId: number,
  fileNames: readonly string[],
): Promise<Set<string>> {
  if (fileNames.length === 0) return new Set();
  const rows = await tx.rows<{ fileName: string }>(
    `SELECT file_name AS "fileName" FROM sound
     WHERE client_id = $1 AND file_name = ANY ($2::text[]) ORDER BY file_name FOR KEY SHARE`,
    [clientId, fileNames],
  );
  return new Set(rows.map(({ fileName }) => fileName));
}

/** Names of the sounds that a message's steps play. */
export async function soundsOfMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
): Promise<string[]> {
  const rows = await tx.rows<{ fileName: string }>(
    `SELECT DISTINCT file_name AS "fileName" FROM voice_message_step
     WHERE client_id = $1 AND voice_message_id = $2 AND file_name <> ''`,
    [clientId, messageId],
  );
  return rows.map(({ fileName }) => fileName);
}

/**
 * Deletes those of the sounds that no step plays any more. One that another transaction is just
 * giving to a step is locked by it and stays; the locks come first, so that the second statement
 * sees the steps that were committed before them.
 */
export async function deleteUnusedSounds(
  tx: Tx,
  clientId: number,
  fileNames: readonly string[],
): Promise<void> {
  if (fileNames.length === 0) return;
  const free = await tx.rows<{ fileName: string }>(
    `SELECT file_name AS "fileName" FROM sound
     WHERE client_id = $1 AND file_name = ANY ($2::text[]) FOR UPDATE SKIP LOCKED`,
    [clientId, fileNames],
  );
  await tx.run(
    `DELETE FROM sound s
     WHERE client_id = $1 AND file_name = ANY ($2::text[])
       AND NOT EXISTS (SELECT 1 FROM voice_message_step t
                       WHERE t.client_id = s.client_id AND t.file_name = s.file_name)`,
    [clientId, free.map(({ fileName }) => fileName)],
  );
}
