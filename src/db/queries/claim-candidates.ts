/** The entries that a claim inspects, each with everything that the gate needs. */

import type { DoNotCallSource } from '#contract/do-not-call.ts';
import { type AttemptKind, cappedUntil, type KindCap } from '#domain/contact-cap.ts';
import type { AccountStanding } from '#domain/gate.ts';
import { gapUntil } from '#domain/least-gap.ts';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { nthLastOf } from './contact-cap.ts';
import { isUndecided } from './contact-rest.ts';

export interface Candidate {
  entryId: number;
  /** The tid of its row while this transaction has it locked: "(page,row)". */
  tid: string;
  /** What makes several numbers one account: a line of the list's file. */
  accountLine: number;
  /** Of a campaign that calls each account once: other numbers of the account are waiting. */
  hasOthers: boolean;
  phone: string;
  state: string | null;
  zipCode: string | null;
  /** Who blocked the number; null when it is not blocked. */
  doNotCall: DoNotCallSource | null;
  /** Contact with the number rests until a manager decides on a text. */
  undecided: boolean;
  inCall: boolean;
  /** By the client's cap: from when it may be tried again; null when at any time. */
  cappedUntil: SimMs | null;
  /** The same by the client's least gap. */
  gapUntil: SimMs | null;
  account: AccountStanding;
}

/**
 * The rules for each candidate, as set for the campaign and its client while the claim locks them.
 */
export interface CandidateRules {
  attemptKind: AttemptKind;
  cap: KindCap | null;
  /** 0: none. */
  leastGapHours: number;
  /** A stop of one number holds for its account. */
  wholeAccounts: boolean;
  oneCallPerAccount: boolean;
}

interface CandidateQuery {
  clientId: number;
  campaignId: number;
  callListId: number;
  /** No account of the list has more numbers. */
  phoneColumns: number;
  now: Date;
  limit: number;
}

type Row = Omit<Candidate, 'hasOthers' | 'cappedUntil' | 'gapUntil' | 'account'> & {
  nthLast: Date | null;
  lastTry: Date | null;
  idStopped: boolean;
  others: (string | null)[];
};

/**
 * Walks the index list_entry_waiting (due_at, entry_id) in order, which is the file's order, and
 * stops at the limit. One list at a time, named by its id: the planner then opens one partition.
 */
export async function lockCandidates(
  tx: Tx,
  query: CandidateQuery,
  rules: CandidateRules,
): Promise<Candidate[]> {
  const { cap, leastGapHours } = rules;
  const { sql, values } = statement(query, rules);
  const rows = await tx.rows<Row>(sql, values);
  return rows.map(({ nthLast, lastTry, idStopped, others, ...row }) => ({
    ...row,
    hasOthers: others.includes('waiting'),
    cappedUntil: cap && nthLast ? simMs(cappedUntil(nthLast.getTime(), cap)) : null,
    gapUntil: lastTry ? simMs(gapUntil(lastTry.getTime(), leastGapHours)) : null,
    account: {
      stopped: idStopped || others.includes('stopped'),
      reached: others.includes('reached'),
      inCall: others.includes('in_call'),
    },
  }));
}

/** A rule that does not apply costs nothing: it is not in the statement. */
function statement(query: CandidateQuery, rules: CandidateRules) {
  const values: unknown[] = [query.clientId, query.callListId, query.now, query.limit];
  const given = (value: unknown) => `$${values.push(value)}`;
  const { cap, attemptKind, leastGapHours, wholeAccounts } = rules;
  const sql = `SELECT e.entry_id AS "entryId", e.ctid::text AS tid,
       e.account_line AS "accountLine", e.phone, e.state_code AS state, e.zip_code AS "zipCode",
       (SELECT d.source FROM do_not_call d
        WHERE d.client_id = $1 AND d.phone = e.phone) AS "doNotCall",
       ${isUndecided} AS undecided,
       EXISTS (SELECT FROM attempt a
               WHERE a.client_id = $1 AND a.phone = e.phone AND ${inFlight('a')}) AS "inCall",
       ${cap ? nthLastOf(given(attemptKind), given(cap.most - 1)) : noInstant} AS "nthLast",
       ${leastGapHours > 0 ? lastTryOf(given(query.campaignId)) : noInstant} AS "lastTry",
       ${wholeAccounts ? idStopped : 'false'} AS "idStopped",
       ${othersOf(query, rules, given)} AS others
     FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
       AND e.due_at <= $3
     ORDER BY e.due_at, e.entry_id
     LIMIT $4
     FOR UPDATE OF e SKIP LOCKED`;
  return { sql, values };
}

const noInstant = 'NULL::timestamptz';

/** When the campaign last tried the number of `e`; claims of one campaign never overlap. */
function lastTryOf(campaign: string): string {
  return `(SELECT a.attempted_at FROM attempt a
    WHERE a.client_id = $1 AND a.phone = e.phone AND a.campaign_id = ${campaign}
    ORDER BY a.attempted_at DESC LIMIT 1)`;
}

const idStopped = `EXISTS (SELECT FROM account_stop t
  WHERE t.client_id = $1 AND t.external_id = e.external_id
    AND (SELECT d.whole_account FROM do_not_call d WHERE d.client_id = $1 AND d.phone = t.phone))`;

/**
 * The state of the other numbers of the account, each on its own: they are next to the entry, by
 * key. The WHERE uses only the key of an attempt (see functions/attempt-batches.sql).
 */
function othersOf(
  { phoneColumns }: CandidateQuery,
  { wholeAccounts, oneCallPerAccount }: CandidateRules,
  given: (value: unknown) => string,
): string {
  const cases = [wholeAccounts ? stoppedCase : '', oneCallPerAccount ? attemptCase : ''];
  if (phoneColumns === 1 || cases.join('') === '') return `'{}'::text[]`;
  const apart = given(phoneColumns - 1);
  return `ARRAY(SELECT CASE ${cases.join(' ')} END
    FROM (SELECT entry_id, phone, state FROM list_entry
          WHERE client_id = $1 AND call_list_id = $2
            AND entry_id BETWEEN e.entry_id - ${apart}::int AND e.entry_id + ${apart}::int
            AND account_line = e.account_line AND entry_id <> e.entry_id OFFSET 0) o)`;
}

const stoppedCase = `WHEN (SELECT d.whole_account FROM do_not_call d
  WHERE d.client_id = $1 AND d.phone = o.phone) THEN 'stopped'`;

const attemptCase = `WHEN o.state = ${entryState.waiting} THEN 'waiting'
  WHEN o.state = ${entryState.taken} THEN (
  SELECT CASE WHEN a.result = 'person' OR a.reached_at IS NOT NULL THEN 'reached'
    WHEN ${inFlight('a')} THEN 'in_call' END
  FROM attempt a
  WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = o.entry_id)`;
