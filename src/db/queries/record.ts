/**
 * Results in batches: the attempt ends, its one call record is written and the counters of its list
 * move, in one transaction. An attempt that has ended already is skipped, so that a result that is
 * reported twice, or comes after a recovery, changes nothing.
 */

import type { CallCourse } from '#contract/call-course.ts';
import { campaignType } from '#contract/campaign.ts';
import type { StoredNote } from '#contract/note.ts';
import { readAllowed } from '#domain/allowed-by.ts';
import type { CallResult } from '#domain/call-result.ts';
import { unreadable } from '#domain/masking.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { answeredSeconds, billedDuration, callCost } from '#domain/rating.ts';
import { noteSentence } from '#domain/reason-sentences.ts';
import type { Tx } from '../database.ts';
import type { SealedField, Vault } from '../encryption.ts';
import { delayReached } from './account-reached.ts';
import {
  attemptByKey,
  entryByKey,
  insertCallRecords,
  type RecordEnd,
  type RecordFigures,
} from './call-record-insert.ts';
import { lockDailyUse, settleCosts } from './daily-limit.ts';
import { countBarred, type ListDelays } from './entry-delay.ts';
import { plainJson, plainText } from './plain-json.ts';
import { type RecordSeals, recordSeals } from './record-seals.ts';

/** More in one transaction gains nothing, and holds the counters' lock for longer. */
export const resultBatch = 500;

export interface EndedCall {
  callListId: number;
  entryId: number;
  result: CallResult;
  /** Null when nobody answered. */
  answeredAt: SimMs | null;
  finishedAt: SimMs;
  /** For support. */
  note: StoredNote | null;
  /** Of an unknown outcome: a person had answered. */
  reached?: boolean;
  /** Of a customer who was connected to an agent: how long they talked. */
  transferSeconds?: number;
  /** The customer asked for an agent and heard that none was free. */
  abandoned?: boolean;
  /** 9 was pressed where it counts. */
  optedOut?: boolean | undefined;
  /** What happened since somebody answered. */
  course?: CallCourse | undefined;
}

/**
 * List by list, so that the planner sees one list's id and opens only its partition of list_entry;
 * in order, so that two recorders never deadlock. Entries that a person's answer bars are locked
 * before any counter: a transaction that bars entries never waits for a counter while it holds
 * them.
 *
 * @returns how many attempts this ended
 */
export async function recordResults(
  tx: Tx,
  vault: Vault,
  clientId: number,
  calls: readonly EndedCall[],
): Promise<number> {
  const limited = await lockDailyUse(tx, clientId);
  const lists = [...new Set(calls.map((call) => call.callListId))].sort((a, b) => a - b);
  const done: (ListDelays & { ended: EndedCall[] })[] = [];
  for (const callListId of lists) {
    const own = calls.filter((call) => call.callListId === callListId);
    const ended = await endAttempts(tx, { clientId, callListId }, own);
    if (ended.length === 0) continue;
    done.push({ ended, callListId, delays: await delayReached(tx, clientId, callListId, ended) });
  }
  for (const { ended, ...barred } of done) {
    const rated = await recordEnded(tx, vault, { clientId, callListId: barred.callListId }, ended);
    if (limited) await settleCosts(tx, clientId, barred.callListId, rated);
    await countBarred(tx, clientId, barred);
  }
  return done.reduce((count, { ended }) => count + ended.length, 0);
}

/** The call records and counters of attempts that have just ended in this transaction. */
export async function recordEnded(
  tx: Tx,
  vault: Vault,
  list: List,
  ended: EndedCall[],
): Promise<readonly { entryId: number; cost: number }[]> {
  const rated = await rateCalls(tx, vault, list, ended);
  await insertCallRecords(tx, list, rated);
  await addToCounts(tx, list, rated);
  return rated;
}

interface List {
  clientId: number;
  callListId: number;
}

/** Returns the calls whose attempt was still open. */
async function endAttempts(
  tx: Tx,
  { clientId, callListId }: List,
  given: readonly EndedCall[],
): Promise<EndedCall[]> {
  const calls = given.toSorted((one, other) => one.entryId - other.entryId);
  const rows = await tx.rows<{ entry_id: number }>(
    'SELECT entry_id FROM end_attempts($1, $2, $3, $4, $5, $6, $7) AS entry_id',
    [
      clientId,
      callListId,
      calls.map((call) => call.entryId),
      calls.map((call) => call.result),
      calls.map((call) => (call.answeredAt === null ? null : new Date(call.answeredAt))),
      calls.map((call) => new Date(call.finishedAt)),
      calls.map((call) => plainJson(call.note)),
    ],
  );
  const ended = new Set(rows.map((row) => row.entry_id));
  // Deleted when found: a call that is twice in a batch has one record.
  return calls.filter((call) => ended.delete(call.entryId));
}

type RatedCall = Omit<EndedCall, 'optedOut' | 'course'> & RecordFigures;

interface SealedRow {
  entry_id: number;
  account_line: number;
  ssn: Buffer | null;
  date_of_birth: Buffer | null;
}

async function rateCalls(
  tx: Tx,
  vault: Vault,
  { clientId, callListId }: List,
  calls: EndedCall[],
): Promise<RatedCall[]> {
  const client = await tx.row<{ minute_cost: number }>(
    'SELECT minute_cost FROM client WHERE client_id = $1',
    [clientId],
  );
  const rows = await tx.rows<SealedRow>(
    `SELECT e.entry_id, e.account_line, e.ssn, e.date_of_birth
     FROM unnest($3::integer[]) AS v (entry_id)
     CROSS JOIN LATERAL (${entryByKey}) AS e
     WHERE e.ssn IS NOT NULL OR e.date_of_birth IS NOT NULL`,
    [clientId, callListId, calls.map((call) => call.entryId)],
  );
  const sealed = new Map(rows.map((row) => [row.entry_id, row]));
  const versions = await textVersions(tx, { clientId, callListId }, calls);
  const minuteCost = client?.minute_cost ?? 0;
  return calls.map((call) => ({
    ...rate(call, minuteCost),
    ...sealedAgain(vault, clientId, call, sealed.get(call.entryId)),
    ...versions.get(call.entryId),
  }));
}

/** The version of the message that each text was written from, as its attempt kept it. */
async function textVersions(
  tx: Tx,
  { clientId, callListId }: List,
  calls: readonly EndedCall[],
): Promise<ReadonlyMap<number, { messageVersion: number }>> {
  // A call has a course where somebody answered; texts never have.
  const open = calls.filter(({ course, result }) => !course && textResults.includes(result));
  if (open.length === 0) return new Map<number, { messageVersion: number }>();
  const rows = await tx.rows<{ entryId: number; allowed: string }>(
    `SELECT v.entry_id AS "entryId", encode(a.allowed, 'hex') AS allowed
     FROM unnest($3::integer[]) AS v (entry_id)
     CROSS JOIN LATERAL (${attemptByKey}) AS a
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
     WHERE a.allowed IS NOT NULL AND c.campaign_type = ${campaignType.texting}`,
    [clientId, callListId, open.map(({ entryId }) => entryId)],
  );
  const versions = new Map<number, { messageVersion: number }>();
  for (const { entryId, allowed } of rows) {
    const version = readAllowed(allowed)?.messages.find(({ role }) => role === 'text')?.version;
    if (version) versions.set(entryId, { messageVersion: version });
  }
  return versions;
}

const textResults: readonly CallResult[] = ['delivered', 'failed', 'unknown'];

function rate(call: EndedCall, minuteCost: number): Omit<RatedCall, keyof RecordSeals> {
  const answeredMs = call.answeredAt === null ? null : call.finishedAt - call.answeredAt;
  const billed = billedDuration(answeredMs);
  return {
    ...call,
    ...endOfCall(call),
    seconds: answeredSeconds(answeredMs),
    billed,
    minuteCost,
    cost: callCost(billed, minuteCost),
  };
}

/** The entry's values, sealed for the record. One that does not open is left out, and reported. */
function sealedAgain(
  vault: Vault,
  clientId: number,
  { callListId, entryId }: EndedCall,
  row: SealedRow | undefined,
): RecordSeals {
  const opened = (value: Buffer | null | undefined, field: SealedField) => {
    if (!row || !value) return null;
    const place = { table: 'list_entry' as const, clientId, callListId, row: row.account_line };
    const text = vault.read(value, { ...place, field });
    return text === unreadable ? null : text;
  };
  const record = { clientId, callListId, entryId };
  return recordSeals(vault, record, {
    ssn: opened(row?.ssn, 'ssn'),
    dateOfBirth: opened(row?.date_of_birth, 'dateOfBirth'),
  });
}

/** What the report says of the end, beside the result. */
function endOfCall({ note, optedOut, course }: EndedCall): RecordEnd {
  const keys = course?.keys?.map(([key]) => key) ?? [];
  return {
    optedOut: optedOut ?? false,
    accepted: note?.code === 'no_receipt',
    keyPressed: plainText(keys.join(', ')),
    messageVersion: course?.message?.version ?? null,
    carrierWords: note ? plainText(noteSentence(note)) : '',
    course: course && Object.keys(course).length > 0 ? plainJson(course) : null,
  };
}

async function addToCounts(tx: Tx, list: List, calls: RatedCall[]): Promise<void> {
  const count = (result: CallResult) => calls.filter((call) => call.result === result).length;
  await tx.run(
    `UPDATE call_list_count
     SET person = person + $3, machine = machine + $4, no_answer = no_answer + $5,
       busy = busy + $6, failed = failed + $7, unknown = unknown + $8,
       delivered = delivered + $9, answered_seconds = answered_seconds + $10,
       transferred = transferred + $11, transfer_seconds = transfer_seconds + $12,
       abandoned = abandoned + $13
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
      count('delivered'),
      calls.reduce((sum, call) => sum + call.seconds, 0),
      calls.filter((call) => call.transferSeconds !== undefined).length,
      calls.reduce((sum, call) => sum + (call.transferSeconds ?? 0), 0),
      calls.filter((call) => call.abandoned).length,
    ],
  );
}
