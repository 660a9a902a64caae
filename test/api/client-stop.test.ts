import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { beginStop, liftStop } from '../../src/db/queries/operator-stop.ts';
import { makeCampaign, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

type Signed = Awaited<ReturnType<typeof api.signIn>>;

interface ShownStop {
  by: string;
  stopNumber: number;
  reasonCode: { said: string };
}
interface Shown {
  code?: string;
  stops: [ShownStop, ...ShownStop[]];
}
const bodyOf = (response: { json(): unknown }) => response.json() as Shown;
const holdOf = async (manager: Signed) => bodyOf(await manager.get('/api/hold'));
const stop = (manager: Signed, carrier: string | null = null, reason = 'Wrong script') =>
  manager.post('/api/stop', { carrier, reason });
const lift = (manager: Signed, stopNumber: number | null, carrier: string | null = null) =>
  manager.post('/api/stop/lift', { carrier, stopNumber });
const numberOf = async (manager: Signed): Promise<number | null> => {
  const own = (await holdOf(manager)).stops.find(({ by }) => by === 'administrator');
  return own?.stopNumber ?? null;
};

test('an administrator stops and lifts their own client; others see and may do nothing of it', async () => {
  const [one, two] = [await makeClient(db), await makeClient(db)];
  const [own, other] = [await api.signIn(one), await api.signIn(two)];
  const response = await stop(own);
  expect(response.status).toBe(200);
  const shown = {
    ...{ by: 'administrator', scope: 'client', carrier: null, stoppedBy: expect.any(String) },
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    reason: expect.any(String),
    stopNumber: expect.any(Number),
    reasonCode: {
      ...{ code: 'client_stop', carrier: null, since: expect.any(String), said: 'Wrong script' },
      by: expect.any(String),
    },
  };
  expect(bodyOf(response)).toEqual({ stops: [shown] });
  const { campaignId } = await makeCampaign(db, { clientId: one.clientId });
  const check = await own.get(`/api/campaign/${campaignId}/start`);
  expect(check.json()).toMatchObject({ waitsFor: { reasonCode: { code: 'client_stop' } } });
  expect(await holdOf(own)).toEqual({ hold: null, stops: [shown] });
  expect(await holdOf(other)).toEqual({ hold: null, stops: [] });
  // Another client neither lifts it nor sees that it is there.
  expect(bodyOf(await lift(other, await numberOf(own)))).toEqual({ stops: [] });
  expect((await holdOf(own)).stops).toHaveLength(1);
  const lifted = await lift(own, await numberOf(own));
  expect([lifted.status, bodyOf(lifted)]).toEqual([200, { stops: [] }]);
  // Lifting it once more changes nothing, and says what is true.
  expect(bodyOf(await lift(own, null))).toEqual({ stops: [] });
});

test('the first stop keeps its name and reason; what was not read is not lifted', async () => {
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const [first, second] = [await stop(manager, null, 'First'), await stop(manager, null, 'Second')];
  expect(bodyOf(first).stops[0].reasonCode.said).toBe('First');
  expect(bodyOf(second)).toEqual(bodyOf(first));
  const before = await numberOf(manager);
  await lift(manager, before);
  await stop(manager, null, 'Third');
  const refused = await lift(manager, before);
  expect([refused.status, bodyOf(refused).code]).toEqual([409, 'conflict']);
  expect((await holdOf(manager)).stops).toHaveLength(1);
  // Two at once and a lift between them: each answer is what was true then, and the last is the end.
  await Promise.all([stop(manager), lift(manager, await numberOf(manager)), stop(manager)]);
  const rows = await asClient(db, client.clientId, (tx) => tx.rows('SELECT FROM client_stop'));
  expect((await holdOf(manager)).stops).toHaveLength(rows.length);
});

test("an administrator stops the client's own carrier and no other, and cannot lift the operator's stop", async () => {
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const wrong = await stop(manager, 'elsewhere');
  expect([wrong.status, bodyOf(wrong).code]).toEqual([422, 'rule_broken']);
  const carrier = await stop(manager, 'simulated');
  expect(bodyOf(carrier).stops).toMatchObject([{ scope: 'carrier', carrier: 'simulated' }]);
  await lift(manager, await numberOf(manager), 'simulated');
  const reach = { scope: 'client', client: client.code } as const;
  const by = { reason: 'A complaint', stoppedBy: 'ann@east' };
  await asPlatform(db, (tx) => beginStop(tx, reach, client.clientId, by));
  const refused = await lift(manager, null);
  expect([refused.status, bodyOf(refused).code]).toEqual([403, 'not_allowed']);
  // Beside the operator's, the own one can be set and lifted, and the operator's stays.
  expect(bodyOf(await stop(manager)).stops).toHaveLength(2);
  expect(bodyOf(await lift(manager, await numberOf(manager))).stops).toMatchObject([
    { by: 'operator', stoppedBy: '', stopNumber: null },
  ]);
  await asPlatform(db, (tx) => liftStop(tx, reach, client.clientId, 'ann@east'));
});

test('managers and reporters can neither stop nor lift, and a reason has at most 300 characters', async () => {
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const long = await stop(manager, null, 'x'.repeat(301));
  expect([long.status, bodyOf(long).code]).toEqual([422, 'rule_broken']);
  for (const role of ['manager', 'reporter']) {
    await asClient(db, client.clientId, (tx) => tx.run('UPDATE manager SET role = $1', [role]));
    for (const response of [await stop(manager), await lift(manager, null)]) {
      expect([response.status, bodyOf(response).code]).toEqual([403, 'not_allowed']);
    }
  }
  expect((await holdOf(manager)).stops).toEqual([]);
});

test('a stop and its lifting are entries of the audit log, with what was before and after', async () => {
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  await stop(manager);
  await lift(manager, await numberOf(manager));
  const { entries } = (await manager.get('/api/audit?thing=clientStop')).json() as {
    entries: unknown;
  };
  expect(entries).toMatchObject([
    { operation: 'liftClientStop', before: { reason: 'Wrong script' }, after: null },
    { operation: 'stopClient', before: null, after: { reason: 'Wrong script' } },
  ]);
});

test('a stop is answered only when its campaigns report nothing that was begun before it', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const manager = await api.signIn(client);
  const { campaignId } = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await makeList(db, { clientId, campaignId }, { entries: 1 });
  await requestStart(db, clientId, campaignId);
  const lease = { settled: 0 };
  await asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, gen_random_uuid(), 1, 'infinity')`,
      [clientId, campaignId],
    ),
  );
  let answered = false;
  const stopping = stop(manager).then((response) => {
    answered = true;
    return response;
  });
  while ((await holdOf(manager)).stops.length === 0) await sleep(10);
  // In force, and still unanswered: the engine may be about to submit.
  for (let read = 0; read < 20; read += 1) await holdOf(manager);
  expect(answered).toBe(false);
  while (!answered) {
    lease.settled += 1;
    await asPlatform(db, (tx) =>
      tx.run('UPDATE campaign_lease SET submissions_settled = $2 WHERE client_id = $1', [
        ...[clientId, lease.settled],
      ]),
    );
    await sleep(20);
  }
  expect((await stopping).status).toBe(200);
});
