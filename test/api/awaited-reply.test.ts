/** Texts that a rule follows without a reply: where they show, and what a close ends. */
import { expect, test } from 'vitest';
import { type CallList, callListStatus } from '../../src/contract/call-list.ts';
import type { FollowUpState, ListWays } from '../../src/contract/follow-up-state.ts';
import type { NumberEntry, NumberStory } from '../../src/contract/number.ts';
import { asClient } from '../../src/db/database.ts';
import { stepStride } from '../../src/db/entry-steps.ts';
import { followUnanswered } from '../../src/db/queries/follow-up-wait.ts';
import { hasLeadingCampaign } from '../../src/db/queries/leading-campaign.ts';
import {
  childrenOf,
  ended,
  record,
  rule,
  setRules,
  takeEntries,
} from '../engine/follow-up-world.ts';
import { afternoon, makeList, vault } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';
import {
  addInboundTexts,
  makeTextCampaign,
  makeTextingNumber,
  makeTextMessage,
} from '../harness/text-data.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date(afternoon) });
let firstPhone = 12_125_553_000;
const noReply = { after: 'no_reply', waitMinutes: 180, most: 1 } as const;
const due = afternoon + 20_000 + 180 * 60_000;

/** Five delivered texts of a client of its own: the second was answered, the person of the third asked to stop. */
async function fiveTexts() {
  const client = await makeClient(db);
  const { clientId } = client;
  const me = caller(api.url, await openSession(db, clientId, client.manager.managerId));
  const callsId = await makeCampaign(db, clientId, { name: 'CL calls' });
  const campaignId = await makeTextCampaign(db, clientId, {
    name: 'CM texts',
    textMessageId: await makeTextMessage(db, clientId, 'Due', 'Your balance is due.'),
    textingNumberId: await makeTextingNumber(db, clientId, String(firstPhone + 900)),
  });
  const texts = { clientId, campaignId };
  await setRules(db, texts, [rule({ ...noReply, action: 'campaign', campaignId: callsId })]);
  const callListId = await makeList(db, texts, { entries: 5, firstPhone });
  const phones = Array.from({ length: 5 }, (_, at) => String(firstPhone + at));
  firstPhone += 1_000;
  const deliver = async (entries: readonly number[]) => {
    await takeEntries(db, texts, callListId, entries);
    const all = entries.map((entry) => ended(callListId, entry, 'delivered'));
    await record(db, clientId, all);
  };
  await deliver([1, 2, 3, 4, 5]);
  const received = new Date(afternoon + 60_000).toISOString();
  await addInboundTexts(db, clientId, [
    { message: 'Who is this?', phone: phones[1] ?? '', received },
  ]);
  await asClient(db, clientId, (tx) =>
    tx.run(`INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, $2, 'manager')`, [
      ...[clientId, phones[2]],
    ]),
  );
  const read = async <T>(path: string) => {
    const response = await me.get(path);
    expect(response.status, response.text).toBe(200);
    return response.json<T>();
  };
  return { ...{ clientId, me, texts, callsId, callListId, phones, deliver, read } };
}

type World = Awaited<ReturnType<typeof fiveTexts>>;

const entryOf = async ({ read, callListId }: World, phone: string | undefined) => {
  const { entries } = await read<NumberStory>(`/api/number/${phone}`);
  return entries.find((entry) => entry.callListId === callListId);
};
const awaitedOf = async (world: World) => {
  const all: NumberEntry['awaitedReply'][] = [];
  for (const phone of world.phones) all.push((await entryOf(world, phone))?.awaitedReply ?? null);
  return all;
};
const ruleOf = async ({ read, texts }: World) =>
  (await read<FollowUpState>(`/api/campaign/${texts.campaignId}/followups`)).rules[0];
const countOf = async ({ read, callListId }: World) =>
  (await read<{ awaitedReplies: number }>(`/api/calllist/${callListId}/close`)).awaitedReplies;
const firstWay = async ({ read, callListId }: World) =>
  (await read<ListWays>(`/api/calllist/${callListId}/followups`)).ways[0];
const follow = async ({ clientId, callListId }: World) => {
  await asClient(db, clientId, (tx) => followUnanswered(tx, vault, clientId, new Date(due + 1)));
  const children = await childrenOf(db, clientId);
  return children.filter(({ parent }) => parent.startsWith(`${callListId}-`));
};

test('a number says the end of the wait of the rule that comes, also where a later rule waits less', async () => {
  const world = await fiveTexts();
  await setRules(db, world.texts, [
    rule({ ...noReply, action: 'campaign', campaignId: world.callsId }),
    rule({ ruleId: 2, after: 'no_reply', waitMinutes: 30, most: 1, action: 'again' }),
  ]);
  await asClient(db, world.clientId, (tx) =>
    tx.run('UPDATE follow_up_wait SET due_at = $2 WHERE client_id = $1', [
      world.clientId,
      new Date(due - 150 * 60_000),
    ]),
  );
  const then = { until: new Date(due).toISOString(), action: 'continue with "CL calls"' };
  expect(await awaitedOf(world)).toEqual([then, null, null, then, then]);
});

test('a number says until when its text is awaited and what comes then, and exactly those are followed', async () => {
  const world = await fiveTexts();
  const then = { until: new Date(due).toISOString(), action: 'continue with "CL calls"' };
  expect(await awaitedOf(world)).toEqual([then, null, null, then, then]);
  expect((await entryOf(world, world.phones[0]))?.verdict).toMatchObject({
    ...{ kind: 'done', reason: 'delivered' },
  });
  const [one, , , four, five] = world.phones;
  expect((await follow(world)).map(({ phone }) => phone)).toEqual([one, four, five]);
  expect(await awaitedOf(world)).toEqual([null, null, null, null, null]);
});

test('a close ends what waits for a reply, and nothing says after it that it waits', async () => {
  const world = await fiveTexts();
  const { me, callListId, read } = world;
  expect([await ruleOf(world), await countOf(world)]).toMatchObject([{ unanswered: 3 }, 3]);
  expect(await firstWay(world)).toMatchObject({ numbers: 5, awaited: 3, done: 2, reached: 5 });
  expect((await me.post(`/api/calllist/${callListId}/close`, { callListId })).json()).toBe(true);
  expect([await ruleOf(world), await countOf(world)]).toMatchObject([{ unanswered: 0 }, 0]);
  expect(await firstWay(world)).toMatchObject({ numbers: 5, awaited: 0, done: 5, reached: 5 });
  expect(await awaitedOf(world)).toEqual([null, null, null, null, null]);
  // Its numbers come back in a new list alone; what was awaited in this one does not.
  const all = { filterOptionNotCalled: true, filterOptionCalledAnswered: true };
  const reuse = { newCalllistName: 'Again', campaignId: world.texts.campaignId, ...all };
  await me.post(`/api/calllist/${callListId}/renew`, {
    ...reuse,
    filterOptionCalledNotAnswered: true,
  });
  const lists = await read<CallList[]>('/api/calllist');
  expect(lists.map(({ callListStatusId: status }) => status)).toContain(callListStatus.loaded);
  expect([await ruleOf(world), await awaitedOf(world)]).toMatchObject([
    { unanswered: 0 },
    [null, null, null, null, null],
  ]);
  expect(await follow(world)).toEqual([]);
  expect((await me.get('/api/calllist/987654/close')).status).toBe(404);
});

test.each([
  ['another number of the account', 'UPDATE list_entry SET account_line = 9'],
  ['its External Id in another list', "UPDATE list_entry SET external_id = 'P-9'"],
])('nothing is awaited of who asked to stop for the whole account at %s', async (_, shares) => {
  const world = await fiveTexts();
  const { clientId, callListId, phones } = world;
  const [one, , three] = phones;
  await asClient(db, clientId, async (tx) => {
    const ids = [clientId, callListId];
    await tx.run("UPDATE client SET stop_scope = 'account' WHERE client_id = $1", [clientId]);
    await tx.run('UPDATE call_list SET phone_columns = 3 WHERE client_id = $1', [clientId]);
    await tx.run(
      `${shares} WHERE client_id = $1 AND call_list_id = $2 AND entry_id IN (1, 3)`,
      ids,
    );
    await tx.run('UPDATE do_not_call SET whole_account = true WHERE client_id = $1', [clientId]);
    await tx.run(
      `INSERT INTO account_stop (client_id, external_id, phone) VALUES ($1, 'P-9', $2)`,
      [clientId, three],
    );
  });
  expect(await awaitedOf(world)).toMatchObject([null, null, null, {}, {}]);
  expect([await ruleOf(world), await countOf(world)]).toMatchObject([{ unanswered: 2 }, 2]);
  expect((await follow(world)).map(({ phone }) => phone)).not.toContain(one);
});

test('nothing is awaited where no rule is left for it, or the list of its follow-ups was closed', async () => {
  const world = await fiveTexts();
  const { clientId, texts, callListId, deliver } = world;
  await setRules(db, texts, [rule({ ...noReply, most: 2, action: 'again' })]);
  expect(await entryOf(world, world.phones[0])).toMatchObject({
    awaitedReply: { action: 'text again' },
  });
  await follow(world);
  await deliver([1 + stepStride]);
  // Used up while the second text waits.
  await setRules(db, texts, [rule({ ...noReply, most: 1, action: 'again' })]);
  const waits = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT FROM follow_up_wait WHERE client_id = $1', [clientId]),
  );
  expect([waits.length, await awaitedOf(world)]).toEqual([1, [null, null, null, null, null]]);
  await setRules(db, texts, [
    rule({ ...noReply, ruleId: 2, action: 'campaign', campaignId: world.callsId }),
  ]);
  const { entries } = await world.read<NumberStory>(`/api/number/${world.phones[0]}`);
  expect(entries.find(({ entryId }) => entryId > stepStride)?.awaitedReply).not.toBeNull();
  const listId = await makeList(db, { clientId, campaignId: world.callsId }, { entries: 0 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE call_list SET follows_list_id = $3, status_id = ${callListStatus.closed}
       WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, listId, callListId],
    ),
  );
  const after = await world.read<NumberStory>(`/api/number/${world.phones[0]}`);
  expect(after.entries.every(({ awaitedReply }) => awaitedReply === null)).toBe(true);
});

test('the question before the close of a list of follow-ups counts the texts that would come to it, and none is awaited after', async () => {
  const world = await fiveTexts();
  const { clientId, callListId, callsId, me, read, texts } = world;
  const targetId = await makeList(db, { clientId, campaignId: callsId }, { entries: 0 });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET follows_list_id = $3 WHERE client_id = $1 AND call_list_id = $2', [
      ...[clientId, targetId, callListId],
    ]),
  );
  const again = { ...noReply, ruleId: 2, action: 'again', waitMinutes: 9_000 } as const;
  const first = rule({ ...noReply, action: 'campaign', campaignId: callsId });
  await setRules(db, texts, [first, rule(again)]);
  const question = await read<{ awaitedReplies: number }>(`/api/calllist/${targetId}/close`);
  expect(question.awaitedReplies).toBe(3);
  const reason = async () =>
    asClient(db, clientId, (tx) => hasLeadingCampaign(tx, clientId, callsId));
  expect(await reason()).toBe(true);
  await me.post(`/api/calllist/${targetId}/close`, { callListId: targetId });
  expect([await ruleOf(world), await countOf(world)]).toMatchObject([{ unanswered: 0 }, 0]);
  expect(await firstWay(world)).toMatchObject({ awaited: 0, done: 5 });
  expect(await awaitedOf(world)).toEqual([null, null, null, null, null]);
  // The campaign of that list waits for nothing more.
  expect(await reason()).toBe(false);
  expect(await follow(world)).toEqual([]);
});

test('nothing is awaited for a campaign that was deleted', async () => {
  const world = await fiveTexts();
  const { clientId, callsId } = world;
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET deleted_at = '2026-11-20' WHERE client_id = $1 AND campaign_id = $2`,
      [...[clientId, callsId]],
    ),
  );
  expect([await ruleOf(world), await countOf(world)]).toMatchObject([{ unanswered: 0 }, 0]);
  expect(await firstWay(world)).toMatchObject({ awaited: 0, done: 5 });
});

test('a follow-up in a list that was closed waits no more', async () => {
  const world = await fiveTexts();
  const [child] = await follow(world);
  expect(await ruleOf(world)).toMatchObject({ made: 3, waiting: 3 });
  const callListId = child?.callListId;
  await world.me.post(`/api/calllist/${callListId}/close`, { callListId });
  expect(await ruleOf(world)).toMatchObject({ made: 3, waiting: 0 });
  const calls = await world.read<FollowUpState>(`/api/campaign/${world.callsId}/followups`);
  expect(calls.lists[0]?.steps).toMatchObject([{ numbers: 3, attempted: 0, waiting: 0 }]);
});

test('a text holds only the campaigns that its rules for no reply lead to, or another outcome of its next text', async () => {
  const world = await fiveTexts();
  const { clientId, texts, callsId } = world;
  const failedId = await makeCampaign(db, clientId, { name: 'CF after failed' });
  const leads = (campaignId: number) =>
    asClient(db, clientId, (tx) => hasLeadingCampaign(tx, clientId, campaignId));
  const failed = rule({ ruleId: 3, after: 'failed', action: 'campaign', campaignId: failedId });
  const call = rule({ ...noReply, ruleId: 2, action: 'campaign', campaignId: callsId });
  const again = rule({ ...noReply, action: 'again' });
  await setRules(db, texts, [failed, call]);
  expect([await leads(callsId), await leads(failedId)]).toEqual([true, false]);
  // A text that is sent again may fail.
  await setRules(db, texts, [failed, again, call]);
  expect([await leads(callsId), await leads(failedId)]).toEqual([true, true]);
  // Whoever is called is not texted again: one number alone, which the first rule takes.
  await setRules(db, texts, [failed, call, again]);
  expect([await leads(callsId), await leads(failedId)]).toEqual([true, false]);
  // Over the other campaign.
  const calls = { clientId, campaignId: callsId };
  await setRules(db, texts, [call]);
  await setRules(db, calls, [rule({ action: 'campaign', campaignId: failedId })]);
  expect([await leads(callsId), await leads(failedId)]).toEqual([true, true]);
});

/** What the question before the end of the first rule says, and what its end then counts. */
async function endOf(world: World) {
  const { me, texts } = world;
  const { waiting = 0, unanswered = 0, handedOn = 0, ruleId } = (await ruleOf(world)) ?? {};
  const path = `/api/campaign/${texts.campaignId}/followups/end`;
  const response = await me.post(path, { ruleId: ruleId ?? 0 });
  expect(response.status, response.text).toBe(200);
  return { said: waiting + unanswered - handedOn, ...response.json<{ ended: number }>() };
}

test('the end of a rule counts no text that nothing follows, and none of a closed list', async () => {
  const open = await fiveTexts();
  expect(await endOf(open)).toMatchObject({ said: 3, ended: 3 });

  const closed = await fiveTexts();
  await closed.me.post(`/api/calllist/${closed.callListId}/close`, {
    callListId: closed.callListId,
  });
  expect(await endOf(closed)).toMatchObject({ said: 0, ended: 0 });

  const deleted = await fiveTexts();
  await deleted.me.post(`/api/campaign/${deleted.callsId}/delete`, {
    campaignId: deleted.callsId,
  });
  expect(await endOf(deleted)).toMatchObject({ said: 0, ended: 0 });

  const removed = await fiveTexts();
  await setRules(db, removed.texts, []);
  const response = await removed.me.post(
    `/api/campaign/${removed.texts.campaignId}/followups/end`,
    { ruleId: 1 },
  );
  expect(response.json()).toMatchObject({ ended: 0 });
});

test.each([
  ['list', 'closed'],
  ['campaign', 'deleted'],
])('the end of a rule neither counts nor bars follow-ups of a %s that was %s', async (thing) => {
  const world = await fiveTexts();
  const [child] = await follow(world);
  const gone =
    thing === 'list'
      ? await world.me.post(`/api/calllist/${child?.callListId}/close`, {
          callListId: child?.callListId,
        })
      : await world.me.post(`/api/campaign/${world.callsId}/delete`, {
          campaignId: world.callsId,
        });
  expect(gone.status, gone.text).toBe(200);
  expect(await endOf(world)).toMatchObject({ said: 0, ended: 0 });
  const children = await childrenOf(db, world.clientId);
  expect(children.map(({ reason }) => reason)).not.toContain('follow_up_ended');
  expect(children.map(({ state }) => state)).toEqual([0, 0, 0]);
});

test('the end of a rule hands no text on to a rule that leads nowhere, and counts it', async () => {
  const world = await fiveTexts();
  const { clientId, texts, callsId } = world;
  const again = rule({ ...noReply, action: 'again' });
  const call = rule({ ...noReply, ruleId: 2, action: 'campaign', campaignId: callsId });
  await setRules(db, texts, [again, call]);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET deleted_at = '2026-11-20' WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, callsId],
    ),
  );
  expect(await ruleOf(world)).toMatchObject({ unanswered: 3, handedOn: 0 });
  expect(await endOf(world)).toMatchObject({ said: 3, ended: 3 });
  const waits = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT FROM follow_up_wait WHERE client_id = $1', [clientId]),
  );
  expect(waits).toEqual([]);
});
