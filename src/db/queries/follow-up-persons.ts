/**
 * The persons of results: rows of a file, with all their numbers, in its list and in those that
 * follow it in other campaigns.
 */
import type { Tx } from '../database.ts';
import type { ParentFacts } from './follow-up-facts.ts';
import type { ListRules } from './follow-up-plan.ts';
import { listsOfFiles } from './followed-lists.ts';

export type Parent = Pick<ParentFacts, 'callListId' | 'entryId' | 'accountLine'>;

export interface Persons {
  keyOf(parent: Parent): string;
  keys: readonly string[];
  /** Of `personsSql`, from $2 on. */
  values: readonly unknown[];
}

/** SQL: each person `v` with each of its lists `t`. */
export const personsSql = `unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[])
    AS v (root, entry, line, apart)
  JOIN unnest($6::bigint[], $7::bigint[]) AS t (root, id) ON t.root = v.root`;

/** @returns those with several numbers; undefined without any: their own way says all */
export async function personsOf(
  tx: Tx,
  clientId: number,
  lists: ReadonlyMap<number, ListRules>,
  parents: readonly Parent[],
): Promise<Persons | undefined> {
  const apart = ({ callListId }: Parent) => (lists.get(callListId)?.phoneColumns ?? 1) - 1;
  const several = parents.filter((parent) => apart(parent) > 0);
  if (several.length === 0) return undefined;
  const own = [...new Set(several.map(({ callListId }) => callListId))];
  const files = await listsOfFiles(tx, clientId, own);
  const roots = new Map(files.map(({ of, root }) => [of, root]));
  const tree = new Map(files.map(({ root, id }) => [id, root]));
  const rootOf = ({ callListId }: Parent) => roots.get(callListId) ?? callListId;
  const keyOf = (parent: Parent) => `${rootOf(parent)} ${parent.accountLine}`;
  const persons = new Map(several.map((parent) => [keyOf(parent), parent]));
  const asked = [...persons.values()];
  return {
    keyOf,
    keys: [...persons.keys()],
    values: [
      asked.map(rootOf),
      asked.map(({ entryId }) => entryId),
      asked.map(({ accountLine }) => accountLine),
      asked.map(apart),
      [...tree.values()],
      [...tree.keys()],
    ],
  };
}
