/** What ends, or must not end, the wait of a campaign for follow-ups of the one that leads to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FollowUpRule } from '../../src/contract/follow-up.ts';
import type { Reason } from '../../src/contract/reason.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setBrakeLimits } from '../../src/db/queries/brake.ts';
import { deleteCampaign } from '../../src/db/queries/campaign.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import { freshDatabase } from '../harness/database.ts';
import { rule, setRules } from './follow-up-world.ts';
import { runAndKill } from './kill-run.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
  withoutGap,
} from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const hour = 60 * minute;
const busy = { person: 0, machine: 0, busy: 1, failed: 0 };

const begin = ({ clientId, campaignId }: Campaign) => requestStart(db, clientId, campaignId);
const end = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
const state = (campaign: Campaign) => campaignState(db, campaign);
const completed = { run_status: 1, completed: true, reason: null };
const waits = { run_status: 3, completed: false, reason: { code: 'waits_for_follow_ups' } };
const set = ({ clientId, campaignId }: Campaign, sql: string) =>
  asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET ${sql} WHERE client_id = $1 AND campaign_id = $2`, [
      clientId,
      campaignId,
    ]),
  );

/** By itself it would call on at nine, every day. */
const everyDay = `start_automatically = true, start_weekdays = '1111111', start_time = '09:00'`;

const leadsTo = ({ campaignId }: Campaign, of: Partial<FollowUpRule> = {}) =>
  rule({ after: 'machine', action: 'campaign', campaignId, most: 1, waitMinutes: 5, ...of });

/** A Broadcast that meets busy lines and calls again in two hours, and the text campaign that waits for it. */
async function inLull(firstPhone: number, deps?: Partial<EngineDeps>, entries = 3) {
  const texting = await makeTexting(db);
  const calling = await makeCampaign(db, { clientId: texting.clientId });
  await withoutGap(db, texting.clientId);
  await makeList(db, calling, { entries, firstPhone });
  const again = rule({ after: 'busy', waitMinutes: 120, most: 3 });
  await setRules(db, calling, [again, leadsTo(texting, { ruleId: 2 })]);
  const engine = makeEngine(db, {
    ...{ profile: { ...busy }, textProfile: quietReaders },
    ...(deps && { deps }),
  });
  await begin(calling);
  await begin(texting);
  await engine.run(2 * minute, 10_000);
  expect(await state(texting)).toMatchObject(waits);
  return { texting, calling, engine, again };
}

describe('A campaign that waits for follow-ups', () => {
  test('completes when the rule that leads there is edited away, and waits for a rule that comes back', async () => {
    const { texting, calling, engine, again } = await inLull(12_126_000_000);
    const other = await makeCampaign(db, { clientId: texting.clientId });
    await setRules(db, calling, [again, leadsTo(other, { ruleId: 2 })]);
    await engine.run(minute, 5_000);
    expect(await state(texting)).toMatchObject(completed);
    await setRules(db, calling, [again, leadsTo(texting, { ruleId: 2 })]);
    await begin(texting);
    await engine.run(minute, 5_000);
    expect(await state(texting)).toMatchObject(waits);
    engine.changePublic({ calls: { machine: 1, busy: 0 } });
    await engine.run(3 * hour, 5 * minute);
    expect(await state(calling)).toMatchObject(completed);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('completes when the one that leads there is deleted, though it would have started by itself', async () => {
    const { texting, calling, engine } = await inLull(12_126_100_000);
    await set(calling, everyDay);
    await end(calling);
    await engine.run(minute, 10_000);
    expect(await state(calling)).toMatchObject({ run_status: 1, completed: false });
    expect(await state(texting)).toMatchObject(waits);
    const { clientId, campaignId } = calling;
    const by = { managerId: null, now: new Date(engine.clock.now()), version: undefined };
    expect(await asClient(db, clientId, (tx) => deleteCampaign(tx, clientId, campaignId, by))).toBe(
      true,
    );
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('completes when the brake stops the one that leads there, which only a person restarts', async () => {
    const { texting, calling, engine } = await inLull(12_126_200_000, undefined, 60);
    await set(calling, everyDay);
    await asPlatform(db, (tx) => setBrakeLimits(tx, texting.clientId, { failed: 0.2 }));
    engine.changePublic({ calls: { busy: 0, failed: 1 } });
    await engine.run(3 * hour, 2 * minute);
    expect(await state(calling)).toMatchObject({
      ...{ run_status: 1, completed: false, reason: { code: 'brake_stopped' } },
    });
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('says a hold, completes in none, and goes on waiting after it', async () => {
    let held: { reason: Reason } | undefined;
    const clockCheck = { off: () => held };
    const { texting, calling, engine } = await inLull(12_126_300_000, { clockCheck });
    held = { reason: { code: 'hold', hold: 'restored', asked: false } };
    // What leads there ends meanwhile: a campaign on hold completes no more than it texts.
    await end(calling);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject({
      ...{ run_status: 3, completed: false, reason: { code: 'hold' } },
    });
    held = undefined;
    await begin(calling);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(waits);
    engine.changePublic({ calls: { machine: 1, busy: 0 } });
    await engine.run(3 * hour, 5 * minute);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });
});

test('engines killed while a campaign waits for follow-ups complete it no sooner, and text each machine once', async () => {
  const folder = temporaryFolder();
  const texting = await makeTexting(db, { textPerMinute: 1_200 });
  const { clientId } = texting;
  // So slow that most calls are placed after the kills, which leave those in flight unknown.
  const calling = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await withoutGap(db, clientId);
  await makeList(db, calling, { entries: 300, firstPhone: 12_126_400_000 });
  await setRules(db, calling, [
    rule({ after: 'busy', waitMinutes: 1, most: 3 }),
    leadsTo(texting, { ruleId: 2, waitMinutes: 1 }),
  ]);
  await begin(calling);
  await begin(texting);
  const profile = { person: 0.1, machine: 0.4, busy: 0.4, failed: 0 };
  const settings = { url: db.url, folder, speed: 20, leaseSeconds: 0.3, wrong: false, profile };
  const last = await runAndKill(settings, 8, 'lull kills');
  const clock = await loadSimulationClock(db, {
    ...{ speed: settings.speed, start: new Date(afternoon) },
  });
  const isDone = async (campaign: Campaign) => (await state(campaign)).completed;
  while (!((await isDone(calling)) && (await isDone(texting)))) await sleep(100);
  const open = () =>
    asClient(db, clientId, (tx) =>
      tx.rows('SELECT 1 FROM attempt WHERE client_id = $1 AND finished_at IS NULL', [clientId]),
    );
  while ((await open()).length > 0) await sleep(100);
  await last.kill();
  await clock.stop();
  const counts = await asClient(db, clientId, (tx) =>
    tx.row<{ machines: number; texts: number; waiting: number }>(
      `SELECT
         (SELECT count(*)::int FROM attempt
          WHERE client_id = $1 AND campaign_id = $2 AND result = 'machine') AS machines,
         (SELECT count(*)::int FROM attempt WHERE client_id = $1 AND campaign_id = $3) AS texts,
         (SELECT count(*)::int FROM list_entry WHERE client_id = $1 AND state = 0) AS waiting`,
      [clientId, calling.campaignId, texting.campaignId],
    ),
  );
  expect(counts?.machines).toBeGreaterThan(30);
  // A campaign that had completed too early would have left some of them waiting.
  expect(counts).toMatchObject({ texts: counts?.machines, waiting: 0 });
  const sent = readCallLog(folder).filter(({ attemptId }) => !attemptId.startsWith('reply-'));
  expect(new Set(sent.map(({ attemptId }) => attemptId)).size).toBe(sent.length);
  expect(await recount(db, clientId)).toMatchObject({
    ...{ openAttempts: 0, mismatches: 0, wrongCounts: [] },
  });
}, 180_000);
