import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { beginStop, liftStop } from '../../src/db/queries/operator-stop.ts';
import type { StopReach } from '../../src/domain/operator-stop-words.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

test('managers see a stop of everything, of their own client and its carriers, and of no other client', async () => {
  const [one, two] = [await makeClient(db), await makeClient(db)];
  const [own, other] = [await api.signIn(one), await api.signIn(two)];
  const holdOf = async (manager: typeof own) =>
    (await manager.get('/api/hold')).json<{ stops: unknown[] }>();
  expect(await holdOf(own)).toEqual({ hold: null, stops: [] });
  const by = { reason: 'A complaint', stoppedBy: 'ann@east' };
  const client: StopReach = { scope: 'client', client: one.code };
  await asPlatform(db, (tx) => beginStop(tx, client, one.clientId, by));
  await asPlatform(db, (tx) => beginStop(tx, { scope: 'carrier', carrier: 'simulated' }, null, by));
  expect(await holdOf(own)).toEqual({
    hold: null,
    stops: ['client', 'carrier'].map((scope) => {
      const carrier = scope === 'carrier' ? 'simulated' : null;
      return {
        ...{ by: 'operator', scope, carrier, stoppedBy: '', stopNumber: null },
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        reason: expect.any(String),
        reasonCode: {
          ...{ code: 'operator_stop', scope, carrier, since: expect.any(String) },
          said: by.reason,
        },
      };
    }),
  });
  // The carrier is theirs, too.
  expect(await holdOf(other)).toMatchObject({ stops: [{ scope: 'carrier' }] });
  await asPlatform(db, (tx) => beginStop(tx, { scope: 'all' }, null, by));
  for (const manager of [own, other]) {
    expect(await holdOf(manager)).toMatchObject({ hold: null });
    expect((await holdOf(manager)).stops[0]).toMatchObject({ scope: 'all' });
  }
  await asPlatform(db, (tx) => liftStop(tx, { scope: 'all' }, null, 'ann@east'));
  expect((await holdOf(other)).stops).toHaveLength(1);
});
