/** A number that is blocked by its keyed hash alone is called and texted no more than one in digits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ProblemError } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { isSettled, makeTexting, quietReaders } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
  vault,
  withoutGap,
} from './world.ts';

const db = await freshDatabase({ max: 20 });
db.connection.numberKey = numberKeyOf(vault.lookupKey('numbers'));

const firstPhone = 13_022_000_000;
const phoneAt = (n: number) => String(firstPhone + n);

const erase = (clientId: number, n: number) =>
  erasePerson(db, vault, { clientId, phone: phoneAt(n), hashed: true, managerId: null });

/** The hash alone: nothing else is told, and the number's entries go on waiting. */
const block = (clientId: number, n: number) =>
  asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, number_hash($1, $2), 'operator')`,
      [clientId, phoneAt(n)],
    ),
  );

async function waitingOrCalled(clientId: number, n: number) {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ state: number }>(
      'SELECT state FROM list_entry WHERE client_id = $1 AND phone = $2 AND state <> 2',
      [clientId, phoneAt(n)],
    ),
  );
  return rows.length;
}

async function start(campaign: Campaign, entries: number) {
  await makeList(db, campaign, { entries, firstPhone });
  await requestStart(db, campaign.clientId, campaign.campaignId);
}

const completed = (campaign: Campaign) => async () => (await campaignState(db, campaign)).completed;

test('a number that is hashed before a campaign starts, or while it waits in it, is never called', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  const { clientId } = campaign;
  await start(campaign, 20);
  await block(clientId, 2);
  const { folder, run, runUntil, engine } = makeEngine(db);
  await runUntil(async () => readCallLog(folder).length >= 5);
  // Both wait in memory or in the list: the campaign is in the middle of it.
  await block(clientId, 15);
  await erase(clientId, 16);
  expect(readCallLog(folder).length).toBeLessThan(12);
  await runUntil(completed(campaign));
  await run(60_000);
  const called = readCallLog(folder).map(({ to }) => to);
  const others = Array.from({ length: 20 }, (_, n) => n).filter((n) => ![2, 15, 16].includes(n));
  expect(called.sort()).toEqual(others.map(phoneAt));
  expect(await waitingOrCalled(clientId, 2)).toBe(0);
  expect(await waitingOrCalled(clientId, 15)).toBe(0);
  const gone = await asClient(db, clientId, (tx) =>
    tx.rows<{ state: number }>(`SELECT state FROM list_entry WHERE client_id = $1 AND phone = ''`, [
      clientId,
    ]),
  );
  expect(gone).toEqual([{ state: 2 }]);
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('a number whose call was forgotten by an erasure is not called again, by no list and no campaign', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId } = campaign;
  await withoutGap(db, clientId);
  await start(campaign, 4);
  const { folder, run, runUntil, engine } = makeEngine(db);
  await runUntil(completed(campaign));
  expect(readCallLog(folder)).toHaveLength(4);
  await erase(clientId, 1);
  await makeList(db, campaign, { entries: 4, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(completed(campaign));
  const other = await makeCampaign(db, { clientId, callsPerMinute: 600 });
  await start(other, 4);
  await runUntil(completed(other));
  await run(60_000);
  const calls = readCallLog(folder).map(({ to }) => to);
  expect(calls.filter((to) => to === phoneAt(1))).toHaveLength(1);
  expect(calls.filter((to) => to === phoneAt(2))).toHaveLength(3);
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('a number in a call is not erased, and after the call it is', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId } = campaign;
  await start(campaign, 1);
  const { folder, run, runUntil, engine } = makeEngine(db);
  await runUntil(async () => (await recount(db, clientId)).openAttempts === 1);
  const refused = await erase(clientId, 0).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ProblemError);
  expect((refused as ProblemError).code).toBe('in_use');
  await runUntil(completed(campaign));
  await erase(clientId, 0);
  await makeList(db, campaign, { entries: 1, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(completed(campaign));
  await run(60_000);
  expect(readCallLog(folder)).toHaveLength(1);
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('a hashed number gets no text of a campaign, also when it is hashed while it waits', async () => {
  const campaign = await makeTexting(db, { textPerMinute: 60 });
  const { clientId } = campaign;
  await start(campaign, 20);
  await block(clientId, 2);
  const { folder, clock, runUntil, engine } = makeEngine(db, { textProfile: quietReaders });
  await runUntil(async () => readCallLog(folder).length >= 5);
  await block(clientId, 15);
  await erase(clientId, 16);
  expect(readCallLog(folder).length).toBeLessThan(12);
  await runUntil(() => isSettled(db, campaign, clock.now()));
  const others = Array.from({ length: 20 }, (_, n) => n).filter((n) => ![2, 15, 16].includes(n));
  const texted = () => readCallLog(folder).map(({ to }) => to);
  expect(texted().sort()).toEqual(others.map(phoneAt));
  await erase(clientId, 3);
  await withoutGap(db, clientId);
  await makeList(db, campaign, { entries: 20, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(() => isSettled(db, campaign, clock.now()));
  expect(texted().filter((to) => to === phoneAt(3))).toHaveLength(1);
  for (const n of [2, 15, 16]) expect(texted()).not.toContain(phoneAt(n));
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('no number is dialed after its erasure was confirmed, however they race', async () => {
  const entries = 300;
  const campaign = await makeCampaign(db, { callsPerMinute: 12_000 });
  const { clientId } = campaign;
  await start(campaign, entries);
  const clock = virtualClock(afternoon);
  const { engine, folder, runUntil } = makeEngine(db, { clock });
  await runUntil(async () => readCallLog(folder).length > 0, 20);
  const log = () => readCallLog(folder);
  const dialed = () => Number(log().at(-1)?.to ?? firstPhone - 1) + 1 - firstPhone;
  /** Lines of the carrier's log when each erasure was confirmed. */
  const confirmed = new Map<string, number>();
  let refused = 0;
  let ended = false;
  const dialing = (async () => {
    while (!ended) {
      const waits = dialed() > 20 + 4 * (confirmed.size + refused);
      if (!waits) clock.advance(simMs(20));
      if (!waits) await engine.tick();
      await sleep(1);
    }
  })();
  const tried = new Set<number>();
  // Where a claim and an erasure meet: one that came too late sends the next ones further ahead.
  let ahead = 0;
  const racing = Array.from({ length: 4 }, async () => {
    for (;;) {
      let n = Math.max(0, dialed() + ahead);
      while (tried.has(n)) n += 1;
      if (n >= entries) return;
      tried.add(n);
      try {
        await erase(clientId, n);
        confirmed.set(phoneAt(n), log().length);
        ahead = Math.max(-20, ahead - 1);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refused += 1;
        ahead = Math.min(40, ahead + 2);
      }
    }
  });
  await Promise.all(racing);
  await engine.tick();
  ended = true;
  await dialing;
  await runUntil(completed(campaign));
  const late = log().filter(({ to }, line) => line >= (confirmed.get(to) ?? Infinity));
  expect(late).toEqual([]);
  expect(new Set(log().map(({ to }) => to)).size).toBe(log().length);
  // Some erasures met a call, or nothing was raced for.
  expect(refused).toBeGreaterThan(0);
  expect(confirmed.size).toBeGreaterThan(20);
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});
