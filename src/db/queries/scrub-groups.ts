/**
 * Waiting numbers of a list in groups about which the same is known: for the costs of a policy and the question
 * before a start, whether or not the engine has asked the gate about them yet.
 */
import {
  type KnownAnswers,
  knownAnswers,
  type ScrubRow,
  type ScrubRule,
} from '#domain/policy/scrub-hold.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { consentDateOf, scrubRowsOf } from './scrub-answer.ts';

export interface ScrubGroup {
  /** One of its numbers, as far as the place goes. */
  phone: string;
  state: string | null;
  zipCode: string | null;
  scrub: KnownAnswers;
  count: number;
}

export async function scrubGroups(
  tx: Tx,
  [clientId, callListId]: readonly [number, number],
  rules: readonly ScrubRule[],
): Promise<ScrubGroup[]> {
  const placed = rules.some((rule) => rule.state !== null || rule.country !== null);
  const place = placed ? 'substr(e.phone, 1, 4), e.state_code, e.zip_code' : `'', NULL, NULL`;
  const dated = rules.some(({ terms }) => terms.refused === 'reassigned');
  const rows = await tx.rows<
    Omit<ScrubGroup, 'scrub'> & { consentDate: string | null; rows: ScrubRow[] | null }
  >(
    `SELECT area || '0000000' AS phone, state, "zipCode", "consentDate", rows,
       count(*)::float8 AS count
     FROM (SELECT ${place}, ${dated ? consentDateOf : 'NULL::text'}, ${scrubRowsOf}
       FROM list_entry e
       WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
     ) e (area, state, "zipCode", "consentDate", rows)
     GROUP BY 1, 2, 3, 4, 5`,
    [clientId, callListId],
  );
  return rows.map(({ rows: known, consentDate, ...group }) => ({
    ...group,
    scrub: knownAnswers(known, consentDate),
  }));
}
