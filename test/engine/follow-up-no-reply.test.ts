/** Several rules for no reply: each waits its own time, and what waits goes to the first that is left. */
import { expect, test } from 'vitest';
import type { FollowUpRule } from '../../src/contract/follow-up.ts';
import { asClient } from '../../src/db/database.ts';
import { endFollowUp } from '../../src/db/queries/follow-up-end.ts';
import { followUpState } from '../../src/db/queries/follow-up-state.ts';
import { followUnanswered } from '../../src/db/queries/follow-up-wait.ts';
import { listTextCampaigns, saveTextCampaign } from '../../src/db/queries/text-campaign.ts';
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { makeAccounts } from './account-world.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, makeCampaign, vault, withoutGap } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const by = { managerId: null, now: new Date(afternoon) };
let firstPhone = 12_125_561_000;

/** A text to each number, delivered; unanswered it is sent again after an hour, then called after four. */
async function textedOnce(columns = 1, wish: { hours?: [number, number] } = {}) {
  const texting = await makeTexting(db);
  const { clientId } = texting;
  await withoutGap(db, clientId);
  const { campaignId } = await makeCampaign(db, { clientId });
  const phones = Array.from({ length: columns }, (_, n) => String(firstPhone + n));
  firstPhone += columns;
  const listId = await makeAccounts(db, texting, [{ phones: phones as [string] }]);
  const [first, second] = wish.hours ?? [1, 4];
  const noReply = { after: 'no_reply', most: 1 } as const;
  const again = rule({ ...noReply, ruleId: 1, action: 'again', waitMinutes: first * 60 });
  const call = rule({
    ...{ ...noReply, ruleId: 2, action: 'campaign', campaignId, waitMinutes: second * 60 },
  });
  await setRules(db, texting, [again, call]);
  const text = async (entryId: number, at: SimMs) => {
    await takeEntries(db, texting, listId, [entryId], at);
    await record(db, clientId, [ended(listId, entryId, 'delivered', { finishedAt: at })]);
  };
  await text(1, afternoon);
  return {
    ...{ texting, clientId, phones, text, again, call },
    /** What was made up to then, by the rules. */
    async made(minutes: number): Promise<number[]> {
      const now = new Date(afternoon + minutes * minute);
      await asClient(db, clientId, (tx) => followUnanswered(tx, vault, clientId, now));
      return (await childrenOf(db, clientId)).map(({ ruleId }) => ruleId).toSorted();
    },
    async textAgain(minutes: number): Promise<void> {
      const child = (await childrenOf(db, clientId)).find(({ ruleId }) => ruleId === 1);
      await text(child?.entryId ?? 0, simMs(afternoon + minutes * minute));
    },
    async save(followUps: FollowUpRule[]) {
      const [stored] = await asClient(db, clientId, (tx) =>
        listTextCampaigns(tx, clientId, texting.campaignId),
      );
      if (!stored) throw new Error('no campaign');
      const { name, purpose, textPerMinute, messageTextId, sendersNumberId } = stored;
      const input = {
        ...{ name, purpose, textPerMinute, messageTextId, sendersNumberId, followUps },
        ...{ originalSendersNumberId: sendersNumberId, version: stored.version },
      };
      await asClient(db, clientId, (tx) =>
        saveTextCampaign(tx, clientId, texting.campaignId, input as never, by),
      );
    },
    async counts() {
      const state = await asClient(db, clientId, (tx) =>
        followUpState(tx, clientId, texting.campaignId),
      );
      return state?.rules.map(({ ruleId, unanswered, handedOn }) => [ruleId, unanswered, handedOn]);
    },
    end: (ruleId: number) =>
      asClient(db, clientId, (tx) => endFollowUp(tx, clientId, texting.campaignId, ruleId, by)),
  };
}

test('the second rule for no reply waits its whole time from the text before it, and counts it there', async () => {
  const { made, textAgain, counts } = await textedOnce();
  expect(await counts()).toEqual([
    [1, 1, 1],
    [2, 0, 0],
  ]);
  expect(await made(59)).toEqual([]);
  expect(await made(61)).toEqual([1]);
  await textAgain(63);
  expect(await counts()).toEqual([
    [1, 0, 0],
    [2, 1, 0],
  ]);
  expect(await made(63 + 61)).toEqual([1]);
  expect(await made(63 + 239)).toEqual([1]);
  expect(await made(63 + 240)).toEqual([1, 2]);
  expect(await made(63 + 24 * 60)).toEqual([1, 2]);
});

test('a reply before the time of the second rule for no reply ends it', async () => {
  const { made, textAgain, counts, clientId, phones } = await textedOnce();
  await made(61);
  await textAgain(63);
  await addInboundTexts(db, clientId, [
    {
      ...{ message: 'Who is this?', phone: phones[0] ?? '' },
      received: new Date(afternoon + 200 * minute).toISOString(),
    },
  ]);
  expect(await counts()).toEqual([
    [1, 0, 0],
    [2, 0, 0],
  ]);
  expect(await made(63 + 240)).toEqual([1]);
});

test('a rule for no reply that is taken out in the editor leaves its texts to the next one, in its time', async () => {
  const { made, save, counts, call } = await textedOnce();
  await save([call]);
  expect(await counts()).toEqual([[2, 1, 0]]);
  expect(await made(61)).toEqual([]);
  expect(await made(239)).toEqual([]);
  expect(await made(240)).toEqual([2]);
});

test('rules that are saved in another order take the texts that wait at once, and an end of the first hands them on', async () => {
  const { made, save, counts, end, again, call } = await textedOnce();
  await save([call, again]);
  expect(await counts()).toEqual([
    [2, 1, 1],
    [1, 0, 0],
  ]);
  expect(await end(2)).toBe(0);
  expect(await counts()).toEqual([[1, 1, 0]]);
  expect(await end(1)).toBe(1);
  expect(await made(300)).toEqual([]);
});

test('a wait that is made longer in the editor holds for texts that wait already, a shorter one for later texts', async () => {
  const longer = await textedOnce();
  await longer.save([{ ...longer.again, waitMinutes: 120 }, longer.call]);
  expect(await longer.made(119)).toEqual([]);
  expect(await longer.made(120)).toEqual([1]);

  const shorter = await textedOnce();
  await shorter.save([{ ...shorter.again, waitMinutes: 20 }, shorter.call]);
  // No text is followed before its row says so: a restore relies on it.
  expect(await shorter.made(59)).toEqual([]);
  expect(await shorter.made(60)).toEqual([1]);
  await shorter.textAgain(60);
  expect(await shorter.made(60 + 240)).toEqual([1, 2]);
});

test('a wait that is made longer beside the editor is asked when it is due', async () => {
  const { texting, made, again } = await textedOnce();
  await setRules(db, texting, [{ ...again, waitMinutes: 90 }]);
  expect(await made(61)).toEqual([]);
  expect(await made(90)).toEqual([1]);
});

test('a rule for no reply that is ended hands its texts on, and ends only what no other rule takes', async () => {
  const { made, counts, end } = await textedOnce();
  expect(await end(1)).toBe(0);
  expect(await counts()).toEqual([[2, 1, 0]]);
  expect(await made(239)).toEqual([]);
  expect(await end(2)).toBe(1);
  expect(await made(24 * 60)).toEqual([]);

  const used = await textedOnce();
  await used.made(61);
  await used.textAgain(63);
  expect(await used.end(1)).toBe(0);
  expect(await used.made(63 + 240)).toEqual([1, 2]);
});

test('a rule that another number of the person has used up leaves its text to the next one', async () => {
  const { made, text, counts, save, again, call } = await textedOnce(2);
  expect(await made(61)).toEqual([1]);
  await text(2, simMs(afternoon + 62 * minute));
  expect(await counts()).toEqual([
    [1, 0, 0],
    [2, 1, 0],
  ]);
  await save([again, { ...call, waitMinutes: 5 * 60 }]);
  expect(await counts()).toEqual([
    [1, 0, 0],
    [2, 1, 0],
  ]);
  expect(await made(62 + 299)).toEqual([1]);
  expect(await made(62 + 300)).toEqual([1, 2]);
});

test('a shorter wait of the second rule is not missed when another number uses up the first', async () => {
  const { made, text } = await textedOnce(2, { hours: [4, 1] });
  await text(2, simMs(afternoon + 200 * minute));
  expect(await made(240)).toEqual([1]);
  expect(await made(259)).toEqual([1]);
  expect(await made(260)).toEqual([1, 2]);
});

test('no text waits for a reply when all its rules are used up', async () => {
  const { texting, made, textAgain, counts, again } = await textedOnce();
  await setRules(db, texting, [again]);
  await made(61);
  await textAgain(63);
  expect(await counts()).toEqual([[1, 0, 0]]);
  expect(await made(24 * 60)).toEqual([1]);
});
