import { expect, test } from 'vitest';
import { asClient, asClientOnce, type Tx } from '../../src/db/database.ts';
import { makeCampaign } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

/** Two rows of one client, and how often both were changed together. */
async function twoRows() {
  const { clientId, campaignId: one } = await makeCampaign(db);
  const { campaignId: other } = await makeCampaign(db, { clientId });
  const change = (tx: Tx, campaignId: number) =>
    tx.run(
      `UPDATE campaign SET caller_id_name = caller_id_name || 'x'
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    );
  /** Each has its first row before one asks for its second: one of them must give way. */
  const met = meeting(2);
  const change2 = (first: number, second: number) => async (tx: Tx) => {
    await change(tx, first);
    await met();
    await change(tx, second);
  };
  const changes = () =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ times: number }>(
        'SELECT length(caller_id_name) AS times FROM campaign WHERE client_id = $1 ORDER BY 1',
        [clientId],
      ),
    );
  return { clientId, crossing: [change2(one, other), change2(other, one)], changes };
}

/** Resolves when this many wait; immediately for later ones. */
function meeting(of: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here === of) resolve();
    return promise;
  };
}

test('two transactions that block each other both come to their end, each once', async () => {
  const { clientId, crossing, changes } = await twoRows();
  await Promise.all(crossing.map((work) => asClient(db, clientId, work)));
  expect(await changes()).toEqual([{ times: 2 }, { times: 2 }]);
});

test('a transaction that cannot be taken back is not repeated', async () => {
  const { clientId, crossing, changes } = await twoRows();
  const ends = await Promise.allSettled(crossing.map((work) => asClientOnce(db, clientId, work)));
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(refused).toEqual(['40P01']);
  expect(await changes()).toEqual([{ times: 1 }, { times: 1 }]);
});

test.each([
  ['40001', 5],
  ['40P01', 5],
  ['23505', 1],
])('after the error %s a transaction is tried %s times in all', async (code, times) => {
  const { clientId } = await makeCampaign(db);
  let tries = 0;
  const work = async (tx: Tx) => {
    tries += 1;
    await tx.run(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`);
  };
  await expect(asClient({ ...db, jitter: () => 0 }, clientId, work)).rejects.toMatchObject({
    code,
  });
  expect(tries).toBe(times);
});
