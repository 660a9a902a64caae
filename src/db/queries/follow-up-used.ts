/**
 * Which rules have fired for a person: for all numbers of the row of the file, in its list and in
 * those that follow it in other campaigns.
 */
import { mostSteps } from '#contract/follow-up.ts';
import type { Taken } from '#domain/follow-up/next-step.ts';
import type { Tx } from '../database.ts';
import { firstOf, stepStride } from '../entry-steps.ts';
import type { ParentFacts } from './follow-up-facts.ts';
import type { ListRules } from './follow-up-plan.ts';
import { followedLists } from './followed-lists.ts';

type Parent = Pick<ParentFacts, 'callListId' | 'entryId' | 'accountLine'>;

export interface TakenByPersons {
  /** Of a person with one number nothing: its way says all. */
  of(parent: Parent): readonly Taken[];
  add(parent: Parent, taken: Taken): void;
}

/** Read under the lock of lists, so that results of a person that others record are seen. */
export async function takenByPersons(
  tx: Tx,
  clientId: number,
  lists: ReadonlyMap<number, ListRules>,
  parents: readonly Parent[],
): Promise<TakenByPersons> {
  const apart = ({ callListId }: Parent) => (lists.get(callListId)?.phoneColumns ?? 1) - 1;
  const several = parents.filter((parent) => apart(parent) > 0);
  if (several.length === 0) return { of: () => [], add: () => {} };
  const roots = await followedLists(tx, clientId, [
    ...new Set(several.map(({ callListId }) => callListId)),
  ]);
  const rootOf = ({ callListId }: Parent) => roots.get(callListId) ?? callListId;
  const keyOf = (parent: Parent) => `${rootOf(parent)} ${parent.accountLine}`;
  const persons = new Map(several.map((parent) => [keyOf(parent), parent]));
  const asked = [...persons.values()];
  const tree = await listsBelow(tx, clientId, [...new Set(asked.map(rootOf))]);
  const rows = await tx.rows<Taken & { root: number; line: number }>(firedFor, [
    clientId,
    asked.map(rootOf),
    asked.map(({ entryId }) => entryId),
    asked.map(({ accountLine }) => accountLine),
    asked.map(apart),
    tree.map(({ root }) => root),
    tree.map(({ id }) => id),
  ]);
  const taken = new Map<string, Taken[]>([...persons.keys()].map((key) => [key, []]));
  for (const { root, line, ...rule } of rows) taken.get(`${root} ${line}`)?.push(rule);
  return {
    of: (parent) => taken.get(keyOf(parent)) ?? [],
    add: (parent, rule) => taken.get(keyOf(parent))?.push(rule),
  };
}

/** Lists of files, each with those that follow it, directly or over others. */
function listsBelow(tx: Tx, clientId: number, roots: readonly number[]) {
  return tx.rows<{ root: number; id: number }>(
    `WITH RECURSIVE tree AS (
       SELECT root, root AS id FROM unnest($2::bigint[]) AS v (root)
       UNION ALL
       SELECT t.root, l.call_list_id FROM tree t
       JOIN call_list l ON l.client_id = $1 AND l.follows_list_id = t.id)
     SELECT root, id FROM tree`,
    [clientId, roots],
  );
}

/** By the key of what was followed: neighbors in the file, and their follow-ups of each step. */
const firedFor = `SELECT v.root, v.line, f.campaign_id AS "campaignId", f.rule_id AS "ruleId"
  FROM unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[])
    AS v (root, entry, line, apart)
  JOIN unnest($6::bigint[], $7::bigint[]) AS t (root, id) ON t.root = v.root
  CROSS JOIN generate_series(0, ${mostSteps - 1}) AS step
  CROSS JOIN LATERAL (SELECT parent_entry_id, campaign_id, rule_id FROM follow_up
    WHERE client_id = $1 AND parent_list_id = t.id AND parent_entry_id
      BETWEEN ${firstOf('v.entry')} + step * ${stepStride} - v.apart
        AND ${firstOf('v.entry')} + step * ${stepStride} + v.apart OFFSET 0) AS f
  CROSS JOIN LATERAL (SELECT account_line FROM list_entry
    WHERE client_id = $1 AND call_list_id = t.id AND call_list_id = ANY ($7)
      AND entry_id = f.parent_entry_id OFFSET 0) AS e
  WHERE e.account_line = v.line`;
