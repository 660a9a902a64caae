import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database } from '../database.ts';

/** Milliseconds after which the database counts as unreachable. */
const patience = 2000;

/** True when the database responds within two seconds. */
export async function isPlatformReady(db: Database): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(patience, false, { signal: timer.signal }).catch(() => false);
  const response = asPlatform(db, (tx) => tx.row('SELECT 1')).then(
    () => true,
    () => false,
  );
  const ready = await Promise.race([response, late]);
  timer.abort();
  return ready;
}
