import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { readForecastFacts } from '../../src/db/queries/forecast-facts.ts';
import { externalKeyOf } from '../../src/db/queries/policy-contacts.ts';
import { type NewRule, storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { outlookOf } from '../../src/domain/forecast/outlook.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { ended, record, rule, setRules, takeEntries } from '../engine/follow-up-world.ts';
import { makeTexting } from '../engine/text-world.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

test('campaigns that run on the same texting number, and what an adaptive one has learned, are read', async () => {
  const own = await makeClient(db);
  const { clientId: of } = own;
  const [texts, other] = [
    await makeTexting(db, { clientId: of, textPerMinute: 30 }),
    await makeTexting(db, { clientId: of, textPerMinute: 30 }),
  ];
  await asClient(db, of, (tx) =>
    tx.run(
      `UPDATE campaign SET run_status = 3, texting_number_id = (SELECT c.texting_number_id
         FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = $2)
       WHERE client_id = $1 AND campaign_id = $3`,
      [of, texts.campaignId, other.campaignId],
    ),
  );
  const read = (campaignId: number) =>
    asClient(db, of, (tx) => readForecastFacts(tx, of, campaignId, new Date(afternoon)));
  // 30 texts a minute; without numbers it wants nothing.
  expect((await read(texts.campaignId))?.numberOthers).toEqual([]);
  await makeList(db, other, { entries: 5 });
  expect((await read(texts.campaignId))?.numberOthers).toEqual([30]);
  expect((await read(other.campaignId))?.numberOthers).toEqual([]);

  const linkback = await makeCampaign(db, { clientId: of });
  const callListId = await makeList(db, linkback, { entries: 2 });
  await takeEntries(db, linkback, callListId, [1], simMs(afternoon - 30_000));
  await record(db, of, [ended(callListId, 1, 'no_answer')]);
  expect((await read(linkback.campaignId))?.recorded).toEqual([]);
  await asClient(db, of, (tx) =>
    tx.run(
      `UPDATE campaign SET campaign_type = 2, calls_per_minute = NULL, call_ratio = 3, agent_count = 6,
         linkback_number = '13025550100', pacing = 'adaptive'
       WHERE client_id = $1 AND campaign_id = $2`,
      [of, linkback.campaignId],
    ),
  );
  expect((await read(linkback.campaignId))?.recorded).toMatchObject([
    { stage: 'ringing', awaited: false },
  ]);
});

test('other numbers of accounts are those that wait in lists that are still called', async () => {
  const { clientId: of } = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: of });
  const over = await makeList(db, campaign, { entries: 50 });
  const households = await makeList(db, campaign, { entries: 6 });
  await asClient(db, of, async (tx) => {
    await tx.run('UPDATE campaign SET one_call_per_account = true WHERE client_id = $1', [of]);
    await tx.run('UPDATE call_list SET status_id = 5 WHERE client_id = $1 AND call_list_id = $2', [
      of,
      over,
    ]);
    await tx.run(
      'UPDATE call_list SET account_count = 4 WHERE client_id = $1 AND call_list_id = $2',
      [of, households],
    );
  });
  const facts = await asClient(db, of, (tx) =>
    readForecastFacts(tx, of, campaign.campaignId, new Date(afternoon)),
  );
  expect(facts?.otherNumbers).toBe(2);
});

test('who shares an account or an External Id is counted where a rule asks for it, and played', async () => {
  const { clientId: of } = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: of });
  const callListId = await makeList(db, campaign, { entries: 12 });
  const other = await makeList(db, campaign, { entries: 2, firstPhone: 12_125_550_300 });
  await asClient(db, of, async (tx) => {
    // Two numbers a row; four of them have one External Id, and the last two rows none. One is done.
    await tx.run(
      `UPDATE list_entry SET account_line = (entry_id + 1) / 2,
         external_id = CASE WHEN entry_id <= 4 THEN 'A-1' WHEN entry_id <= 8 THEN 'B-' || (entry_id + 1) / 2 END,
         state = CASE WHEN entry_id = 12 THEN 2 ELSE 0 END
       WHERE client_id = $1 AND call_list_id = $2`,
      [of, callListId],
    );
    await tx.run(
      `UPDATE list_entry SET external_id = 'A-1' WHERE client_id = $1 AND call_list_id = $2`,
      [of, other],
    );
  });
  const read = () =>
    asClient(db, of, (tx) => readForecastFacts(tx, of, campaign.campaignId, new Date(afternoon)));
  expect((await read())?.sharedSubjects).toBeNull();
  const limit = { kind: 'limit', most: 1, counts: 'attempts', unit: 'days', length: 30 } as const;
  await addRule(of, { ...limit, of: 'number' });
  expect((await read())?.sharedSubjects).toBeNull();
  await addRule(of, { ...limit, of: 'person' });
  const byPerson = await read();
  expect(byPerson?.sharedSubjects).toEqual({
    account: [],
    externalId: [
      { numbers: 1, subjects: 1 },
      { numbers: 2, subjects: 3 },
      { numbers: 6, subjects: 1 },
    ],
  });
  if (!byPerson) throw new Error('no facts');
  expect(outlookOf(byPerson, {}).attempts).toEqual({ p10: 5, p50: 5, p90: 5 });
  await addRule(of, { ...limit, of: 'account' });
  expect((await read())?.sharedSubjects?.account).toEqual([
    { numbers: 1, subjects: 3 },
    { numbers: 2, subjects: 5 },
  ]);
});

test('earlier contacts that a limit or the cap counts for follow-ups are a doubt', async () => {
  const { clientId: of } = await makeClient(db);
  const before = await makeCampaign(db, { clientId: of });
  const same = { entries: 2, firstPhone: 12_126_900_000 };
  const first = await makeList(db, before, same);
  const campaign = await makeCampaign(db, { clientId: of });
  await makeList(db, campaign, same);
  await takeEntries(db, before, first, [1], simMs(afternoon - 5 * 3_600_000));
  await record(db, of, [ended(first, 1, 'no_answer')]);
  const read = () =>
    asClient(db, of, (tx) => readForecastFacts(tx, of, campaign.campaignId, new Date(afternoon)));
  const limit = { kind: 'limit', counts: 'attempts', of: 'number', unit: 'days' } as const;
  await addRule(of, { ...limit, most: 2, length: 3 });
  expect((await read())?.contactedBefore).toBe(false);
  await setRules(db, campaign, [rule({ after: 'machine' })]);
  const facts = await read();
  expect(facts?.contactedBefore).toBe(true);
  if (!facts) throw new Error('no facts');
  expect(outlookOf(facts, {}).doubts).toContain('earlier_contacts');
});

const limitOf = (of: 'number' | 'account' | 'external_id' | 'person', more: object = {}) =>
  ({ kind: 'limit', counts: 'attempts', unit: 'days', most: 2, length: 3, of, ...more }) as const;

/** One campaign called its numbers five hours ago, and another one has follow-ups; by External Id they are the same. */
async function afterAnother(phones: 'same' | 'other', state: string | null = null) {
  const { clientId: of } = await makeClient(db);
  const [before, campaign] = [
    await makeCampaign(db, { clientId: of }),
    await makeCampaign(db, { clientId: of }),
  ];
  const one = { entries: 2, firstPhone: 12_126_910_000, ...(state && { state }) };
  const first = await makeList(db, before, one);
  await makeList(db, campaign, phones === 'same' ? one : { ...one, firstPhone: 12_126_920_000 });
  await asClient(db, of, async (tx) => {
    await tx.run(`UPDATE campaign SET purpose = 'political' WHERE client_id = $1`, [of]);
    await tx.run(`UPDATE list_entry SET external_id = 'P-' || entry_id WHERE client_id = $1`, [of]);
  });
  await takeEntries(db, before, first, [1], simMs(afternoon - 5 * 3_600_000));
  await record(db, of, [ended(first, 1, 'machine')]);
  await asClient(db, of, (tx) =>
    tx.run(
      `UPDATE attempt a SET external_key = ${externalKeyOf('e.external_id')} FROM list_entry e
       WHERE a.client_id = $1 AND e.client_id = $1 AND e.call_list_id = a.call_list_id
         AND e.entry_id = a.entry_id`,
      [of],
    ),
  );
  await setRules(db, campaign, [rule({ after: 'machine' })]);
  return { of, campaign };
}

test.each([
  ['none', 'same', 'number', {}, {}, true],
  ['a conversation alone', 'same', 'number', { counts: 'conversations' }, {}, false],
  ['an hour', 'same', 'number', { unit: 'hours', length: 1 }, {}, false],
  ['texts', 'same', 'number', {}, { channel: 'text' }, false],
  ['another purpose', 'same', 'number', {}, { purpose: 'sales' }, false],
  ['its purpose', 'same', 'number', {}, { purpose: 'political' }, true],
  ['the campaign itself', 'same', 'number', {}, { own: true }, false],
  ['another state', 'same', 'number', {}, { country: 'US', state: 'NY' }, false],
  ['the number', 'other', 'number', {}, {}, false],
  ['an External Id', 'other', 'external_id', {}, {}, true],
  ['a person', 'other', 'person', {}, {}, true],
  ['an account', 'other', 'account', {}, {}, false],
] as const)(
  'a limit of %s asks for contacts of before in its scope',
  async (_, phones, subject, terms, scope, expected) => {
    const { of, campaign } = await afterAnother(phones, 'CT');
    const { own, ...more } = { own: false, ...scope };
    await addRule(of, limitOf(subject, terms), {
      ...more,
      ...(own && { campaignId: campaign.campaignId }),
    });
    const facts = await asClient(db, of, (tx) =>
      readForecastFacts(tx, of, campaign.campaignId, new Date(afternoon)),
    );
    expect(facts?.contactedBefore).toBe(expected);
  },
);

async function addRule(
  clientId: number,
  terms: NewRule['terms'],
  more: Partial<NewRule> = {},
): Promise<void> {
  const rule: NewRule = {
    ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any', terms },
    ...{ preset: null, source: null, sourceDate: null },
    ...more,
  };
  const operator = { managerId: null, now: new Date(afternoon) };
  await asClient(db, clientId, (tx) => storePolicyRule(tx, clientId, 0, rule, operator));
}
