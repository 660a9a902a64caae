import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStop } from '../../src/db/queries/campaign-run.ts';
import { claimBatch, claimCalls } from '../../src/db/queries/claim.ts';
import type { ClaimRequest } from '../../src/db/queries/claim-request.ts';
import { acquireLeases, type Lease } from '../../src/db/queries/lease.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { afternoon, type Campaign, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

/** A running campaign and the lease of an engine on it. */
async function leased(
  given: { seconds?: number; clientId?: number } = {},
): Promise<Campaign & { lease: Lease }> {
  const { seconds = 60, ...wish } = given;
  const campaign = await makeCampaign(db, wish);
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [campaign.clientId]),
  );
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), seconds));
  const lease = leases.find((one) => one.campaignId === campaign.campaignId);
  if (!lease) throw new Error('no lease');
  return { ...campaign, lease };
}

function request(lease: Lease, wanted: number, given: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    lease,
    now: new Date(afternoon),
    wanted,
    skip: [],
    judge: () => ({ kind: 'call', until: simMs(Number.POSITIVE_INFINITY) }),
    callerId: { type: 0, number: '' },
    ...given,
  };
}

const claim = (clientId: number, what: ClaimRequest) =>
  asClient(db, clientId, (tx) => claimCalls(tx, what));

test('entries are taken in the order of their file, each once', async () => {
  const campaign = await leased();
  await makeList(db, campaign, { entries: 700 });
  const taken: number[] = [];
  for (const wanted of [3, 500, 1, 400]) {
    const outcome = await claim(campaign.clientId, request(campaign.lease, wanted));
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    taken.push(...outcome.calls.map((call) => call.entryId));
  }
  expect(taken).toEqual(Array.from({ length: 700 }, (_, index) => index + 1));
});

test('under an older fence, after the lease, or when it is not running, nothing is taken', async () => {
  const campaign = await leased();
  await makeList(db, campaign, { entries: 5 });
  const { clientId, lease } = campaign;
  const stale = { ...lease, fence: lease.fence - 1 };
  expect(await claim(clientId, request(stale, 5))).toEqual({ kind: 'lost' });
  const stranger = { ...lease, engineId: randomUUID() };
  expect(await claim(clientId, request(stranger, 5))).toEqual({ kind: 'lost' });
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaign.campaignId));
  expect(await claim(clientId, request(lease, 5))).toEqual({ kind: 'stopped' });

  const short = await leased({ seconds: 0.05 });
  await makeList(db, short, { entries: 5 });
  await sleep(80);
  expect(await claim(short.clientId, request(short.lease, 5))).toEqual({ kind: 'lost' });
  expect(await recount(db, short.clientId)).toMatchObject({ attempts: 0 });
});

test('one number that stands twice in a batch is called once, and again after that call', async () => {
  const campaign = await leased();
  const phone = 12_125_550_177;
  await makeList(db, campaign, { entries: 1, firstPhone: phone });
  await makeList(db, campaign, { entries: 1, firstPhone: phone });
  const { clientId, lease } = campaign;
  const first = await claim(clientId, request(lease, 10));
  expect(first).toMatchObject({ kind: 'claimed', calls: [{ phone: String(phone) }], more: true });
  expect(await claim(clientId, request(lease, 10))).toMatchObject({ calls: [] });
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE attempt SET finished_at = $2, result = 'busy' WHERE client_id = $1`, [
      clientId,
      new Date(afternoon + 1_000),
    ]),
  );
  expect(await claim(clientId, request(lease, 10))).toMatchObject({ calls: [] });
  const later = new Date(afternoon + 30_000);
  expect(await claim(clientId, request(lease, 10, { now: later }))).toMatchObject({
    calls: [{ phone: String(phone) }],
  });
});

test('two campaigns that call the same numbers in another order never deadlock', async () => {
  const one = await leased();
  const other = await leased({ clientId: one.clientId });
  const { clientId } = one;
  const firsts = [0, 1, 2, 3, 4].map((list) => 12_125_600_000 + list);
  for (const firstPhone of firsts) await makeList(db, one, { entries: 1, firstPhone });
  for (const firstPhone of firsts.toReversed())
    await makeList(db, other, { entries: 1, firstPhone });
  const undone = new Error('rolled back, to be tried again');
  const attempt = async ({ lease }: { lease: Lease }) =>
    asClient(db, clientId, async (tx) => {
      await claimCalls(tx, request(lease, 10));
      throw undone;
    }).catch((error: unknown) => error);
  for (let round = 0; round < 15; round += 1) {
    expect(await Promise.all([attempt(one), attempt(other)])).toEqual([undone, undone]);
  }
});

test('a stop during a claim is confirmed after it, and then nothing starts', async () => {
  const campaign = await leased();
  await makeList(db, campaign, { entries: 5 });
  const { clientId, campaignId, lease } = campaign;
  let stopped = false;
  let stopping: Promise<unknown> | undefined;
  await asClient(db, clientId, async (tx) => {
    await claimCalls(tx, request(lease, 2));
    stopping = asClient(db, clientId, (other) => requestStop(other, clientId, campaignId)).then(
      () => {
        stopped = true;
      },
    );
    await sleep(100);
    expect(stopped).toBe(false);
  });
  await stopping;
  expect(await claim(clientId, request(lease, 2))).toEqual({ kind: 'stopped' });
});

test('a claim that is being committed is not taken over, and holds up no other takeover', async () => {
  const campaign = await leased({ seconds: 0.2 });
  const other = await leased({ seconds: 0.2 });
  await makeList(db, campaign, { entries: 5 });
  const { clientId, lease } = campaign;
  const takeOver = () => asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 60));
  const fenceOf = (leases: Lease[], { clientId: of }: { clientId: number }) =>
    leases.find((one) => one.clientId === of)?.fence;
  await asClient(db, clientId, async (tx) => {
    await claimCalls(tx, request(lease, 2));
    await sleep(250);
    const meanwhile = await takeOver();
    expect(fenceOf(meanwhile, campaign)).toBeUndefined();
    expect(fenceOf(meanwhile, other)).toBe(other.lease.fence + 1);
  });
  expect(fenceOf(await takeOver(), campaign)).toBe(lease.fence + 1);
  expect(await claim(clientId, request(lease, 2))).toEqual({ kind: 'lost' });
});

test('an opt-out and a claim of the same number: one comes first, never both', async () => {
  const campaign = await leased();
  await makeList(db, campaign, { entries: 2, firstPhone: 12_125_550_160 });
  const { clientId, lease } = campaign;
  // The claim is first: the opt-out waits for its end.
  let responded = false;
  let pending: Promise<unknown> | undefined;
  await asClient(db, clientId, async (tx) => {
    const outcome = await claimCalls(tx, request(lease, 1));
    expect(outcome).toMatchObject({ calls: [{ phone: '12125550160' }] });
    pending = asClient(db, clientId, (other) =>
      optOut(other, clientId, '12125550160', 'text'),
    ).then(() => {
      responded = true;
    });
    await sleep(100);
    expect(responded).toBe(false);
  });
  await pending;
  // The opt-out is first: the claim passes the number over without waiting, and then it is barred.
  await asClient(db, clientId, async (tx) => {
    await optOut(tx, clientId, '12125550161', 'text');
    expect(await claim(clientId, request(lease, 5))).toMatchObject({ calls: [] });
  });
  expect(await claim(clientId, request(lease, 5))).toMatchObject({ calls: [] });
  expect(await recount(db, clientId)).toMatchObject({ attempts: 1, wrongCounts: [] });
});

test('one claim never takes more than a batch, however many calls are due', async () => {
  const campaign = await leased();
  await makeList(db, campaign, { entries: claimBatch + 200 });
  const outcome = await claim(campaign.clientId, request(campaign.lease, 70_000));
  expect(outcome).toMatchObject({ kind: 'claimed', more: true });
  expect(await recount(db, campaign.clientId)).toMatchObject({ attempts: claimBatch });
});
