/** The call records of attempts that have ended: each column with what it holds. */
import { campaignType } from '#contract/campaign.ts';
import { messageIntent } from '#contract/inbound-text.ts';
import type { Tx } from '../database.ts';
import { recordMark } from '../record-outcome.ts';
import { firstLargeId } from './call-list-load.ts';
import type { RecordSeals } from './record-seals.ts';

/** How a call ended, beside its result. */
export interface RecordEnd {
  /** 9 was pressed where it counts. */
  optedOut: boolean;
  /** A text that its carrier accepted and never reported on. */
  accepted: boolean;
  /** Got no agent in the time that the client's rule gives, without hearing the apology. */
  lateAgent: boolean;
  /** Lost while its person waited for an agent, or after one came too late. */
  cutOff: boolean;
  /** What became of the wish for an agent (record-wait.ts). */
  waitMarks: number;
  /** Every key, in order: "1, 9". */
  keyPressed: string;
  messageVersion: number | null;
  /** The note in words, as they are now. */
  carrierWords: string;
  /** contract/call-course.ts as JSON. */
  course: string | null;
}

/** What a record holds that neither the attempt nor the entry does. */
export interface RecordFigures extends RecordEnd, RecordSeals {
  callListId: number;
  entryId: number;
  seconds: number;
  billed: number;
  minuteCost: number;
  cost: number;
  /** Of a customer who was connected to an agent: how long they talked. */
  transferSeconds?: number;
  /** The customer asked for an agent and heard that none was free. */
  abandoned?: boolean;
}

interface BatchColumn {
  type: string;
  of: (call: RecordFigures) => unknown;
}

/** The columns of the batch `v`. */
const batch: Readonly<Record<string, BatchColumn>> = {
  call_list_id: { type: 'bigint', of: (call) => call.callListId },
  entry_id: { type: 'integer', of: (call) => call.entryId },
  seconds: { type: 'integer', of: (call) => call.seconds },
  billed: { type: 'integer', of: (call) => call.billed },
  minute_cost: { type: 'bigint', of: (call) => call.minuteCost },
  cost: { type: 'bigint', of: (call) => call.cost },
  ssn: { type: 'bytea', of: (call) => call.ssn },
  date_of_birth: { type: 'bytea', of: (call) => call.dateOfBirth },
  dob_index: { type: 'bytea', of: (call) => call.dobIndex },
  dob_year_index: { type: 'bytea', of: (call) => call.dobYearIndex },
  ssn_index: { type: 'bytea', of: (call) => call.ssnIndex },
  ssn_last4_index: { type: 'bytea', of: (call) => call.ssnLast4Index },
  transfer_seconds: { type: 'integer', of: (call) => call.transferSeconds ?? null },
  abandoned: { type: 'boolean', of: (call) => call.abandoned ?? false },
  marks: { type: 'smallint', of: marksOf },
  key_pressed: { type: 'text', of: (call) => call.keyPressed },
  message_version: { type: 'integer', of: (call) => call.messageVersion },
  carrier_words: { type: 'text', of: (call) => call.carrierWords },
  course: { type: 'jsonb', of: (call) => call.course },
};

function marksOf({ optedOut, accepted, lateAgent, cutOff, waitMarks }: RecordFigures): number {
  return (
    (optedOut ? recordMark.optedOut : 0) |
    (accepted ? recordMark.accepted : 0) |
    (lateAgent ? recordMark.lateAgent : 0) |
    (cutOff ? recordMark.cutOff : 0) |
    waitMarks
  );
}

/** A person may write back before the receipt comes, and with it the record. */
const repliedMeanwhile = `coalesce((
    SELECT ${recordMark.replied} | max(CASE WHEN i.intent = ${messageIntent.optOut} THEN ${recordMark.optedOut} ELSE 0 END)
    FROM inbound_text i
    WHERE i.client_id = $1 AND i.phone = a.phone AND i.texting_number = a.caller_id
      AND i.received >= a.attempted_at), 0)`;

/** SQL with the batch `v`, its attempt `a`, its entry `e`, list `l` and campaign `c`. */
const record = {
  client_id: '$1',
  started_at: 'a.attempted_at',
  call_list_id: 'a.call_list_id',
  entry_id: 'a.entry_id',
  campaign_id: 'a.campaign_id',
  answered_at: 'a.answered_at',
  finished_at: 'a.finished_at',
  duration: 'v.seconds',
  billed_duration: 'v.billed',
  minute_cost: 'v.minute_cost',
  cost: 'v.cost',
  result: 'a.result',
  call_type: `CASE WHEN c.campaign_type = ${campaignType.texting} THEN 'Text'
    WHEN v.transfer_seconds IS NOT NULL THEN 'Transfer' ELSE 'Outbound' END`,
  phone: 'a.phone',
  caller_id: 'a.caller_id',
  caller_id_type: 'a.caller_id_type',
  call_list_name: 'l.name',
  campaign_name: 'c.name',
  first_name: "coalesce(e.first_name, '')",
  middle_name: "coalesce(e.middle_name, '')",
  last_name: "coalesce(e.last_name, '')",
  date_of_birth: 'v.date_of_birth',
  dob_index: 'v.dob_index',
  dob_year_index: 'v.dob_year_index',
  ssn: 'v.ssn',
  ssn_index: 'v.ssn_index',
  ssn_last4_index: 'v.ssn_last4_index',
  city: "coalesce(e.city, '')",
  state_code: "coalesce(e.state_code, '')",
  zip_code: "coalesce(e.zip_code, '')",
  external_id: "coalesce(e.external_id, '')",
  transferred: 'v.transfer_seconds IS NOT NULL',
  transfer_seconds: 'coalesce(v.transfer_seconds, 0)',
  abandoned: 'v.abandoned',
  marks: `v.marks | CASE WHEN a.reached_at IS NULL THEN 0 ELSE ${recordMark.reached} END
    | CASE WHEN c.campaign_type = ${campaignType.texting}
    THEN ${repliedMeanwhile} ELSE 0 END`,
  key_pressed: 'v.key_pressed',
  message_version: 'v.message_version',
  carrier_words: 'v.carrier_words',
  course: 'v.course',
  // Kept as long as the record: attempt and entry go with their list.
  allowed: 'a.allowed',
  account_line: 'e.account_line',
};

/**
 * Whose entries a batch has: those of all lists in the shared partition, or of one list that has its
 * own. The planner then opens one partition.
 */
export type RecordScope = 'shared' | { callListId: number };

/** The calls by their scopes, in ascending order of their lists. */
export function byScope<Call extends { callListId: number }>(
  calls: readonly Call[],
): { scope: RecordScope; calls: Call[] }[] {
  const inOrder = calls.toSorted((a, b) => a.callListId - b.callListId);
  const own = ({ callListId }: Call) => (callListId < firstLargeId ? 0 : callListId);
  return [...Map.groupBy(inOrder, own)].map(([callListId, some]) => ({
    scope: callListId === 0 ? 'shared' : { callListId },
    calls: some,
  }));
}

/**
 * One row by its primary key for each row of the batch `v`. OFFSET 0 keeps the planner from turning
 * the look-ups into a join, for which it lacks statistics (see functions/entry-batches.sql).
 */
export function entryByKey(scope: RecordScope): string {
  const lists =
    scope === 'shared'
      ? `call_list_id = v.call_list_id AND call_list_id < ${firstLargeId}`
      : `call_list_id = ${Math.trunc(scope.callListId)}`;
  return `SELECT * FROM list_entry
  WHERE client_id = $1 AND ${lists} AND entry_id = v.entry_id OFFSET 0`;
}
export const attemptByKey = `SELECT * FROM attempt
  WHERE client_id = $1 AND call_list_id = v.call_list_id AND entry_id = v.entry_id OFFSET 0`;

const arrays = Object.values(batch).map(({ type }, at) => `$${at + 2}::${type}[]`);

const statement = (
  scope: RecordScope,
) => `INSERT INTO call_record (${Object.keys(record).join(', ')})
  SELECT ${Object.values(record).join(', ')}
  FROM unnest(${arrays.join(', ')}) AS v (${Object.keys(batch).join(', ')})
  CROSS JOIN LATERAL (${attemptByKey}) AS a
  CROSS JOIN LATERAL (${entryByKey(scope)}) AS e
  CROSS JOIN LATERAL (SELECT name FROM call_list
    WHERE client_id = $1 AND call_list_id = v.call_list_id OFFSET 0) AS l
  CROSS JOIN LATERAL (SELECT name, campaign_type FROM campaign
    WHERE client_id = $1 AND campaign_id = a.campaign_id OFFSET 0) AS c`;

/**
 * Names and account fields are copied as they are now: a record stays true when they change. They
 * go from table to table inside the database; only keys and figures travel.
 */
export async function insertCallRecords(
  tx: Tx,
  { clientId, scope }: { clientId: number; scope: RecordScope },
  calls: readonly RecordFigures[],
): Promise<void> {
  const columns = Object.values(batch).map(({ of }) => calls.map(of));
  await tx.run(statement(scope), [clientId, ...columns]);
}
