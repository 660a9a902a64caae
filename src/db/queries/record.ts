/**
 * Results in batches: the attempt ends, its one call record is written and the counters of its
 * list move, in one transaction. An attempt that has ended already is passed over, so that a
 * result told twice, or one that comes after a recovery, changes nothing.
 *
 * Every join on an entry's id says «= ANY (the batch)» as well, and batches stay small. While a
 * fresh list has no statistics, the planner takes it for one row and compares the batch with the
 * whole list: 21 seconds for 1,000 results in a list of 42,000. With the array it compares the batch
 * with itself at worst, which is nothing for 250.
 */
import type { CallResult } from '#domain/call-result.ts';
import { answeredSeconds, billedDuration, callCost } from '#domain/rating.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';

/** The most that one call of recordResults should be given. */
export const resultBatch = 250;

export interface EndedCall {
  callListId: number;
  entryId: number;
  result: CallResult;
  /** Epoch ms; null when nobody answered. */
  answeredAt: number | null;
  finishedAt: number;
  /** The carrier's own word, for support. */
  note: string | null;
}

interface EndedRow {
  entry_id: number;
  result: CallResult;
  answered_at: Date | null;
  finished_at: Date;
  minute_cost: number;
  ssn: Buffer | null;
  date_of_birth: Buffer | null;
}

/**
 * List by list, so that the planner sees one list's id and opens only its partition of
 * list_entry; in order, so that two recorders never deadlock.
 *
 * @returns how many attempts ended by this
 */
export async function recordResults(
  tx: Tx,
  vault: Vault,
  clientId: number,
  calls: readonly EndedCall[],
): Promise<number> {
  let count = 0;
  const lists = [...new Set(calls.map((call) => call.callListId))].sort((a, b) => a - b);
  for (const callListId of lists) {
    const list = { clientId, callListId };
    const own = calls.filter((call) => call.callListId === callListId);
    const ended = await endAttempts(tx, list, own);
    if (ended.length === 0) continue;
    const rated = ended.map((row) => rate(row, vault, clientId));
    await insertCallRecords(tx, list, rated);
    await addToCounts(tx, list, rated);
    count += ended.length;
  }
  return count;
}

interface List {
  clientId: number;
  callListId: number;
}

function endAttempts(tx: Tx, list: List, calls: readonly EndedCall[]): Promise<EndedRow[]> {
  return tx.rows<EndedRow>(
    `UPDATE attempt a
     SET result = r.result, answered_at = r.answered_at, finished_at = r.finished_at,
       carrier_note = r.note
     FROM unnest($3::integer[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[])
       AS r (entry_id, result, answered_at, finished_at, note)
     JOIN client k ON k.client_id = $1
     JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = r.entry_id
       AND e.entry_id = ANY ($3)
     WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = r.entry_id
       AND a.entry_id = ANY ($3) AND a.finished_at IS NULL
     RETURNING a.entry_id, a.result, a.answered_at, a.finished_at, k.minute_cost,
       e.ssn, e.date_of_birth`,
    [
      list.clientId,
      list.callListId,
      calls.map((call) => call.entryId),
      calls.map((call) => call.result),
      calls.map((call) => (call.answeredAt === null ? null : new Date(call.answeredAt))),
      calls.map((call) => new Date(call.finishedAt)),
      calls.map((call) => call.note),
    ],
  );
}

interface RatedCall extends EndedRow {
  seconds: number;
  billed: number;
  cost: number;
  ssnIndex: Buffer | null;
  ssnLast4Index: Buffer | null;
  dobIndex: Buffer | null;
  dobYearIndex: Buffer | null;
}

/** The blind indexes are made here and not at import: most entries never get a call record. */
function rate(row: EndedRow, vault: Vault, clientId: number): RatedCall {
  const answeredMs =
    row.answered_at === null ? null : row.finished_at.getTime() - row.answered_at.getTime();
  const billed = billedDuration(answeredMs);
  const ssn = row.ssn && vault.open(row.ssn, { clientId, field: 'ssn' });
  const dob =
    row.date_of_birth && vault.open(row.date_of_birth, { clientId, field: 'dateOfBirth' });
  return {
    ...row,
    seconds: answeredSeconds(answeredMs),
    billed,
    cost: callCost(billed, row.minute_cost),
    ssnIndex: ssn === null ? null : vault.ssnIndex(clientId, ssn),
    ssnLast4Index: ssn === null ? null : vault.ssnLast4Index(clientId, ssn),
    dobIndex: dob === null ? null : vault.dobIndex(clientId, dob),
    dobYearIndex: dob === null ? null : vault.dobYearIndex(clientId, dob),
  };
}

/**
 * Names and account fields are copied as they are now: a record stays true when they change. They
 * go from table to table inside the database; only keys and figures travel.
 */
async function insertCallRecords(tx: Tx, list: List, calls: RatedCall[]): Promise<void> {
  await tx.run(
    `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id,
       answered_at, finished_at, duration, billed_duration, minute_cost, cost, result, call_type,
       phone, caller_id, caller_id_type, call_list_name, campaign_name,
       first_name, middle_name, last_name, date_of_birth, dob_index, dob_year_index,
       ssn, ssn_index, ssn_last4_index, city, state_code, zip_code, external_id)
     SELECT $1, a.attempted_at, a.call_list_id, a.entry_id, a.campaign_id,
       a.answered_at, a.finished_at, v.seconds, v.billed, v.minute_cost, v.cost, a.result, 'Outbound',
       a.phone, a.caller_id, a.caller_id_type, l.name, c.name,
       coalesce(e.first_name, ''), coalesce(e.middle_name, ''), coalesce(e.last_name, ''),
       e.date_of_birth, v.dob_index, v.dob_year_index, e.ssn, v.ssn_index, v.ssn_last4_index,
       coalesce(e.city, ''), coalesce(e.state_code, ''), coalesce(e.zip_code, ''),
       coalesce(e.external_id, '')
     FROM unnest($3::integer[], $4::integer[], $5::integer[], $6::bigint[], $7::bigint[],
         $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[])
       AS v (entry_id, seconds, billed, minute_cost, cost, dob_index, dob_year_index,
         ssn_index, ssn_last4_index)
     JOIN attempt a ON a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = v.entry_id
       AND a.entry_id = ANY ($3)
     JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = v.entry_id
       AND e.entry_id = ANY ($3)
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = $2
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id`,
    [
      list.clientId,
      list.callListId,
      calls.map((call) => call.entry_id),
      calls.map((call) => call.seconds),
      calls.map((call) => call.billed),
      calls.map((call) => call.minute_cost),
      calls.map((call) => call.cost),
      calls.map((call) => call.dobIndex),
      calls.map((call) => call.dobYearIndex),
      calls.map((call) => call.ssnIndex),
      calls.map((call) => call.ssnLast4Index),
    ],
  );
}

async function addToCounts(tx: Tx, list: List, calls: RatedCall[]): Promise<void> {
  const count = (result: CallResult) => calls.filter((call) => call.result === result).length;
  await tx.run(
    `UPDATE call_list_count
     SET person = person + $3, machine = machine + $4, no_answer = no_answer + $5,
       busy = busy + $6, failed = failed + $7, unknown = unknown + $8,
       answered_seconds = answered_seconds + $9
     WHERE client_id = $1 AND call_list_id = $2`,
    [
      list.clientId,
      list.callListId,
      count('person'),
      count('machine'),
      count('no_answer'),
      count('busy'),
      count('failed'),
      count('unknown'),
      calls.reduce((sum, call) => sum + call.seconds, 0),
    ],
  );
}
