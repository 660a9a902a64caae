import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { stepStride } from '../../src/db/entry-steps.ts';
import { endFollowUp } from '../../src/db/queries/follow-up-end.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { commitOptOuts } from '../../src/db/queries/opt-out-commit.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeAccountCampaign, makeAccounts } from './account-world.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { recount } from './recount.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, makeCampaign, makeList, vault } from './world.ts';

const db = await freshDatabase();
const hour = 3_600_000;

async function withRules(rules = [rule({})], entries = 4) {
  const campaign = await makeCampaign(db);
  const callListId = await makeList(db, campaign, { entries });
  await setRules(db, campaign, rules);
  return { campaign, callListId, clientId: campaign.clientId };
}

const isRight = async (clientId: number) =>
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });

describe('A result that a rule follows', () => {
  test('makes one new entry in its transaction, due when the rule says; others make none', async () => {
    const { campaign, callListId, clientId } = await withRules();
    await takeEntries(db, campaign, callListId, [1, 2, 3, 4]);
    await record(db, clientId, [
      ended(callListId, 1, 'no_answer'),
      ended(callListId, 2, 'person'),
      ended(callListId, 3, 'unknown'),
      ended(callListId, 4, 'busy'),
    ]);
    const children = await childrenOf(db, clientId);
    expect(children).toMatchObject([
      { entryId: 1 + stepStride, parent: `${callListId}-1`, state: 0, reason: 'follow_up' },
    ]);
    expect(children[0]?.due).toBe(afternoon + 20_000 + 4 * hour);
    await isRight(clientId);
  });

  test('has no second one when it is recorded twice, by two engines or after a late report', async () => {
    const { campaign, callListId, clientId } = await withRules();
    await takeEntries(db, campaign, callListId, [1, 2, 3, 4]);
    const calls = [1, 2, 3, 4].map((entry) => ended(callListId, entry, 'no_answer'));
    await Promise.all([record(db, clientId, calls), record(db, clientId, calls.toReversed())]);
    await record(db, clientId, calls);
    expect(await childrenOf(db, clientId)).toHaveLength(4);
    await isRight(clientId);
  });

  test('is followed as often as the rule says along its way, then by the next rule, then never', async () => {
    const texting = await makeTexting(db);
    const campaign = await makeCampaign(db, { clientId: texting.clientId });
    const { clientId } = campaign;
    const callListId = await makeList(db, campaign, { entries: 1 });
    const toText = rule({ ruleId: 2, action: 'campaign', campaignId: texting.campaignId, most: 1 });
    await setRules(db, campaign, [rule({ most: 2 }), toText]);
    for (const step of [0, 1, 2]) {
      const entry = 1 + step * stepStride;
      await takeEntries(db, campaign, callListId, [entry], simMs(afternoon + step * hour));
      await record(db, clientId, [ended(callListId, entry, 'no_answer')]);
    }
    const children = await childrenOf(db, clientId);
    expect(children.map(({ step, ruleId }) => [step, ruleId])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    const text = children[2];
    expect(text?.callListId).not.toBe(callListId);
    await takeEntries(db, texting, text?.callListId ?? 0, [text?.entryId ?? 0]);
    await record(db, clientId, [ended(text?.callListId ?? 0, text?.entryId ?? 0, 'failed')]);
    expect(await childrenOf(db, clientId)).toHaveLength(3);
    await isRight(clientId);
  });

  test('is followed by nothing in a closed list, a deleted campaign or after the rule was ended', async () => {
    for (const close of ['list', 'campaign', 'rule'] as const) {
      const { campaign, callListId, clientId } = await withRules();
      await takeEntries(db, campaign, callListId, [1]);
      await asClient(db, clientId, async (tx) => {
        const by = { managerId: null, now: new Date(afternoon) };
        if (close === 'rule') await endFollowUp(tx, clientId, campaign.campaignId, 1, by);
        else if (close === 'list')
          await tx.run('UPDATE call_list SET status_id = 5 WHERE client_id = $1', [clientId]);
        else
          await tx.run('UPDATE campaign SET deleted_at = created WHERE client_id = $1', [clientId]);
      });
      await record(db, clientId, [ended(callListId, 1, 'no_answer')]);
      expect({ close, children: await childrenOf(db, clientId) }).toEqual({ close, children: [] });
    }
  });
});

describe('A stop', () => {
  const stop = (clientId: number, phone: string) =>
    commitOptOuts(
      db,
      clientId,
      (tx) => optOut(tx, clientId, phone, 'key'),
      () => [phone],
    );

  test('bars the waiting follow-up of its number, and what is recorded after it has none', async () => {
    const { campaign, callListId, clientId } = await withRules();
    await takeEntries(db, campaign, callListId, [1, 2]);
    await record(db, clientId, [ended(callListId, 1, 'no_answer')]);
    const [child] = await childrenOf(db, clientId);
    await stop(clientId, child?.phone ?? '');
    expect(await childrenOf(db, clientId)).toMatchObject([{ state: 2, reason: 'opt_out_key' }]);
    const other = (Number(child?.phone) + 1).toString();
    await stop(clientId, other);
    await record(db, clientId, [ended(callListId, 2, 'no_answer')]);
    expect(await childrenOf(db, clientId)).toHaveLength(1);
    await isRight(clientId);
  });

  test('that races with the result leaves no waiting follow-up, whoever comes first', async () => {
    const entries = 20;
    const { campaign, callListId, clientId } = await withRules([rule({})], entries);
    const all = Array.from({ length: entries }, (_, n) => n + 1);
    await takeEntries(db, campaign, callListId, all);
    const phones = await asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string }>('SELECT phone FROM list_entry WHERE client_id = $1', [clientId]),
    );
    await Promise.all([
      ...all.map((entry) => record(db, clientId, [ended(callListId, entry, 'no_answer')])),
      ...phones.map(({ phone }) => stop(clientId, phone)),
    ]);
    const children = await childrenOf(db, clientId);
    expect(children.filter(({ state }) => state === 0)).toEqual([]);
    await isRight(clientId);
  });

  test('of another number of the account bars the follow-up in another campaign', async () => {
    const texting = await makeTexting(db);
    const campaign = await makeAccountCampaign(db, { clientId: texting.clientId });
    const { clientId } = campaign;
    const callListId = await makeAccounts(db, campaign, [
      { phones: [12_125_550_101, 12_125_550_102] },
    ]);
    const { campaignId } = texting;
    await setRules(db, campaign, [rule({ after: 'machine', action: 'campaign', campaignId })]);
    await takeEntries(db, campaign, callListId, [1]);
    await record(db, clientId, [ended(callListId, 1, 'machine')]);
    expect(await childrenOf(db, clientId)).toMatchObject([{ phone: '12125550101', state: 0 }]);
    await stop(clientId, '12125550102');
    expect(await childrenOf(db, clientId)).toMatchObject([{ state: 2, reason: 'account_stop' }]);
    await isRight(clientId);
  });
});

test("a person's answer bars the account's follow-ups, of each step and in other campaigns", async () => {
  const texting = await makeTexting(db);
  const campaign = await makeAccountCampaign(db, { clientId: texting.clientId });
  const { clientId } = campaign;
  const phones = [12_125_550_111, 12_125_550_112, 12_125_550_113];
  const callListId = await makeAccounts(db, campaign, [{ phones }]);
  const { campaignId } = texting;
  await setRules(db, campaign, [
    rule({}),
    rule({ ruleId: 2, after: 'machine', action: 'campaign', campaignId }),
  ]);
  await takeEntries(db, campaign, callListId, [1, 2, 3]);
  await record(db, clientId, [ended(callListId, 1, 'no_answer'), ended(callListId, 2, 'machine')]);
  expect(await childrenOf(db, clientId)).toHaveLength(2);
  await record(db, clientId, [ended(callListId, 3, 'person')]);
  const children = await childrenOf(db, clientId);
  expect(children.map(({ reason }) => reason)).toEqual(['already_reached', 'already_reached']);
  await isRight(clientId);
});

test('sealed values of a follow-up in another list are sealed for that list', async () => {
  const texting = await makeTexting(db);
  const campaign = await makeCampaign(db, { clientId: texting.clientId });
  const { clientId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 10 });
  const { campaignId } = texting;
  await setRules(db, campaign, [rule({ action: 'campaign', campaignId })]);
  await takeEntries(db, campaign, callListId, [10]);
  await record(db, clientId, [ended(callListId, 10, 'no_answer')]);
  const [child] = await childrenOf(db, clientId);
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ ssn: Buffer; line: number }>(
      `SELECT ssn, account_line AS line FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, child?.callListId],
    ),
  );
  const place = { table: 'list_entry' as const, clientId, callListId: child?.callListId ?? 0 };
  expect(
    vault.open(row?.ssn ?? Buffer.alloc(0), { ...place, row: row?.line ?? 0, field: 'ssn' }),
  ).toBe('812-67-5363');
});

test('ending a rule bars what it made and what waits for a reply, and nothing else', async () => {
  const { campaign, callListId, clientId } = await withRules([
    rule({}),
    rule({ ruleId: 2, after: 'busy' }),
  ]);
  await takeEntries(db, campaign, callListId, [1, 2]);
  await record(db, clientId, [ended(callListId, 1, 'no_answer'), ended(callListId, 2, 'busy')]);
  const count = await asClient(db, clientId, (tx) =>
    endFollowUp(tx, clientId, campaign.campaignId, 1, {
      managerId: null,
      now: new Date(afternoon),
    }),
  );
  expect(count).toBe(1);
  expect((await childrenOf(db, clientId)).map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
    [1, 'follow_up_ended'],
    [2, 'follow_up'],
  ]);
  await isRight(clientId);
});
