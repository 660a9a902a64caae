import { asOwner, type Database } from '../../src/db/database.ts';
import { until } from './until.ts';

/** Waits until some transaction of this database waits for a lock that another one holds. */
export async function untilBlocked(db: Database): Promise<void> {
  await until(() =>
    asOwner(db, (tx) =>
      tx.row(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    ),
  );
}
