/** What a call record holds beside its attempt and its entry: figures, sealed values, versions. */
import { campaignType } from '#contract/campaign.ts';
import { readAllowed } from '#domain/allowed-by.ts';
import type { CallResult } from '#domain/call-result.ts';
import {
  type AbandonmentRule,
  adaptiveRule,
  isAbandoned,
} from '#domain/governor/abandoned-call.ts';
import { unreadable } from '#domain/masking.ts';
import { answeredSeconds, billedDuration, callCost } from '#domain/rating.ts';
import { noteSentence } from '#domain/reason-sentences.ts';
import type { Tx } from '../database.ts';
import type { SealedField, Vault } from '../encryption.ts';
import { waitMarks } from '../record-wait.ts';
import { abandonmentOfClient } from './abandonment.ts';
import type { AttemptKey } from './attempt-key.ts';
import {
  attemptByKey,
  entryByKey,
  type RecordEnd,
  type RecordFigures,
  type RecordScope,
} from './call-record-insert.ts';
import type { EndedCall } from './ended-call.ts';
import { plainJson, plainText } from './plain-json.ts';
import { type RecordSeals, recordSeals } from './record-seals.ts';

export type RatedCall = Omit<EndedCall, 'optedOut' | 'course' | 'linkback'> & RecordFigures;

interface SealedRow {
  call_list_id: number;
  entry_id: number;
  account_line: number;
  ssn: Buffer | null;
  date_of_birth: Buffer | null;
}

/** The calls of one scope, with what their records hold. */
export async function rateCalls(
  tx: Tx,
  vault: Vault,
  { clientId, scope }: { clientId: number; scope: RecordScope },
  calls: readonly EndedCall[],
): Promise<RatedCall[]> {
  const client = await tx.row<{ minute_cost: number; rule: AbandonmentRule | null }>(
    `SELECT c.minute_cost, ${abandonmentOfClient} AS rule FROM client c WHERE c.client_id = $1`,
    [clientId],
  );
  const rows = await tx.rows<SealedRow>(
    `SELECT e.call_list_id, e.entry_id, e.account_line, e.ssn, e.date_of_birth
     FROM unnest($2::bigint[], $3::integer[]) AS v (call_list_id, entry_id)
     CROSS JOIN LATERAL (${entryByKey(scope)}) AS e
     WHERE e.ssn IS NOT NULL OR e.date_of_birth IS NOT NULL`,
    [clientId, ...keysOf(calls)],
  );
  const sealed = new Map(rows.map((row) => [`${row.call_list_id}-${row.entry_id}`, row]));
  const versions = await textVersions(tx, clientId, calls);
  const own = client?.rule ? new Map() : await adaptiveRules(tx, clientId, calls);
  const minuteCost = client?.minute_cost ?? 0;
  return calls.map((call) => {
    const key = `${call.callListId}-${call.entryId}`;
    return {
      ...rate(call, minuteCost, client?.rule ?? own.get(key) ?? null),
      ...sealedAgain(vault, clientId, call, sealed.get(key)),
      ...versions.get(key),
    };
  });
}

/** The columns of a batch's keys: lists and entries. */
export function keysOf(calls: readonly AttemptKey[]): [number[], number[]] {
  return [calls.map(({ callListId }) => callListId), calls.map(({ entryId }) => entryId)];
}

/**
 * An adaptive campaign is guarded without a client's rule, too: what its guard counts as abandoned is
 * marked in the record, so that each of these calls opens.
 */
async function adaptiveRules(
  tx: Tx,
  clientId: number,
  calls: readonly EndedCall[],
): Promise<ReadonlyMap<string, AbandonmentRule>> {
  const late = calls.filter(({ linkback }) => isAbandoned(linkback?.wait, adaptiveRule));
  if (late.length === 0) return new Map();
  const rows = await tx.rows<{ key: string }>(
    `SELECT concat(v.call_list_id, '-', v.entry_id) AS key
     FROM unnest($2::bigint[], $3::integer[]) AS v (call_list_id, entry_id)
     CROSS JOIN LATERAL (${attemptByKey}) AS a
     CROSS JOIN LATERAL (SELECT pacing FROM campaign
       WHERE client_id = $1 AND campaign_id = a.campaign_id OFFSET 0) AS c
     WHERE c.pacing = 'adaptive'`,
    [clientId, ...keysOf(late)],
  );
  return new Map(rows.map(({ key }) => [key, adaptiveRule]));
}

/** The version of the message that each text was written from, as its attempt kept it. */
async function textVersions(
  tx: Tx,
  clientId: number,
  calls: readonly EndedCall[],
): Promise<ReadonlyMap<string, { messageVersion: number }>> {
  // A call has a course where somebody answered; texts never have.
  const open = calls.filter(({ course, result }) => !course && textResults.includes(result));
  const versions = new Map<string, { messageVersion: number }>();
  if (open.length === 0) return versions;
  const rows = await tx.rows<{ key: string; allowed: string }>(
    `SELECT concat(v.call_list_id, '-', v.entry_id) AS key, encode(a.allowed, 'hex') AS allowed
     FROM unnest($2::bigint[], $3::integer[]) AS v (call_list_id, entry_id)
     CROSS JOIN LATERAL (${attemptByKey}) AS a
     CROSS JOIN LATERAL (SELECT campaign_type FROM campaign
       WHERE client_id = $1 AND campaign_id = a.campaign_id OFFSET 0) AS c
     WHERE a.allowed IS NOT NULL AND c.campaign_type = ${campaignType.texting}`,
    [clientId, ...keysOf(open)],
  );
  for (const { key, allowed } of rows) {
    const version = readAllowed(allowed)?.messages.find(({ role }) => role === 'text')?.version;
    if (version) versions.set(key, { messageVersion: version });
  }
  return versions;
}

const textResults: readonly CallResult[] = ['delivered', 'failed', 'unknown'];

function rate(
  call: EndedCall,
  minuteCost: number,
  rule: AbandonmentRule | null,
): Omit<RatedCall, keyof RecordSeals> {
  const answeredMs = call.answeredAt === null ? null : call.finishedAt - call.answeredAt;
  const billed = billedDuration(answeredMs);
  return {
    ...call,
    ...endOfCall(call, rule),
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
function endOfCall(
  { result, note, optedOut, course, abandoned, linkback }: EndedCall,
  rule: AbandonmentRule | null,
): RecordEnd {
  const lateAgent = rule !== null && !abandoned && isAbandoned(linkback?.wait, rule);
  const isLost = result === 'unknown';
  const keys = course?.keys?.map(([key]) => key) ?? [];
  return {
    optedOut: optedOut ?? false,
    accepted: note?.code === 'no_receipt',
    lateAgent: lateAgent && !isLost,
    cutOff: isLost && (lateAgent || linkback?.wait?.end === 'no_agent'),
    waitMarks: waitMarks({ result, linkback }),
    keyPressed: plainText(keys.join(', ')),
    messageVersion: course?.message?.version ?? null,
    carrierWords: note ? plainText(noteSentence(note)) : '',
    course: course && Object.keys(course).length > 0 ? plainJson(course) : null,
  };
}
