/** How often a rule fires is counted for a person: for all numbers of the account, in every list on its way. */
import { describe, expect, test } from 'vitest';
import { stepStride } from '../../src/db/entry-steps.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeAccounts } from './account-world.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { recount } from './recount.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, makeCampaign } from './world.ts';

const db = await freshDatabase();
const hour = 3_600_000;

/** Rows with as many numbers each. */
async function persons(rows: number, numbers: number, rules = [rule({ most: 2 })]) {
  const campaign = await makeCampaign(db);
  const phones = (row: number) =>
    Array.from({ length: numbers }, (_, n) => 12_125_553_000 + 10 * row + n);
  const listId = await makeAccounts(
    db,
    campaign,
    Array.from({ length: rows }, (_, row) => ({ phones: phones(row) })),
  );
  await setRules(db, campaign, rules);
  return { campaign, listId, clientId: campaign.clientId };
}

describe('The budget of a rule', () => {
  test('holds for all numbers of a person in one batch, and each person has their own', async () => {
    const { campaign, listId, clientId } = await persons(2, 3);
    const all = [1, 2, 3, 4, 5, 6];
    await takeEntries(db, campaign, listId, all);
    await record(
      db,
      clientId,
      all.map((entry) => ended(listId, entry, 'no_answer')),
    );
    const made = (await childrenOf(db, clientId)).map(({ parent }) => parent);
    expect(made).toEqual([1, 2, 4, 5].map((entry) => `${listId}-${entry}`));
    // What is made of the follow-ups counts with them.
    const second = [1, 2, 4, 5].map((entry) => entry + stepStride);
    await takeEntries(db, campaign, listId, second, simMs(afternoon + 5 * hour));
    await record(
      db,
      clientId,
      second.map((entry) => ended(listId, entry, 'no_answer')),
    );
    expect(await childrenOf(db, clientId)).toHaveLength(4);
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  });

  test('is exact when many engines record the results of a person beside each other', async () => {
    const { campaign, listId, clientId } = await persons(6, 4);
    const all = Array.from({ length: 24 }, (_, n) => n + 1);
    await takeEntries(db, campaign, listId, all);
    await Promise.all(
      all.map((entry) => record(db, clientId, [ended(listId, entry, 'no_answer')])),
    );
    const made = await childrenOf(db, clientId);
    const byPerson = Map.groupBy(made, ({ entryId }) => Math.ceil((entryId - stepStride) / 4));
    expect([...byPerson.values()].map((own) => own.length)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test('goes with a person through other campaigns, and leaves the next rule its own', async () => {
    const texting = await makeTexting(db);
    const campaign = await makeCampaign(db, { clientId: texting.clientId });
    const { clientId } = campaign;
    const listId = await makeAccounts(db, campaign, [{ phones: [12_125_554_001, 12_125_554_002] }]);
    const to = ({ campaignId }: { campaignId: number }) => ({
      action: 'campaign' as const,
      campaignId,
    });
    await setRules(db, campaign, [rule({ most: 1, ...to(texting) }), rule({ ruleId: 2, most: 1 })]);
    await setRules(db, texting, [rule({ after: 'failed', most: 2, ...to(campaign) })]);
    await takeEntries(db, campaign, listId, [1, 2]);
    await record(db, clientId, [ended(listId, 1, 'no_answer'), ended(listId, 2, 'no_answer')]);
    const [again, text] = await childrenOf(db, clientId);
    expect([again, text]).toMatchObject([
      { callListId: listId, entryId: 2 + stepStride, ruleId: 2 },
      { entryId: 1 + stepStride, ruleId: 1 },
    ]);
    await takeEntries(db, texting, text?.callListId ?? 0, [1 + stepStride]);
    await record(db, clientId, [ended(text?.callListId ?? 0, 1 + stepStride, 'failed')]);
    const [, , back] = await childrenOf(db, clientId);
    expect(back).toMatchObject({ entryId: 1 + 2 * stepStride });
    // Back in the calls, a list of its own: both rules are used up, the second by the other number.
    const at = simMs(afternoon + 5 * hour);
    await takeEntries(db, campaign, back?.callListId ?? 0, [1 + 2 * stepStride], at);
    await record(db, clientId, [ended(back?.callListId ?? 0, 1 + 2 * stepStride, 'no_answer')]);
    expect(await childrenOf(db, clientId)).toHaveLength(3);
  });
});
