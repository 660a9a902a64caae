/** Erasures and hashed stops that come while a list is made anew from another (decision 073). */
import { expect, test } from 'vitest';
import { asClient, asOwner } from '../../src/db/database.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { renewList } from '../../src/db/queries/call-list-renew.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { barStopsSince, stopsSeen } from '../../src/db/queries/stops-meanwhile.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { entriesOf, makeAccounts } from './account-world.ts';
import { makeCampaign, makeTestClient, vault } from './world.ts';

const db = await freshDatabase({ max: 20 });
db.connection.numberKey = numberKeyOf(vault.lookupKey('numbers'));
const [gone, other] = ['12125550101', '12125550102'] as const;

/** @param status 6: Closed; 4: Loaded */
async function listWith(status: 4 | 6) {
  const clientId = await makeTestClient(db);
  const { campaignId } = await makeCampaign(db, { clientId });
  const accounts = [{ phones: [gone] }, { phones: [other], externalId: `of ${gone}` }];
  const callListId = await makeAccounts(db, { clientId, campaignId }, accounts);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET status_id = $2 WHERE client_id = $1', [clientId, status]),
  );
  const filters = { notCalled: true, calledAnswered: false, calledNotAnswered: false };
  const reuse = () =>
    asClient(db, clientId, async (tx) => {
      const wish = { callListId, campaignId, name: 'Again', filters };
      return (await renewList(tx, vault, clientId, wish)) ?? 0;
    });
  const erase = () =>
    erasePerson(db, vault, { clientId, phone: gone, hashed: true, managerId: null });
  const holding = async () => {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<{ id: number }>(
        `SELECT call_list_id AS id FROM list_entry
         WHERE client_id = $1 AND (phone = $2 OR external_id LIKE '%' || $2)`,
        [clientId, gone],
      ),
    );
    return rows.map(({ id }) => id);
  };
  return { clientId, campaignId, callListId, reuse, erase, holding };
}

/** A reuse that has copied the numbers and cannot go on to its end. */
async function heldReuse(reuse: () => Promise<number>) {
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = asOwner(db, async (tx) => {
    await tx.run('LOCK TABLE call_list_count IN SHARE ROW EXCLUSIVE MODE');
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const made = reuse();
  await until(async () => {
    const rows = await asOwner(db, (tx) =>
      tx.rows(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'call_list_count'::regclass`,
      ),
    );
    return rows.length > 0 || undefined;
  });
  return {
    async end() {
      held.resolve();
      await holder;
      await made;
    },
  };
}

test('an erasure never misses a list that is being made anew: it is refused until that is there', async () => {
  const { reuse, erase, holding } = await listWith(6);
  const held = await heldReuse(reuse);
  const first = await erase().catch((error: unknown) => error);
  await held.end();
  expect(first).toMatchObject({
    code: 'in_use',
    message: 'A contact list is being reused, which may hold this number. Try again afterwards.',
  });
  expect(await holding()).toHaveLength(4);
  await erase();
  expect(await holding()).toEqual([]);
});

test('of reuses and erasures at once, none leaves the digits in a list', async () => {
  const { reuse, erase, holding } = await listWith(6);
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => (n % 3 === 1 ? erase() : reuse())),
  );
  const broken = tries.filter(
    (one) => one.status === 'rejected' && (one.reason as { code?: string }).code !== 'in_use',
  );
  expect(broken).toEqual([]);
  await erase();
  expect(await holding()).toEqual([]);
});

test("a stop that is kept as a hash bars the number's own entries in a list that was made meanwhile", async () => {
  const { clientId, callListId } = await listWith(4);
  await asClient(db, clientId, async (tx) => {
    const seen = await stopsSeen(tx);
    await asClient(db, clientId, (meanwhile) =>
      meanwhile.run(
        `INSERT INTO do_not_call (client_id, phone, source, whole_account)
         VALUES ($1, number_hash($1, $2), 'manager', true)`,
        [clientId, gone],
      ),
    );
    await barStopsSince(tx, clientId, callListId, seen);
  });
  const entries = await entriesOf(db, clientId, callListId);
  expect(entries.map(({ phone, reason }) => [phone, reason])).toEqual([
    [gone, expect.stringMatching(/^(do_not_call|opted_out.*|account_stop)$/)],
    [other, null],
  ]);
});
