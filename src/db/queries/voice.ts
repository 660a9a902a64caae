/** The voices that messages speak with. */
import type { Tx } from '../database.ts';

/** The voice of the last spoken step of the message that the client saved last; undefined before the first. */
export async function lastVoice(tx: Tx, clientId: number): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(
    `SELECT s.tts_voice_id AS id FROM voice_message m JOIN voice_message_step s USING (client_id, voice_message_id)
     WHERE m.client_id = $1 AND m.deleted_at IS NULL AND s.tts_voice_id > 0
     ORDER BY m.updated DESC, m.voice_message_id DESC, s.step_order DESC LIMIT 1`,
    [clientId],
  );
  return row?.id;
}

export interface AddedVoice {
  id: number;
  name: string;
  /** The host that texts spoken with it are sent to; null: they stay on the machine. */
  sendsTo: string | null;
}

/** The voices of engines that the operator added, and did not remove. */
export function addedVoices(tx: Tx): Promise<AddedVoice[]> {
  return tx.rows<AddedVoice>(
    `SELECT v.voice_id AS id, v.name, e.sends_to AS "sendsTo"
     FROM speech_voice v JOIN speech_engine e USING (speech_engine_id)
     WHERE e.removed_at IS NULL ORDER BY v.voice_id`,
  );
}

/** Ids of the voices of engines that the operator removed; messages may still have them. */
export async function removedVoices(tx: Tx): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    `SELECT v.voice_id AS id FROM speech_voice v JOIN speech_engine e USING (speech_engine_id)
     WHERE e.removed_at IS NOT NULL`,
  );
  return new Set(rows.map(({ id }) => id));
}
