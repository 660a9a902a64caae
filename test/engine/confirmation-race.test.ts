import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import { messageIntent } from '../../src/contract/inbound-text.ts';
import { asClient, asPlatform, type Tx } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { acquireLeases, renewLeases } from '../../src/db/queries/lease.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { decide } from '../../src/domain/gate.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { createClientLanes } from '../../src/engine/client-lanes.ts';
import { Outbox } from '../../src/engine/text/outbox.ts';
import { freshDatabase } from '../harness/database.ts';
import { storeInboundText } from '../harness/inbound-text.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, type Campaign, makeList, vault, withoutGap } from './world.ts';

const db = await freshDatabase();
const ann = '12122330001';

/** Another engine's lease on the running campaign. */
async function leaseOf(engineId: string, { clientId, campaignId }: Campaign) {
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]),
  );
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, engineId, 60));
  const lease = leases.find((one) => one.campaignId === campaignId);
  if (!lease) throw new Error('no lease');
  return lease;
}

const hours = {
  allowed: true,
  until: Number.POSITIVE_INFINITY,
  zone: 'America/New_York',
  ruleId: null,
} as const;

const claimOne = (tx: Tx, lease: Awaited<ReturnType<typeof leaseOf>>, at: number) =>
  claimCalls(tx, {
    ...{ lease, now: new Date(at), wanted: 1, skip: [] },
    judge: (candidate) =>
      decide({
        ...{
          ...candidate,
          notDialed: false,
          policy: null,
          consent: null,
          replied: false,
          settled: null,
          partOfDay: null,
        },
        ...{ now: simMs(at), hours, submissionTakes: simMs(0) },
      }),
    callerId: { type: 0, number: '' },
  });

/** A transaction that has done its work; returns how it is committed. */
async function begin(clientId: number, work: (tx: Tx) => Promise<unknown>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: done, resolve: did } = Promise.withResolvers<void>();
  const commit = asClient(db, clientId, async (tx) => {
    await work(tx);
    did();
    await released;
  });
  await Promise.race([done, commit]);
  return () => {
    release();
    return commit;
  };
}

function outboxOf(clock: VirtualClock, carrier: TextCarrier) {
  const lanes = createClientLanes((error) => {
    throw error;
  });
  const outbox = new Outbox(
    {
      ...{ db, vault, clock: { now: clock.now, speed: 1 }, log: pino({ level: 'silent' }) },
      ...{ metrics: createMetrics(), carriers: new Map() },
      textCarriers: new Map([['simulated', carrier]]),
    },
    lanes,
  );
  return {
    expect: (clientId: number) => outbox.expect(clientId),
    isWaiting: () => outbox.isWaiting(),
    sent: () => outbox.send().then(lanes.ended),
  };
}

test('a confirmation that another engine finds waits for a claim that did not see the opt-out yet', async () => {
  const campaign = await makeTexting(db);
  const { clientId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 1, firstPhone: Number(ann) });
  const setStatus = (status: number) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE call_list SET status_id = $2 WHERE client_id = $1', [clientId, status]),
    );
  await setStatus(2);
  const engineId = randomUUID();
  const lease = await leaseOf(engineId, campaign);

  // The list is Loaded while STOP is being stored, and claimed before STOP is committed.
  const commitStop = await begin(clientId, async (tx) =>
    storeInboundText(tx, clientId, {
      ...{ carrierRef: 'simulated:stop', phone: ann, message: 'STOP' },
      textingNumber: await textingNumberOf(db, campaign),
      received: new Date(afternoon),
      intent: messageIntent.optOut,
    }),
  );
  await setStatus(4);
  const commitClaim = await begin(clientId, (tx) => claimOne(tx, lease, afternoon));
  await commitStop();

  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const textCarriers = new Map([['simulated', carrier]]);
  const other = makeEngine(db, { clock, deps: { textCarriers } });
  const looking = other.run(2_000);
  await Promise.race([looking, sleep(500)]);
  expect(carrier.sent).toEqual([]);
  await commitClaim();
  await looking;
  const open = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT call_list_id AS "callListId" FROM attempt WHERE client_id = $1', [clientId]),
  );
  expect(open).toEqual([{ callListId }]);
  // Committed, and perhaps not submitted yet.
  await other.run(7_000);
  expect(carrier.sent).toEqual([]);
  await asPlatform(db, (tx) => renewLeases(tx, engineId, 60));
  await other.run(7_000);
  expect(carrier.sent.map(({ to }) => to)).toEqual([ann]);
  await other.engine.stop();
});

test('an auto-reply that another engine sent leaves nothing behind: a later opt-out of the same number waits anew', async () => {
  const campaign = await makeTexting(db);
  const clientId = await withoutGap(db, campaign.clientId);
  const bob = '12122330002';
  await withoutGap(db, clientId);
  const textingNumber = await textingNumberOf(db, campaign);
  const engineId = randomUUID();
  const lease = await leaseOf(engineId, campaign);
  const claim = async (at: number) => {
    await makeList(db, campaign, { entries: 1, firstPhone: Number(bob) });
    const outcome = await asClient(db, clientId, (tx) => claimOne(tx, lease, at));
    expect(outcome).toMatchObject({ kind: 'claimed', calls: [{ phone: bob }] });
  };
  const writes = (word: keyof typeof messageIntent, at: number) =>
    asClient(db, clientId, (tx) =>
      storeInboundText(tx, clientId, {
        ...{ carrierRef: `simulated:${word}-${at}`, phone: bob, message: word },
        ...{ textingNumber, received: new Date(at), intent: messageIntent[word] },
      }),
    );
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const [slow, quick] = [outboxOf(clock, carrier), outboxOf(clock, carrier)];
  const pollAll = async (...outboxes: (typeof slow)[]) => {
    clock.advance(simMs(6_000));
    for (const outbox of outboxes) await outbox.sent();
  };

  await claim(afternoon);
  await writes('optOut', afternoon + 1);
  await pollAll(slow, quick);
  expect([slow.isWaiting(), quick.isWaiting(), carrier.sent.length]).toEqual([true, true, 0]);
  await asPlatform(db, (tx) => renewLeases(tx, engineId, 60));
  await pollAll(quick);
  expect(carrier.sent.length).toBe(1);
  await pollAll(slow);
  expect(slow.isWaiting()).toBe(false);

  // The person comes back, is in a text again, and opts out once more.
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE attempt SET result = 'unknown', finished_at = attempted_at WHERE client_id = $1`,
      [clientId],
    ),
  );
  await writes('optIn', clock.now() + 1);
  await claim(clock.now() + 2);
  await writes('optOut', clock.now() + 3);
  await pollAll(slow);
  expect(carrier.sent.length).toBe(1);
  await asPlatform(db, (tx) => renewLeases(tx, engineId, 60));
  await pollAll(slow);
  expect(carrier.sent.map(({ to }) => to)).toEqual([bob, bob]);
});

test('an opt-out that is stored while the auto-replies are polled is confirmed at the next poll, not minutes later', async () => {
  const campaign = await makeTexting(db);
  const { clientId } = campaign;
  const cid = '12122330003';
  const textingNumber = await textingNumberOf(db, campaign);
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  let duringLook = () => {};
  const connected = () => {
    duringLook();
    return true;
  };
  const outbox = outboxOf(clock, { ...carrier, connected });
  // The inbox reports it during a query that cannot see the auto-reply yet.
  duringLook = () => outbox.expect(clientId);
  await outbox.sent();
  duringLook = () => {};
  await asClient(db, clientId, (tx) =>
    storeInboundText(tx, clientId, {
      ...{ carrierRef: 'simulated:beside', phone: cid, message: 'STOP', textingNumber },
      ...{ received: new Date(clock.now()), intent: messageIntent.optOut },
    }),
  );
  // Sooner than the next poll of all clients.
  clock.advance(simMs(100));
  await outbox.sent();
  expect(carrier.sent.map(({ to }) => to)).toEqual([cid]);
});
