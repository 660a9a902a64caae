/**
 * What the gate needs to know about an entry, as SQL: one statement reads all of it, for the
 * candidates of a claim and for a screen that explains a number alike.
 */
import type { ConsentKind, OwnConsent } from '#contract/consent.ts';
import type { DoNotCallSource } from '#contract/do-not-call.ts';
import { type AttemptKind, cappedUntil, type KindCap, windowStart } from '#domain/contact-cap.ts';
import type { EntryFacts } from '#domain/gate-question.ts';
import { gapUntil } from '#domain/least-gap.ts';
import { simMs } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import { knownAnswers, type ScrubRow } from '#domain/policy/scrub-hold.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { entriesOfAccount, firstOf } from '../entry-steps.ts';
import { reachedBy } from './account-attempts.ts';
import { blocksOneOfMany } from './blocked-number.ts';
import { triesOf } from './contact-cap.ts';
import { isUndecided } from './contact-rest.ts';
import { withFollowUps } from './follow-up-standing.ts';
import { fileListsOf } from './followed-lists.ts';
import { listsWithReused } from './lists-with-reused.ts';
import {
  type ContactsRead,
  contactsIn,
  contactsOf,
  rowsInIndexOrder,
  uncountedIn,
} from './policy-contacts.ts';
import { onRegistry } from './registry.ts';
import { consentDateOf, scrubRowsOf } from './scrub-answer.ts';

/**
 * The rules for each entry, as set for the campaign and its client: a claim reads the client's once it has
 * locked the campaign.
 */
export interface EntryRules {
  attemptKind: AttemptKind;
  cap: KindCap | null;
  /** 0: none. */
  leastGapHours: number;
  /** A stop of one number holds for its account. */
  wholeAccounts: boolean;
  oneCallPerAccount: boolean;
  /** Null: no rule of the client's contact policy is about the campaign. */
  policy: CampaignPolicy | null;
}

/** Which entries: `$1` is the client and `$2` the list. */
export interface FactsQuery {
  clientId: number;
  campaignId: number;
  callListId: number;
  /** No account of the list has more numbers. */
  phoneColumns: number;
  now: Date;
  /** All lists that hold its accounts, itself too; undefined: not read, or no other. */
  fileLists?: readonly number[] | undefined;
}

export interface FactsRow {
  entryId: number;
  /** What makes several numbers one account: a line of the list's file. */
  accountLine: number;
  phone: string;
  state: string | null;
  zipCode: string | null;
  doNotCall: DoNotCallSource | null;
  undecided: boolean;
  inCall: boolean;
  /** How many attempts count for the cap, and when the last one that fills it was made. */
  tries: [counted: number, nthLast: number | null] | null;
  lastTry: Date | null;
  idStopped: boolean;
  others: (string | null)[];
  contacts: ContactsRead;
  hasExternalId: boolean;
  onRegistry: boolean;
  scrubRows: ScrubRow[] | null;
  consentDate: string | null;
  ownConsent: OwnConsent | null;
  listConsent: ConsentKind | null;
}

export type EntryStanding = EntryFacts & {
  entryId: number;
  /** Contacts at most that are not among `contacts`, because alone they hold nothing. */
  uncounted: number;
  accountLine: number;
  /** Of a campaign that calls each account once: other numbers of the account are waiting. */
  hasOthers: boolean;
};

/** What a row says under the rules that it was read with; other columns of the row are kept. */
export function factsOf<Row extends FactsRow>(
  { tries, lastTry, idStopped, others, contacts, scrubRows, consentDate, ...row }: Row,
  { cap, leastGapHours }: EntryRules,
) {
  const [counted = 0, nthLast = null] = tries ?? [];
  return {
    ...row,
    contacts: contactsIn(contacts),
    uncounted: uncountedIn(contacts),
    scrub: knownAnswers(scrubRows, consentDate),
    hasOthers: others.includes('waiting'),
    counted,
    cappedUntil: cap && nthLast !== null ? simMs(cappedUntil(nthLast, cap)) : null,
    gapUntil: lastTry ? simMs(gapUntil(lastTry.getTime(), leastGapHours)) : null,
    account: {
      stopped: idStopped || others.includes('stopped'),
      reached: others.includes('reached'),
      inCall: others.includes('in_call'),
    },
  };
}

/**
 * SQL: the columns of a `FactsRow` of entries `e`. A rule that does not apply costs nothing: it is
 * not in the statement.
 *
 * @param lists those of the file (`listsWithReused`), where contacts are read
 */
export function factColumns(
  query: FactsQuery,
  rules: EntryRules,
  given: (value: unknown) => string,
  lists: readonly number[],
): string {
  const { cap, attemptKind, leastGapHours, wholeAccounts, policy } = rules;
  const since = cap && new Date(windowStart(query.now.getTime(), cap));
  return `e.entry_id AS "entryId",
       e.account_line AS "accountLine", e.phone, e.state_code AS state, e.zip_code AS "zipCode",
       (SELECT d.source FROM do_not_call d
        WHERE d.client_id = $1 AND ${blocksOneOfMany('d', 'e.phone')}) AS "doNotCall",
       ${isUndecided} AS undecided,
       ${isInCall} AS "inCall",
       ${cap ? triesOf(given(attemptKind), given(cap.most), given(since)) : 'NULL::float8[]'} AS tries,
       ${leastGapHours > 0 ? lastTryOf(given(query.campaignId)) : noInstant} AS "lastTry",
       ${wholeAccounts ? idStopped : 'false'} AS "idStopped",
       ${contactsOf(policy, query.now, given, lists)} AS contacts,
       ${policy ? `coalesce(e.external_id, '') <> ''` : 'false'} AS "hasExternalId",
       ${consentColumns(policy)},
       ${policy?.registries.length ? onRegistry : 'false'} AS "onRegistry",
       ${policy?.scrubs.length ? scrubRowsOf : 'NULL::jsonb'} AS "scrubRows",
       ${policy?.scrubs.length ? consentDateOf : 'NULL::text'} AS "consentDate",
       ${othersOf(query, rules, given)} AS others`;
}

/** SQL: a call to the number of `e` is in progress. */
export const isInCall = `EXISTS (SELECT FROM attempt a
         WHERE a.client_id = $1 AND a.phone = e.phone AND ${inFlight('a')})`;

/** Entries of one list, by their keys, without locks. */
export async function readEntryFacts(
  tx: Tx,
  asked: FactsQuery,
  rules: EntryRules,
  entryIds: readonly number[],
): Promise<EntryStanding[]> {
  const { clientId, callListId } = asked;
  const apart = rules.oneCallPerAccount && asked.phoneColumns > 1;
  const fileLists = apart ? await fileListsOf(tx, clientId, callListId) : undefined;
  const query = { ...asked, fileLists };
  const values: unknown[] = [query.clientId, query.callListId, entryIds];
  const given = (value: unknown) => `$${values.push(value)}`;
  const lists = await listsWithReused(tx, query, rules.policy);
  const rows = await rowsInIndexOrder<FactsRow>(
    tx,
    `SELECT ${factColumns(query, rules, given, lists)} FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = ANY ($3::integer[])`,
    values,
  );
  return withFollowUps(
    tx,
    query,
    rows.map((row) => factsOf(row, rules)),
  );
}

/** The account's own, and its list's: one row that the statement reads once. */
function consentColumns(policy: CampaignPolicy | null): string {
  if (!policy || policy.consents.length === 0)
    return `NULL::text AS "ownConsent", NULL::text AS "listConsent"`;
  return `e.consent->>'kind' AS "ownConsent", (SELECT l.consent->>'kind' FROM call_list l
    WHERE l.client_id = $1 AND l.call_list_id = $2) AS "listConsent"`;
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
 * The state of the other numbers of the account, with their follow-ups in every list, each on its own: found by
 * key. The WHERE uses only the key of an attempt (see functions/attempt-batches.sql).
 */
function othersOf(
  { phoneColumns, fileLists = [] }: FactsQuery,
  { wholeAccounts, oneCallPerAccount }: EntryRules,
  given: (value: unknown) => string,
): string {
  const cases = [wholeAccounts ? stoppedCase : '', oneCallPerAccount ? attemptCase : ''];
  if (phoneColumns === 1 || cases.join('') === '') return `'{}'::text[]`;
  const columns = 'call_list_id, entry_id, phone, state';
  const own = { entry: 'e.entry_id', line: 'e.account_line', columns };
  const apart = `${given(phoneColumns - 1)}::int`;
  const lists = fileLists.length > 1 && `${given(fileLists)}::bigint[]`;
  const entries = lists
    ? `SELECT o.* FROM unnest(${lists}) AS t (id) CROSS JOIN LATERAL (${entriesOfAccount({
        ...{ ...own, apart, list: 't.id', scope: `AND call_list_id = ANY (${lists})` },
      })}) AS o`
    : entriesOfAccount({ ...own, apart, list: '$2' });
  return `ARRAY(SELECT CASE ${cases.join(' ')} END
    FROM (${entries}) o WHERE ${firstOf('o.entry_id')} <> ${firstOf('e.entry_id')})`;
}

const stoppedCase = `WHEN (SELECT d.whole_account FROM do_not_call d
  WHERE d.client_id = $1 AND ${blocksOneOfMany('d', 'o.phone')}) THEN 'stopped'`;

const attemptCase = `WHEN o.state = ${entryState.waiting} THEN 'waiting'
  WHEN o.state = ${entryState.taken} THEN (
  SELECT CASE WHEN ${reachedBy('a')} THEN 'reached'
    WHEN ${inFlight('a')} THEN 'in_call' END
  FROM attempt a
  WHERE a.client_id = $1 AND a.call_list_id = o.call_list_id AND a.entry_id = o.entry_id)`;
