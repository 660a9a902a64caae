/** Entries of a part of the funnel, as SQL. */
import type { FunnelList } from './campaign-funnel.ts';

/** SQL: the entries `e`, with call_list_id, entry_id, phone, first_name and last_name. */
export interface Selection {
  /** What comes before SELECT. */
  before: string;
  from: string;
  where: string;
  /** $1 is the client, $2 the list or lists. */
  values: unknown[];
}

/** Of one list, or of several at once; one is quicker in the order of its file. */
export type Selector = (lists: readonly FunnelList[]) => Selection;

/** SQL of $1 and $2. */
export function scoped(clientId: number, lists: readonly FunnelList[]) {
  const ids = lists.map(({ callListId }) => callListId);
  const [only] = ids;
  const values: unknown[] = [clientId, ids.length === 1 ? only : ids];
  return { values, scope: ids.length === 1 ? '= $2' : '= ANY ($2)' };
}

export function nothing(clientId: number, lists: readonly FunnelList[]): Selection {
  const { values, scope } = scoped(clientId, lists);
  const where = `false AND e.client_id = $1 AND e.call_list_id ${scope}`;
  return { before: '', from: 'list_entry e', where, values };
}
