/** The brake stops a campaign whose results are surely beyond a limit (decision 085). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CarrierProfile } from '../../src/carriers/simulated/profile.ts';
import { callOutcomes } from '../../src/contract/call-outcome.ts';
import { callRecordFilters } from '../../src/contract/call-record.ts';
import { knownReason, type StoredReason } from '../../src/contract/reason.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import {
  addToBrake,
  releaseBrake,
  setBrakeLimits,
  stopByBrake,
} from '../../src/db/queries/brake.ts';
import { countCallRecords, pageOfCallRecords } from '../../src/db/queries/call-record.ts';
import { requestStart, tryStart } from '../../src/db/queries/campaign-run.ts';
import { readAddress } from '../../src/web/features/call-record/report-address.ts';
import { toWire } from '../../src/web/features/call-record/report-filter.ts';
import { brakeCalls } from '../../src/web/features/live-monitoring/brake-calls.ts';
import { freshDatabase } from '../harness/database.ts';
import { ended, record, takeEntries } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  vault,
} from './world.ts';

const db = await freshDatabase();
const failing: Partial<CarrierProfile> = { person: 0.1, machine: 0.05, busy: 0, failed: 0.85 };

async function limited(limits: Parameters<typeof setBrakeLimits>[2]): Promise<number> {
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) => setBrakeLimits(tx, clientId, limits));
  return clientId;
}

const reasonOf = async (campaign: Campaign) => {
  const row = await asClient(db, campaign.clientId, (tx) =>
    tx.row<{ reason: { code: string } | null }>(
      'SELECT reason FROM campaign WHERE client_id = $1 AND campaign_id = $2',
      [campaign.clientId, campaign.campaignId],
    ),
  );
  return row?.reason ? knownReason(row.reason) : undefined;
};

/** What "Show the calls" opens: the calls that it lists, as the report reads its address. */
async function shownCalls({ clientId, campaignId }: Campaign) {
  const stored = await asClient(db, clientId, (tx) =>
    tx.row<{ reason: StoredReason }>(
      'SELECT reason FROM campaign WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    ),
  );
  const link = brakeCalls({ campaignId, reason: stored?.reason ?? null });
  const search = JSON.parse(JSON.stringify(link?.search ?? {}));
  const { address, ignored } = readAddress(search, new Date(afternoon));
  expect(ignored).toEqual([]);
  const filters = callRecordFilters.parse(toWire(address.filters, new Date(afternoon)));
  const question = { clientId, filters, blind: vault };
  const page = await pageOfCallRecords(db, question, { limit: 1_000 });
  expect(await countCallRecords(db, question)).toBe(page.length);
  return page;
}

const countsOf = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.row<{ ended: number; failed: number }>(
      `SELECT (counts->'all'->>0)::int AS ended, (counts->'all'->>1)::int AS failed
       FROM brake_count WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );

test('a campaign whose calls fail stops, says why, and only a person starts it again', async () => {
  const clientId = await limited({ failed: 0.2 });
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 30 });
  await makeList(db, campaign, { entries: 200 });
  const { engine, runUntil } = makeEngine(db, { profile: failing });
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).run_status === 1, 500);
  const reason = await reasonOf(campaign);
  expect(reason).toMatchObject({ code: 'brake_stopped', signal: 'failed', limit: 0.2 });
  if (reason?.code !== 'brake_stopped') throw new Error('no reason');
  expect(reason.trials).toBeLessThan(20);
  // Those in flight failed, too, but did not count for the stop.
  expect(reason.calls).toBe(reason.hits);
  const shown = await shownCalls(campaign);
  expect(shown).toHaveLength(reason.hits);
  expect(shown.every(({ outcome }) => outcome === callOutcomes.indexOf('failed'))).toBe(true);
  const records = await asClient(db, clientId, (tx) =>
    tx.row<{ all: number; failed: number }>(
      `SELECT count(*)::int AS all, (count(*) FILTER (WHERE result = 'failed'))::int AS failed
       FROM call_record WHERE client_id = $1`,
      [clientId],
    ),
  );
  // The calls in flight ended, too, and the counts are those of the records.
  expect(await countsOf(campaign)).toEqual({ ended: records?.all, failed: records?.failed });
  expect(records?.all).toBeLessThan(40);

  // Neither a schedule nor a new list.
  const bySchedule = await asClient(db, clientId, (tx) =>
    tryStart(tx, clientId, campaign.campaignId, 'schedule'),
  );
  expect(bySchedule).toMatchObject({ reason: { code: 'brake_stopped' } });
  await requestStart(db, clientId, campaign.campaignId);
  expect(await countsOf(campaign)).toEqual({ ended: 0, failed: 0 });
  await runUntil(async () => (await reasonOf(campaign))?.code === 'brake_stopped', 500);
  await engine.stop();
  // The calls of the second stop, and none of the first one.
  const again = await shownCalls(campaign);
  const second = await reasonOf(campaign);
  expect(second).toMatchObject({ hits: again.length, calls: again.length });
  const before = new Set(shown.map(({ entryId }) => entryId));
  expect(again.some(({ entryId }) => before.has(entryId))).toBe(false);
}, 60_000);

test.each([
  ['calls fail', { failed: 0.2 }, { calls: { person: 0.05, machine: 0.05, failed: 0.85 } }],
  ['texts fail', { textErrors: 0.2 }, { texts: { failed: 0.85 } }],
] as const)(
  'a public in which %s from mid-run on is stopped within 40 of them',
  async (_, limits, change) => {
    const clientId = await limited(limits);
    const texts = 'texts' in change;
    const campaign = texts
      ? await makeTexting(db, { clientId, textPerMinute: 120 })
      : await makeCampaign(db, { clientId, callsPerMinute: 120 });
    await makeList(db, campaign, { entries: 400 });
    const made = makeEngine(db, { textProfile: { rejected: 0, failed: 0.02 } });
    await requestStart(db, clientId, campaign.campaignId);
    const state = async () => (await countsOf(campaign)) ?? { ended: 0, failed: 0 };
    await made.runUntil(async () => (await state()).ended >= 40, 2_000);
    made.changePublic(change);
    const changedAt = new Date(made.clock.now());
    await made.runUntil(async () => (await reasonOf(campaign))?.code === 'brake_stopped', 1_000);
    await made.engine.stop();
    const reason = await reasonOf(campaign);
    if (reason?.code !== 'brake_stopped') throw new Error('no reason');
    // Of those that were placed after the change, up to the newest by which it stopped.
    const after = await asClient(db, clientId, (tx) =>
      tx.row<{ count: number }>(
        `SELECT count(*)::int AS count FROM attempt a
       WHERE a.client_id = $1 AND a.attempted_at > $2 AND a.attempted_at <= (
         SELECT max(b.placed_at) FROM brake_call b WHERE b.client_id = $1 AND b.stopped)`,
        [clientId, changedAt],
      ),
    );
    expect(after?.count).toBeGreaterThan(5);
    expect(after?.count).toBeLessThanOrEqual(40);
  },
  60_000,
);

test('another engine stops it by what the first one counted', async () => {
  const clientId = await limited({ failed: 0.5 });
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  await makeList(db, campaign, { entries: 300 });
  const first = makeEngine(db, { profile: failing });
  await requestStart(db, clientId, campaign.campaignId);
  await first.runUntil(async () => ((await countsOf(campaign))?.ended ?? 0) >= 3, 500);
  await first.engine.stop();
  const before = await countsOf(campaign);
  const second = makeEngine(db, { clock: first.clock, profile: failing });
  await second.runUntil(async () => (await campaignState(db, campaign)).run_status === 1, 500);
  expect(await reasonOf(campaign)).toMatchObject({ code: 'brake_stopped' });
  const after = await countsOf(campaign);
  expect(after?.ended).toBeGreaterThan(before?.ended ?? 0);
  await second.engine.stop();
}, 60_000);

test('texts that fail stop a text campaign; without limits nothing is counted', async () => {
  const clientId = await limited({ textErrors: 0.2 });
  const texting = await makeTexting(db, { clientId, textPerMinute: 60 });
  await makeList(db, texting, { entries: 200 });
  const unlimited = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, unlimited, { entries: 10 });
  const { engine, runUntil } = makeEngine(db, {
    profile: failing,
    textProfile: { rejected: 0, failed: 0.9 },
  });
  await requestStart(db, clientId, texting.campaignId);
  await requestStart(db, unlimited.clientId, unlimited.campaignId);
  await runUntil(async () => (await reasonOf(texting))?.code === 'brake_stopped', 500);
  await runUntil(async () => (await campaignState(db, unlimited)).completed, 500);
  expect(await reasonOf(texting)).toMatchObject({ signal: 'textErrors' });
  expect(await reasonOf(texting)).toMatchObject({ hits: (await shownCalls(texting)).length });
  expect(await countsOf(unlimited)).toBeUndefined();
  await engine.stop();
}, 60_000);

/** Results one after the other, as an engine records them; stopped as it stops. */
async function recorded(campaign: Campaign, calls: (entry: number) => ReturnType<typeof ended>[]) {
  const { clientId, campaignId } = campaign;
  const list = await makeList(db, campaign, { entries: 400 });
  const all = calls(list);
  await asClient(db, clientId, (tx) => releaseBrake(tx, campaign));
  await takeEntries(
    db,
    campaign,
    list,
    all.map(({ entryId }) => entryId),
  );
  await record(db, clientId, all);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE campaign_id = $1', [campaignId]),
  );
}

async function stopNow({ clientId, campaignId }: Campaign) {
  const engineId = randomUUID();
  return asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, $3, 1, '2100-01-01')`,
      [clientId, campaignId, engineId],
    );
    return stopByBrake(tx, { clientId, campaignId, engineId, fence: 1 });
  });
}

test('each reason opens exactly the calls that it counted, whatever their outcomes are called', async () => {
  // Silent agents and nines among calls with other outcomes: who was abandoned and then pressed 9 has one outcome.
  const agents = await makeCampaign(db, { clientId: await limited({ agents: 0.4 }) });
  await recorded(agents, (list) =>
    Array.from({ length: 30 }, (_, n) =>
      ended(list, n + 1, 'person', {
        ...{ abandoned: n % 2 === 0, optedOut: n % 3 === 0 },
        ...(n % 5 !== 4 && { linkback: { agent: n % 2 === 0 ? 'silent' : 'answered' } }),
      } as Parameters<typeof ended>[3]),
    ),
  );
  // Agents who were called before there was a customer have no call.
  const silentAgent = { agentsCalled: 1, agentsSilent: 1, at: new Date(afternoon + 1) };
  await asClient(db, agents.clientId, (tx) => addToBrake(tx, agents, Array(30).fill(silentAgent)));
  const silent = await stopNow(agents);
  const shown = await shownCalls(agents);
  expect(silent).toMatchObject({ signal: 'agents', calls: shown.length });
  expect(shown.length).toBeLessThan(silent?.hits ?? 0);
  expect(shown.every(({ entryId }) => (entryId - 1) % 2 === 0 && (entryId - 1) % 5 !== 4)).toBe(
    true,
  );

  const nines = await makeCampaign(db, { clientId: await limited({ optOuts: 0.03 }) });
  await recorded(nines, (list) =>
    Array.from({ length: 40 }, (_, n) =>
      ended(list, n + 1, 'person', { abandoned: n % 2 === 0, optedOut: n % 4 === 0 }),
    ),
  );
  const optedOut = await stopNow(nines);
  expect(optedOut).toMatchObject({ signal: 'optOuts', newest: false });
  expect(await shownCalls(nines)).toHaveLength(optedOut?.hits ?? 0);
});

test('a stop by the newest calls opens these alone', async () => {
  const campaign = await makeCampaign(db, { clientId: await limited({ machines: 0.5 }) });
  // Of the first 300 a tenth are machines, of those behind nearly all.
  await recorded(campaign, (list) =>
    Array.from({ length: 360 }, (_, n) =>
      ended(list, n + 1, n < 300 ? (n % 10 === 0 ? 'machine' : 'person') : 'machine', {
        finishedAt: (afternoon + n) as typeof afternoon,
      }),
    ),
  );
  const reason = await stopNow(campaign);
  expect(reason).toMatchObject({ signal: 'machines', newest: true });
  const shown = await shownCalls(campaign);
  expect(shown).toHaveLength(reason?.hits ?? 0);
  expect(Math.min(...shown.map(({ entryId }) => entryId))).toBeGreaterThan(250);
});
