import { expect, test } from 'vitest';
import { asClient, asOwner } from '../../src/db/database.ts';
import { listCallLists } from '../../src/db/queries/call-list.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import {
  countCallLists,
  countCampaign,
  listProgress,
} from '../../src/db/queries/campaign-stats.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { daysAgo, keeps, makeOldList, now, rowsOf, standStill } from './world.ts';

const db = await freshDatabase();
await standStill(db);
await keeps(db, undefined, { calls: null, texts: null });

const stored = { entries: 10, rejected: 0, attempts: 10, records: 10, texts: 0 };
const emptied = { ...stored, entries: 0, attempts: 0 };

test('contact data of a list goes when its days are over, and its attempts with it; the records stay', async () => {
  const { clientId, code } = await makeClient(db);
  const old = await makeOldList(db, clientId, { age: 731, rejected: 6 });
  const young = await makeOldList(db, clientId, { age: 729, rejected: 6 });
  const deleted = await runRetention(db);
  expect(await rowsOf(db, old)).toEqual(emptied);
  expect(await rowsOf(db, young)).toEqual({ ...stored, rejected: 6 });
  expect(deleted?.clients.find((one) => one.code === code)).toMatchObject({
    lists: 1,
    contacts: 16,
    attempts: 10,
    calls: 0,
  });
});

test('a list in which a number waits is never touched, however old, until somebody closes it', async () => {
  const { clientId, code } = await makeClient(db);
  const open = await makeOldList(db, clientId, { age: 3_000, status: 3, waiting: 1 });
  const before = await rowsOf(db, open);
  const deleted = await runRetention(db);
  expect(await rowsOf(db, open)).toEqual(before);
  expect(deleted?.clients.find((one) => one.code === code)).toMatchObject({
    lists: 0,
    openLists: 1,
  });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET status_id = 6 WHERE client_id = $1', [clientId]),
  );
  // Closing it is its last use: its days begin at that.
  await runRetention(db);
  expect(await rowsOf(db, open)).toEqual(before);
});

test('a list with a call that has not ended is never touched', async () => {
  const { clientId } = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 3_000, status: 3, inCall: true });
  await runRetention(db);
  expect(await rowsOf(db, list)).toEqual(stored);
});

test('an open list in which nothing waits has ended: it is closed and emptied', async () => {
  const { clientId } = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 731, status: 3 });
  await runRetention(db);
  expect(await rowsOf(db, list)).toEqual(emptied);
  const [shown] = await asClient(db, clientId, (tx) => listCallLists(tx, clientId));
  expect(shown?.callListStatusName).toBe('Closed');
});

test('the lists of a deleted campaign have ended, whatever waits in them', async () => {
  const { clientId } = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 800, status: 3, waiting: 5 });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET deleted_at = $2 WHERE client_id = $1', [clientId, daysAgo(731)]),
  );
  await runRetention(db);
  expect(await rowsOf(db, list)).toEqual(emptied);
});

test('what a cap or the policy may count stays for 369 days, although the contact data is gone', async () => {
  const { clientId } = await makeClient(db);
  await keeps(db, clientId, { contacts: 30 });
  const [within, beyond] = [
    await makeOldList(db, clientId, { age: 368 }),
    await makeOldList(db, clientId, { age: 370 }),
  ];
  await runRetention(db);
  expect(await rowsOf(db, within)).toEqual({ ...stored, entries: 0 });
  expect(await rowsOf(db, beyond)).toEqual(emptied);
});

test('an attempt of a text stays for as long as its text is kept', async () => {
  const { clientId } = await makeClient(db);
  await keeps(db, clientId, { contacts: 400, texts: 900 });
  const list = await makeOldList(db, clientId, { age: 500, texting: true });
  await runRetention(db);
  expect(await rowsOf(db, list)).toEqual({ ...stored, entries: 0, texts: 10 });
  await keeps(db, clientId, { texts: 450 });
  await runRetention(db);
  expect(await rowsOf(db, list)).toMatchObject({ attempts: 0, texts: 0 });
  const parts = await asClient(db, clientId, (tx) => tx.rows('SELECT 1 FROM text_part'));
  expect(parts).toEqual([]);
});

test('a large list is dropped as a partition, beside calls of another list', async () => {
  const { clientId } = await makeClient(db);
  const old = await makeOldList(db, clientId, { age: 731, large: true });
  const young = await makeOldList(db, clientId, { age: 10, large: true });
  await runRetention(db);
  expect(await rowsOf(db, old)).toEqual(emptied);
  expect(await rowsOf(db, young)).toEqual(stored);
  const tables = await asOwner(db, (tx) =>
    tx.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname ~ '^list_entry_[0-9]{10}$'`,
    ),
  );
  expect(tables.map(({ name }) => name)).toEqual([`list_entry_${young.callListId}`]);
});

test('what counters and reports say of a campaign is the same before and after', async () => {
  const { clientId } = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 800, rejected: 7 });
  const shown = () =>
    asClient(db, clientId, async (tx) => ({
      stats: await countCampaign(tx, clientId, list.campaignId),
      lists: await countCallLists(tx, clientId, [list.callListId]),
      progress: await listProgress(tx, clientId, [list.campaignId]),
      table: await listCallLists(tx, clientId),
    }));
  const funnel = () =>
    asClient(db, clientId, (tx) => campaignFunnel(tx, clientId, list.campaignId, new Date(now)));
  const [before, funnelBefore] = [await shown(), await funnel()];
  await runRetention(db);
  expect(await rowsOf(db, list)).toMatchObject({ entries: 0, rejected: 0 });
  expect(await shown()).toEqual(before);
  expect(await funnel()).toEqual(funnelBefore);
  expect(funnelBefore?.leftOut).toEqual([
    { reason: expect.any(String), reasonCode: { code: 'number_malformed' }, count: 4 },
    { reason: expect.any(String), reasonCode: { code: 'number_duplicate' }, count: 3 },
  ]);
});

test('who is on the do-not-call list stays there, with the account that was stopped', async () => {
  const { clientId } = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 3_000 });
  const [phone] = list.phones;
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO do_not_call (client_id, phone, source, created, text_at)
       VALUES ($1, $2, 'text', $3, $3)`,
      [clientId, phone, daysAgo(3_000)],
    );
    await tx.run(`INSERT INTO account_stop (client_id, external_id, phone) VALUES ($1, 'A', $2)`, [
      clientId,
      phone,
    ]);
  });
  await keeps(db, clientId, { contacts: 1, calls: 30, texts: 30, inbound: 30 });
  await runRetention(db);
  expect(await rowsOf(db, list)).toEqual({ ...emptied, records: 0 });
  const kept = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT phone FROM do_not_call UNION ALL SELECT phone FROM account_stop'),
  );
  expect(kept).toEqual([{ phone }, { phone }]);
});
