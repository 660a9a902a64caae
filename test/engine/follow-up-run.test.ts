import { describe, expect, test } from 'vitest';
import { asClient, asClientSnapshot } from '../../src/db/database.ts';
import { countAnswers, readAnswerShares } from '../../src/db/queries/answer-share.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { listProgress } from '../../src/db/queries/campaign-stats.ts';
import { followUpState } from '../../src/db/queries/follow-up-state.ts';
import { partAt } from '../../src/domain/follow-up/day-part.ts';
import { freshDatabase } from '../harness/database.ts';
import { childrenOf, rule, setRules } from './follow-up-world.ts';
import { recount } from './recount.ts';
import { makeEngine, type TestEngine } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import { type Campaign, campaignState, makeCampaign, makeList, withoutGap } from './world.ts';

const db = await freshDatabase();
const hour = 3_600_000;

/** The funnel adds up, and progress stays a share. */
async function checkFigures({ clientId, campaignId }: Campaign, now: number) {
  const funnel = await asClientSnapshot(db, clientId, (tx) =>
    campaignFunnel(tx, clientId, campaignId, new Date(now)),
  );
  const sum = (parts: readonly { count: number }[] = []) =>
    parts.reduce((all, { count }) => all + count, 0);
  const { called = 0, inProgress = 0, callableNow = 0, waiting, barred } = funnel ?? {};
  expect(called + inProgress + callableNow + sum(waiting) + sum(barred)).toBe(funnel?.loaded);
  const [progress] = await asClient(db, clientId, (tx) => listProgress(tx, clientId, [campaignId]));
  expect(progress?.progress).toBeGreaterThanOrEqual(0);
  expect(progress?.progress).toBeLessThanOrEqual(1);
}

/** With a minute of work every two hours. */
async function runHours(test: TestEngine, campaigns: readonly Campaign[], hours: number) {
  for (let at = 0; at < hours; at += 2) {
    await test.run(60_000, 20_000);
    await test.run(2 * hour - 60_000, hour);
    if (at % 6 > 0) continue;
    for (const campaign of campaigns) await checkFigures(campaign, test.clock.now());
  }
}

const attemptsOf = ({ clientId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; at: number; campaignId: number; result: string }>(
      `SELECT phone, (extract(epoch FROM attempted_at) * 1000)::float8 AS at, result,
         campaign_id AS "campaignId"
       FROM attempt WHERE client_id = $1 ORDER BY attempted_at`,
      [clientId],
    ),
  );

describe('Follow-ups that the engine makes and works through', () => {
  test('call again in other parts of the day, then text, and complete after the last', async () => {
    const texting = await makeTexting(db);
    const campaign = await makeCampaign(db, { clientId: texting.clientId });
    const { clientId } = campaign;
    await makeList(db, campaign, { entries: 16, firstPhone: 12_124_400_000 });
    const { campaignId } = texting;
    await setRules(db, campaign, [
      rule({ most: 2, otherPart: true }),
      rule({ ruleId: 2, action: 'campaign', campaignId, most: 1, waitMinutes: 30 }),
      rule({
        ruleId: 3,
        after: 'machine',
        action: 'campaign',
        campaignId,
        most: 1,
        waitMinutes: 30,
      }),
    ]);
    const profile = { person: 0.1, machine: 0.2, busy: 0, failed: 0 };
    const engine = makeEngine(db, { profile, textProfile: quietReaders });
    // Nothing leads there yet.
    await expect(requestStart(db, clientId, campaignId)).rejects.toMatchObject({
      reason: { code: 'no_list' },
    });
    await requestStart(db, clientId, campaign.campaignId);
    await runHours(engine, [campaign, texting], 4);
    // What is due later keeps it running.
    expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3, completed: false });
    await runHours(engine, [campaign, texting], 44);
    expect(await campaignState(db, campaign)).toMatchObject({ completed: true });
    // Nobody started the text campaign: its follow-ups wait.
    const texts = (await attemptsOf(campaign)).filter((one) => one.campaignId === campaignId);
    expect(texts).toEqual([]);
    expect(await campaignState(db, texting)).toMatchObject({ run_status: 1, reason: null });
    await requestStart(db, clientId, campaignId);
    await engine.run(4 * 60_000, 20_000);
    await engine.engine.stop();

    const attempts = await attemptsOf(campaign);
    const byPhone = Map.groupBy(attempts, ({ phone }) => phone);
    for (const own of byPhone.values()) {
      const calls = own.filter((one) => one.campaignId !== campaignId);
      expect(calls.length).toBeLessThanOrEqual(3);
      expect(own.length - calls.length).toBeLessThanOrEqual(1);
      const parts = calls.map(({ at }) => partAt('America/New_York', at));
      expect(new Set(parts).size).toBe(parts.length);
      const answered = calls.findIndex(({ result }) => result === 'person');
      if (answered >= 0) expect(own).toHaveLength(answered + 1);
    }
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
    const state = await asClient(db, clientId, (tx) =>
      followUpState(tx, clientId, campaign.campaignId),
    );
    const reached = attempts.filter(({ result }) => result === 'person').length;
    expect(state).toMatchObject({ persons: 16, reached });
    expect(state?.rules.map(({ made }) => made).reduce((a, b) => a + b, 0)).toBe(
      attempts.length - 16,
    );
  });

  test('wait through a stop, and go on after the next start', async () => {
    const campaign = await makeCampaign(db, {});
    await withoutGap(db, campaign.clientId);
    await makeList(db, campaign, { entries: 5, firstPhone: 12_124_500_000 });
    await setRules(db, campaign, [rule({ after: 'busy', waitMinutes: 20, most: 1 })]);
    const engine = makeEngine(db, { profile: { person: 0, machine: 0, busy: 1, failed: 0 } });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await engine.run(3 * 60_000, 20_000);
    expect(await childrenOf(db, campaign.clientId)).toHaveLength(5);
    await asClient(db, campaign.clientId, (tx) =>
      requestStop(tx, campaign.clientId, campaign.campaignId),
    );
    await engine.run(60 * 60_000, 10 * 60_000);
    expect(await attemptsOf(campaign)).toHaveLength(5);
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await engine.run(3 * 60_000, 20_000);
    await engine.engine.stop();
    expect(await attemptsOf(campaign)).toHaveLength(10);
    expect(await campaignState(db, campaign)).toMatchObject({ completed: true });
  });
});

describe('A text that nobody answers', () => {
  test('is followed by a call after its time, once, by two engines; one that was answered is not', async () => {
    const texting = await makeTexting(db);
    const { clientId } = texting;
    const calling = await makeCampaign(db, { clientId });
    await makeList(db, texting, { entries: 12, firstPhone: 12_124_600_000 });
    const { campaignId } = calling;
    const days = 3 * 24 * 60;
    await setRules(db, texting, [
      rule({ after: 'no_reply', action: 'campaign', campaignId, waitMinutes: days, most: 1 }),
    ]);
    const textProfile = { ...quietReaders, talk: 0.5 };
    const first = makeEngine(db, { textProfile });
    const second = makeEngine(db, { clock: first.clock, folder: first.folder, textProfile });
    await requestStart(db, clientId, texting.campaignId);
    await first.run(8 * 60_000, 20_000);
    const replied = await asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string }>('SELECT DISTINCT phone FROM inbound_text WHERE client_id = $1', [
        clientId,
      ]),
    );
    expect(replied.length).toBeGreaterThan(0);
    await first.run(71 * hour, 4 * hour);
    expect(await childrenOf(db, clientId)).toEqual([]);
    first.clock.advance(hour as never);
    await Promise.all([first.engine.tick(), second.engine.tick()]);
    await first.run(60_000, 10_000);
    await first.engine.stop();
    await second.engine.stop();
    const children = await childrenOf(db, clientId);
    expect(children.map(({ phone }) => phone)).toHaveLength(12 - replied.length);
    expect(children.some(({ phone }) => replied.some((one) => one.phone === phone))).toBe(false);
    const waits = await asClient(db, clientId, (tx) =>
      tx.rows('SELECT FROM follow_up_wait WHERE client_id = $1', [clientId]),
    );
    expect(waits).toHaveLength(0);
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  });
});

test('shares of answered calls are kept by zone and hour, and each record counts once', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  await makeList(db, campaign, { entries: 20, firstPhone: 12_124_700_000 });
  const engine = makeEngine(db, { profile: { person: 0.5 } });
  await requestStart(db, clientId, campaign.campaignId);
  await engine.run(2 * 60_000, 10_000);
  await engine.engine.stop();
  const answered = (await attemptsOf(campaign)).filter(({ result }) => result === 'person').length;
  const later = new Date(engine.clock.now() + 3 * hour);
  for (let more = true; more; ) {
    more = await asClient(db, clientId, (tx) => countAnswers(tx, clientId, later));
  }
  await asClient(db, clientId, (tx) => countAnswers(tx, clientId, later));
  const shares = await asClient(db, clientId, (tx) => readAnswerShares(tx, clientId));
  expect([...shares]).toEqual([['America/New_York 15', { attempts: 20, answered }]]);
});
