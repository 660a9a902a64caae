/** Copies of messages, with a name of their own; no campaign uses them yet. */
import { copyName } from '#domain/copy-name.ts';
import type { Tx } from '../database.ts';
import type { Changing } from './change.ts';
import { saveTextMessage } from './text-message.ts';
import { stepRows } from './voice-message.ts';
import { saveVoiceMessage } from './voice-message-save.ts';

export interface Copy {
  id: number;
  name: string;
}

/**
 * Its sounds are shared, and it is rendered anew. Undefined when the client has no such message.
 *
 * @throws `rule_broken` when a step speaks a field that messages may no longer speak
 */
export async function copyVoiceMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  changing: Changing,
): Promise<Copy | undefined> {
  const original = await tx.row<{ name: string }>(
    `SELECT name FROM voice_message
     WHERE client_id = $1 AND voice_message_id = $2 AND deleted_at IS NULL FOR SHARE`,
    [clientId, messageId],
  );
  if (!original) return undefined;
  const taken = await tx.rows<{ name: string }>(
    'SELECT name FROM voice_message WHERE client_id = $1 AND deleted_at IS NULL',
    [clientId],
  );
  const name = copyName(original.name, namesOf(taken));
  const steps = await stepRows(tx, clientId, messageId);
  const messageSteps = steps.map((step) => ({ ...step, id: 0, messageId: 0, isDirty: false }));
  const id = await saveVoiceMessage(tx, clientId, 0, { name, messageSteps }, changing);
  return id === undefined ? undefined : { id, name };
}

export async function copyTextMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  changing: Changing,
): Promise<Copy | undefined> {
  const original = await tx.row<{ name: string; message: string }>(
    `SELECT name, message FROM text_message
     WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL FOR SHARE`,
    [clientId, messageId],
  );
  if (!original) return undefined;
  const taken = await tx.rows<{ name: string }>(
    'SELECT name FROM text_message WHERE client_id = $1 AND deleted_at IS NULL',
    [clientId],
  );
  const name = copyName(original.name, namesOf(taken));
  const id = await saveTextMessage(tx, clientId, 0, { name, message: original.message }, changing);
  return id === undefined ? undefined : { id, name };
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
