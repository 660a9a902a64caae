/** A psql session that locks one client's rows and goes to lunch; nobody else is to notice. */
import { asClient } from '../../src/db/database.ts';
import type { Office } from './office.ts';
import { pick } from './town.ts';

/** Real milliseconds; see `longestTick` in engines.ts. */
const heldFor = 18_000;

export async function lockRows({ locks, town, random, db, stage }: Office): Promise<void> {
  if (!locks) return;
  const { clientId, campaigns } = pick(random, town);
  const { campaignId } = pick(random, campaigns);
  await asClient(db, clientId, async (tx) => {
    await tx.rows('SELECT FROM campaign WHERE client_id = $1 AND campaign_id = $2 FOR UPDATE', [
      clientId,
      campaignId,
    ]);
    await stage.sleep(heldFor);
  });
}
