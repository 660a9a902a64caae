/** A person who wrote back is not contacted again, whichever of their numbers they wrote from. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { endFollowUp } from '../../src/db/queries/follow-up-end.ts';
import { followUpState } from '../../src/db/queries/follow-up-state.ts';
import { followUnanswered } from '../../src/db/queries/follow-up-wait.ts';
import { hasLeadingCampaign } from '../../src/db/queries/leading-campaign.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { makeAccounts } from './account-world.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, campaignState, makeCampaign, vault, withoutGap } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const days = 3 * 24 * 60;
let firstPhone = 12_125_552_000;

/** Texts to both numbers of every person, all delivered; unanswered ones are called three days later. */
async function textedTwice(persons: number) {
  const texting = await makeTexting(db);
  const { clientId } = texting;
  await withoutGap(db, clientId);
  const calling = await makeCampaign(db, { clientId });
  const phones = Array.from({ length: persons }, () => {
    firstPhone += 2;
    return [String(firstPhone), String(firstPhone + 1)] as [string, string];
  });
  const listId = await makeAccounts(
    db,
    texting,
    phones.map((both) => ({ phones: both })),
  );
  const noReply = { after: 'no_reply', waitMinutes: days, most: 2 } as const;
  const { campaignId } = calling;
  await setRules(db, texting, [rule({ ...noReply, action: 'campaign', campaignId })]);
  const all = Array.from({ length: 2 * persons }, (_, n) => n + 1);
  await takeEntries(db, texting, listId, all);
  await record(
    db,
    clientId,
    all.map((entry) => ended(listId, entry, 'delivered')),
  );
  return { texting, calling, clientId, phones };
}

const reply = (clientId: number, phone: string | undefined, at: number) =>
  addInboundTexts(db, clientId, [
    { message: 'Who is this?', phone: phone ?? '', received: new Date(at).toISOString() },
  ]);

const due = afternoon + days * minute + minute;
const follow = async (clientId: number) => {
  await asClient(db, clientId, (tx) => followUnanswered(tx, vault, clientId, new Date(due)));
  return (await childrenOf(db, clientId)).map(({ phone }) => phone);
};

test('a reply from one number of a person ends the wait for a reply of the other', async () => {
  const { clientId, phones } = await textedTwice(2);
  const [[first], [other, another]] = phones as [[string, string], [string, string]];
  await reply(clientId, first, afternoon + minute);
  expect((await follow(clientId)).toSorted()).toEqual([other, another]);
});

test('a reply while the follow-up waits ends it, at whichever number', async () => {
  const { clientId, calling, phones } = await textedTwice(2);
  const [[first, second], [other, another]] = phones as [[string, string], [string, string]];
  expect(await follow(clientId)).toHaveLength(4);
  await reply(clientId, first, due + minute);
  const engine = makeEngine(db, { clock: virtualClock(simMs(due + 2 * minute)) });
  await requestStart(db, clientId, calling.campaignId);
  await engine.run(3 * minute, 10_000);
  await engine.engine.stop();
  const children = await childrenOf(db, clientId);
  const stateOf = (phone: string) => {
    const { state, reason } = children.find((one) => one.phone === phone) ?? {};
    return { state, reason };
  };
  expect([first, second].map(stateOf)).toEqual([
    { state: 2, reason: 'follow_up_ended' },
    { state: 2, reason: 'follow_up_ended' },
  ]);
  expect([other, another].map((phone) => stateOf(phone).state)).toEqual([1, 1]);
  expect(await campaignState(db, calling)).toMatchObject({ completed: true });
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('only texts that nobody of the account answered count as unanswered, hold the campaign that follows, and are ended', async () => {
  const { clientId, texting, calling, phones } = await textedTwice(2);
  const read = <T>(query: (tx: Parameters<Parameters<typeof asClient>[2]>[0]) => Promise<T>) =>
    asClient(db, clientId, query);
  const unanswered = async () =>
    (await read((tx) => followUpState(tx, clientId, texting.campaignId)))?.rules[0]?.unanswered;
  const isLed = () => read((tx) => hasLeadingCampaign(tx, clientId, calling.campaignId));
  expect([await unanswered(), await isLed()]).toEqual([4, true]);
  await reply(clientId, phones[0]?.[1], afternoon + minute);
  expect([await unanswered(), await isLed()]).toEqual([2, true]);
  const by = { managerId: null, now: new Date(afternoon) };
  await asClient(db, clientId, async (tx) => {
    await tx.run('SAVEPOINT before');
    expect(await endFollowUp(tx, clientId, texting.campaignId, 1, by)).toBe(2);
    await tx.run('ROLLBACK TO before');
  });
  await reply(clientId, phones[1]?.[0], afternoon + 2 * minute);
  expect([await unanswered(), await isLed()]).toEqual([0, false]);
});
