/** Deletions that began and that the next run finishes, whatever the times are set to. */
import type { RetentionKind } from '#domain/retention.ts';
import { asClient, asPlatform, type Database } from '../database.ts';
import { listDetached } from '../queries/detached.ts';
import { hasEntries, listOldLists } from '../queries/ended-list.ts';

export interface Begun {
  /** Lists that still have entries. */
  lists: number;
  /** Months and large lists that are no longer read: `call_record_202503`. */
  tables: string[];
}

/** Of some kinds. */
export async function begunDeletions(
  db: Database,
  clients: readonly { clientId: number }[],
  kinds: readonly RetentionKind[],
): Promise<Begun> {
  const contacts = kinds.includes('contacts');
  const records = kinds.includes('calls') || kinds.includes('texts');
  if (!contacts && !records) return { lists: 0, tables: [] };
  const detached = await asPlatform(db, listDetached);
  const tables = detached
    .filter(({ name, ours }) => ours && (name.startsWith('call_record_') ? records : contacts))
    .map(({ name }) => name);
  let lists = 0;
  for (const { clientId } of contacts ? clients : []) {
    lists += await asClient(db, clientId, async (tx) => {
      let left = 0;
      // Nothing is that old: only those that began.
      for (const { callListId } of await listOldLists(tx, clientId, new Date(0))) {
        if (await hasEntries(tx, clientId, callListId)) left += 1;
      }
      return left;
    });
  }
  return { lists, tables };
}
