/** Which rules have fired for a person, for whichever of its numbers. */
import { mostSteps } from '#contract/follow-up.ts';
import type { Taken } from '#domain/follow-up/next-step.ts';
import type { Tx } from '../database.ts';
import { firstOf, stepStride } from '../entry-steps.ts';
import { type Parent, type Persons, personsSql } from './follow-up-persons.ts';

export interface TakenByPersons {
  /** Of a person with one number nothing: its way says all. */
  of(parent: Parent): readonly Taken[];
  add(parent: Parent, taken: Taken): void;
}

/** Read under the lock of lists, so that results of a person that others record are seen. */
export async function takenByPersons(
  tx: Tx,
  clientId: number,
  persons: Persons | undefined,
): Promise<TakenByPersons> {
  if (!persons) return { of: () => [], add: () => {} };
  const { keyOf, keys, values } = persons;
  const rows = await tx.rows<Taken & { root: number; line: number }>(firedFor, [
    clientId,
    ...values,
  ]);
  const taken = new Map<string, Taken[]>(keys.map((key) => [key, []]));
  for (const { root, line, ...rule } of rows) taken.get(`${root} ${line}`)?.push(rule);
  return {
    of: (parent) => taken.get(keyOf(parent)) ?? [],
    add: (parent, rule) => taken.get(keyOf(parent))?.push(rule),
  };
}

/** By the key of what was followed: neighbors in the file, and their follow-ups of each step. */
const firedFor = `SELECT v.root, v.line, f.campaign_id AS "campaignId", f.rule_id AS "ruleId"
  FROM ${personsSql}
  CROSS JOIN generate_series(0, ${mostSteps - 1}) AS step
  CROSS JOIN LATERAL (SELECT parent_entry_id, campaign_id, rule_id FROM follow_up
    WHERE client_id = $1 AND parent_list_id = t.id AND parent_entry_id
      BETWEEN ${firstOf('v.entry')} + step * ${stepStride} - v.apart
        AND ${firstOf('v.entry')} + step * ${stepStride} + v.apart OFFSET 0) AS f
  CROSS JOIN LATERAL (SELECT account_line FROM list_entry
    WHERE client_id = $1 AND call_list_id = t.id AND call_list_id = ANY ($7)
      AND entry_id = f.parent_entry_id OFFSET 0) AS e
  WHERE e.account_line = v.line`;
