/** When a code may go to a number that nobody has proven (decision 095). */
import { afterEach, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTextingNumber } from '../harness/text-data.ts';

const db = await freshDatabase();
// A Wednesday, 12:00 in the East and 7:00 in Hawaii.
const noon = new Date('2026-11-18T17:00:00Z');
let now = noon;
const api = await testApi(db, { now: () => now });
afterEach(() => {
  now = noon;
});
const own = '13025550123';

async function signedIn() {
  const client = await makeClient(db);
  return { clientId: client.clientId, me: await api.signIn(client) };
}

const sql = (clientId: number, text: string, values: unknown[] = []) =>
  asClient(db, clientId, (tx) => tx.rows<Record<string, unknown>>(text, values));

/** As an engine does when it is over. */
const endAll = (clientId: number) =>
  sql(
    clientId,
    `UPDATE manager_contact SET status = 'ended', ended_at = requested_at, plan = NULL WHERE ended_at IS NULL`,
  );

test('within 24 hours at most five codes go to a number, and ten to a manager, whatever the hours', async () => {
  const who = await signedIn();
  const send = async (phone: string) => {
    const response = await who.me.post('/api/manager/phone', { phone });
    await endAll(who.clientId);
    await sql(
      who.clientId,
      `UPDATE manager_contact SET requested_at = requested_at - interval '2 hours'`,
    );
    return response;
  };
  for (let sent = 0; sent < 5; sent += 1) expect((await send(own)).status).toBe(200);
  const sixth = await send(own);
  expect(sixth.json()).toMatchObject({
    code: 'conflict',
    reason: { code: 'code_limit', of: 'number', most: 5 },
  });
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await send(`302555016${sent}`)).status).toBe(200);
  }
  const eleventh = await send('3025550170');
  expect(eleventh.json()).toMatchObject({
    reason: { code: 'code_limit', of: 'manager', most: 10 },
  });
  const { reason } = eleventh.json<{ reason: { allowedFrom: string } }>();
  expect(Date.parse(reason.allowedFrom)).toBeGreaterThan(now.getTime());
  expect(await sql(who.clientId, 'SELECT FROM manager_contact')).toHaveLength(10);
});

test.each([
  // 302 is Eastern; 850 is Eastern and Central; 808 is Hawaii.
  ['3025550123', '2026-11-18T12:59:00Z', '2026-11-18T13:00:00.000Z'],
  ['3025550123', '2026-11-19T01:59:45Z', '2026-11-19T13:00:00.000Z'],
  ['8505550123', '2026-11-18T13:30:00Z', '2026-11-18T14:00:00.000Z'],
  ['8085550123', '2026-11-18T17:00:00Z', '2026-11-18T18:00:00.000Z'],
])('a code to %s at %s may be sent from %s on', async (phone, at, allowedFrom) => {
  const { me, clientId } = await signedIn();
  now = new Date(at);
  for (const channel of ['voice', 'text']) {
    if (channel === 'text') await makeTextingNumber(db, clientId);
    const refused = await me.post('/api/manager/phone', { phone, channel });
    expect(refused.status, refused.text).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      reason: { code: 'code_hours', allowedFrom },
    });
  }
  expect(await sql(clientId, 'SELECT FROM manager_contact')).toHaveLength(0);
  now = new Date(allowedFrom);
  expect((await me.post('/api/manager/phone', { phone, channel: 'voice' })).status).toBe(200);
});

test("a client's own hours and its contact policy hold for a code, too", async () => {
  const { me, clientId } = await signedIn();
  await sql(clientId, `UPDATE client SET calling_hours = '{"open":"13:00"}' WHERE client_id = $1`, [
    clientId,
  ]);
  const refused = await me.post('/api/manager/phone', { phone: own });
  expect(refused.json()).toMatchObject({ reason: { allowedFrom: '2026-11-18T18:00:00.000Z' } });
  now = new Date('2026-11-18T18:00:00Z');
  await sql(
    clientId,
    `INSERT INTO policy_rule (client_id, channel, terms) VALUES ($1, 'call',
       '{"kind":"hours","days":["wed"],"open":null,"close":null,"from":null,"until":null}')`,
    [clientId],
  );
  const closed = await me.post('/api/manager/phone', { phone: own });
  expect(closed.json()).toMatchObject({ reason: { allowedFrom: '2026-11-19T18:00:00.000Z' } });
  await makeTextingNumber(db, clientId);
  expect((await me.post('/api/manager/phone', { phone: own, channel: 'text' })).status).toBe(200);
});
