/** A carrier that takes seconds for its response holds up its own campaign and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { asClient, type Tx } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { settleOptOuts } from '../../src/db/queries/opt-out-settled.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { end, giveCarrier, leaseOf, longLease, slowSite } from './slow-carrier-world.ts';
import { allEnded } from './text-trouble-world.ts';
import { inboundText, makeTexting, textingNumberOf } from './text-world.ts';
import { campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const shortLease = 3;

describe('A carrier that takes long for its response', () => {
  test('of texts: other campaigns keep their pace, and the lease stays', async () => {
    const site = await slowSite(db, 'response');
    const other = await makeTexting(db, { textPerMinute: 600 });
    await makeList(db, other, { entries: 100, firstPhone: 12_122_410_000 });
    await requestStart(db, other.clientId, other.campaignId);
    await site.runUntil(async () => site.slow.submitted.length === 5);
    await site.run(12_000, 100);
    expect(site.quick.sent.length).toBe(100);
    // For longer than a lease lasts.
    const until = performance.now() + longLease * 1_200;
    while (performance.now() < until) {
      await site.run(250);
      const lease = await leaseOf(db, site.campaign);
      // On a busy machine the responses may be given up meanwhile, and the lease let go of with the end.
      const { completed } = await campaignState(db, site.campaign);
      expect([lease?.fence, lease?.stands || completed]).toEqual([1, true]);
      if (completed) break;
      await sleep(50);
    }
    site.slow.release();
    await site.toEnd();
    expect(site.slow.submitted.length).toBe(5);
    expect(await site.books()).toEqual(allEnded(5));
    expect(await site.results()).toEqual([{ result: 'delivered', n: 5 }]);
    await end(db, site);
  });

  test('of calls: other campaigns keep their pace, and the lease stays', async () => {
    const site = await slowSite(db, 'response', { entries: 1 });
    site.slow.release();
    const [slow, quick] = [await makeCampaign(db), await makeCampaign(db)];
    await giveCarrier(db, slow, 'slow');
    for (const [n, campaign] of [slow, quick].entries()) {
      await makeList(db, campaign, { entries: 50, firstPhone: 12_122_420_000 + n * 1_000 });
      await requestStart(db, campaign.clientId, campaign.campaignId);
    }
    await site.runUntil(async () => site.slowVoice.asked > 0);
    const { asked } = site.slowVoice;
    const until = performance.now() + longLease * 1_200;
    do {
      await site.run(250);
      expect(await leaseOf(db, slow)).toEqual({ stands: true, fence: 1 });
      await sleep(20);
    } while (performance.now() < until);
    expect((await recount(db, quick.clientId)).attempts).toBeGreaterThan(asked + 10);
    // One submission at a time: nothing more was claimed meanwhile.
    expect((await recount(db, slow.clientId)).attempts).toBe(asked);
    site.slowVoice.release();
    await site.runUntil(async () => (await campaignState(db, slow)).completed, 1_000);
    expect(await recount(db, slow.clientId)).toMatchObject({ ...allEnded(50) });
    await end(db, site);
  });

  test('has a bounded number of texts in flight', async () => {
    const site = await slowSite(db, 'response', { entries: 1_400, textPerMinute: 1_000_000 });
    await site.run(6_000);
    expect(site.slow.submitted.length).toBe(1_000);
    expect((await campaignState(db, site.campaign)).reason).toEqual({ code: 'carrier_busy' });
    site.slow.release();
    await site.toEnd();
    expect(await site.books()).toEqual(allEnded(1_400));
    await end(db, site);
  });

  test('an addition to the do-not-call list is confirmed when the text to that number is over', async () => {
    const site = await slowSite(db, 'text');
    const phone = String(site.firstPhone);
    const { clientId } = site.campaign;
    await site.runUntil(async () => site.slow.submitted.length === 5);
    let responded = false;
    const write = (tx: Tx) => optOut(tx, clientId, phone, 'manager');
    const settling = settleOptOuts(db, clientId, write, () => [phone]).then(() => {
      responded = true;
    });
    // The lease is renewed meanwhile, which says nothing of this text.
    const until = performance.now() + longLease * 300;
    while (performance.now() < until) {
      await site.run(250);
      await sleep(50);
    }
    expect(responded).toBe(false);
    site.slow.release();
    await site.run(1_000);
    await settling;
    await site.toEnd();
    expect(site.slow.submitted.filter(({ to }) => to === phone)).toHaveLength(1);
    await end(db, site);
  });

  test('the confirmation of an opt-out waits for the text that its own engine has in flight', async () => {
    const site = await slowSite(db, 'text');
    const phone = String(site.firstPhone);
    await site.runUntil(async () => site.slow.submitted.length === 5);
    const textingNumber = await textingNumberOf(db, site.campaign);
    const stop = { ref: 'own-hand', phone, textingNumber, at: site.clock.now(), body: 'STOP' };
    // It comes to the other carrier: whose text it is says the number.
    site.quick.emit(inboundText(stop));
    await site.run(8_000);
    const replies = () => site.slow.submitted.filter(({ textId }) => textId.startsWith('reply-'));
    expect(replies()).toEqual([]);
    site.slow.release();
    await site.run(8_000);
    expect(replies().map(({ to }) => to)).toEqual([phone]);
    await end(db, site);
  });

  test('that never responds: its texts end as unknown, are not sent again, and hold up no stop', async () => {
    const site = await slowSite(db, 'text');
    const { clientId, campaignId } = site.campaign;
    await site.runUntil(async () => site.slow.submitted.length === 5);
    await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
    await site.runUntil(async () => {
      await sleep(100);
      return (await campaignState(db, site.campaign)).run_status === 1;
    });
    expect(await site.results()).toEqual([{ result: 'unknown', n: 5 }]);
    expect(site.slow.mayWrite.some((may) => may())).toBe(false);
    expect(site.slow.submitted.length).toBe(5);
    expect(await site.books()).toEqual(allEnded(5));
    await end(db, site);
  }, 60_000);

  test('is not to write a text any more when the lease may have run out, whatever the time of day says', async () => {
    const site = await slowSite(db, 'text', { leaseSeconds: shortLease });
    await site.runUntil(async () => site.slow.submitted.length === 5);
    expect(site.slow.mayWrite.every((may) => may())).toBe(true);
    const putBack = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    // The engine is paused, and so renews nothing.
    await sleep(shortLease * 1_000);
    expect(site.slow.mayWrite.some((may) => may())).toBe(false);
    const before = site.slow.mayWrite.length;
    await site.run(1_000);
    // The lease is held again, but not for what was submitted before.
    expect(site.slow.mayWrite.slice(0, before).some((may) => may())).toBe(false);
    putBack.mockRestore();
    site.slow.release();
    await site.toEnd();
    // Those came back unsent, and were submitted again under their attempt ids.
    expect(site.slow.submitted.length).toBe(10);
    expect(new Set(site.slow.submitted.map(({ textId }) => textId)).size).toBe(5);
    expect(await site.results()).toEqual([{ result: 'delivered', n: 5 }]);
    await end(db, site);
  });

  test('is not to place a call any more when the lease may have run out', async () => {
    const site = await slowSite(db, 'response', { entries: 1, leaseSeconds: shortLease });
    site.slow.release();
    const campaign = await makeCampaign(db);
    await giveCarrier(db, campaign, 'slow');
    await makeList(db, campaign, { entries: 20, firstPhone: 12_122_440_000 });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await site.runUntil(async () => site.slowVoice.asked > 0);
    const { asked, mayPlace } = site.slowVoice;
    expect(mayPlace.map((may) => may())).toEqual([true]);
    // The engine stands still, and so renews nothing: an opt-out is confirmed meanwhile. Not a moment less than
    // the lease: renewed in its last part, it would hold on without a gap.
    await sleep(shortLease * 1_000 + 200);
    expect(mayPlace.map((may) => may())).toEqual([false]);
    site.slowVoice.release();
    await site.runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
    // Those came back, and were submitted again under their attempt ids.
    expect(site.slowVoice.asked).toBe(20 + asked);
    expect(await recount(db, campaign.clientId)).toMatchObject(allEnded(20));
    await end(db, site);
  });

  test('is given a moment for its responses when the platform is shut down', async () => {
    const site = await slowSite(db, 'response');
    await site.runUntil(async () => site.slow.submitted.length === 5);
    const stopping = site.engine.stop();
    await sleep(200);
    site.slow.release();
    await stopping;
    const { clientId } = site.campaign;
    const waiting = await asClient(db, clientId, (tx) =>
      tx.rows('SELECT 1 FROM attempt WHERE client_id = $1 AND receipt_until IS NOT NULL', [
        clientId,
      ]),
    );
    expect(waiting).toHaveLength(5);
    await end(db, site);
  });
});
