/** What the attempts of a person say about its follow-ups, at whichever number they were made. */
import { campaignType } from '#contract/campaign.ts';
import type { SettledBy } from '#contract/rule-reading.ts';
import type { Tx } from '../database.ts';
import { entriesOfAccount, firstOf, stepStride } from '../entry-steps.ts';
import type { AttemptKey } from './attempt-key.ts';
import { type Parent, type Persons, personsSql } from './follow-up-persons.ts';

/** SQL: a person answered the attempt `a`, also if its engine died afterwards. */
export const reachedBy = (a: string) => `(${a}.result = 'person' OR ${a}.reached_at IS NOT NULL)`;

/**
 * SQL, for the client $1: in the call of the attempt `a` the person talked with an agent. The record says
 * it, and the attempt once retention has deleted that.
 */
const talkedIn = (a: string) => `(${a}.answered_at IS NOT NULL AND (${a}.talked IS TRUE OR EXISTS (
  SELECT FROM call_record r WHERE r.client_id = $1 AND r.started_at = ${a}.attempted_at
    AND r.call_list_id = ${a}.call_list_id AND r.entry_id = ${a}.entry_id AND r.transferred)))`;

/** SQL, for the client $1: nobody knows whether in the call of the attempt `a` there was a talk. In a text there was none. */
const isUnknownCall = (a: string) => `(${a}.result = 'unknown' AND EXISTS (
  SELECT FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = ${a}.campaign_id
    AND c.campaign_type <> ${campaignType.texting}))`;

interface Account {
  /** SQL: an array of the lists that hold the account. */
  lists: string;
  entry: string;
  line: string;
  apart: string;
}

/** SQL, for the client $1: a `SettledBy` of the account of an entry, or null. */
export const settledBy = ({ lists, entry, line, apart }: Account) => `(
  SELECT CASE WHEN bool_or(${talkedIn('a')}) THEN 'talk'
    WHEN bool_or(${isUnknownCall('a')}) THEN 'unknown' END
  FROM unnest(${lists}) AS t (id)
  CROSS JOIN LATERAL (${entriesOfAccount({
    ...{ list: 't.id', entry, line, apart, columns: 'call_list_id, entry_id' },
    scope: `AND call_list_id = ANY (${lists})`,
  })}) AS o
  CROSS JOIN LATERAL (SELECT * FROM attempt WHERE client_id = $1
    AND call_list_id = o.call_list_id AND entry_id = o.entry_id OFFSET 0) AS a)`;

export interface PersonsStanding {
  /** Somebody talked with an agent, or nobody knows whether. Of a person with one number null. */
  settled(parent: Parent): SettledBy | null;
  /** A person answered at another number. */
  reached(parent: Parent): boolean;
}

interface Row {
  root: number;
  line: number;
  first: number;
  settled: SettledBy | null;
  reached: boolean;
}

/**
 * Read under the lock of lists.
 *
 * @param talks of this transaction, which have no call record yet
 */
export async function standingOfPersons(
  tx: Tx,
  clientId: number,
  persons: Persons | undefined,
  talks: readonly AttemptKey[],
): Promise<PersonsStanding> {
  if (!persons) return { settled: () => null, reached: () => false };
  const rows = await tx.rows<Row>(attemptsOf, [
    ...[clientId, ...persons.values],
    talks.map(({ callListId }) => callListId),
    talks.map(({ entryId }) => entryId),
  ]);
  const attempts = Map.groupBy(rows, ({ root, line }) => `${root} ${line}`);
  const of = (parent: Parent) => attempts.get(persons.keyOf(parent)) ?? [];
  return {
    settled: (parent) => of(parent).find(({ settled }) => settled !== null)?.settled ?? null,
    reached: (parent) => {
      const own = parent.entryId % stepStride;
      return of(parent).some(({ first, reached }) => reached && first !== own);
    },
  };
}

const attemptsOf = `SELECT v.root, v.line, ${firstOf('o.entry_id')} AS first,
    CASE WHEN ${talkedIn('a')} OR (o.call_list_id, o.entry_id) IN (
        SELECT * FROM unnest($8::bigint[], $9::integer[])) THEN 'talk'
      WHEN ${isUnknownCall('a')} THEN 'unknown' END AS settled,
    ${reachedBy('a')} IS TRUE AS reached
  FROM ${personsSql}
  CROSS JOIN LATERAL (${entriesOfAccount({
    ...{ list: 't.id', entry: 'v.entry', line: 'v.line', apart: 'v.apart' },
    ...{ columns: 'call_list_id, entry_id', scope: 'AND call_list_id = ANY ($7)' },
  })}) AS o
  CROSS JOIN LATERAL (SELECT * FROM attempt WHERE client_id = $1
    AND call_list_id = o.call_list_id AND entry_id = o.entry_id OFFSET 0) AS a`;
