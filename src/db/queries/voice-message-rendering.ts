/** Rendering a version of a voice message: what the job reads and writes. */
import type { Reason } from '#contract/reason.ts';
import { messageStatus, type VoiceMessageStep } from '#contract/voice-message.ts';
import type { PlanSegment } from '#domain/message-plan.ts';
import type { Tx } from '../database.ts';
import { holdCampaignsOfMessage, messageBecameReady } from './message-ready.ts';
import { stepRows } from './voice-message.ts';

export interface VersionKey {
  clientId: number;
  voiceMessageId: number;
  version: number;
}

const ofVersion = `client_id = $1 AND voice_message_id = $2 AND version = $3 AND deleted_at IS NULL`;

/**
 * Marks the version as Processing. Returns its steps, or undefined when there is nothing to do:
 * it was edited again or deleted meanwhile, or is rendered already.
 */
export async function beginRendering(
  tx: Tx,
  { clientId, voiceMessageId, version }: VersionKey,
): Promise<Omit<VoiceMessageStep, 'duration'>[] | undefined> {
  const begun = await tx.run(
    `UPDATE voice_message SET status_id = $4 WHERE ${ofVersion} AND status_id <> $5`,
    [clientId, voiceMessageId, version, messageStatus.processing, messageStatus.ready],
  );
  return begun === 0 ? undefined : stepRows(tx, clientId, voiceMessageId);
}

export interface Rendering {
  plan: PlanSegment[];
  /** A WAV file. */
  preview: Uint8Array;
  durationMs: number;
}

/** Stores the sound and lets calls play it from now on; nothing when the version was superseded. */
export async function finishRendering(
  tx: Tx,
  { clientId, voiceMessageId, version }: VersionKey,
  { plan, preview, durationMs }: Rendering,
): Promise<void> {
  await holdCampaignsOfMessage(tx, clientId, voiceMessageId);
  // Its key stays: who writes a campaign with the message in a long transaction does not delay it.
  const current = await tx.row(`SELECT 1 FROM voice_message WHERE ${ofVersion} FOR NO KEY UPDATE`, [
    clientId,
    voiceMessageId,
    version,
  ]);
  if (!current) return;
  await tx.run(
    `INSERT INTO voice_message_rendering (client_id, voice_message_id, version, plan, preview, duration_ms)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [clientId, voiceMessageId, version, JSON.stringify(plan), preview, durationMs],
  );
  await tx.run(
    `UPDATE voice_message SET status_id = $4, reason = NULL, ready_version = $3
     WHERE client_id = $1 AND voice_message_id = $2 AND version = $3`,
    [clientId, voiceMessageId, version, messageStatus.ready],
  );
  await messageBecameReady(tx, clientId, voiceMessageId);
  // Calls in progress may still play the ones before (call-sound.ts).
  await tx.run(
    `UPDATE voice_message_rendering SET superseded_at = now()
     WHERE client_id = $1 AND voice_message_id = $2 AND version < $3 AND superseded_at IS NULL`,
    [clientId, voiceMessageId, version],
  );
}

/** Error with its reason; calls go on playing the version that was Ready before. */
export async function failRendering(
  tx: Tx,
  { clientId, voiceMessageId, version }: VersionKey,
  reason: Reason,
): Promise<void> {
  await tx.run(
    `UPDATE voice_message SET status_id = $4, reason = $5 WHERE ${ofVersion} AND status_id <> $6`,
    [clientId, voiceMessageId, version, messageStatus.error, reason, messageStatus.ready],
  );
}
