/** One call record, and what other tables know about its call or text. */
import type { CallCourse } from '#contract/call-course.ts';
import type { CallRecordStory } from '#contract/call-record-story.ts';
import type { MessageIntent } from '#contract/inbound-text.ts';
import type { StoredNote } from '#contract/note.ts';
import { readAllowed } from '#domain/allowed-by.ts';
import { noteSentence } from '#domain/reason-sentences.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { type CallRecordRow, type RecordKey, recordColumns } from './call-record.ts';

/** "1794932343000-12-345": with the client, the record's key to the millisecond. */
export function recordIdOf({ startedAt, callListId, entryId }: RecordKey): string {
  return `${startedAt.getTime()}-${callListId}-${entryId}`;
}

type Story = Omit<CallRecordStory, 'record'> & { row: CallRecordRow };

interface StoredRow extends CallRecordRow {
  campaignId: number;
  /** Hexadecimal; domain/allowed-by.ts reads it. */
  allowed: string | null;
  course: CallCourse | null;
  transferred: boolean;
  transferSeconds: number;
}

/** Undefined when the client has no such record. */
export function readCallRecord(
  db: Database,
  clientId: number,
  recordId: string,
): Promise<Story | undefined> {
  const [ms = 0, callListId = 0, entryId = 0] = recordId.split('-').map(Number);
  return asClient(db, clientId, async (tx) => {
    const started = new Date(ms);
    if (Number.isNaN(started.getTime()) || entryId > 2 ** 31 - 1) return undefined;
    const row = await tx.row<StoredRow>(
      `SELECT ${recordColumns}, campaign_id AS "campaignId", course, transferred,
         encode(allowed, 'hex') AS allowed,
         transfer_seconds AS "transferSeconds"
       FROM call_record WHERE client_id = $1 AND call_list_id = $3 AND entry_id = $4
         AND started_at >= $2 AND started_at < $2::timestamptz + interval '1 millisecond'`,
      [clientId, started, callListId, entryId],
    );
    return row && storyOf(tx, clientId, row);
  });
}

interface AttemptFacts {
  agentCalledAt: Date | null;
  note: StoredNote | null;
  /** Of a record of before, which has no copy of it. */
  allowed: string | null;
}

async function storyOf(tx: Tx, clientId: number, row: StoredRow): Promise<Story> {
  const { callListId, entryId, campaignId, course, transferred, transferSeconds } = row;
  const key = [clientId, callListId, entryId] as const;
  const attempt = await tx.row<AttemptFacts>(
    `SELECT agent_called_at AS "agentCalledAt", carrier_note AS note,
       encode(allowed, 'hex') AS allowed FROM attempt
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3`,
    [...key],
  );
  // Records of before have their note at the attempt alone.
  const allowed = row.allowed ?? attempt?.allowed;
  const carrierWords = row.carrierWords || (attempt?.note ? noteSentence(attempt.note) : '');
  return {
    row: { ...row, carrierWords },
    campaignId,
    callListId,
    entryId,
    line: await lineOf(tx, key),
    allowedBy: allowed ? (readAllowed(allowed) ?? null) : null,
    course,
    message: await messageOf(tx, clientId, course),
    agentCalledAt: attempt?.agentCalledAt?.toISOString() ?? null,
    talked: transferred ? transferSeconds : null,
    ...(await textOf(tx, key, row)),
  };
}

type Key = readonly [clientId: number, callListId: number, entryId: number];

async function lineOf(tx: Tx, key: Key): Promise<number | null> {
  const entry = await tx.row<{ line: number }>(
    `SELECT account_line AS line FROM list_entry
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3`,
    [...key],
  );
  return entry?.line ?? null;
}

async function messageOf(
  tx: Tx,
  clientId: number,
  course: CallCourse | null,
): Promise<CallRecordStory['message']> {
  if (!course?.message) return null;
  const { id, version } = course.message;
  const message = await tx.row<{ name: string; current: boolean; kept: boolean }>(
    `SELECT name, ready_version = $3 IS TRUE AS current,
       EXISTS (SELECT FROM voice_message_rendering WHERE client_id = $1 AND voice_message_id = $2
         AND version = $3) AS kept
     FROM voice_message WHERE client_id = $1 AND voice_message_id = $2`,
    [clientId, id, version],
  );
  const { name = '', current = false, kept = false } = message ?? {};
  return { id, version, name, current, kept };
}

interface ReplyRow {
  inboundTextId: number;
  received: Date;
  message: string;
  intent: MessageIntent;
}

/** Replies up to the next text that went to the same person from the same number. */
async function textOf(
  tx: Tx,
  key: Key,
  { startedAt, phoneNumber, callTypeName }: CallRecordRow,
): Promise<Pick<CallRecordStory, 'text' | 'replies'>> {
  if (callTypeName !== 'Text') return { text: null, replies: [] };
  const text = await tx.row<{ body: string; from: string }>(
    `SELECT body, texting_number AS from FROM outbound_text
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3`,
    [...key],
  );
  if (!text) return { text: null, replies: [] };
  const replies = await tx.rows<ReplyRow>(
    `SELECT inbound_text_id AS "inboundTextId", received, message, intent FROM inbound_text
     WHERE client_id = $1 AND phone = $2 AND texting_number = $3 AND received >= $4
       AND received < coalesce((
         SELECT min(a.attempted_at) FROM attempt a
         WHERE a.phone = $2 AND a.client_id = $1 AND a.caller_id = $3
           AND a.attempted_at > $4::timestamptz + interval '1 millisecond'), 'infinity')
     ORDER BY received, inbound_text_id LIMIT 50`,
    [key[0], phoneNumber, text.from, startedAt],
  );
  return {
    text,
    replies: replies.map(({ received, ...reply }) => ({
      ...reply,
      received: received.toISOString(),
    })),
  };
}
