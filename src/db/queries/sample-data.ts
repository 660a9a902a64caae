/** The demo client's data that no operator command creates. */
import type { Tx } from '../database.ts';
import { enqueue } from '../job-queue.ts';

export interface SampleStep {
  /** 4 fixed text, 5 an account field's value. */
  type: 4 | 5;
  /** The text; the field's name for a field step. */
  value: string;
  /** Mapping id of the field; 0 for fixed text. */
  fieldId: number;
}

export interface SampleMessage {
  name: string;
  voiceId: number;
  steps: SampleStep[];
}

/** Custom account fields 1, 2, … in this order. */
export async function insertSampleFields(tx: Tx, clientId: number, names: string[]): Promise<void> {
  await tx.run(
    `INSERT INTO account_field (client_id, custom_index, name)
     SELECT $1, position, name FROM unnest($2::text[]) WITH ORDINALITY AS field (name, position)`,
    [clientId, names],
  );
}

/** A voice message that waits for its rendering. Returns its id. */
export async function insertSampleMessage(
  tx: Tx,
  clientId: number,
  { name, voiceId, steps }: SampleMessage,
): Promise<number> {
  const message = await tx.row<{ id: number }>(
    'INSERT INTO voice_message (client_id, name) VALUES ($1, $2) RETURNING voice_message_id AS id',
    [clientId, name],
  );
  if (!message) throw new Error('The insert returned no row.');
  for (const [order, { type, value, fieldId }] of steps.entries()) {
    await tx.run(
      `INSERT INTO voice_message_step
         (client_id, voice_message_id, step_order, step_type, value, tts_voice_id, tts_field_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [clientId, message.id, order, type, value, voiceId, fieldId],
    );
  }
  const job = { clientId, voiceMessageId: message.id, version: 1 };
  await enqueue(tx, 'render-message', `render-message ${clientId} ${message.id}`, job);
  return message.id;
}

export async function insertSampleText(tx: Tx, clientId: number, name: string, message: string) {
  await tx.run('INSERT INTO text_message (client_id, name, message) VALUES ($1, $2, $3)', [
    clientId,
    name,
    message,
  ]);
}
