import type { Tx } from '#db/database.ts';
import { listDetached } from '#db/queries/detached.ts';
import { foreignSentence } from '../retention-words.ts';
import { type Finding, hint } from './finding.ts';

/** Months and large lists that somebody detached by hand: no report reads them, and nothing drops them. */
export async function detachedTables(tx: Tx): Promise<Finding[]> {
  const foreign = (await listDetached(tx)).filter(({ ours }) => !ours);
  if (foreign.length === 0) return [];
  return [hint('Retention', foreignSentence(foreign.map(({ name }) => name)))];
}
