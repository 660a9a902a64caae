/** Recording calls as managers request and see them; the engines' part is in recording-call.ts. */
import { problem } from '#contract/errors.ts';
import {
  type RecordingStatus,
  recordingCallsPerMinute,
  recordingTexts,
} from '#contract/message-recording.ts';
import type { Reason, StoredReason } from '#contract/reason.ts';
import type { VoiceMessageStepInput } from '#contract/voice-message.ts';
import { voiceMessageTexts } from '#contract/voice-message.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import { blocks } from './blocked-number.ts';

/** The channel that reports every change of a recording; see functions/notify-phone-recording.sql. */
export const recordingChannel = 'phone_recording';

/** Who recorded, and the row after its change number `revision`. */
export interface RecordingEvent {
  clientId: number;
  managerId: number;
  recordingId: number;
  revision: number;
  status: RecordingStatus;
  /** Why nothing was saved; not in messages. */
  reason?: StoredReason | null;
}

/**
 * Seconds that a request waits for an engine: a manager who clicked Call is not phoned much later.
 */
export const longestWait = 20;

export interface RecordingRequest {
  clientId: number;
  managerId: number;
  /** 11 digits. */
  phone: string;
  name: string;
  fileName: string;
}

/**
 * Requests a call; an engine takes it.
 *
 * @throws `rule_broken` for a number on the do-not-call list, `conflict` while a call of this manager
 * is in progress, `too_many_tries` after some calls in a minute
 */
export async function requestRecording(tx: Tx, request: RecordingRequest): Promise<void> {
  const { clientId, managerId, phone, name, fileName } = request;
  await endLostRecordings(tx);
  await refuseTooManyCalls(tx, clientId, managerId);
  try {
    await tx.run(
      `INSERT INTO phone_recording (client_id, manager_id, phone, name, file_name)
       VALUES ($1, $2, $3, $4, $5)`,
      [clientId, managerId, phone, name, fileName],
    );
  } catch (error) {
    if (!isNotUnique(error, 'phone_recording_open')) throw error;
    throw problem('conflict', recordingTexts.inProgress, { cause: error });
  }
}

async function refuseTooManyCalls(tx: Tx, clientId: number, managerId: number): Promise<void> {
  const row = await tx.row<{ calls: number; wait: number }>(
    `SELECT count(*)::int AS calls,
            ceil(extract(epoch FROM min(requested_at) + interval '1 minute' - now()))::int AS wait
     FROM phone_recording
     WHERE client_id = $1 AND manager_id = $2 AND requested_at > now() - interval '1 minute'`,
    [clientId, managerId],
  );
  if (!row || row.calls < recordingCallsPerMinute) return;
  throw problem('too_many_tries', recordingTexts.tooMany, { retryAfter: Math.max(1, row.wait) });
}

/** Whether the number is blocked for this client. */
export async function isOnDoNotCallList(tx: Tx, clientId: number, phone: string): Promise<boolean> {
  const row = await tx.row(
    `SELECT 1 FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}`,
    [clientId, phone],
  );
  return row !== undefined;
}

/** Throws `not_found` when the step names a message or a step that is not the client's. */
export async function refuseOthersStep(
  tx: Tx,
  clientId: number,
  { id, messageId }: Pick<VoiceMessageStepInput, 'id' | 'messageId'>,
): Promise<void> {
  const found = await tx.row(
    `SELECT 1
     WHERE ($2::bigint <= 0 OR EXISTS (SELECT FROM voice_message
              WHERE client_id = $1 AND voice_message_id = $2 AND deleted_at IS NULL))
       AND ($3::bigint <= 0 OR EXISTS (SELECT FROM voice_message_step
              WHERE client_id = $1 AND voice_message_step_id = $3))`,
    [clientId, messageId, id],
  );
  if (!found) throw problem('not_found', voiceMessageTexts.noSuchStep);
}

const eventColumns = `client_id AS "clientId", manager_id AS "managerId",
  phone_recording_id AS "recordingId", revision, reason,
  json_build_object('stage', stage, 'saved', saved, 'callStatus', call_status,
    'fileName', file_name) AS status`;

/** The manager's newest call; undefined when there was none. */
export async function newestRecording(
  tx: Tx,
  clientId: number,
  managerId: number,
): Promise<RecordingEvent | undefined> {
  await endLostRecordings(tx);
  return tx.row<RecordingEvent>(
    `SELECT ${eventColumns} FROM phone_recording WHERE client_id = $1 AND manager_id = $2
     ORDER BY phone_recording_id DESC LIMIT 1`,
    [clientId, managerId],
  );
}

/**
 * Recordings of every client that are in progress or just ended: a process reads them when its
 * listening was interrupted. For the platform.
 */
export function recentRecordings(tx: Tx): Promise<RecordingEvent[]> {
  return tx.rows<RecordingEvent>(
    `SELECT ${eventColumns} FROM phone_recording
     WHERE ended_at IS NULL OR ended_at > now() - interval '5 minutes'
     ORDER BY client_id, phone_recording_id`,
  );
}

const noEngine: Reason = { code: 'recording_no_engine' };
const lost: Reason = { code: 'recording_lost' };

/**
 * Ends calls that no engine took in time, and those whose engine died: nobody knows what the person
 * heard, and none is ever placed again. Every role that sees the rows may do it.
 */
export function endLostRecordings(tx: Tx): Promise<number> {
  return tx.run(
    `UPDATE phone_recording r
     SET stage = CASE stage WHEN 'nothing' THEN 'nothing' ELSE 'finished' END,
         call_status = 'terminated', ended_at = now(), revision = revision + 1,
         reason = CASE WHEN engine_id IS NULL THEN $1::jsonb ELSE $2::jsonb END
     FROM (SELECT client_id, phone_recording_id FROM phone_recording
       WHERE ended_at IS NULL
         AND (CASE WHEN engine_id IS NULL THEN requested_at + make_interval(secs => $3)
              ELSE lease_until END) < clock_timestamp()
       FOR NO KEY UPDATE SKIP LOCKED) AS lost
     WHERE r.client_id = lost.client_id AND r.phone_recording_id = lost.phone_recording_id`,
    [noEngine, lost, longestWait],
  );
}
