/** A voice message as the checks read it: the steps of a version on the time line of its rendering. */

import { campaignType } from '#contract/campaign.ts';
import type { MessageRole } from '#contract/lint-rule.ts';
import { messageStatus, stepType } from '#contract/voice-message.ts';
import type { Fault } from '#domain/lint/fault.ts';
import { type SoundPart, soundFaults } from '#domain/lint/sound-lint.ts';
import type { HeardStep } from '#domain/lint/time-line.ts';
import type { VoiceUse } from '#domain/lint/voice-lint.ts';
import type { PlanSegment } from '#domain/message-plan.ts';
import { isSpoken } from '#domain/message-rules.ts';
import { decodeWav, telephoneRate } from '#domain/sound/wav.ts';
import { speechSeconds } from '#domain/speech/speech-pieces.ts';
import type { Tx } from '../database.ts';
import { fieldNames } from './account-field.ts';
import { removedVoices } from './voice.ts';
import { stepRows } from './voice-message.ts';

export interface LintMessage {
  id: number;
  name: string;
  version: number;
  /** This version is rendered; before, the lengths of its steps are estimated. */
  ready: boolean;
  /** It will be rendered without that anybody does something. */
  rendering: boolean;
  steps: HeardStep[];
  /** The account fields that it speaks, each as often as it does. */
  fields: { fieldId: number; modeId: number; name: string }[];
  parts: SoundPart[];
  /** Its voice was away when this version was rendered: the built-in one speaks it. */
  builtInVoice: boolean;
  /** It has steps that are not spoken from text. */
  recorded: boolean;
  /** Who confirmed what this version says. */
  listened: { by: string; at: string } | null;
}

/** `newest`: as it was saved; `played`: the one that calls play, which an edit replaces when it is Ready. */
export type WhichVersion = 'newest' | 'played';

interface Row {
  id: number;
  name: string;
  version: number;
  isNewest: boolean;
  statusId: number;
  plan: PlanSegment[] | null;
  listenedBy: string | null;
  listenedAt: Date | null;
}

/**
 * Undefined when the client has no such message. One that was never Ready has no version that is
 * played: then the newest is read.
 */
export async function readLintMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  which: WhichVersion = 'newest',
): Promise<LintMessage | undefined> {
  const version = which === 'newest' ? 'm.version' : 'coalesce(m.ready_version, m.version)';
  const row = await tx.row<Row>(
    `SELECT m.voice_message_id AS id, m.name, v.version, v.version = m.version AS "isNewest",
       m.status_id AS "statusId", r.plan, coalesce(b.name, '') AS "listenedBy",
       CASE WHEN m.listened_version = v.version THEN platform_time(m.listened_at) END AS "listenedAt"
     FROM voice_message m
     CROSS JOIN LATERAL (SELECT ${version} AS version) v
     LEFT JOIN voice_message_rendering r ON r.client_id = m.client_id
       AND r.voice_message_id = m.voice_message_id AND r.version = v.version
     LEFT JOIN manager b ON b.client_id = m.client_id AND b.manager_id = m.listened_by
     WHERE m.client_id = $1 AND m.voice_message_id = $2 AND m.deleted_at IS NULL`,
    [clientId, messageId],
  );
  if (!row) return undefined;
  const plan = row.plan ?? [];
  const steps = row.isNewest
    ? savedSteps(await stepRows(tx, clientId, messageId), plan)
    : plan.map(playedStep);
  const names = await fieldNames(tx, clientId);
  const nameOf = (fieldId: number) => names.get(fieldId) ?? 'Account field';
  const removed = await removedVoices(tx);
  return {
    ...{ id: row.id, name: row.name, version: row.version },
    ready: !row.isNewest || row.statusId === messageStatus.ready,
    rendering: row.statusId === messageStatus.pending || row.statusId === messageStatus.processing,
    steps: steps.map((step) => heardStep(step, nameOf, removed)),
    fields: steps.flatMap(({ spoken }) =>
      spoken && 'fieldId' in spoken ? { ...spoken, name: nameOf(spoken.fieldId) } : [],
    ),
    parts: steps.flatMap(({ segment }, index) => {
      if (!segment) return [];
      const { from, samples, kind } = segment;
      return { step: index + 1, from, samples, field: kind === 'field' };
    }),
    builtInVoice: plan.some(({ replaced }) => replaced),
    recorded: steps.some(({ spoken }) => !spoken),
    listened: row.listenedAt && {
      by: row.listenedBy ?? '',
      at: row.listenedAt.toISOString(),
    },
  };
}

interface Step {
  /** Absent: nobody knows what it says. */
  spoken: { text: string } | { fieldId: number; modeId: number; voiceId: number } | undefined;
  /** Absent before its version is rendered. */
  segment: PlanSegment | undefined;
}

function savedSteps(steps: Awaited<ReturnType<typeof stepRows>>, plan: readonly PlanSegment[]) {
  const byStep = new Map(plan.map((segment) => [segment.stepId, segment]));
  return steps.map((step): Step => {
    const segment = byStep.get(step.id);
    if (!isSpoken(step)) return { spoken: undefined, segment };
    const { ttsFieldId: fieldId, ttsModeId: modeId, ttsVoiceId: voiceId, value: text } = step;
    const isField = step.messageStepType === stepType.fieldTts;
    return { spoken: isField ? { fieldId, modeId, voiceId } : { text }, segment };
  });
}

/** Of a version whose steps were edited since; a plan of before may not know its texts. */
function playedStep(segment: PlanSegment): Step {
  if (segment.kind === 'field') {
    const { fieldId, modeId, voiceId } = segment;
    return { spoken: { fieldId, modeId, voiceId }, segment };
  }
  const { text } = segment;
  return { spoken: text === undefined ? undefined : { text }, segment };
}

function heardStep(
  { spoken, segment }: Step,
  nameOf: (fieldId: number) => string,
  removed: ReadonlySet<number>,
): HeardStep {
  const text = spoken && ('text' in spoken ? spoken.text : nameOf(spoken.fieldId));
  const seconds = segment ? segment.samples / telephoneRate : speechSeconds(text ?? '');
  if (!spoken || text === undefined) return { kind: 'sound', seconds };
  return 'text' in spoken
    ? { kind: 'words', text, seconds }
    : { kind: 'field', field: text, seconds, voiceRemoved: removed.has(spoken.voiceId) };
}

/** Level, silence and clipping of its rendering; none before it is Ready. */
export async function readSoundFaults(
  tx: Tx,
  clientId: number,
  { id, version, parts }: LintMessage,
): Promise<Fault[]> {
  const row = await tx.row<{ preview: Buffer }>(
    `SELECT preview FROM voice_message_rendering
     WHERE client_id = $1 AND voice_message_id = $2 AND version = $3`,
    [clientId, id, version],
  );
  return row ? soundFaults(parts, decodeWav(row.preview).samples) : [];
}

/** How a campaign uses a voice message. */
export interface MessageUse extends Pick<VoiceUse, 'role' | 'campaign'> {
  campaignId: number | undefined;
}

/** The uses by campaigns that are not deleted; without any, that of a message for a person. */
export async function readMessageUses(
  tx: Tx,
  clientId: number,
  messageId: number,
): Promise<MessageUse[]> {
  const rows = await tx.rows<{ campaignId: number; type: number; roles: (MessageRole | null)[] }>(
    `SELECT campaign_id AS "campaignId", campaign_type AS type, jsonb_build_array(
       CASE WHEN customer_message_id = $2 THEN 'customer' END,
       CASE WHEN machine_message_id = $2 THEN 'machine' END,
       CASE WHEN agent_message_id = $2 AND campaign_type = ${campaignType.linkback} THEN 'agent' END) AS roles
     FROM campaign
     WHERE client_id = $1 AND deleted_at IS NULL
       AND $2 IN (customer_message_id, machine_message_id, agent_message_id)
     ORDER BY campaign_id`,
    [clientId, messageId],
  );
  const uses = rows.flatMap(({ campaignId, type, roles }) =>
    roles.flatMap((role) => (role ? { role, campaign: campaignOf(type), campaignId } : [])),
  );
  if (uses.length > 0) return uses;
  return [{ role: 'customer', campaign: undefined, campaignId: undefined }];
}

export function campaignOf(type: number | undefined): VoiceUse['campaign'] {
  if (type === campaignType.broadcast) return 'broadcast';
  return type === campaignType.linkback ? 'linkback' : undefined;
}

/** Keeps who listened to this version, or takes it back. False when the version is another. */
export async function setListened(
  tx: Tx,
  [clientId, messageId]: readonly [clientId: number, messageId: number],
  { version, listened, managerId }: { version: number; listened: boolean; managerId: number },
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE voice_message SET listened_version = CASE WHEN $4 THEN version END,
       listened_by = CASE WHEN $4 THEN $5::bigint END, listened_at = CASE WHEN $4 THEN now() END
     WHERE client_id = $1 AND voice_message_id = $2 AND version = $3 AND deleted_at IS NULL
       AND status_id = ${messageStatus.ready}`,
    [clientId, messageId, version, listened, managerId],
  );
  return changed > 0;
}
