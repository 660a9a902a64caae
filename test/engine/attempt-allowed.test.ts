import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { setContactCap } from '../../src/db/queries/contact-cap.ts';
import { mostBytes, readAllowed } from '../../src/domain/allowed-by.ts';
import { contactCapWorld } from './contact-cap-world.ts';
import { makeEngine } from './test-engine.ts';
import { campaignState, makeCampaign, makeList, makeTestClient, withoutGap } from './world.ts';

const { db, wanting } = await contactCapWorld();

interface Kept {
  phone: string;
  /** Hexadecimal. */
  allowed: string;
  bytes: number;
}

const keptOf = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<Kept>(
      `SELECT phone, encode(allowed, 'hex') AS allowed, octet_length(allowed)::int AS bytes
       FROM attempt WHERE client_id = $1 ORDER BY attempted_at, phone`,
      [clientId],
    ),
  );

test('each call keeps its zones with their times, the hours, the cap as counted and its messages', async () => {
  const clientId = await withoutGap(db, await makeTestClient(db));
  const campaigns = [await makeCampaign(db, { clientId }), await makeCampaign(db, { clientId })];
  for (const campaign of campaigns) {
    await makeList(db, campaign, { entries: 3, firstPhone: 12_125_550_100, state: 'CA' });
  }
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE client SET calling_hours = '{"open": "09:00"}' WHERE client_id = $1`, [
      clientId,
    ]),
  );
  await setContactCap(db, clientId, { calls: 2, texts: null, days: 7 });
  const { engine, runUntil } = makeEngine(db);
  for (const { campaignId } of campaigns) {
    await requestStart(db, clientId, campaignId);
    await runUntil(async () => (await campaignState(db, { clientId, campaignId })).completed);
  }
  await engine.stop();
  const kept = await keptOf(clientId);
  // The record has a copy, because the attempt goes with its list.
  const copies = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT phone, encode(allowed, 'hex') AS allowed, octet_length(allowed)::int AS bytes
       FROM call_record WHERE client_id = $1 ORDER BY started_at, phone`,
      [clientId],
    ),
  );
  expect(copies).toEqual(kept);
  expect(kept).toHaveLength(6);
  for (const [at, { allowed, bytes }] of kept.entries()) {
    expect(bytes).toBeLessThanOrEqual(mostBytes);
    const read = readAllowed(allowed);
    expect(read).toMatchObject({
      ...{ opens: '09:00', closes: '21:00', zoneCount: 2, valuesHash: null },
      counted: { counted: at < 3 ? 0 : 1, most: 2, days: 7 },
      campaignVersion: 1,
      messages: [
        { role: 'customer', version: 1 },
        { role: 'machine', version: 1 },
      ],
    });
    // 15:00 Eastern, and some minutes later.
    expect(read?.zones.map(({ zone, localTime }) => [zone, localTime.slice(0, 2)])).toEqual([
      ['America/New_York', '15'],
      ['America/Los_Angeles', '12'],
    ]);
  }
}, 60_000);

test('a call that speaks fields keeps a hash of their values, which another value would change', async () => {
  const clientId = await makeTestClient(db);
  const campaign = await makeCampaign(db, { clientId });
  await makeList(db, campaign, { entries: 2, firstPhone: 12_125_550_200 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE voice_message_rendering SET plan = '[{"kind": "field", "fieldId": 3},
         {"kind": "sound"}, {"kind": "field", "fieldId": 1}]' WHERE client_id = $1`,
      [clientId],
    ),
  );
  const { engine, runUntil } = makeEngine(db);
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  const hashOf = (...values: string[]) =>
    createHash('sha256').update(values.join('\u001f')).digest('hex').slice(0, 16);
  const kept = await keptOf(clientId);
  expect(kept.map(({ allowed }) => readAllowed(allowed)?.valuesHash).sort()).toEqual(
    [hashOf('Ann', 'Person 1'), hashOf('Ann', 'Person 2')].sort(),
  );
}, 60_000);

test('texts keep the same, with the message that they are made of', async () => {
  const { clientId, start } = await wanting(3, ['texts']);
  const { engine, runUntil } = makeEngine(db);
  await start();
  await runUntil(async () => (await keptOf(clientId)).length === 3);
  await engine.stop();
  for (const { allowed } of await keptOf(clientId)) {
    expect(readAllowed(allowed)).toMatchObject({
      ...{ opens: '08:00', closes: '21:00', counted: null },
      campaignVersion: 1,
      messages: [{ role: 'text', version: 1 }],
    });
  }
}, 60_000);
