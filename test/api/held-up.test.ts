/**
 * One client's requests hold up nobody else: its rows are locked here for as long as others are
 * asked, by a transaction that nobody ends, so a request that waited for it would fail the test.
 */
import { connect } from 'node:net';
import twilio from 'twilio';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openApiDatabases } from '../../src/api/databases.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import {
  asClient,
  asOwner,
  asPlatform,
  type Database,
  type DatabaseLimits,
} from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { held } from '../harness/held.ts';
import { until } from '../harness/until.ts';
import { authToken } from '../twilio/double/account.ts';
import { publicUrl } from '../twilio/open-carrier.ts';
import { addCarrier, twilioSite } from '../twilio/texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
afterAll(() => site.double.close());
const { api } = site;
const slow = await makeClient(db);
const quick = await makeClient(db);
const blocked = await api.signIn(slow);
const other = await api.signIn(quick);

const holdNumber = (phone: string) =>
  held(
    db,
    slow.clientId,
    "INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, $2, 'manager')",
    [slow.clientId, phone],
  );

const holdAll = (table: string) =>
  held(db, slow.clientId, `SELECT FROM ${table} WHERE client_id = $1 FOR UPDATE`);

const add = (phone: string, as: Caller = blocked) =>
  as.post(`/api/donotcall/${slow.clientId}/edit`, { phoneRestriction: phone });

const untilWaiting = (transactions: number) =>
  until(async () => {
    const row = await asOwner(db, (tx) =>
      tx.row<{ count: number }>(
        `SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    );
    return (row?.count ?? 0) >= transactions || undefined;
  });

async function callBack(carrier: string, fields: Record<string, string>): Promise<number> {
  const path = `/carrier/${carrier}/inbound`;
  const signature = twilio.getExpectedTwilioSignature(authToken, publicUrl + path, fields);
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    },
    body: new URLSearchParams(fields).toString(),
  });
  return response.status;
}

test('forty requests of one client wait for a lock: carriers, other clients and health get responses', async () => {
  const carrier = await addCarrier(db, site);
  const letGo = await holdNumber('12125550198');
  const responses = Array.from({ length: 40 }, () => add('12125550198'));
  await untilWaiting(4);
  const stop = {
    MessageSid: 'SM0123456789abcdef',
    From: '+13025560001',
    To: '+12122000000',
    Body: 'STOP',
  };
  expect(await callBack(carrier, stop)).toBe(200);
  const kept = await asPlatform(db, (tx) =>
    tx.rows<{ urgent: boolean }>('SELECT urgent FROM carrier_callback'),
  );
  expect(kept).toEqual([{ urgent: true }]);
  expect((await other.get('/api/customfield')).status).toBe(200);
  expect((await other.post('/api/reports/cdrcount', {})).status).toBe(200);
  expect((await api.stranger.get('/health/ready')).status).toBe(200);
  expect((await api.signIn(quick)).token).toBeDefined();
  await untilWaiting(1);
  await letGo();
  // A machine that is very slow lets some of them go without.
  for (const { status } of await Promise.all(responses)) expect([200, 409, 503]).toContain(status);
});

test('sign-ins and sessions of a client whose rows are locked hold up nobody', async () => {
  await asPlatform(db, (tx) => tx.run("UPDATE session SET last_used = now() - interval '1 hour'"));
  const sessions = await holdAll('session');
  // It is let in although its last use cannot be noted.
  expect((await blocked.get('/api/customfield')).status).toBe(200);
  const managers = await holdAll('manager');
  const { code, manager } = slow;
  const credentials = { code, username: manager.username, password: manager.password };
  const signIns = Array.from({ length: 8 }, () =>
    api.stranger.post('/api/security/login', credentials),
  );
  await untilWaiting(1);
  expect((await other.get('/api/customfield')).status).toBe(200);
  expect((await api.stranger.get('/health/ready')).status).toBe(200);
  await managers();
  await sessions();
  for (const { status } of await Promise.all(signIns)) expect([200, 503]).toContain(status);
});

test('an upload goes on while its client has no turn left', async () => {
  const letGo = await holdNumber('12125550197');
  const port = Number(new URL(api.url).port);
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `POST /api/calllist/upload HTTP/1.1\r\nHost: carillon\r\nAuthorization: Bearer ${blocked.token}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n',
  );
  const lease = () =>
    until(async () => {
      const row = await asClient(db, slow.clientId, (tx) =>
        tx.row<{ until: string }>(
          'SELECT lease_until::text AS until FROM upload WHERE client_id = $1',
          [slow.clientId],
        ),
      );
      return row?.until;
    });
  await lease();
  const responses = Array.from({ length: 40 }, () => add('12125550197'));
  await untilWaiting(5);
  const first = await lease();
  await until(async () => (await lease()) > first || undefined, 8);
  await letGo();
  await Promise.all(responses);
});

/** An API whose requests' database has other limits. */
async function limitedApi(limits: Partial<DatabaseLimits>) {
  const databases = openApiDatabases(db);
  const limited: Database = { ...databases.db };
  if (limited.limits) Object.assign(limited, { limits: { ...limited.limits, ...limits } });
  const own = await testApi(db, { db: limited });
  afterAll(databases.close);
  return { own, me: await own.signIn(slow) };
}

const problemOf = (response: { json<T>(): T }) => response.json<ProblemBody>();

test('a wait for a lock that is too long is reported as that, and not as a lost database', async () => {
  const { own, me } = await limitedApi({ lockMs: 100 });
  const letGo = await holdNumber('12125550196');
  const response = await add('12125550196', me);
  expect(problemOf(response)).toMatchObject({
    ...{ status: 503, code: 'held_up' },
    detail: 'Another operation is working on the same records. Try again in a moment.',
  });
  expect(response.headers.get('retry-after')).toBe('5');
  await letGo();
  expect((await add('12125550196', me)).status).toBe(200);
  expect(JSON.stringify(own.logged)).not.toContain('because the database is in trouble');
});

test('a statement that takes too long is ended with a sentence; the copy of a list may take longer', async () => {
  const { me } = await limitedApi({ statementMs: 1_000 });
  const { clientId } = slow;
  const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
  const given = { campaignId, name: 'Called once', phones: 1, status: 6 } as const;
  const callListId = await makeCallList(db, clientId, given);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 1, '13025550101')`,
      [clientId, callListId],
    ),
  );
  await asOwner(db, async (tx) => {
    await tx.run(
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_sleep(1.5); RETURN new; END $$`,
    );
    for (const table of ['do_not_call', 'call_list']) {
      await tx.run(
        `CREATE TRIGGER dawdle BEFORE INSERT ON ${table}
         FOR EACH ROW EXECUTE FUNCTION dawdle()`,
      );
    }
  });
  expect(problemOf(await add('12125550195', me))).toMatchObject({
    ...{ status: 503, code: 'held_up' },
    detail: 'The database took too long for this request. Request less, or try again in a moment.',
  });
  const response = await me.post(`/api/calllist/${callListId}/renew`, {
    ...{ campaignId, newCalllistName: 'Again', filterOptionNotCalled: true },
  });
  expect(response.status).toBe(200);
});
