/**
 * The engines' side of recording calls. Every statement names the engine and skips ended calls: an
 * engine that was declared dead meanwhile changes nothing any more.
 */
import type { RecordingStage } from '#contract/message-recording.ts';
import type { Reason } from '#contract/reason.ts';
import type { StopWord } from '#domain/operator-stop-words.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { isWorld } from './hold.ts';
import { besideStops, stopWord } from './operator-stop.ts';
import { longestWait } from './phone-recording.ts';

export interface RecordingKey {
  clientId: number;
  recordingId: number;
}

export interface TakenRecording extends RecordingKey {
  /** 11 digits. */
  phone: string;
  carrier: string;
  /** Of the sound to be recorded: no other request has it, even after the database was restored. */
  fileName: string;
  /** A stop by the operator or an administrator: it must not be dialed. */
  stop: StopWord | null;
}

/**
 * Takes requests that no engine has, except those that waited too long; for the platform. The
 * commit comes before the submission, and a row that was taken is never given to another engine:
 * nobody is called twice.
 *
 * @param world as in `ClaimRequest`
 */
export async function takeRecordings(
  tx: Tx,
  engineId: string,
  seconds: number,
  world?: string,
): Promise<TakenRecording[]> {
  await besideStops(tx);
  return tx.rows<TakenRecording>(
    `UPDATE phone_recording r
     SET engine_id = $1, lease_until = clock_timestamp() + make_interval(secs => $2),
         call_status = 'dialing', revision = revision + 1
     FROM client c
     WHERE c.client_id = r.client_id AND c.disabled_at IS NULL
       AND (r.client_id, r.phone_recording_id) IN (
         SELECT client_id, phone_recording_id FROM phone_recording
         WHERE ended_at IS NULL AND engine_id IS NULL
           AND requested_at > clock_timestamp() - make_interval(secs => $3) AND ${isWorld('$4')}
         FOR UPDATE SKIP LOCKED)
     RETURNING r.client_id AS "clientId", r.phone_recording_id AS "recordingId", r.phone,
               c.voice_carrier AS carrier, r.file_name AS "fileName",
               ${stopWord('c.client_id', 'c.voice_carrier')} AS stop`,
    [engineId, seconds, longestWait, world],
  );
}

const ofEngine =
  'client_id = $1 AND phone_recording_id = $2 AND engine_id = $3 AND ended_at IS NULL';

/** The call has been answered and goes on. Returns false when this engine no longer owns it. */
export async function setRecordingStage(
  tx: Tx,
  { clientId, recordingId }: RecordingKey,
  engineId: string,
  stage: RecordingStage,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE phone_recording SET stage = $4, call_status = 'answered', revision = revision + 1
     WHERE ${ofEngine}`,
    [clientId, recordingId, engineId, stage],
  );
  return changed > 0;
}

export type RecordingEnd =
  /** A WAV file that the person kept. */
  { sound: Uint8Array } | { stage: 'nothing' | 'finished'; reason: Reason };

/** Ends the call; a sound is stored in the same commit. Returns false when it had ended already. */
export async function endRecording(
  db: Database,
  { clientId, recordingId }: RecordingKey,
  engineId: string,
  end: RecordingEnd,
): Promise<boolean> {
  const kept = 'sound' in end;
  return asClient(db, clientId, async (tx) => {
    const ended = await tx.row<{ fileName: string }>(
      `UPDATE phone_recording
       SET stage = $4, saved = $5, reason = $6, call_status = 'terminated', ended_at = now(),
           revision = revision + 1
       WHERE ${ofEngine} RETURNING file_name AS "fileName"`,
      [
        clientId,
        recordingId,
        engineId,
        kept ? 'finished' : end.stage,
        kept,
        kept ? null : end.reason,
      ],
    );
    if (ended && kept) {
      await tx.run(
        `INSERT INTO sound (client_id, file_name, media_type, content) VALUES ($1, $2, 'audio/wav', $3)`,
        [clientId, ended.fileName, Buffer.from(end.sound)],
      );
    }
    return ended !== undefined;
  });
}
