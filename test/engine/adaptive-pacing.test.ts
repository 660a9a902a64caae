/** How an engine paces a Linkback adaptively, and how it learns of agents on duty (decision 088). */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAgentsOnDuty } from '../../src/db/queries/agents-on-duty.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { readRecordedCourses } from '../../src/db/queries/recorded-course.ts';
import { freshDatabase } from '../harness/database.ts';
import { callsOfBefore, personsOfBefore } from './adaptive-world.ts';
import { makeLinkback, makeLinkbackEngine } from './linkback-world.ts';
import { afternoon, type Campaign, makeList } from './world.ts';

const db = await freshDatabase();
const at = new Date(afternoon);
await asPlatform(db, (tx) => ensureCallRecordMonth(tx, at));

const run = (campaign: Campaign, statement: string, values: unknown[] = []) =>
  asClient(db, campaign.clientId, (tx) =>
    tx.run(statement, [campaign.clientId, campaign.campaignId, ...values]),
  );

interface Wish {
  pacing?: 'ratio' | 'adaptive';
  calls?: number;
  /** Answered by a person before, and abandoned. */
  persons?: number;
  abandoned?: number;
}

/** How many calls a campaign with 8 free agents places first, less agents who were called before them. */
async function firstCalls({
  pacing = 'adaptive',
  calls = 400,
  persons = 3_000,
  abandoned = 0,
}: Wish) {
  const campaign = await makeLinkback(db, { agentCount: 8, callRatio: 1 });
  await makeList(db, campaign, { entries: 80 });
  await run(campaign, 'UPDATE campaign SET pacing = $3 WHERE client_id = $1 AND campaign_id = $2', [
    pacing,
  ]);
  if (persons > 0) {
    await personsOfBefore(db, campaign, { persons, abandoned });
  }
  if (calls > 0) await callsOfBefore(db, campaign, { count: calls });
  const made = makeLinkbackEngine(db, { profile: { personRings: [8_000, 9_000] } });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const placed = () => made.watched.all('place').length;
  await made.runUntil(async () => placed() > 0, 500);
  const open = placed() - made.watched.agentsInCall();
  await made.engine.stop();
  await run(
    campaign,
    'UPDATE campaign SET run_status = 1 WHERE client_id = $1 AND campaign_id = $2',
  );
  return open;
}

test('an engine that begins to run an adaptive campaign knows it from its stored calls', async () => {
  const ahead = await firstCalls({});
  expect(ahead).toBeGreaterThan(16);
  // Nothing is known of a new one: one call for each free agent.
  expect(await firstCalls({ calls: 0 })).toBe(8);
});

test('a fixed ratio stays as it is, whatever is known', async () => {
  expect(await firstCalls({ pacing: 'ratio' })).toBe(8);
});

test('the governor wins: while it is careful, one call may be lost, and after losses none', async () => {
  expect(await firstCalls({ persons: 0 })).toBeLessThanOrEqual(1);
  expect(await firstCalls({ persons: 200, abandoned: 6 })).toBeLessThanOrEqual(0);
});

test('what is read of stored calls is bounded, and oldest first', async () => {
  const campaign = await makeLinkback(db);
  await callsOfBefore(db, campaign, { count: 1_100 });
  const read = await asClient(db, campaign.clientId, (tx) =>
    readRecordedCourses(tx, campaign.clientId, campaign.campaignId, at),
  );
  expect(read).toHaveLength(1_000);
  const [first, second] = read;
  expect((second?.startedAt ?? 0) - (first?.startedAt ?? 0)).toBe(1_000);
  expect(read.find(({ askedAfter }) => askedAfter !== null)).toMatchObject({
    ...{ result: 'person', connectedAfter: 25_000 },
  });
});

test('agents set while the campaign runs reach its engine, more and fewer', async () => {
  const campaign = await makeLinkback(db, { agentCount: 1 });
  await makeList(db, campaign, { entries: 30 });
  const { watched, runUntil, engine } = makeLinkbackEngine(db, {
    profile: { talk: [60_000, 60_000] },
  });
  const { clientId, campaignId } = campaign;
  const set = (agents: number) =>
    asClient(db, clientId, (tx) => setAgentsOnDuty(tx, clientId, campaignId, { agents, now: at }));
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => watched.agentsInCall() === 1, 1_000);
  expect(await set(3)).toBe(true);
  await runUntil(async () => watched.agentsInCall() === 3, 1_000);
  const placed = watched.all('place').length;
  await set(0);
  const ends = () => watched.all('connect').length;
  await runUntil(async () => ends() >= 3 && watched.agentsInCall() === 0, 1_000);
  expect(watched.all('place').length).toBe(placed);
  await engine.stop();
  await run(
    campaign,
    'UPDATE campaign SET run_status = 1 WHERE client_id = $1 AND campaign_id = $2',
  );
}, 30_000);

test('agents set before a start hold for that run, and are forgotten when it ends', async () => {
  const campaign = await makeLinkback(db, { agentCount: 1 });
  await makeList(db, campaign, { entries: 30 });
  const { clientId, campaignId } = campaign;
  const { watched, runUntil, engine } = makeLinkbackEngine(db, {});
  const stored = () =>
    asClient(db, clientId, (tx) =>
      tx.row<{ run_status: number; agents_set: number | null }>(
        'SELECT run_status, agents_set FROM campaign WHERE client_id = $1 AND campaign_id = $2',
        [clientId, campaignId],
      ),
    );
  await asClient(db, clientId, (tx) =>
    setAgentsOnDuty(tx, clientId, campaignId, { agents: 4, now: at }),
  );
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => watched.all('place').length > 0, 500);
  expect(watched.all('place').length).toBe(4);
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  await runUntil(async () => (await stored())?.run_status === 1, 1_000);
  expect((await stored())?.agents_set).toBeNull();
  await engine.stop();
});

test('agents by the hour hold for a running engine', async () => {
  const campaign = await makeLinkback(db, { agentCount: 1 });
  await makeList(db, campaign, { entries: 30 });
  const everyDay = { weekdays: '1111111', from: '00:00', until: '23:59', agentCount: 5 };
  await run(
    campaign,
    'UPDATE campaign SET agent_schedule = $3 WHERE client_id = $1 AND campaign_id = $2',
    [JSON.stringify([everyDay])],
  );
  const { watched, runUntil, engine } = makeLinkbackEngine(db, {});
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => watched.all('place').length > 0, 500);
  expect(watched.all('place').length).toBe(5);
  await engine.stop();
  await run(
    campaign,
    'UPDATE campaign SET run_status = 1 WHERE client_id = $1 AND campaign_id = $2',
  );
});
