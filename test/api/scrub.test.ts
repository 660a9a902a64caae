/** How many numbers of a campaign were checked, over HTTP, and what a rule says of a number that it holds. */
import { expect, test } from 'vitest';
import type { CampaignScrub } from '../../src/contract/scrub.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { storeAnswers } from '../../src/db/queries/scrub-answer.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const clock = virtualClock(afternoon);
const api = await testApi(db, { now: () => new Date(clock.now()) });

test('a rule on a scrub is written, asks at once, and says whom it holds and how many were checked', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const admin = await api.signIn(client);
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 4, firstPhone: 12_125_550_140 });
  const read = async () => {
    const response = await admin.get(`/api/campaign/${campaign.campaignId}/scrub`);
    expect(response.status).toBe(200);
    return response.json<CampaignScrub>().scrub;
  };
  expect(await read()).toBeNull();

  const saved = await admin.post('/api/policy/rule/0/edit', {
    ...{ purpose: 'sales', campaignId: null, country: null, state: null, channel: 'call' },
    ...{ source: null, sourceDate: null },
    terms: { kind: 'scrub', refused: 'litigator', untilChecked: false },
  });
  expect(saved.status).toBe(200);
  const none = { questions: ['litigator'], unserved: ['litigator'], silent: [] };
  expect(await read()).toEqual({ ...none, numbers: 4, checked: 0, held: 0 });
  const jobs = await asOwner(db, (tx) =>
    tx.rows(`SELECT 1 FROM graphile_worker.jobs WHERE key = $1`, [`scrub ${clientId}`]),
  );
  expect(jobs).toHaveLength(1);

  await asClient(db, clientId, (tx) =>
    storeAnswers(
      tx,
      clientId,
      [
        { phone: '12125550140', question: 'litigator', since: null, answer: 'no' },
        { phone: '12125550142', question: 'litigator', since: null, answer: 'yes' },
        { phone: '12125559999', question: 'litigator', since: null, answer: 'yes' },
      ],
      30,
    ),
  );
  expect(await read()).toEqual({ ...none, numbers: 4, checked: 2, held: 1 });
  const costs = await admin.get('/api/policy/costs');
  expect(costs.json()).toMatchObject({ costs: [{ count: 1, first: null, last: null }] });
  const number = await admin.get('/api/number/2125550142');
  const [entry] = number.json<{ entries: { verdict: object; rules: object[] }[] }>().entries;
  expect(entry?.verdict).toMatchObject({ kind: 'wait', reason: 'contact_policy', until: null });
  expect(entry?.rules).toContainEqual({
    ...{ rule: 'contact_policy', passed: false },
    read: expect.objectContaining({
      ...{
        rules: 1,
        rule: expect.objectContaining({
          terms: { kind: 'scrub', refused: 'litigator', untilChecked: false },
        }),
      },
    }),
  });
  const other = await api.signIn(await makeClient(db));
  expect((await other.get(`/api/campaign/${campaign.campaignId}/scrub`)).status).toBe(404);
});
