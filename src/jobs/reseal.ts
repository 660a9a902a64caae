import { resealAll, resealList } from '#db/reseal/run.ts';
import type { TaskContext } from './deps.ts';

/**
 * Seals everything again with the key that seals now, or one list whose import ended after the key
 * had changed. What is left, because somebody had it locked, waits for the next minute.
 */
export async function reseal(
  { db, vault, log, signal }: TaskContext,
  { clientId, callListId }: { clientId?: number; callListId?: number },
): Promise<void> {
  if (clientId !== undefined && callListId !== undefined) {
    await resealList({ db, vault, signal }, { clientId, callListId });
    return;
  }
  const { state, changed, unreadable } = await resealAll({ db, vault, signal });
  if (state === 'nothing to do') return;
  const key = vault.state.sealing;
  log.info({ state, key, changed, unreadable }, 'sealed values again');
  if (unreadable > 0) {
    log.error({ key, unreadable }, 'some sealed values open with no key of the key file');
  }
}
