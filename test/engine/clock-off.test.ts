/** While the clock may be wrong nothing is given up or forgotten by it, and a STOP still takes texts back. */
import { expect, onTestFinished, test } from 'vitest';
import type { TextToCancel } from '../../src/carriers/text-port.ts';
import { startClockCheck } from '../../src/db/clock-check.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { clockCheckWorld, hour } from './clock-check-world.ts';
import { childrenOf, rule, setRules } from './follow-up-world.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  inboundText,
  makeTexting,
  textingNumberOf,
  textStories,
  watchedCarrier,
} from './text-world.ts';
import { afternoon, makeList } from './world.ts';

const { db, machineOff } = await clockCheckWorld();

/** Three texts that their carrier has accepted, and a clock that can be set. */
async function acceptedTexts() {
  const offset = { by: 0 };
  const check = await startClockCheck(machineOff(offset).deps);
  onTestFinished(() => check.stop());
  const texting = await makeTexting(db);
  const { clientId, campaignId } = texting;
  await makeList(db, texting, { entries: 3 });
  await setRules(db, texting, [rule({ after: 'no_reply', waitMinutes: 60, most: 1 })]);
  await requestStart(db, clientId, campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const asked: TextToCancel[] = [];
  const carrier = watchedCarrier(clock, folder, { withoutReceipt: 1 });
  const textCarriers = new Map([
    [
      'simulated',
      {
        ...carrier,
        async cancel(texts: readonly TextToCancel[]) {
          const own = new Set(carrier.sent.map(({ to }) => to));
          asked.push(...texts.filter(({ to }) => own.has(to)));
          return texts.map(() => 'unconfirmed' as const);
        },
      },
    ],
  ]);
  const engine = makeEngine(db, { clock, folder, deps: { textCarriers, clockCheck: check } });
  await engine.runUntil(async () => {
    const stories = await textStories(db, clientId);
    return stories.length === 3 && stories.every(({ waits }) => waits);
  });
  return {
    ...{ texting, clientId, campaignId, carrier, asked, engine, clock },
    textingNumber: await textingNumberOf(db, texting),
    async set(by: number) {
      offset.by = by;
      if (by > 0) clock.advance(simMs(by));
      await check.check();
    },
    rows: (table: string) =>
      asClient(db, clientId, async (tx) => {
        const rows = await tx.rows(`SELECT 1 FROM ${table} WHERE client_id = $1`, [clientId]);
        return rows.length;
      }),
  };
}

test.each([30, 80])(
  'a STOP %i hours ahead still takes back the text that waits at its carrier',
  async (hours) => {
    const { carrier, asked, engine, clock, set, textingNumber, rows } = await acceptedTexts();
    const [text] = carrier.sent;
    await set(hours * hour);
    const at = clock.now();
    carrier.emit(
      inboundText({ ref: `stop-${hours}`, phone: text?.to ?? '', textingNumber, at, body: 'STOP' }),
    );
    await engine.run(2_000);
    expect(new Set(asked.map(({ to }) => to))).toEqual(new Set([text?.to]));
    // The carrier did not confirm it, so it is asked again when the clock is right.
    expect(await rows('text_cancel')).toBe(1);
    await engine.engine.stop();
  },
);

test('a stop of a campaign 30 hours ahead still takes back what waits at its carrier', async () => {
  const { carrier, asked, engine, set, clientId, campaignId } = await acceptedTexts();
  await set(30 * hour);
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  await engine.run(2_000);
  expect(new Set(asked.map(({ to }) => to))).toEqual(new Set(carrier.sent.map(({ to }) => to)));
  await engine.engine.stop();
});

test('80 hours ahead, waits for a reply, kept receipts and open texts stay as they are until the clock is right', async () => {
  const { carrier, engine, clock, set, textingNumber, rows, clientId } = await acceptedTexts();
  const refs = await asClient(db, clientId, (tx) =>
    tx.rows<{ ref: string; phone: string }>(
      `SELECT split_part(carrier_ref, ':', 2) AS ref, phone FROM outbound_text
       WHERE client_id = $1 ORDER BY entry_id`,
      [clientId],
    ),
  );
  const receipt = { kind: 'receipt', textingNumber, outcome: 'delivered' } as const;
  const at = clock.now();
  const [first] = refs;
  carrier.emit({ ...receipt, carrierRef: first?.ref ?? '', phone: first?.phone ?? '', at });
  carrier.emit({ ...receipt, carrierRef: 'of-nobody', phone: '12125550123', at });
  await engine.run(3_000);
  const standing = async () => ({
    waits: await rows('follow_up_wait'),
    kept: await rows('text_receipt'),
    open: (await textStories(db, clientId)).filter(({ waits }) => waits).length,
    children: (await childrenOf(db, clientId)).length,
  });
  const before = { waits: 1, kept: 1, open: 2, children: 0 };
  expect(await standing()).toEqual(before);
  await set(80 * hour);
  await engine.run(30_000, 1_000);
  expect(await standing()).toEqual(before);
  await set(0);
  await engine.run(30_000, 1_000);
  expect(await standing()).toMatchObject({ waits: 0, kept: 0 });
  await engine.engine.stop();
});
