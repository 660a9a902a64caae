/** The entries that a claim inspects, each with everything that the gate needs. */

import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import {
  type EntryRules,
  type EntryStanding,
  type FactsQuery,
  type FactsRow,
  factColumns,
  factsOf,
} from './entry-facts.ts';
import { withFollowUps } from './follow-up-standing.ts';
import { externalKeyOf } from './policy-contacts.ts';
import { valuesHashOf } from './values-hash.ts';

export interface Candidate extends EntryStanding {
  /** The tid of its row while this transaction has it locked: "(page,row)". */
  tid: string;
  /**
   * Of the account's values that the message speaks or writes, eight bytes in hexadecimal; null when
   * it uses none.
   */
  valuesHash: string | null;
  /** What its attempt will be found by; null without an External Id, or where nothing asks for it. */
  externalKey: string | null;
}

interface CandidateQuery extends FactsQuery {
  limit: number;
  fields: readonly number[];
}

/**
 * Their contacts are not read yet where the policy counts some (policy-turn.ts).
 *
 * Walks the index list_entry_waiting (due_at, entry_id) in order, which is the file's order, and
 * stops at the limit. One list at a time, named by its id: the planner then opens one partition.
 */
export async function lockCandidates(
  tx: Tx,
  query: CandidateQuery,
  rules: EntryRules & { keyed: boolean },
): Promise<Candidate[]> {
  const values: unknown[] = [query.clientId, query.callListId, query.now, query.limit];
  const given = (value: unknown) => `$${values.push(value)}`;
  const uncounting = { ...rules, policy: rules.policy && { ...rules.policy, windows: [] } };
  const rows = await tx.rows<FactsRow & Pick<Candidate, 'tid' | 'valuesHash' | 'externalKey'>>(
    `SELECT e.ctid::text AS tid, ${valuesHashOf(query.fields)} AS "valuesHash",
       ${rules.keyed ? externalKeyOf('e.external_id') : 'NULL::bigint'}::text AS "externalKey",
       ${factColumns(query, uncounting, given, [query.callListId])}
     FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
       AND e.due_at <= $3
     ORDER BY e.due_at, e.entry_id
     LIMIT $4
     FOR UPDATE OF e SKIP LOCKED`,
    values,
  );
  return withFollowUps(
    tx,
    query,
    rows.map((row) => factsOf(row, rules)),
  );
}
