import { asPlatform, type Database } from '../../src/db/database.ts';

/** What a client's people did, oldest first: "finishLogin refused wrong_second_factor". */
export async function auditedActs(db: Database, clientId: number): Promise<string[]> {
  const rows = await asPlatform(db, (tx) =>
    tx.rows<{ act: string }>(
      `SELECT concat_ws(' ', operation, outcome, reason) AS act FROM audit_entry
       WHERE client_id = $1 AND actor_kind <> 'platform' ORDER BY sequence`,
      [clientId],
    ),
  );
  return rows.map(({ act }) => act);
}
