/** Accounts whose numbers stand in several lists: a reuse took some of them, or a closed list has one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { renewList } from '../../src/db/queries/call-list-renew.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { freshDatabase } from '../harness/database.ts';
import { type AccountWish, entriesOf, makeAccounts } from './account-world.ts';
import { makeCampaign, makeTestClient, vault } from './world.ts';

const db = await freshDatabase({ max: 20 });
const [asks, beside, stranger, elsewhere] = [1, 2, 3, 4].map((n) => `1212555010${n}`) as [
  ...[string, string, string, string],
];

async function office() {
  const clientId = await makeTestClient(db);
  const campaign = await makeCampaign(db, { clientId });
  const { campaignId } = campaign;
  const load = (...accounts: AccountWish[]) => makeAccounts(db, campaign, accounts);
  const run = (sql: string, values: unknown[]) =>
    asClient(db, clientId, (tx) => tx.run(sql, [clientId, ...values]));
  const close = (list: number) =>
    run('UPDATE call_list SET status_id = 6 WHERE client_id = $1 AND call_list_id = $2', [list]);
  const called = (list: number, phone: string, result: string) =>
    run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result)
       SELECT $1, $2, entry_id, $3, phone, gen_random_uuid(), '2026-11-01Z', '2026-11-01Z', $5 FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND phone = $4`,
      [list, campaignId, phone, result],
    );
  const filters = { notCalled: true, calledAnswered: false, calledNotAnswered: true };
  /** @param meanwhile is waited for before the new list is committed */
  const reuse = async (callListId: number, meanwhile = async (_pid: number) => {}) => {
    await close(callListId);
    const wish = { callListId, campaignId, name: 'Again', filters };
    return asClient(db, clientId, async (tx) => {
      const me = await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const made = await renewList(tx, vault, clientId, wish);
      await meanwhile(me?.pid ?? 0);
      return made ?? 0;
    });
  };
  const waiting = async (list: number) =>
    (await entriesOf(db, clientId, list)).flatMap(({ phone, reason }) => (reason ? [] : [phone]));
  const stop = (phone: string) =>
    asClient(db, clientId, (tx) => optOut(tx, clientId, phone, 'text'));
  /** The first number met a machine: the reused list has the others. */
  const split = async () => {
    const first = await load({ phones: [asks, beside] }, { phones: [stranger] });
    await called(first, asks, 'machine');
    await called(first, beside, 'busy');
    const again = await reuse(first);
    expect(await waiting(again)).toEqual([beside, stranger]);
    return again;
  };
  return { clientId, load, close, reuse, waiting, stop, split };
}

test('a stop bars the numbers of the account that a reuse took without the one that asks', async () => {
  const { split, waiting, stop, reuse } = await office();
  const again = await split();
  const third = await reuse(again);
  await stop(asks);
  expect(await waiting(third)).toEqual([stranger]);
});

test('a list that was split before the stop is reused without the account', async () => {
  const { split, waiting, stop, reuse } = await office();
  const again = await split();
  await stop(asks);
  expect(await waiting(await reuse(again))).toEqual([stranger]);
});

test('a stop holds for the External Id that only a closed list says, where nobody was called', async () => {
  const { load, close, waiting, stop } = await office();
  await close(await load({ phones: [asks], externalId: 'A' }));
  const open = await load({ phones: [elsewhere], externalId: 'A' }, { phones: [stranger] });
  await stop(asks);
  expect(await waiting(open)).toEqual([stranger]);
});

test('a stop that comes while a list is being reused waits for it and bars in it', async () => {
  const { split, waiting, stop, reuse } = await office();
  const again = await split();
  let stopping: Promise<unknown> = Promise.resolve();
  const third = await reuse(again, async (pid) => {
    let over = false;
    stopping = stop(asks).finally(() => {
      over = true;
    });
    const isBlocked = async () => {
      const blocked = 'SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))';
      return ((await db.pool.query(blocked, [pid])).rowCount ?? 0) > 0;
    };
    while (!over && !(await isBlocked())) await sleep(10);
  });
  await stopping;
  expect(await waiting(third)).toEqual([stranger]);
});
