/** Statements on a list that was just loaded: the planner knows nothing of it (decision 014). */

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient, asOwner, asPlatform, type Tx } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import type { ClaimRequest } from '../../src/db/queries/claim-request.ts';
import { barWaiting } from '../../src/db/queries/do-not-call-import.ts';
import { giveBack } from '../../src/db/queries/give-back.ts';
import { acquireLeases, type Lease } from '../../src/db/queries/lease.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { recordResults } from '../../src/db/queries/record.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { afternoon, type Campaign, makeCampaign, makeList, vault } from './world.ts';

const db = await freshDatabase();
const firstPhone = 12_122_000_000;
const entries = 30_000;

async function loaded() {
  await asOwner(db, (tx) =>
    tx.run('ALTER TABLE list_entry_shared SET (autovacuum_enabled = false)'),
  );
  const campaign = await makeCampaign(db);
  await makeList(db, campaign, { entries, firstPhone });
  return campaign;
}

/** A claim that takes every number. */
const request: Omit<ClaimRequest, 'lease' | 'wanted'> = {
  ...{ now: new Date(afternoon), skip: [] },
  judge: () => ({ kind: 'call', until: simMs(Number.POSITIVE_INFINITY) }),
  callerId: { type: 0, number: '' },
};

async function leaseOf({ clientId, campaignId }: Campaign): Promise<Lease> {
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]),
  );
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 60));
  const lease = leases.find((one) => one.campaignId === campaignId);
  if (!lease) throw new Error('no lease');
  return lease;
}

/** Entries that a transaction read. */
function readBy(clientId: number, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  const counted = async (tx: Tx) => {
    const row = await tx.row<{ n: number }>(
      `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS n
       FROM pg_stat_xact_user_tables WHERE relname = 'list_entry_shared'`,
    );
    return row?.n ?? 0;
  };
  return asClient(db, clientId, async (tx) => {
    const before = await counted(tx);
    await work(tx);
    return (await counted(tx)) - before;
  });
}

test('numbers that join the do-not-call list read their own entries only, also in a list without statistics', async () => {
  const { clientId } = await loaded();
  const phones = Array.from({ length: 50 }, (_, n) => String(firstPhone + entries - 50 + n));
  const read = await readBy(clientId, (tx) => barWaiting(tx, clientId, phones));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50 * 5);
  const barred = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT FROM list_entry WHERE client_id = $1 AND state = 2', [clientId]),
  );
  expect(barred.length).toBe(50);
});

test('a claim of a list without statistics reads what it takes only', async () => {
  const before = await loaded();
  await asClient(db, before.clientId, (tx) =>
    tx.run('UPDATE list_entry SET state = 1 WHERE client_id = $1', [before.clientId]),
  );
  await asOwner(db, (tx) => tx.run('ANALYZE list_entry_shared'));
  // The planner knows the list from before, of which nothing waits, and takes this one for a row.
  const { clientId, campaignId } = await loaded();
  const lease = await leaseOf({ clientId, campaignId });
  const read = await readBy(clientId, (tx) => claimCalls(tx, { ...request, lease, wanted: 50 }));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50 * 10);
});

test('calls that are given back read their own entries only', async () => {
  const { clientId, campaignId } = await loaded();
  const lease = await leaseOf({ clientId, campaignId });
  const outcome = await asClient(db, clientId, (tx) =>
    claimCalls(tx, { ...request, lease, wanted: 50 }),
  );
  if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
  const read = await readBy(clientId, (tx) =>
    giveBack(tx, lease, outcome.calls, new Date(afternoon)),
  );
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50 * 5);
  expect(await recount(db, clientId)).toMatchObject({ attempts: 0, wrongCounts: [] });
});

test('results of a list that is newer than the statistics read their own entries only', async () => {
  await loaded();
  await asOwner(db, (tx) => tx.run('ANALYZE list_entry_shared'));
  const { clientId, campaignId } = await loaded();
  const lease = await leaseOf({ clientId, campaignId });
  await asOwner(db, (tx) => tx.run('SELECT ensure_call_record_month($1)', [new Date(afternoon)]));
  const outcome = await asClient(db, clientId, (tx) =>
    claimCalls(tx, { ...request, lease, wanted: 50 }),
  );
  if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
  const finishedAt = simMs(afternoon + 20_000);
  const ends = outcome.calls.map(({ callListId, entryId }) => ({
    ...({ callListId, entryId, result: 'busy', answeredAt: null, note: null } as const),
    finishedAt,
  }));
  const read = await readBy(clientId, (tx) => recordResults(tx, vault, clientId, ends));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50 * 10);
});

test('an opt-out from a list that is newer than the statistics reads its own entries only', async () => {
  await loaded();
  await asOwner(db, (tx) => tx.run('ANALYZE list_entry_shared'));
  const { clientId } = await loaded();
  const phone = String(firstPhone + 20_000);
  const read = await readBy(clientId, (tx) => optOut(tx, clientId, phone, 'key'));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(200);
});
