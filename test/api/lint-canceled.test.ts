/** Checks whose sender is gone read no list any further. */
import { expect, test } from 'vitest';
import { asOwner } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCallList } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addContacts, makeTextCampaign } from '../harness/text-data.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const api = await testApi(db);

test('a pass over a list ends in PostgreSQL when its sender goes, and the next one is answered', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const manager = await api.signIn(client);
  const campaignId = await makeTextCampaign(db, clientId, { name: 'Texts' });
  const list = await makeCallList(db, clientId, { campaignId, name: 'People', phones: 1 });
  await addContacts(db, clientId, list, [{ first_name: 'Ada', external_id: 'A-1' }]);
  const ask = (signal?: AbortSignal) =>
    fetch(`${api.url}/api/messagetext/lint`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${manager.token}`,
      },
      body: JSON.stringify({ message: 'Hi [first_name]', campaignId }),
      ...(signal && { signal }),
    });
  const passes = async () =>
    (
      await asOwner(db, (tx) =>
        tx.rows(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
             AND wait_event_type = 'Lock' AND query LIKE '%FROM list_entry%'`,
        ),
      )
    ).length;
  const gone = new AbortController();
  // As long as the list is locked, no pass over it ends by itself.
  await asOwner(db, async (tx) => {
    await tx.run('LOCK TABLE list_entry IN ACCESS EXCLUSIVE MODE');
    const asked = ask(gone.signal);
    await until(async () => (await passes()) === 1 || undefined);
    gone.abort();
    await expect(asked).rejects.toThrow();
    // Sooner than its wait for the lock ends by itself.
    await until(async () => (await passes()) === 0 || undefined, 8);
  });
  expect((await ask()).status).toBe(200);
});
