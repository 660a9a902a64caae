import { asClient } from '#db/database.ts';
import { type AccountValues, accountOfEntry } from '#db/queries/preview-account.ts';
import type { ApiDeps } from './deps.ts';
import { found } from './found.ts';

/**
 * The account that a preview speaks for; undefined when none is chosen, 404 when it does not exist.
 */
export async function chosenAccount(
  { db, vault }: Pick<ApiDeps, 'db' | 'vault'>,
  clientId: number,
  { callListId, entryId }: { callListId?: number | undefined; entryId?: number | undefined },
): Promise<AccountValues | undefined> {
  if (callListId === undefined && entryId === undefined) return undefined;
  if (callListId === undefined || entryId === undefined) return found(undefined, 'account');
  const account = await asClient(db, clientId, (tx) =>
    accountOfEntry(tx, vault, clientId, { callListId, entryId }),
  );
  return found(account, 'account');
}
