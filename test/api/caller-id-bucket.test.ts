import { expect, test } from 'vitest';
import type { CallerIdBucket } from '../../src/contract/caller-id-bucket.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeBucket, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);

test('a bucket says its size, its day and its campaigns, and returns its numbers in order', async () => {
  const id = await makeBucket(db, client.clientId, 'East', ['13025550190', '12125550101']);
  await makeBucket(db, client.clientId, 'Empty', []);
  for (const name of ['Reminders', 'Appointments']) {
    const campaign = await makeCampaign(db, client.clientId, { name });
    await asClient(db, client.clientId, (tx) =>
      tx.run(
        'UPDATE campaign SET caller_id_bucket_id = $3 WHERE client_id = $1 AND campaign_id = $2',
        [client.clientId, campaign, id],
      ),
    );
  }
  const buckets = (await manager.get('/api/rci')).json<CallerIdBucket[]>();
  expect(buckets).toMatchObject([
    { rciBucketId: id, name: 'East', size: 2, campaigns: 'Appointments, Reminders' },
    { name: 'Empty', size: 0, campaigns: '' },
  ]);
  expect(buckets[0]?.dateAssigned).toMatch(/^20\d\d-.*Z$/);
  const numbers = await manager.get(`/api/rci/${id}/numbers`);
  expect(numbers.json()).toEqual(['12125550101', '13025550190']);
  expect((await manager.get(`/api/rci/${buckets[1]?.rciBucketId}/numbers`)).json()).toEqual([]);
});

test('the bucket of another client is not there', async () => {
  const [bucket] = (await manager.get('/api/rci')).json<CallerIdBucket[]>();
  const other = await api.signIn(await makeClient(db));
  for (const id of [bucket?.rciBucketId, 999_999]) {
    const response = await other.get(`/api/rci/${id}/numbers`);
    expect([response.status, response.json<ProblemBody>().detail]).toEqual([
      404,
      'There is no such caller ID bucket.',
    ]);
  }
  expect((await manager.get('/api/rci/east/numbers')).status).toBe(400);
});
