/** Who talked with an agent, or may have, is not contacted again, at whichever of their numbers that was. */
import { describe, expect, test } from 'vitest';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import type { EndedCall } from '../../src/db/queries/ended-call.ts';
import type { CallResult } from '../../src/domain/call-result.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeAccounts } from './account-world.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import { makeCampaign, readCallLog, withoutGap } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
let firstPhone = 12_125_561_000;

/** Two persons with two numbers each, entries 1 to 4; busy ones are called again after 20 minutes, in `target` if there is one. */
async function twoPersons(elsewhere = false) {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId } = campaign;
  await withoutGap(db, clientId);
  firstPhone += 10;
  const phones = [0, 2].map((at) => ({ phones: [firstPhone + at, firstPhone + at + 1] }));
  const listId = await makeAccounts(db, campaign, phones);
  const target = elsewhere ? await makeCampaign(db, { clientId, callsPerMinute: 600 }) : campaign;
  const { campaignId } = target;
  const to = elsewhere ? ({ action: 'campaign', campaignId } as const) : {};
  await setRules(db, campaign, [rule({ after: 'busy', waitMinutes: 20, most: 2, ...to })]);
  await takeEntries(db, campaign, listId, [1, 2, 3, 4]);
  return { campaign, target, clientId, listId };
}

const settling: readonly [string, CallResult, Partial<EndedCall>][] = [
  ['a talk with an agent', 'person', { transferSeconds: 60 }],
  ['an unknown outcome', 'unknown', {}],
];

test('a text whose outcome nobody knows was no talk: the other number is called', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId } = campaign;
  firstPhone += 10;
  const listId = await makeAccounts(db, campaign, [{ phones: [firstPhone, firstPhone + 1] }]);
  const texts = await makeTexting(db, { clientId });
  await setRules(db, campaign, [
    rule({ after: 'machine', action: 'campaign', campaignId: texts.campaignId, waitMinutes: 0 }),
    rule({ after: 'busy', waitMinutes: 20, most: 2 }),
  ]);
  await takeEntries(db, campaign, listId, [1, 2]);
  await record(db, clientId, [ended(listId, 1, 'machine')]);
  const [text] = await childrenOf(db, clientId);
  if (!text) throw new Error('no text');
  await takeEntries(db, texts, text.callListId, [text.entryId]);
  await record(db, clientId, [ended(text.callListId, text.entryId, 'unknown')]);
  await record(db, clientId, [ended(listId, 2, 'busy')]);
  expect(await childrenOf(db, clientId)).toHaveLength(2);
});

describe.each(settling)('After %s at one number of a person', (_, result, of) => {
  test('nothing follows at their other number, in one batch or later', async () => {
    const { clientId, listId } = await twoPersons();
    await record(db, clientId, [ended(listId, 2, 'busy'), ended(listId, 1, result, of)]);
    await record(db, clientId, [ended(listId, 3, result, of)]);
    await record(db, clientId, [ended(listId, 4, 'busy')]);
    expect(await childrenOf(db, clientId)).toEqual([]);
  });

  test('a follow-up of their other number that waits already is not made, and the other person is called', async () => {
    const { campaign, clientId, listId } = await twoPersons();
    await record(db, clientId, [ended(listId, 2, 'busy'), ended(listId, 4, 'busy')]);
    await record(db, clientId, [ended(listId, 1, result, of), ended(listId, 3, 'person')]);
    expect(await childrenOf(db, clientId)).toHaveLength(2);
    const { engine, folder, run } = makeEngine(db, { profile: { person: 1, machine: 0 } });
    await requestStart(db, clientId, campaign.campaignId);
    await run(30 * minute, 20_000);
    await engine.stop();
    const states = (await childrenOf(db, clientId)).map(({ state, reason }) => [state, reason]);
    expect(states).toEqual([
      [2, 'follow_up_ended'],
      [1, null],
    ]);
    expect(readCallLog(folder)).toHaveLength(1);
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  });

  test('nothing follows in the list of another campaign, nor in that of the file after it happened there', async () => {
    const { campaign, target, clientId, listId } = await twoPersons(true);
    await record(db, clientId, [ended(listId, 1, 'busy'), ended(listId, 2, 'busy')]);
    await record(db, clientId, [ended(listId, 3, 'busy')]);
    const [first, , third] = await childrenOf(db, clientId);
    if (!first || !third) throw new Error('no follow-ups');
    const beside = [first.entryId, third.entryId];
    await takeEntries(db, target, first.callListId, beside);
    await record(
      db,
      clientId,
      beside.map((entryId) => ended(first.callListId, entryId, result, of)),
    );
    await record(db, clientId, [ended(listId, 4, 'busy')]);
    expect(await childrenOf(db, clientId)).toHaveLength(3);
    const { engine, folder, run } = makeEngine(db);
    await requestStart(db, clientId, target.campaignId);
    await requestStart(db, clientId, campaign.campaignId).catch(() => undefined);
    await run(30 * minute, 20_000);
    await engine.stop();
    expect((await childrenOf(db, clientId)).map(({ state }) => state)).toEqual([1, 2, 1]);
    expect(readCallLog(folder)).toHaveLength(0);
  });
});
