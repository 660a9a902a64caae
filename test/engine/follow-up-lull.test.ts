/** Campaigns that wait for follow-ups of others, whose rules lead to them. */
import { describe, expect, test } from 'vitest';
import { asClient, asPlatform, type Tx } from '../../src/db/database.ts';
import { entryState } from '../../src/db/entry-states.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { acquireLeases } from '../../src/db/queries/lease.ts';
import { recordResults } from '../../src/db/queries/record.ts';
import { completeRun } from '../../src/db/queries/run-transition.ts';
import { freshDatabase } from '../harness/database.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import {
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  vault,
  withoutGap,
} from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const hour = 60 * minute;
const machines = { person: 0, machine: 1, busy: 0, failed: 0 };

const begin = ({ clientId, campaignId }: Campaign) => requestStart(db, clientId, campaignId);
const end = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
const state = (campaign: Campaign) => campaignState(db, campaign);
const set = (campaign: Campaign, sql: string) =>
  asClient(db, campaign.clientId, (tx) =>
    tx.run(`UPDATE campaign SET ${sql} WHERE client_id = $1 AND campaign_id = $2`, [
      campaign.clientId,
      campaign.campaignId,
    ]),
  );
const nameOf = async ({ clientId, campaignId }: Campaign) => {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ name: string }>(
      'SELECT name FROM campaign WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    ),
  );
  return row?.name;
};
const waitsFor = async (campaign: Campaign) => ({
  ...{ run_status: 3, completed: false },
  reason: { code: 'waits_for_follow_ups', campaign: await nameOf(campaign) },
});
const attemptsOf = async ({ clientId, campaignId }: Campaign) => {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ count: number }>(
      'SELECT count(*) FROM attempt WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    ),
  );
  return row?.count;
};
const leadsTo = ({ campaignId }: Campaign, of: Parameters<typeof rule>[0] = {}) =>
  rule({ after: 'machine', action: 'campaign', campaignId, most: 1, waitMinutes: 30, ...of });

/** A Broadcast that meets machines only, and the text campaign that its rule leads to. */
async function makePair(entries: number, firstPhone: number) {
  const texting = await makeTexting(db);
  const calling = await makeCampaign(db, { clientId: texting.clientId });
  await withoutGap(db, texting.clientId);
  await makeList(db, calling, { entries, firstPhone });
  await setRules(db, calling, [leadsTo(texting)]);
  return { texting, calling };
}

describe('A campaign that rules of another one lead to', () => {
  test('starts without a list, waits through the lulls and completes after the other', async () => {
    const { texting, calling } = await makePair(4, 12_125_000_000);
    const engine = makeEngine(db, { profile: machines, textProfile: quietReaders });
    await expect(begin(texting)).rejects.toMatchObject({ reason: { code: 'no_list' } });
    await begin(calling);
    await begin(texting);
    await engine.run(2 * minute, 10_000);
    // The Broadcast is done; its follow-ups are due in half an hour.
    expect(await state(calling)).toMatchObject({ completed: true });
    expect(await state(texting)).toMatchObject({ run_status: 3, reason: { code: 'follow_up' } });
    await engine.run(40 * minute, minute);
    expect(await attemptsOf(texting)).toBe(4);
    expect(await state(texting)).toMatchObject({ completed: true, reason: null });
    await engine.engine.stop();
  });

  test('says what it waits for between two waves, at no cost, and is stopped as any other', async () => {
    const { texting, calling } = await makePair(3, 12_125_100_000);
    // The others are called when the gap of their first call is over.
    await setRules(db, calling, [
      rule({ after: 'busy', waitMinutes: 120, most: 3 }),
      leadsTo(texting, { ruleId: 2, waitMinutes: 5 }),
    ]);
    const engine = makeEngine(db, {
      profile: { ...machines, machine: 0, busy: 1 },
      textProfile: quietReaders,
    });
    await begin(calling);
    await engine.run(minute, 10_000);
    await begin(texting);
    await engine.run(hour, 10 * minute);
    expect(await state(texting)).toMatchObject(await waitsFor(calling));
    expect(await attemptsOf(texting)).toBe(0);
    engine.changePublic({ calls: machines });
    await engine.run(2 * hour, 5 * minute);
    expect(await attemptsOf(texting)).toBe(3);
    expect(await state(calling)).toMatchObject({ completed: true });
    expect(await state(texting)).toMatchObject({ completed: true, reason: null });

    await makeList(db, calling, { entries: 2, firstPhone: 12_125_150_000 });
    engine.changePublic({ calls: { machine: 0, busy: 1 } });
    await begin(calling);
    await engine.run(minute, 10_000);
    await begin(texting);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(await waitsFor(calling));
    await end(texting);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject({ run_status: 1, completed: false, reason: null });
    await engine.engine.stop();
  });

  test('completes at the next look when the other is stopped, and not before one that starts by itself', async () => {
    const { texting, calling } = await makePair(3, 12_125_200_000);
    await setRules(db, calling, [
      rule({ after: 'busy', waitMinutes: 24 * 60, most: 3 }),
      leadsTo(texting, { ruleId: 2 }),
    ]);
    const engine = makeEngine(db, {
      profile: { ...machines, machine: 0, busy: 1 },
      textProfile: quietReaders,
    });
    await begin(calling);
    await begin(texting);
    await engine.run(2 * minute, 10_000);
    const schedule = (starts: boolean) =>
      set(
        calling,
        `start_automatically = ${starts}, start_weekdays = '1111111', start_time = '09:00'`,
      );
    await schedule(true);
    await end(calling);
    await engine.run(2 * minute, 10_000);
    expect(await state(calling)).toMatchObject({ run_status: 1, completed: false });
    expect(await state(texting)).toMatchObject(await waitsFor(calling));
    await schedule(false);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject({ run_status: 1, completed: true, reason: null });
    await expect(begin(texting)).rejects.toMatchObject({ reason: { code: 'no_list' } });
    await engine.engine.stop();
  });

  test('waits over others and in a circle while one of them has work, and all complete after it', async () => {
    const { texting, calling } = await makePair(3, 12_125_300_000);
    const { clientId } = calling;
    const second = await makeCampaign(db, { clientId });
    await setRules(db, calling, [leadsTo(second, { waitMinutes: 5 })]);
    await setRules(db, second, [leadsTo(texting, { waitMinutes: 5 })]);
    await setRules(db, texting, [leadsTo(calling, { after: 'failed' })]);
    const engine = makeEngine(db, { profile: machines, textProfile: quietReaders });
    await begin(calling);
    await begin(second);
    await begin(texting);
    await engine.runUntil(async () => (await state(texting)).run_status === 3, 1_000);
    await engine.run(3_000, 500);
    expect(await state(texting)).toMatchObject(await waitsFor(calling));
    await engine.run(30 * minute, minute);
    expect(await attemptsOf(second)).toBe(3);
    expect(await attemptsOf(texting)).toBe(3);
    for (const one of [calling, second, texting]) {
      expect(await state(one)).toMatchObject({ run_status: 1, completed: true });
    }
    await engine.engine.stop();
  });

  test('waits for replies to texts of a campaign that is Completed', async () => {
    const texting = await makeTexting(db);
    const calling = await makeCampaign(db, { clientId: texting.clientId });
    await makeList(db, texting, { entries: 3, firstPhone: 12_125_400_000 });
    await setRules(db, texting, [
      leadsTo(calling, { after: 'no_reply', waitMinutes: 2 * 24 * 60 }),
    ]);
    const engine = makeEngine(db, { textProfile: quietReaders });
    await begin(texting);
    await begin(calling);
    await engine.run(10 * minute, minute);
    expect(await state(texting)).toMatchObject({ completed: true });
    expect(await state(calling)).toMatchObject(await waitsFor(texting));
    await engine.run(49 * hour, hour);
    await engine.run(5 * minute, minute);
    expect(await attemptsOf(calling)).toBe(3);
    expect(await state(calling)).toMatchObject({ completed: true });
    await engine.engine.stop();
  });

  test('goes on waiting at another engine when its own is gone', async () => {
    const { texting, calling } = await makePair(2, 12_125_500_000);
    await setRules(db, calling, [
      rule({ after: 'busy', waitMinutes: 60, most: 1 }),
      leadsTo(texting, { ruleId: 2, waitMinutes: 5 }),
    ]);
    const wish = { profile: { ...machines, machine: 0, busy: 1 }, textProfile: quietReaders };
    const first = makeEngine(db, wish);
    await begin(calling);
    await begin(texting);
    await first.run(2 * minute, 10_000);
    expect(await state(texting)).toMatchObject(await waitsFor(calling));
    await first.engine.stop();
    const second = makeEngine(db, { clock: first.clock, folder: first.folder, ...wish });
    await second.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(await waitsFor(calling));
    second.changePublic({ calls: machines });
    await second.run(2 * hour, 5 * minute);
    expect(await attemptsOf(texting)).toBe(2);
    expect(await state(texting)).toMatchObject({ completed: true });
    await second.engine.stop();
  });
});

test('A follow-up that is recorded in the instant of a completion is not left behind', async () => {
  const { texting, calling } = await makePair(2, 12_125_600_000);
  const { clientId } = calling;
  const list = await asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(
      'SELECT call_list_id AS id FROM call_list WHERE client_id = $1 AND campaign_id = $2',
      [clientId, calling.campaignId],
    ),
  );
  const callListId = list?.id ?? 0;
  await set(calling, 'run_status = 3');
  await set(texting, 'run_status = 3');
  await takeEntries(db, calling, callListId, [1, 2]);
  // The list of follow-ups is there: what is recorded holds no lock of its campaign.
  await record(db, clientId, [ended(callListId, 1, 'machine')]);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET state = ${entryState.barred} WHERE client_id = $1 AND call_list_id <> $2`,
      [clientId, callListId],
    ),
  );
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, crypto.randomUUID(), 60));
  const lease = leases.find(({ campaignId }) => campaignId === texting.campaignId);
  if (!lease) throw new Error('no lease');
  const complete = () => asClient(db, clientId, (tx) => completeRun(tx, lease));
  const recorded = Promise.withResolvers<void>();
  const commits = Promise.withResolvers<void>();
  const recording = asClient(db, clientId, async (tx: Tx) => {
    await recordResults(tx, vault, clientId, [ended(callListId, 2, 'machine')]);
    recorded.resolve();
    await commits.promise;
  });
  await recorded.promise;
  // Not committed: the call is in flight, and may be followed.
  const meanwhile = await complete().finally(() => commits.resolve());
  await recording;
  expect(meanwhile).toEqual({ completed: false, leading: await nameOf(calling) });
  expect(await childrenOf(db, clientId)).toHaveLength(2);
  // From here on the follow-up itself waits.
  expect(await complete()).toEqual({ completed: false, leading: null });
  expect(await state(texting)).toMatchObject({ run_status: 3, completed: false });
});
