/**
 * Entries of some lists, found by another index than the key. What the planner knows of the shared
 * partition may be older than a list: it takes a client or a list that it does not know for empty,
 * the key as good as any other index, and reads whole lists for each number. It is therefore not
 * told whose entries they are before it has chosen.
 */
import { firstLargeId } from './call-list-load.ts';

/** SQL: of the client $1, in the lists of the shared partition. */
export const inSharedLists = `client_id = (SELECT $1::integer) AND call_list_id < ${firstLargeId}`;

export interface ListScope {
  /** SQL: of the client $1. The lists are narrowed outside of the look-up, for the same reason. */
  where: string;
  lists: number[];
}

/** Those in the shared partition, and those that have one each; what has none is left out. */
export function listScopes(lists: readonly number[]): ListScope[] {
  const shared = lists.filter((id) => id < firstLargeId);
  const large = lists.filter((id) => id >= firstLargeId);
  const scopes = [
    { where: inSharedLists, lists: shared },
    // By their ids, so that their partitions only are opened.
    {
      where: `client_id = $1 AND call_list_id = ANY ('{${large.join()}}'::bigint[])`,
      lists: large,
    },
  ];
  return scopes.filter((scope) => scope.lists.length > 0);
}
