/** A row of a file is one account in every list of the file: the loaded one, reused ones, those of follow-ups. */
import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { renewList } from '../../src/db/queries/call-list-renew.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readPolicyCosts } from '../../src/db/queries/policy-costs.ts';
import { keyAttempts, type NewRule, storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { makeAccounts } from './account-world.ts';
import { contactCapWorld, timesOf } from './contact-cap-world.ts';
import { rule, setRules } from './follow-up-world.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import { afternoon, makeCampaign, readCallLog, vault, withoutGap } from './world.ts';

const { db, wanting, attemptsOf, waitingOf } = await contactCapWorld();

const rows = 6;
let firstPhone = 12_124_400_000;

type Subject = 'account' | 'person';

async function atMost(clientId: number, most: number, of: Subject) {
  const wanted: NewRule = {
    ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' },
    terms: { kind: 'limit', most, counts: 'attempts', of, unit: 'days', length: 7 },
    ...{ preset: null, source: null, sourceDate: null },
  };
  await keyAttempts(db, clientId);
  const operator = { managerId: null, now: new Date(afternoon) };
  await asClient(db, clientId, (tx) => storePolicyRule(tx, clientId, 0, wanted, operator));
}

/** Of each row how many contacts there were; rows have two numbers, one after the other. */
const byRow = (attempts: readonly { phone: string }[], first: number) =>
  timesOf(attempts.map(({ phone }) => ({ phone: `${(Number(phone) - first) >> 1}` })));

/** A campaign whose list has rows with two numbers each and no External Id. */
async function withRows(clientId: number) {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 600 });
  await withoutGap(db, clientId);
  firstPhone += 1_000;
  const phones = (row: number) => [firstPhone + 2 * row, firstPhone + 2 * row + 1];
  const accounts = Array.from({ length: rows }, (_, row) => ({ phones: phones(row) }));
  return { campaign, list: await makeAccounts(db, campaign, accounts), first: firstPhone };
}

const cases = [
  { of: 'account', most: 1 },
  { of: 'person', most: 2 },
] as const;

describe('A limit of a row of the file', () => {
  test.each(cases)(
    'of $of, at most $most, is kept by follow-ups in other campaigns',
    async (of) => {
      const texting = await makeTexting(db);
      const { clientId, campaignId } = texting;
      const { campaign, first } = await withRows(clientId);
      const follow = { action: 'campaign' as const, campaignId, most: 1, waitMinutes: 1 };
      await setRules(db, campaign, [rule({ after: 'machine', ...follow })]);
      await atMost(clientId, of.most, of.of);
      const machines = { person: 0, machine: 1, busy: 0, failed: 0 };
      const engine = makeEngine(db, { profile: machines, textProfile: quietReaders });
      await requestStart(db, clientId, campaign.campaignId);
      await requestStart(db, clientId, campaignId);
      await engine.run(10 * 60_000, 10_000);
      await engine.engine.stop();
      expect(byRow(await attemptsOf(clientId), first)).toEqual({ [of.most]: rows });
    },
  );

  test('is kept by a list that is used again', async () => {
    const { clientId } = await makeCampaign(db);
    const { campaign, list, first } = await withRows(clientId);
    const other = await makeCampaign(db, { clientId, callsPerMinute: 600 });
    await atMost(clientId, 2, 'person');
    const engine = makeEngine(db, { profile: { person: 0, machine: 0, busy: 1, failed: 0 } });
    await requestStart(db, clientId, campaign.campaignId);
    await engine.run(5 * 60_000, 20_000);
    const filters = { notCalled: true, calledAnswered: true, calledNotAnswered: true };
    const { campaignId } = other;
    const request = { callListId: list, campaignId, name: 'Again', filters };
    expect(
      await asClient(db, clientId, (tx) => renewList(tx, vault, clientId, request)),
    ).toBeDefined();
    await requestStart(db, clientId, campaignId);
    await engine.run(5 * 60_000, 20_000);
    await engine.engine.stop();
    expect(byRow(await attemptsOf(clientId), first)).toEqual({ 2: rows });
    expect(await waitingOf(clientId)).toHaveLength(2 * rows);
  });

  test('is kept by two engines whose campaigns call lists of one file at once, and Policy says what waits', async () => {
    const entries = 40;
    const {
      clientId,
      start,
      firstPhone: first,
    } = await wanting(entries, [...(['texts', 'texts', 'calls', 'calls'] as const)]);
    await asClient(db, clientId, async (tx) => {
      await tx.run(
        `UPDATE call_list l SET phone_columns = 2, follows_list_id = CASE n WHEN 2 THEN lists[1] WHEN 3 THEN lists[2] END,
           original_call_list_id = CASE WHEN n = 4 THEN lists[1] END
         FROM (SELECT array_agg(call_list_id ORDER BY call_list_id) AS lists FROM call_list
           WHERE client_id = $1) all_lists, unnest(lists) WITH ORDINALITY AS v (id, n)
         WHERE l.client_id = $1 AND l.call_list_id = v.id`,
        [clientId],
      );
      await tx.run(
        `UPDATE list_entry SET account_line = 2 + (entry_id - 1) / 2, external_id = ''
         WHERE client_id = $1
           AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
        [clientId],
      );
    });
    await atMost(clientId, 3, 'account');
    const clock = virtualClock(afternoon);
    const folder = temporaryFolder();
    const busy = { person: 0, machine: 0, busy: 1 };
    const wish = { clock, folder, profile: busy, textProfile: quietReaders };
    const engines = [makeEngine(db, wish).engine, makeEngine(db, wish).engine];
    await start();
    for (let tick = 0; tick < 60; tick += 1) {
      clock.advance(simMs(2_000));
      await Promise.all(engines.map((engine) => engine.tick()));
    }
    for (const engine of engines) await engine.stop();
    expect(byRow(await attemptsOf(clientId), first)).toEqual({ 3: entries / 2 });
    const submitted = readCallLog(folder).map(({ to }) => ({ phone: to }));
    expect(byRow(submitted, first)).toEqual({ 3: entries / 2 });
    const waiting = await waitingOf(clientId);
    const now = new Date(clock.now());
    const { costs } = await asClient(db, clientId, (tx) => readPolicyCosts(tx, clientId, now));
    expect(costs.reduce((sum, { count }) => sum + count, 0)).toBe(waiting.length);
  });
});
