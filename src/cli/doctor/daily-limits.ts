import type { Tx } from '#db/database.ts';
import { limitsNotes } from '#db/queries/daily-limit.ts';
import { type Finding, hint } from './finding.ts';

/** Clients that are near a limit of the day, or have reached it. */
export async function dailyLimitFindings(tx: Tx): Promise<Finding[]> {
  return (await limitsNotes(tx)).map(({ client, sentence }) =>
    hint('Limits', `Client "${client}": ${sentence}`),
  );
}
