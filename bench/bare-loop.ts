/**
 * The references of the engine's benches: loops that only claim an entry with its attempt in one
 * transaction and write the result in a second one, over the pg driver on 4 connections, on the same
 * tables. With batches of 1 it is the reference of the figures' goal; with batches of 50 a harder one,
 * which shows how much of the database's speed the engine's other work costs.
 */
import { asClient, asOwner } from '../src/db/database.ts';
import { type Campaign, makeList } from '../test/engine/world.ts';
import type { Site } from './engine-site.ts';

/** @returns results committed a second */
export async function bareLoop(
  { db }: Site,
  campaign: Campaign,
  { batch, seconds, firstPhone }: { batch: number; seconds: number; firstPhone: number },
): Promise<number> {
  const { clientId, campaignId } = campaign;
  const entries = seconds * (batch === 1 ? 8_000 : 40_000);
  const list = await makeList(db, campaign, { entries, firstPhone });
  // Without statistics the planner sorts the whole list for every claim.
  await asOwner(db, (tx) => tx.run('ANALYZE list_entry_shared'));
  const began = performance.now();
  const end = began + seconds * 1_000;
  let resulted = 0;
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (performance.now() < end) {
        const claimed = await asClient(db, clientId, (tx) =>
          tx.rows<{ entry_id: number }>(claim, [clientId, list, campaignId, batch]),
        );
        if (claimed.length === 0) throw new Error('The list of the bare loop is used up.');
        const ids = claimed.map((row) => row.entry_id);
        resulted += await asClient(db, clientId, (tx) => tx.run(result, [clientId, list, ids]));
      }
    }),
  );
  return resulted / ((performance.now() - began) / 1_000);
}

const claim = `WITH next AS (
    SELECT entry_id FROM list_entry
    WHERE client_id = $1 AND call_list_id = $2 AND state = 0 AND due_at <= now()
    ORDER BY due_at, entry_id LIMIT $4 FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE list_entry e SET state = 1 FROM next
    WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = next.entry_id
    RETURNING e.entry_id, e.phone
  )
  INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
    attempted_at)
  SELECT $1, $2, entry_id, $3, phone, '00000000-0000-0000-0000-000000000000', now()
  FROM taken RETURNING entry_id`;

const result = `UPDATE attempt SET finished_at = now(), result = 'busy'
  WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY($3)`;
