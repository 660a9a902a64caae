/** Campaigns that start and stop by themselves. */
import { asClient, type Database } from '../../src/db/database.ts';
import type { Campaign } from './world.ts';

export const at = (instant: string) => Date.parse(instant);

/** 9:00 to 17:00 Eastern on every day but Sunday. */
export async function schedule(db: Database, { clientId, campaignId }: Campaign) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET start_automatically = true, stop_automatically = true,
         start_time = '09:00', stop_time = '17:00', start_weekdays = '1111110',
         stop_weekdays = '1111110'
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
}

export function doneRuns(db: Database, { clientId }: Campaign) {
  return asClient(db, clientId, (tx) =>
    tx.rows<{ kind: string; day: string; done_at: Date }>(
      `SELECT kind, eastern_date::text AS day, done_at FROM schedule_run
       WHERE client_id = $1 ORDER BY done_at`,
      [clientId],
    ),
  );
}
