/** A campaign that is for something else is under other rules: what waits for the old ones is due again. */
import type { Database } from '#db/database.ts';
import { recheckPolicy } from '#db/queries/recheck.ts';

/** @param save commits a campaign, and notes what its new purpose lets go */
export async function thenRecheck<T>(
  db: Database,
  clientId: number,
  save: () => Promise<T>,
): Promise<T> {
  const saved = await save();
  await recheckPolicy(db, clientId);
  return saved;
}
