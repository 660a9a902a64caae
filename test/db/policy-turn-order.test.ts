/** When a claim takes the turn of the contact policy (docs/decisions/100-policy-turn-late.md). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient, asPlatform, type Tx } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { acquireLeases } from '../../src/db/queries/lease.ts';
import { storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const now = new Date(afternoon);

/** What a claim of such a campaign locks, in order. */
async function locksOf(change: string): Promise<string[]> {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 3, firstPhone: 12_123_000_000 });
  await asClient(db, clientId, async (tx) => {
    const anywhere = { purpose: null, campaignId: null, country: null, state: null };
    const terms = { kind: 'gap', of: 'number', hours: 5 } as const;
    const rule = { ...anywhere, terms, channel: 'any' as const, preset: null };
    const by = { managerId: null, now };
    await storePolicyRule(tx, clientId, 0, { ...rule, source: null, sourceDate: null }, by);
    await tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]);
    await tx.run(change, [clientId]);
  });
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 600));
  const lease = leases.find((one) => one.campaignId === campaignId);
  if (!lease) throw new Error('There is no lease.');
  const locks: string[] = [];
  const noted = (sql: string) => {
    if (/FROM policy_book .* FOR NO KEY UPDATE/.test(sql)) locks.push('turn');
    if (sql.includes('FOR UPDATE OF e SKIP LOCKED')) locks.push('entries');
    if (sql.includes('INSERT INTO attempt')) locks.push('attempts');
    return sql;
  };
  const noting = (tx: Tx): Tx => ({
    ...tx,
    rows: (sql, values) => tx.rows(noted(sql), values),
    row: (sql, values) => tx.row(noted(sql), values),
    run: (sql, values) => tx.run(noted(sql), values),
  });
  const outcome = await asClient(db, clientId, (tx) =>
    claimCalls(noting(tx), {
      ...{ lease, now, wanted: 3, skip: [], callerId: { type: 0, number: '' } },
      judge: () => ({ kind: 'call', until: simMs(Number.POSITIVE_INFINITY) }),
    }),
  );
  expect(outcome).toMatchObject({ kind: 'claimed' });
  return locks;
}

test('a claim takes its turn after its entries, so that others wait for less', async () => {
  expect(await locksOf('SELECT $1::int')).toEqual(['entries', 'turn', 'attempts']);
});

test('before them, where who records that a person answered waits for entries', async () => {
  const onePerAccount = 'UPDATE campaign SET one_call_per_account = true WHERE client_id = $1';
  expect(await locksOf(onePerAccount)).toEqual(['turn', 'entries', 'attempts']);
  const ofFollowUps = 'UPDATE call_list SET follows_list_id = call_list_id WHERE client_id = $1';
  expect(await locksOf(ofFollowUps)).toEqual(['turn', 'entries', 'attempts']);
});
