import { asClient, type Database } from '../../src/db/database.ts';
import type { MessageVersion } from '../../src/db/sound-token.ts';

/** A rendering as the addresses of its sounds name it. */
export async function renderingKey(
  db: Database,
  clientId: number,
  voiceMessageId: number,
  version = 1,
): Promise<MessageVersion> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ soundId: number | null }>(
      `SELECT sound_id AS "soundId" FROM voice_message_rendering
       WHERE client_id = $1 AND voice_message_id = $2 AND version = $3`,
      [clientId, voiceMessageId, version],
    ),
  );
  if (!row) throw new Error('There is no such rendering.');
  return { clientId, voiceMessageId, version, soundId: row.soundId };
}
