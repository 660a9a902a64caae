import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database } from '../database.ts';

/** A database that takes longer counts as away. Milliseconds. */
const patience = 2000;

/** True when the database answers within two seconds. */
export async function isPlatformReady(db: Database): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(patience, false, { signal: timer.signal }).catch(() => false);
  const answers = asPlatform(db, (tx) => tx.row('SELECT 1')).then(
    () => true,
    () => false,
  );
  const ready = await Promise.race([answers, late]);
  timer.abort();
  return ready;
}
