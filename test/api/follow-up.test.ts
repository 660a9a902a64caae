import { expect, test } from 'vitest';
import { followUpTexts } from '../../src/contract/follow-up.ts';
import { asClient } from '../../src/db/database.ts';
import { stepStride } from '../../src/db/entry-steps.ts';
import { followUpState } from '../../src/db/queries/follow-up-state.ts';
import { listWays } from '../../src/db/queries/follow-up-ways.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import {
  childrenOf,
  ended,
  record,
  rule,
  setRules,
  takeEntries,
} from '../engine/follow-up-world.ts';
import { afternoon, makeList } from '../engine/world.ts';
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
import { broadcast } from './campaign-bodies.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date(afternoon) });
const client = await makeClient(db);
const { clientId } = client;
const me = caller(api.url, await openSession(db, clientId, client.manager.managerId));
const otherId = await makeCampaign(db, clientId, { name: 'Other' });

const save = (body: object, id = 0) => me.post(`/api/campaign/broadcast/${id}/edit`, body);

test.each([
  [[rule({ after: 'no_reply' })], 'followUps.0.after', followUpTexts.outcome],
  [[rule({}), rule({ after: 'busy' })], 'followUps.1.ruleId', followUpTexts.id],
  [
    [rule({ action: 'nothing' }), rule({ ruleId: 2 })],
    'followUps.1.after',
    followUpTexts.unreachable,
  ],
  [[rule({ action: 'campaign' })], 'followUps.0.campaignId', followUpTexts.target],
  [[rule({ waitMinutes: 4 })], 'followUps.0.waitMinutes', followUpTexts.wait],
  [[rule({ most: 11 })], 'followUps.0.most', followUpTexts.most],
])('a rule that cannot hold is refused with its field', async (followUps, path, message) => {
  const response = await save(broadcast({ followUps }));
  expect(response.status).toBe(422);
  expect(response.json()).toMatchObject({ errors: [{ path, message }] });
});

test('rules are kept with the campaign, stay when a save leaves them out, and lead to no stranger', async () => {
  const followUps = [rule({ action: 'campaign', campaignId: otherId })];
  const body = broadcast({ followUps });
  const saved = await save(body);
  const path = saved.headers.get('content-location') ?? '';
  const stored = async () =>
    (await me.get(path)).json() as { campaignId: number; followUps: unknown };
  expect((await stored()).followUps).toEqual(followUps);
  const { campaignId: id } = await stored();
  await save({ ...body, followUps: undefined, name: 'Kept rules' }, id);
  expect(await stored()).toMatchObject({ name: 'Kept rules', followUps });
  const own = await save(
    { ...body, followUps: [rule({ action: 'campaign', campaignId: id })] },
    id,
  );
  expect(own.json()).toMatchObject({
    errors: [{ path: 'followUps.0.campaignId', message: followUpTexts.own }],
  });
  const gone = await save(
    { ...body, followUps: [rule({ action: 'campaign', campaignId: 9_999 })] },
    id,
  );
  expect(gone.status).toBe(404);
  const errors = [{ path: 'followUps.0.campaignId', message: followUpTexts.targetUnknown }];
  expect(gone.json()).toMatchObject({ detail: followUpTexts.targetUnknown, errors });
});

test('a reuse takes each number once, by its last attempt, with the account in its order', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Reused' });
  const campaign = { clientId, campaignId };
  await setRules(db, campaign, [rule({})]);
  const callListId = await makeList(db, campaign, { entries: 3 });
  await takeEntries(db, campaign, callListId, [1, 2]);
  await record(db, clientId, [
    ended(callListId, 1, 'no_answer'),
    ended(callListId, 2, 'no_answer'),
  ]);
  await takeEntries(db, campaign, callListId, [1 + stepStride]);
  await record(db, clientId, [ended(callListId, 1 + stepStride, 'person')]);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET status_id = 6 WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      callListId,
    ]),
  );
  // 1 was answered at last; 2 was not, and waits for its follow-up; 3 was never called.
  expect((await me.get(`/api/calllist/${callListId}/renew`)).json()).toMatchObject({
    ...{ notCalled: 1, calledAnswered: 1, calledNotAnswered: 1 },
  });
  async function reused(notCalled: boolean, calledNotAnswered: boolean) {
    const newCalllistName = `Again ${notCalled} ${calledNotAnswered}`;
    const renewed = await me.post(`/api/calllist/${callListId}/renew`, {
      ...{ newCalllistName, campaignId, filterOptionNotCalled: notCalled },
      filterOptionCalledAnswered: false,
      filterOptionCalledNotAnswered: calledNotAnswered,
    });
    expect(renewed.status, renewed.text).toBe(200);
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string }>(
        `SELECT phone FROM list_entry JOIN call_list USING (client_id, call_list_id)
         WHERE client_id = $1 AND name = $2 ORDER BY entry_id`,
        [clientId, newCalllistName],
      ),
    );
    return rows.map(({ phone }) => phone);
  }
  const [, second, third] = await phonesIn(callListId);
  expect(await reused(true, true)).toEqual([second, third]);
  expect(await reused(true, false)).toEqual([third]);
  expect(await reused(false, true)).toEqual([second]);
});

async function phonesIn(callListId: number) {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string }>(
      `SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2
       ORDER BY entry_id LIMIT 3`,
      [clientId, callListId],
    ),
  );
  return rows.map(({ phone }) => phone);
}

test('the state counts persons apart from attempts, and an ended rule is taken from its campaign', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Counted' });
  const campaign = { clientId, campaignId };
  const read = async () => (await me.get(`/api/campaign/${campaignId}/followups`)).json();
  expect(await read()).toMatchObject({ persons: 0, lists: [], rules: [] });
  await setRules(db, campaign, [rule({})]);
  const callListId = await makeList(db, campaign, { entries: 4 });
  await takeEntries(db, campaign, callListId, [1, 2, 3]);
  await record(db, clientId, [
    ended(callListId, 1, 'no_answer'),
    ended(callListId, 2, 'no_answer'),
    ended(callListId, 3, 'person'),
  ]);
  const words = 'No answer: call again, after 4 hours, at most 3 times per person.';
  const response = await me.post(`/api/campaign/${campaignId}/followups/end`, { ruleId: 1 });
  expect(response.json(), response.text).toEqual({ campaignId, ended: 2 });
  expect(await read()).toMatchObject({
    ...{ persons: 4, reached: 1, attempts: 3 },
    rules: [
      {
        ...{ ruleId: 1, sentence: words, removed: true, made: 2, waiting: 0, unanswered: 0 },
        toStart: null,
      },
    ],
    lists: [
      {
        steps: [
          { step: 0, numbers: 4, attempted: 3, reached: 1, waiting: 1 },
          { step: 1, numbers: 2, attempted: 0, reached: 0, waiting: 0 },
        ],
      },
    ],
  });
  const own = (await childrenOf(db, clientId)).filter((one) => one.callListId === callListId);
  expect(own.map(({ reason }) => reason)).toEqual(['follow_up_ended', 'follow_up_ended']);
  const funnel = (await me.get(`/api/campaign/${campaignId}/funnel`)).json();
  expect(funnel).toMatchObject({ loaded: 6, barred: [{ reason: 'follow_up_ended', count: 2 }] });
});

test('a rule that a save removes keeps its words in the ways of a list, until its number is given again', async () => {
  const targetId = await makeCampaign(db, clientId, { name: 'Third calls' });
  const campaignId = await makeCampaign(db, clientId, { name: 'Ways kept' });
  const campaign = { clientId, campaignId };
  const leads = rule({ ruleId: 2, after: 'busy', action: 'campaign', campaignId: targetId });
  await setRules(db, campaign, [rule({}), leads]);
  const callListId = await makeList(db, campaign, { entries: 2 });
  await takeEntries(db, campaign, callListId, [1, 2]);
  await record(db, clientId, [ended(callListId, 1, 'no_answer'), ended(callListId, 2, 'busy')]);
  const ways = async () => {
    const read = await asClient(db, clientId, (tx) => listWays(tx, clientId, callListId));
    return read?.ways.flatMap(({ steps }) =>
      steps.map(({ sentence, removed }) => [sentence, removed]),
    );
  };
  const again = 'No answer: call again, after 4 hours, at most 3 times per person.';
  const other = 'Busy: continue with "Third calls", after 4 hours, at most 3 times per person.';
  expect(await ways()).toEqual([
    [again, false],
    [other, false],
  ]);
  await setRules(db, campaign, [rule({ ruleId: 7, after: 'machine' })]);
  await setRules(db, campaign, []);
  expect(await ways()).toEqual([
    [again, true],
    [other, true],
  ]);
  await setRules(db, campaign, [rule({ waitMinutes: 60 })]);
  // In the words of Live Monitoring, with the minimum gap.
  const state = await asClient(db, clientId, (tx) => followUpState(tx, clientId, campaignId));
  const hourly =
    'No answer: call again, after 1 hour, at most 3 times per person. It comes 4 hours after the attempt before at the earliest, the minimum gap that your operator set.';
  expect(state?.rules[0]?.sentence).toBe(hourly);
  expect(await ways()).toEqual([
    [hourly, false],
    [other, true],
  ]);
  // The audit log has the rules, and not what is kept of them.
  const kept = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: string }>(
      `SELECT thing_id AS id FROM audit_entry
       WHERE client_id = $1 AND concat(before, after) LIKE '%removed_follow_ups%'`,
      [clientId],
    ),
  );
  expect(kept).toEqual([]);
});

test('the state says which campaign must be started, and of a deleted one nothing waits', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'First calls' });
  const targetId = await makeCampaign(db, clientId, { name: 'Second calls' });
  const campaign = { clientId, campaignId };
  await setRules(db, campaign, [rule({ action: 'campaign', campaignId: targetId })]);
  const callListId = await makeList(db, campaign, { entries: 2 });
  await takeEntries(db, campaign, callListId, [1, 2]);
  await record(db, clientId, [
    ended(callListId, 1, 'no_answer'),
    ended(callListId, 2, 'no_answer'),
  ]);
  const rules = async () =>
    (await asClient(db, clientId, (tx) => followUpState(tx, clientId, campaignId)))?.rules;
  const setStatus = (status: number) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = $3 WHERE client_id = $1 AND campaign_id = $2', [
        ...[clientId, targetId, status],
      ]),
    );
  expect(await rules()).toMatchObject([{ made: 2, waiting: 2, toStart: 'Second calls' }]);
  await setStatus(3);
  expect(await rules()).toMatchObject([{ made: 2, waiting: 2, toStart: null }]);
  await setStatus(1);
  await me.post(`/api/campaign/${targetId}/delete`, { campaignId: targetId });
  expect(await rules()).toMatchObject([{ made: 2, waiting: 0, toStart: null }]);
});

test('a text campaign starts without a list while a campaign that leads to it has work, and else is refused', async () => {
  const textId = await makeTextCampaign(db, clientId, {
    name: 'Texts after machines',
    textMessageId: await makeTextMessage(db, clientId, 'After a machine'),
    textingNumberId: await makeTextingNumber(db, clientId),
  });
  const campaignId = await makeCampaign(db, clientId, { name: 'Leads to texts', runStatus: 3 });
  const campaign = { clientId, campaignId };
  const start = () => me.post(`/api/campaign/${textId}/start`, {});
  const check = async () => (await me.get(`/api/campaign/${textId}/start`)).json();
  const callListId = await makeList(db, campaign, { entries: 1 });
  const refused = { status: 409, code: 'no_list' };
  const outcome = async () => {
    const response = await start();
    return {
      status: response.status,
      code: response.json<{ reason: { code: string } }>().reason.code,
    };
  };
  // Nothing leads there.
  expect(await outcome()).toEqual(refused);
  await setRules(db, campaign, [
    rule({ after: 'machine', action: 'campaign', campaignId: textId }),
  ]);
  expect(await check()).toMatchObject({ reason: null, waitsFor: null });
  // Without work nothing may come, though the campaign runs.
  await takeEntries(db, campaign, callListId, [1]);
  expect(await check()).toMatchObject({ reason: null });
  await record(db, clientId, [ended(callListId, 1, 'person')]);
  expect(await check()).toMatchObject({ reason: { code: 'no_list' } });
  expect(await outcome()).toEqual(refused);
  await makeList(db, campaign, { entries: 1 });
  const response = await start();
  expect(response.status, response.text).toBe(200);
  expect(response.json()).toMatchObject({ campaignId: textId, campaignStatusName: 'Starting' });
});

test('the screen of a number says that a follow-up waits for another part of the day, and that a reply has ended it', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Other parts' });
  const campaign = { clientId, campaignId };
  await setRules(db, campaign, [rule({ otherPart: true })]);
  const callListId = await makeList(db, campaign, { entries: 1, firstPhone: 12_125_559_100 });
  await takeEntries(db, campaign, callListId, [1], simMs(afternoon - 5 * 3_600_000));
  await record(db, clientId, [ended(callListId, 1, 'no_answer')]);
  // Held past the part that was chosen, until the morning of New York again.
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE follow_up SET day_part = 2, by_chance = false, tried = '{1}' WHERE call_list_id = $1`,
      [callListId],
    );
    await tx.run(`UPDATE list_entry SET due_at = '-infinity' WHERE call_list_id = $1`, [
      callListId,
    ]);
  });
  const [child] = (await childrenOf(db, clientId)).filter((one) => one.callListId === callListId);
  const read = async () => {
    const response = await me.get(`/api/number/${child?.phone}`);
    const { entries } = response.json() as {
      entries: { verdict: unknown; rules: { rule: string; read: unknown }[] }[];
    };
    const entry = entries.find(({ verdict }) => (verdict as { kind: string }).kind !== 'done');
    const readBy = (name: string) => entry?.rules.find((one) => one.rule === name)?.read;
    return { verdict: entry?.verdict, part: readBy('part_of_day'), replied: readBy('replied') };
  };
  // Three in the afternoon of New York.
  const evening = '2026-11-20T22:00:00.000Z';
  expect(await read()).toMatchObject({
    verdict: { kind: 'wait', reason: 'follow_up', until: evening },
    part: { applies: true, tried: [1], open: false, until: evening },
    replied: { applies: true, replied: false },
  });
  const received = new Date(afternoon).toISOString();
  await addInboundTexts(db, clientId, [{ message: 'Yes', phone: child?.phone ?? '', received }]);
  expect(await read()).toMatchObject({
    verdict: { kind: 'bar', reason: 'follow_up_ended' },
    part: null,
    replied: { applies: true, replied: true },
  });
});
