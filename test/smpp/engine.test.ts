import { describe, expect, test } from 'vitest';
import { status } from '../../src/carriers/smpp/status.ts';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import { asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { runningCampaigns } from '../../src/db/queries/carrier-use.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { campaignState } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { smscOf } from './open-route.ts';
import type { Smsc } from './smsc.ts';
import { inboundBody } from './smsc-bodies.ts';
import type { Fate } from './smsc-fate.ts';
import { allEnded, textingBySmpp } from './texting-world.ts';

const db = await freshDatabase();

/** A link that is cut again and again, with texts in flight in either direction. */
function cutting(): () => Fate {
  const random = seededRandom('smpp/cuts');
  const receipts = [{ stat: 'DELIVRD', after: 5 }];
  return () => {
    const at = random.next();
    if (at < 0.01) return { connection: 'cut', receipts };
    if (at < 0.015) return { ignore: true, connection: 'cut' };
    if (at < 0.02) return { connection: 'half a response', receipts };
    if (at < 0.022) return { refuse: status.throttled };
    return { receipts };
  };
}

const duplicates = ({ taken }: Smsc) => taken.length - new Set(taken.map(({ to }) => to)).size;

describe('A text campaign over SMPP', () => {
  test('whose link is cut again and again: nobody is texted twice, and every text that the SMSC has is recorded as delivered', async () => {
    const smsc = await smscOf({ fate: cutting() });
    const texting = await textingBySmpp(db, smsc, { entries: 1_200 });
    const life = await texting.begin();
    await life.until(async () => {
      const { delivered = 0, unknown = 0, ...open } = await texting.results();
      const done = delivered + unknown === 1_200 && delivered === smsc.taken.length;
      return done && Object.keys(open).length === 0;
    });
    expect(smsc.counts.binds).toBeGreaterThan(8);
    expect(duplicates(smsc)).toBe(0);
    expect(smsc.taken.length).toBeGreaterThan(1_000);
    expect(await texting.books()).toEqual(allEnded(1_200));
    await life.stop();
  }, 120_000);

  test('sent again by a build that takes a lost response for "not sent": the log of the SMSC shows it', async () => {
    const smsc = await smscOf({ fate: cutting() });
    const wrap = (carrier: TextCarrier): TextCarrier => ({
      ...carrier,
      submit: async (texts) =>
        (await carrier.submit(texts)).map((submission) =>
          submission.kind === 'unknown'
            ? { kind: 'rejected', note: submission.note, retryable: true }
            : submission,
        ),
    });
    const texting = await textingBySmpp(db, smsc, { entries: 400, wrap });
    const life = await texting.begin();
    await life.until(() => duplicates(smsc) > 0);
    await life.stop();
  }, 120_000);

  test('of long texts ends each by the receipts of its parts, even in another engine', async () => {
    const smsc = await smscOf({ fate: () => ({}) });
    const message = 'A text that is too long for one part of a hundred and sixty. '.repeat(4);
    const texting = await textingBySmpp(db, smsc, { entries: 3, message });
    const first = await texting.begin();
    await first.until(() => smsc.taken.length === 6);
    const partsTo = (n: number) => {
      const [to] = [...new Set(smsc.taken.map((one) => one.to))].sort().slice(n);
      return smsc.taken.flatMap((one, index) => (one.to === to ? [index + 1] : []));
    };
    const deliveries: Promise<void>[] = [];
    const sendPart = (part: number | undefined, stat: string) =>
      deliveries.push(smsc.sendReceipt(part ?? 0, stat));
    const delivered = async () => {
      const waiting = deliveries.splice(0);
      let done = false;
      void Promise.all(waiting).then(() => {
        done = true;
      });
      return () => done;
    };
    for (const n of [0, 1, 2]) sendPart(partsTo(n)[0], 'DELIVRD');
    await first.until(await delivered());
    expect(await texting.results()).toEqual({ open: 3 });
    await first.stop();
    const second = await texting.start();
    sendPart(partsTo(0)[1], 'DELIVRD');
    sendPart(partsTo(1)[1], 'UNDELIV');
    // A repeated receipt settles nothing.
    sendPart(partsTo(2)[0], 'DELIVRD');
    await second.until(await delivered());
    expect(await texting.results()).toEqual({ open: 1, delivered: 1, failed: 1 });
    sendPart(partsTo(2)[1], 'DELIVRD');
    await second.until(await delivered());
    expect(await texting.results()).toEqual({ delivered: 2, failed: 1 });
    expect(await texting.books()).toEqual(allEnded(3));
    expect(await texting.ask('SELECT 1 FROM text_receipt')).toEqual([]);
    await second.stop();
  });

  test.each(['ACCEPTD', 'ENROUTE', 'UNKNOWN'])(
    'with a receipt %s is Completed and holds up no change of its carrier, and the last word still counts',
    async (stat) => {
      const smsc = await smscOf({ fate: () => ({ receipts: [{ stat }] }) });
      const texting = await textingBySmpp(db, smsc, { entries: 5 });
      const life = await texting.begin();
      await life.until(async () => (await campaignState(db, texting)).completed);
      // Campaigns of earlier tests may still run on it.
      const holding = await asPlatform(db, (tx) => runningCampaigns(tx, texting.clientId, 'text'));
      expect(holding).toEqual([]);
      expect(await texting.results()).toEqual({ open: 5 });
      for (const n of [1, 2, 3]) void smsc.sendReceipt(n, 'DELIVRD');
      void smsc.sendReceipt(4, 'UNDELIV');
      await life.until(async () => (await texting.results()).open === 1);
      expect(await texting.results()).toEqual({ open: 1, delivered: 3, failed: 1 });
      await life.stop();
    },
  );

  test('whose SMSC restarts its counter gets every receipt, for the texts before and after', async () => {
    const fate = () => ({});
    const smsc = await smscOf({ fate });
    const texting = await textingBySmpp(db, smsc, { entries: 40 });
    const life = await texting.begin();
    await life.until(() => smsc.taken.length === 40);
    await life.until(async () => (await campaignState(db, texting)).completed);
    await smsc.close();
    const again = await smscOf({ fate, port: smsc.port });
    const second = await textingBySmpp(db, again, { entries: 40 });
    // The same engine, with another campaign on the same carrier.
    await requestStart(db, second.clientId, second.campaignId);
    await life.until(() => again.taken.length === 40);
    expect(again.taken.map(({ id }) => id).sort()).toEqual(smsc.taken.map(({ id }) => id).sort());
    again.taken.push(...smsc.taken);
    for (let n = 1; n <= 80; n += 1) void again.sendReceipt(n, n <= 40 ? 'DELIVRD' : 'UNDELIV');
    await life.until(async () => {
      const [one, other] = [await texting.results(), await second.results()];
      return one.open === undefined && other.open === undefined;
    });
    expect(await texting.results()).toEqual({ failed: 40 });
    expect(await second.results()).toEqual({ delivered: 40 });
    await life.stop();
  });

  test('that gets STOP twice, because a response was lost, stores it once and confirms it once', async () => {
    const smsc = await smscOf({ fate: () => ({ receipts: [{ stat: 'DELIVRD' }] }) });
    const texting = await textingBySmpp(db, smsc, { entries: 1 });
    const life = await texting.begin();
    await life.until(() => smsc.taken.length === 1);
    const person = smsc.taken[0]?.to ?? '';
    const stop = inboundBody(person, texting.sender, 'STOP');
    void smsc.deliver(stop);
    // The engine has not polled it yet; the SMSC redelivers it on the next session.
    smsc.cut();
    await life.until(() => life.route.text.connected() && smsc.counts.binds === 2);
    void smsc.deliver(stop);
    await life.until(() => smsc.taken.length === 2);
    await life.until(async () => (await texting.ask('SELECT 1 FROM do_not_call')).length === 1);
    expect(await texting.ask('SELECT 1 FROM inbound_text')).toHaveLength(1);
    expect(smsc.taken.map(({ to }) => to)).toEqual([person, person]);
    expect(smsc.taken[1]?.text).toContain('START');
    await life.stop();
  });
});
