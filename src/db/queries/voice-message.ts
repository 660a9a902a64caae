/** Voice messages as the contract shows them. Deleted ones stay as rows: campaigns name them. */

import { problem } from '#contract/errors.ts';
import type { StoredReason } from '#contract/reason.ts';
import {
  type MessageStatusId,
  messageStatus,
  messageStatusNames,
  type VoiceMessage,
  type VoiceMessageStep,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { type PlanSegment, secondsOf } from '#domain/message-plan.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import type { Tx } from '../database.ts';
import { columnsOf, type RowOf, wireOf } from '../field-map.ts';
import { nameOrder } from '../name-order.ts';
import { type ChangeRow, type Changing, changeColumns, changeOf, lockVersion } from './change.ts';
import { deleteUnusedSounds, soundsOfMessage } from './sound.ts';
import { stepFields } from './voice-message-fields.ts';

interface Row extends ChangeRow {
  id: number;
  clientId: number;
  name: string;
  statusId: MessageStatusId;
  reason: StoredReason | null;
  campaigns: string | null;
  durationMs: number | null;
  created: Date;
  updated: Date;
}

/** Names of the campaigns that are not deleted and play this message, comma separated. */
const campaignNames = `(
  SELECT string_agg(c.name, ', ' ORDER BY ${nameOrder('c.name')}) FROM campaign c
  WHERE c.client_id = m.client_id AND c.deleted_at IS NULL
    AND m.voice_message_id IN (c.customer_message_id, c.machine_message_id, c.agent_message_id))`;

/** The newest first; only the one of an id, if given. Without their steps. */
export async function listVoiceMessages(
  tx: Tx,
  clientId: number,
  messageId?: number,
): Promise<VoiceMessage[]> {
  const rows = await tx.rows<Row>(
    `SELECT m.voice_message_id AS id, m.client_id AS "clientId", m.name, m.status_id AS "statusId",
            m.reason, ${campaignNames} AS campaigns,
            r.duration_ms AS "durationMs",
            platform_time(m.created) AS created, platform_time(m.updated) AS updated, ${changeColumns('m')}
     FROM voice_message m
     LEFT JOIN voice_message_rendering r
       ON r.client_id = m.client_id AND r.voice_message_id = m.voice_message_id
          AND r.version = m.ready_version
     WHERE m.client_id = $1 AND ($2::bigint IS NULL OR m.voice_message_id = $2)
       AND m.deleted_at IS NULL
     ORDER BY m.updated DESC, m.voice_message_id DESC`,
    [clientId, messageId ?? null],
  );
  return rows.map(messageOf);
}

function messageOf({
  statusId,
  campaigns,
  durationMs,
  created,
  updated,
  version,
  changed_at,
  changed_by_name,
  ...row
}: Row): VoiceMessage {
  return {
    ...row,
    statusReason: reasonOrNull(row.reason),
    messageStatusId: statusId,
    messageStatusName: messageStatusNames[statusId],
    messageSteps: [],
    campaigns: campaigns ?? '',
    duration: durationMs === null ? null : durationMs / 1000,
    created: created.toISOString(),
    updated: updated.toISOString(),
    ...changeOf({ version, changed_at, changed_by_name }),
  };
}

/** One message with its steps, as they were saved together; undefined when there is none. */
export async function findVoiceMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
): Promise<VoiceMessage | undefined> {
  const [message] = await listVoiceMessages(tx, clientId, messageId);
  const messageSteps = await listVoiceMessageSteps(tx, clientId, messageId);
  return message && messageSteps && { ...message, messageSteps };
}

type StepRow = Omit<VoiceMessageStep, 'duration'>;

/** The steps of the newest version in call order; undefined when the client has no such message. */
export async function listVoiceMessageSteps(
  tx: Tx,
  clientId: number,
  messageId: number,
): Promise<VoiceMessageStep[] | undefined> {
  const message = await tx.row<{ plan: PlanSegment[] | null }>(
    `SELECT r.plan FROM voice_message m
     LEFT JOIN voice_message_rendering r
       ON r.client_id = m.client_id AND r.voice_message_id = m.voice_message_id
          AND r.version = m.version
     WHERE m.client_id = $1 AND m.voice_message_id = $2 AND m.deleted_at IS NULL`,
    [clientId, messageId],
  );
  if (!message) return undefined;
  const rows = await stepRows(tx, clientId, messageId);
  const lengths = new Map(message.plan?.map(({ stepId, samples }) => [stepId, samples]));
  return rows.map((row) => {
    const samples = lengths.get(row.id);
    return { ...row, duration: samples === undefined ? null : secondsOf(samples) };
  });
}

export async function stepRows(tx: Tx, clientId: number, messageId: number): Promise<StepRow[]> {
  const rows = await tx.rows<RowOf<typeof stepFields> & { id: number }>(
    `SELECT voice_message_step_id AS id, ${columnsOf(stepFields)}
     FROM voice_message_step WHERE client_id = $1 AND voice_message_id = $2
     ORDER BY step_order, voice_message_step_id`,
    [clientId, messageId],
  );
  return rows.map((row) => ({ id: row.id, messageId, ...wireOf(stepFields, row) }));
}

/**
 * Deletes a message with its steps and sound, the sound once no call can play it; returns false when there is none. Throws `in_use`
 * while a campaign plays it. The row is locked as a campaign's foreign key does, so that a campaign
 * that is just being saved with it is waited for.
 */
export async function deleteVoiceMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  changing: Changing,
): Promise<boolean> {
  const key = [clientId, messageId] as const;
  const read = () => findVoiceMessage(tx, clientId, messageId);
  await lockVersion(tx, 'voice_message', key, changing, read);
  const locked = await tx.row(
    `SELECT 1 FROM voice_message
     WHERE client_id = $1 AND voice_message_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    key,
  );
  if (!locked) return false;
  const used = await tx.row<{ campaigns: string | null }>(
    `SELECT ${campaignNames} AS campaigns FROM voice_message m
     WHERE m.client_id = $1 AND m.voice_message_id = $2`,
    key,
  );
  if (used?.campaigns) throw problem('in_use', voiceMessageTexts.inUse);
  const sounds = await soundsOfMessage(tx, clientId, messageId);
  await tx.run(
    'DELETE FROM voice_message_step WHERE client_id = $1 AND voice_message_id = $2',
    key,
  );
  // Calls in progress may still play it (call-sound.ts).
  await tx.run(
    `UPDATE voice_message_rendering SET superseded_at = now()
     WHERE client_id = $1 AND voice_message_id = $2 AND superseded_at IS NULL`,
    key,
  );
  await deleteUnusedSounds(tx, clientId, sounds);
  await tx.run(
    `UPDATE voice_message SET deleted_at = now(), ready_version = NULL
     WHERE client_id = $1 AND voice_message_id = $2`,
    key,
  );
  return true;
}

export interface ReadyMessage {
  plan: PlanSegment[];
  /** A WAV file. */
  preview: Buffer;
}

/** What was rendered, when the newest version is Ready. */
export async function voiceMessagePreview(
  tx: Tx,
  clientId: number,
  messageId: number,
): Promise<{ exists: boolean; rendering: ReadyMessage | undefined }> {
  const row = await tx.row<ReadyMessage | { preview: null }>(
    `SELECT r.plan, r.preview FROM voice_message m
     LEFT JOIN voice_message_rendering r
       ON m.status_id = $3 AND r.client_id = m.client_id
          AND r.voice_message_id = m.voice_message_id AND r.version = m.version
     WHERE m.client_id = $1 AND m.voice_message_id = $2 AND m.deleted_at IS NULL`,
    [clientId, messageId, messageStatus.ready],
  );
  return { exists: row !== undefined, rendering: row?.preview ? row : undefined };
}
