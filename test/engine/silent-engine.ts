/** An engine that died, for tests: what it held runs out at once instead of after its lease. */

import { asPlatform, type Database } from '../../src/db/database.ts';

/**
 * Every engine of this database has been silent for longer than its leases. Those that live may
 * have long leases then: one that runs out on a busy machine ends its calls as unknown.
 */
export async function leasesRunOut(db: Database): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.run(`UPDATE campaign_lease SET until = to_timestamp(0) WHERE until > '-infinity'`);
    await tx.run('UPDATE campaign_follower SET until = to_timestamp(0)');
    await tx.run('UPDATE engine SET until = to_timestamp(0)');
  });
}
