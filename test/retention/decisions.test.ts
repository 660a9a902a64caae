/** Whether somebody is contacted again hangs on no time that data is kept. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { beginToEmpty } from '../../src/db/queries/ended-list.ts';
import { withFollowUps } from '../../src/db/queries/follow-up-standing.ts';
import { followUnanswered } from '../../src/db/queries/follow-up-wait.ts';
import { readPolicyCosts } from '../../src/db/queries/policy-costs.ts';
import { storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { makeAccounts } from '../engine/account-world.ts';
import {
  childrenOf,
  ended,
  record,
  rule,
  setRules,
  takeEntries,
} from '../engine/follow-up-world.ts';
import { makeTexting } from '../engine/text-world.ts';
import { type Campaign, makeCampaign, makeList, vault, withoutGap } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { keeps, standStill } from './world.ts';

const db = await freshDatabase();
const day = 86_400_000;
/** A Friday. Long ago, because the sweep looks at the real clock, too. */
const begun = simMs(Date.parse('2024-01-12T20:00:00Z'));
const answeredAt = simMs(begun + 5_000);
const finishedAt = simMs(begun + 20_000);

/** The nightly run, so many days after the calls. */
async function sweepOn(days: number) {
  await standStill(db, new Date(begun + days * day).toISOString());
  await runRetention(db);
}

const restOf60Days = {
  ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' as const },
  ...{ preset: null, source: null, sourceDate: null },
  terms: { kind: 'rest', of: 'number', unit: 'days', length: 60 },
} as const;

const repliesOn = (clientId: number, phone: string, days: number) =>
  addInboundTexts(db, clientId, [
    { message: 'Friday', phone, received: new Date(begun + days * day).toISOString() },
  ]);

const stored = (clientId: number, sql: string) =>
  asClient(db, clientId, (tx) => tx.rows<object>(sql, [clientId]));

const textsOf = (clientId: number) =>
  stored(clientId, 'SELECT message FROM inbound_text WHERE client_id = $1');

/** A list whose first text was delivered, and is followed by a call without a reply in 45 days. */
async function awaitReply(phone: string) {
  const texting = await makeTexting(db);
  const { clientId } = texting;
  await withoutGap(db, clientId);
  const { campaignId } = await makeCampaign(db, { clientId });
  const listId = await makeAccounts(db, texting, [{ phones: [phone] }]);
  const after = { after: 'no_reply', action: 'campaign', campaignId } as const;
  await setRules(db, texting, [rule({ ...after, waitMinutes: 45 * 1440, most: 1 })]);
  await takeEntries(db, texting, listId, [1], begun);
  await record(db, clientId, [ended(listId, 1, 'delivered', { finishedAt })]);
  return { clientId, listId };
}

const followOn = (clientId: number, days: number) =>
  asClient(db, clientId, (tx) =>
    followUnanswered(tx, vault, clientId, new Date(begun + days * day)),
  );

test('who wrote back is not called for want of a reply, although the text was deleted', async () => {
  const { clientId } = await awaitReply('12125559001');
  await keeps(db, clientId, { inbound: 30 });
  await repliesOn(clientId, '12125559001', 1);
  await sweepOn(40);
  expect(await textsOf(clientId)).toEqual([]);
  await followOn(clientId, 46);
  expect(await childrenOf(db, clientId)).toEqual([]);
});

test('a rest after a reply lasts as long as the policy says, although the text was deleted', async () => {
  const texting = await makeTexting(db);
  const { clientId } = texting;
  const phone = '12125559031';
  const calling = await makeCampaign(db, { clientId });
  const listId = await makeAccounts(db, texting, [{ phones: [phone] }]);
  await makeList(db, calling, { entries: 1, firstPhone: Number(phone) });
  const ruleId = await asClient(db, clientId, (tx) =>
    storePolicyRule(tx, clientId, 0, restOf60Days, { managerId: null, now: new Date(begun) }),
  );
  await keeps(db, clientId, { inbound: 30 });
  await takeEntries(db, texting, listId, [1], begun);
  await record(db, clientId, [ended(listId, 1, 'delivered', { finishedAt })]);
  await repliesOn(clientId, phone, 1);
  const heldOn = async (days: number) => {
    const now = new Date(begun + days * day);
    const { costs } = await asClient(db, clientId, (tx) => readPolicyCosts(tx, clientId, now));
    return costs.find((cost) => cost.ruleId === ruleId)?.count ?? 0;
  };
  await sweepOn(40);
  expect(await textsOf(clientId)).toEqual([]);
  expect(await heldOn(40)).toBe(1);
  expect(await heldOn(62)).toBe(0);
});

test('of a deleted text only the number and the time are kept, until nothing can need them', async () => {
  const { clientId } = await awaitReply('12125559081');
  await keeps(db, clientId, { inbound: 30 });
  await repliesOn(clientId, '12125559081', 1);
  const kept = () => stored(clientId, 'SELECT * FROM kept_reply WHERE client_id = $1');
  await sweepOn(40);
  expect(await kept()).toEqual([
    {
      ...{ client_id: clientId, inbound_text_id: expect.anything(), phone: '12125559081' },
      received: new Date(begun + day),
    },
  ]);
  await sweepOn(600);
  expect(await kept()).toHaveLength(1);
  await sweepOn(602);
  expect(await kept()).toEqual([]);
});

/** No answer at the first number, which is called again in 60 days; a talk at the second one. */
async function talkBesides(calling: Campaign, listId: number) {
  const { clientId } = calling;
  await setRules(db, calling, [rule({ after: 'no_answer', waitMinutes: 60 * 1440, most: 1 })]);
  await takeEntries(db, calling, listId, [1, 2], begun);
  await record(db, clientId, [ended(listId, 1, 'no_answer', { finishedAt })]);
  await record(db, clientId, [
    ended(listId, 2, 'person', { transferSeconds: 60, answeredAt, finishedAt }),
  ]);
  const [child] = await childrenOf(db, clientId);
  const entryId = child?.entryId ?? 0;
  const list = { clientId, callListId: listId, phoneColumns: 2 };
  return async () => {
    const [one] = await asClient(db, clientId, (tx) => withFollowUps(tx, list, [{ entryId }]));
    return one?.followUp?.settled;
  };
}

test('who talked with an agent at another number is not called again, although the record was deleted', async () => {
  const calling = await makeCampaign(db);
  const { clientId } = calling;
  const listId = await makeAccounts(db, calling, [{ phones: ['12125559041', '12125559042'] }]);
  const settled = await talkBesides(calling, listId);
  expect(await settled()).toBe('talk');
  // The month is dropped when every client lets it go; until then its rows are deleted one by one.
  await keeps(db, undefined, { calls: 30, texts: null });
  await sweepOn(70);
  const records = 'SELECT FROM call_record WHERE client_id = $1';
  expect(await stored(clientId, records)).toEqual([]);
  expect(await settled()).toBe('talk');
});

test('a talk is known after the month of its record was dropped whole', async () => {
  const calling = await makeCampaign(db);
  const { clientId } = calling;
  const listId = await makeAccounts(db, calling, [{ phones: ['12125559043', '12125559044'] }]);
  const settled = await talkBesides(calling, listId);
  await keeps(db, undefined, { calls: 30, texts: 30 });
  await sweepOn(70);
  expect(await stored(clientId, 'SELECT FROM call_record WHERE client_id = $1')).toEqual([]);
  expect(await settled()).toBe('talk');
});

const empties = (clientId: number, listId: number) =>
  asClient(db, clientId, (tx) => beginToEmpty(tx, clientId, listId, new Date('2100-01-01')));

test('a list in which a text waits for its reply has not ended', async () => {
  const { clientId, listId } = await awaitReply('12125559051');
  expect(await empties(clientId, listId)).toBe(false);
  await followOn(clientId, 46);
  expect(await childrenOf(db, clientId)).toHaveLength(1);
});

test('the lists of a file end together: follow-ups read the entries of all of them', async () => {
  const first = await makeCampaign(db);
  const { clientId } = first;
  await withoutGap(db, clientId);
  const second = await makeCampaign(db, { clientId });
  const listId = await makeAccounts(db, first, [{ phones: ['12125559061'] }]);
  const to = { action: 'campaign', campaignId: second.campaignId } as const;
  await setRules(db, first, [rule({ after: 'no_answer', ...to })]);
  await takeEntries(db, first, listId, [1], begun);
  await record(db, clientId, [ended(listId, 1, 'no_answer', { finishedAt })]);
  const [child] = await childrenOf(db, clientId);
  const { callListId = 0, entryId = 0 } = child ?? {};
  expect(callListId).not.toBe(listId);
  expect(await empties(clientId, listId)).toBe(false);
  // In flight, it may be followed up again.
  await takeEntries(db, second, callListId, [entryId], simMs(begun + day));
  expect(await empties(clientId, listId)).toBe(false);
  await record(db, clientId, [
    ended(callListId, entryId, 'busy', { finishedAt: simMs(begun + day + 60_000) }),
  ]);
  expect(await empties(clientId, listId)).toBe(true);
});
