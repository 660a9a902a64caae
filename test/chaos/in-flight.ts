/** What a kill can leave without a result, counted as the product counts it. */
import { inFlight } from '../../src/db/attempt-states.ts';
import { asClient, type Database } from '../../src/db/database.ts';

/** Attempts in flight: a text that only waits for its receipt is settled without its engine. */
export async function countInFlight(db: Database, clientId: number): Promise<number> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ n: number }>(
      `SELECT count(*)::int AS n FROM attempt WHERE client_id = $1 AND ${inFlight()}`,
      [clientId],
    ),
  );
  return row?.n ?? 0;
}
