import { expect, test } from 'vitest';
import type { Reason } from '../../src/contract/reason.ts';
import { asClient, asPlatform, type Tx } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { barWaiting } from '../../src/db/queries/do-not-call-import.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import {
  campaignState,
  makeCampaign,
  makeList,
  makeMessage,
  makeTestClient,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();

test('a number on the do-not-call list since the import is barred for good, counted and not called', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 30, firstPhone: 12_126_000_000 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO do_not_call (client_id, phone, source)
       SELECT $1, (12126000000 + n)::text, 'operator' FROM generate_series(0, 28, 2) n`,
      [clientId],
    ),
  );
  const { engine, runUntil, folder } = makeEngine(db);
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  const called = readCallLog(folder).map((line) => Number(line.to) % 2);
  expect(called).toEqual(Array(15).fill(1));
  const barred = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT DISTINCT state, reason FROM list_entry WHERE client_id = $1 AND state <> 1', [
      clientId,
    ]),
  );
  expect(barred).toEqual([{ state: 2, reason: 'do_not_call' }]);
  expect(await recount(db, clientId)).toMatchObject({ attempts: 15, wrongCounts: [] });
});

test('a number of an older list that is not called any more is barred for good with its own reason', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const phones = ['19002345678', '18002345678', '15002345678', '17002345678', '13702345678'];
  const foreign = ['18762345678', '18092345678'];
  for (const phone of [...phones, ...foreign, '14162345678', '12122345678']) {
    await makeList(db, campaign, { entries: 1, firstPhone: Number(phone) });
  }
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET countries = '{US,JM}' WHERE client_id = $1`, [clientId]),
  );
  const { engine, runUntil, folder } = makeEngine(db);
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect(
    readCallLog(folder)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(['12122345678', '18762345678']);
  const barred = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; reason: string }>(
      'SELECT phone, reason FROM list_entry WHERE client_id = $1 AND state = 2 ORDER BY phone',
      [clientId],
    ),
  );
  expect(barred.map(({ phone }) => phone)).toEqual(
    [...phones, '18092345678', '14162345678'].sort(),
  );
  expect(new Set(barred.map(({ reason }) => reason))).toEqual(new Set(['number_not_dialed']));
  expect(await recount(db, clientId)).toMatchObject({ attempts: 2, wrongCounts: [] });
});

test('a number of a state that is not a destination of the client is barred, whatever its list says', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  for (const phone of ['12102345678', '12122345678', '17872345678', '14162345678']) {
    await makeList(db, campaign, { entries: 1, firstPhone: Number(phone) });
  }
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET countries = '{US-TX,CA-ON}' WHERE client_id = $1`, [clientId]),
  );
  const { engine, runUntil, folder } = makeEngine(db);
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  const called = readCallLog(folder).map(({ to }) => to);
  expect(called.sort()).toEqual(['12102345678', '14162345678']);
});

test('what bars a number for good is kept with it, by who blocked the number, and counted so', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const early = ['12126100000', '12126100001', '12126100002', '12126100003'];
  const late = ['12126100004', '12126100005', '12126100006', '12126100007'];
  const listId = await makeList(db, campaign, { entries: 8, firstPhone: 12_126_100_000 });
  const list = (tx: Tx, phones: string[]) =>
    tx.run(
      `INSERT INTO do_not_call (client_id, phone, source)
       SELECT $1, p, s FROM unnest($2::text[], '{manager,operator,key,text}'::text[]) AS v (p, s)`,
      [clientId, phones],
    );
  // The first four are barred when they are blocked, the others by the gate when it checks them.
  await asClient(db, clientId, async (tx) => {
    await list(tx, early);
    await barWaiting(tx, clientId, early);
    await list(tx, late);
  });
  const { engine, runUntil } = makeEngine(db);
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  const kept = await asClient(db, clientId, (tx) =>
    tx.rows<{ reason: string }>(
      `SELECT reason FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`,
      [clientId, listId],
    ),
  );
  const reasons = ['do_not_call', 'do_not_call', 'opt_out_key', 'opt_out_text'];
  expect(kept.map(({ reason }) => reason)).toEqual([...reasons, ...reasons]);
  const counted = await asClient(db, clientId, (tx) =>
    tx.row('SELECT barred, barred_key, barred_text FROM call_list_count WHERE client_id = $1', [
      clientId,
    ]),
  );
  expect(counted).toEqual({ barred: 8, barred_key: 2, barred_text: 2 });
});

test('an opt-out in the middle of a campaign holds from its commit on', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 200, firstPhone: 12_127_000_000 });
  const { engine, run, runUntil, folder } = makeEngine(db);
  await requestStart(db, clientId, campaignId);
  await run(5_000);
  const before = readCallLog(folder).length;
  expect(before).toBeGreaterThan(20);
  await asClient(db, clientId, async (tx) => {
    for (let n = 0; n < 200; n += 1) await optOut(tx, clientId, String(12_127_000_000 + n), 'text');
  });
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect(readCallLog(folder).length).toBe(before);
  expect(await recount(db, clientId)).toMatchObject({ attempts: before, wrongCounts: [] });
});

test('outside the hours of its zones a number waits, the campaign says until when, and then calls', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 5, firstPhone: 18_085_550_100 });
  await makeList(db, campaign, { entries: 5, firstPhone: 12_125_550_100 });
  // 9:00 in New York, 4:00 in Hawaii.
  const clock = virtualClock(simMs(Date.parse('2026-11-20T14:00:00Z')));
  const { engine, run, folder } = makeEngine(db, { clock });
  await requestStart(db, clientId, campaignId);
  await run(120_000, 1_000);
  expect(readCallLog(folder).map((line) => line.to.slice(0, 4))).toEqual(Array(5).fill('1212'));
  expect(await campaignState(db, campaign)).toMatchObject({
    run_status: 3,
    completed: false,
    reason: { code: 'calling_hours', until: '2026-11-20T18:00:00.000Z' },
  });
  const opening = Date.parse('2026-11-20T18:00:00Z');
  await run(opening - clock.now() - 1_000, 60_000);
  expect(readCallLog(folder).length).toBe(5);
  await run(180_000, 1_000);
  await engine.stop();
  const hawaii = readCallLog(folder).slice(5);
  expect(hawaii.length).toBe(5);
  for (const line of hawaii) expect(Date.parse(line.at)).toBeGreaterThanOrEqual(opening);
  expect(Date.parse(hawaii[0]?.at ?? '')).toBeLessThan(opening + 2_000);
  expect((await campaignState(db, campaign)).completed).toBe(true);
});

test('one number in two campaigns is never in two calls at once', async () => {
  const clientId = await makeTestClient(db);
  const first = await makeCampaign(db, { clientId });
  const second = await makeCampaign(db, { clientId });
  for (const campaign of [first, second]) {
    await makeList(db, campaign, { entries: 60, firstPhone: 12_128_000_000 });
    await requestStart(db, clientId, campaign.campaignId);
  }
  const { engine, runUntil } = makeEngine(db);
  await runUntil(
    async () =>
      (await campaignState(db, first)).completed && (await campaignState(db, second)).completed,
  );
  await engine.stop();
  const overlaps = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT a.phone FROM attempt a JOIN attempt b
         ON b.client_id = $1 AND b.phone = a.phone AND b.call_list_id > a.call_list_id
           AND tstzrange(a.attempted_at, a.finished_at) && tstzrange(b.attempted_at, b.finished_at)
       WHERE a.client_id = $1`,
      [clientId],
    ),
  );
  expect(overlaps).toEqual([]);
  expect(await recount(db, clientId)).toMatchObject({ attempts: 120, callRecords: 120 });
});

test('a campaign that cannot run stays stopped and says why', async () => {
  const clientId = await makeTestClient(db);
  const refused = async (campaignId: number, reason: Reason) => {
    await expect(requestStart(db, clientId, campaignId)).rejects.toMatchObject({
      code: 'cannot_run',
      reason,
      message: reasonSentence(reason),
    });
    expect(await campaignState(db, { clientId, campaignId })).toMatchObject({
      run_status: 1,
      reason,
    });
  };
  const empty = await makeCampaign(db, { clientId });
  await refused(empty.campaignId, { code: 'no_list' });
  const mute = await makeCampaign(db, { clientId, customerMessage: null, machineMessage: null });
  await makeList(db, mute, { entries: 1 });
  await refused(mute.campaignId, { code: 'no_message' });
  const pending = await makeMessage(db, clientId, 0);
  const early = await makeCampaign(db, { clientId, customerMessage: pending });
  await makeList(db, early, { entries: 1 });
  await refused(early.campaignId, {
    code: 'message_not_ready',
    message: 'Message of 0 ms',
  });
  expect(await requestStart(db, clientId, 999_999)).toBeUndefined();
});
