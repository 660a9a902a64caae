/** A cap on attempts while two claims, or a claim and the cap itself, come at the same moment. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import type { ClaimRequest } from '../../src/db/queries/claim-request.ts';
import { setContactCap } from '../../src/db/queries/contact-cap.ts';
import { acquireLeases } from '../../src/db/queries/lease.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { decide } from '../../src/domain/gate.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { contactCapWorld, timesOf } from './contact-cap-world.ts';
import { afternoon } from './world.ts';

const { db, wanting, attemptsOf } = await contactCapWorld();

describe("A client's cap on attempts to one number", () => {
  test('is exact when one claim stands between its count and its attempts while another one begins', async () => {
    const { clientId, first, second } = await twoClaims();
    await setContactCap(db, clientId, { calls: null, texts: 1, days: 7 });
    const slow = await heldClaim(clientId, first);
    // Its texts are accepted at once, which ends what keeps a second claim away from a number.
    const quick = asClient(db, clientId, (tx) => claimCalls(tx, second)).then(() =>
      asClient(db, clientId, (tx) =>
        tx.run('UPDATE attempt SET receipt_until = now() WHERE campaign_id = $1', [
          second.lease.campaignId,
        ]),
      ),
    );
    await doneOrBlocked(quick);
    slow.letGo();
    await Promise.all([slow.done, quick]);
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 1: 5 });
  });

  test('that is the first one waits for a claim under way, and counts what that one makes', async () => {
    const { clientId, first, second } = await twoClaims();
    const slow = await heldClaim(clientId, first);
    const setting = setContactCap(db, clientId, { calls: null, texts: 1, days: 7 });
    await doneOrBlocked(setting);
    slow.letGo();
    await Promise.all([slow.done, setting]);
    await asClient(db, clientId, (tx) => tx.run('UPDATE attempt SET receipt_until = now()'));
    await asClient(db, clientId, (tx) => claimCalls(tx, second));
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 1: 5 });
  });
});

/** Claims of two running text campaigns that want the same five numbers. */
async function twoClaims() {
  const { clientId, campaigns } = await wanting(5, ['texts', 'texts']);
  await asClient(db, clientId, (tx) => tx.run('UPDATE campaign SET run_status = 3'));
  const clock = virtualClock(afternoon);
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 60));
  const [first, second] = campaigns.map(({ campaignId }) => {
    const lease = leases.find((one) => one.campaignId === campaignId);
    if (!lease) throw new Error('no lease');
    return requestOf(lease, clock);
  });
  if (!first || !second) throw new Error('no campaigns');
  return { clientId, first, second };
}

/** A claim that pauses just before it writes its attempts, until it is released. */
async function heldClaim(clientId: number, request: ClaimRequest) {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const done = asClient(db, clientId, (tx) =>
    claimCalls(
      {
        ...tx,
        async row<Row>(sql: string, values: readonly unknown[] = []) {
          if (sql.includes('INSERT INTO attempt')) {
            reached.resolve();
            await held.promise;
          }
          return tx.row<Row>(sql, values);
        },
      },
      request,
    ),
  );
  await Promise.race([reached.promise, done]);
  return { letGo: held.resolve, done };
}

/** Until it has come to its end, or waits for somebody's lock. */
async function doneOrBlocked(work: Promise<unknown>): Promise<void> {
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  while (!done) {
    const waiting = await asOwner(db, (tx) =>
      tx.rows(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    );
    if (waiting.length > 0) return;
    await sleep(10);
  }
}

function requestOf(lease: ClaimRequest['lease'], clock: VirtualClock): ClaimRequest {
  const hours = { allowed: true, until: Number.POSITIVE_INFINITY, zone: null, ruleId: null };
  return {
    lease,
    now: new Date(clock.now()),
    wanted: 10,
    skip: [],
    judge: (candidate) =>
      decide({
        ...candidate,
        notDialed: false,
        policy: null,
        consent: null,
        replied: false,
        settled: null,
        partOfDay: null,
        now: clock.now(),
        hours,
        submissionTakes: simMs(0),
      }),
    callerId: { type: 0, number: '' },
  };
}
