/** A forecast while the campaign's lists change. */
import { expect, test } from 'vitest';
import { callListStatus } from '../../src/contract/call-list.ts';
import type { CampaignForecast } from '../../src/contract/forecast.ts';
import { asClient } from '../../src/db/database.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date(afternoon) });
const client = await makeClient(db);
const { clientId } = client;
const me = caller(api.url, await openSession(db, clientId, client.manager.managerId));

const ask = async (campaignId: number) =>
  (await me.post(`/api/campaign/${campaignId}/forecast`, {})).json<CampaignForecast>();

test('a list that begins to load, or has loaded, counts at once, however short ago somebody asked', async () => {
  const campaign = await makeCampaign(db, { clientId });
  await makeList(db, campaign, { entries: 5, firstPhone: 13_122_000_000 });
  expect(await ask(campaign.campaignId)).toMatchObject({ reachable: 5 });
  const list = await makeList(db, campaign, { entries: 7, firstPhone: 13_123_000_000 });
  const setStatus = (status: number) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE call_list SET status_id = $2 WHERE client_id = $1 AND call_list_id = $3', [
        ...[clientId, status, list],
      ]),
    );
  await setStatus(callListStatus.processing);
  const loading = await ask(campaign.campaignId);
  expect(loading).toMatchObject({ reachable: 5 });
  expect(loading.doubts).toContain('list_loading');
  await setStatus(callListStatus.loaded);
  expect(await ask(campaign.campaignId)).toMatchObject({ reachable: 12 });
});
