/** A text campaign that sends texts again which nobody answers: it runs until nothing can come any more. */
import { describe, expect, test } from 'vitest';
import type { FollowUpRule } from '../../src/contract/follow-up.ts';
import { asClient } from '../../src/db/database.ts';
import { closeList } from '../../src/db/queries/call-list.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { followUpState } from '../../src/db/queries/follow-up-state.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { makeAccounts } from './account-world.ts';
import { rule, setRules } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import { type Campaign, campaignState, makeCampaign, makeList, withoutGap } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;

const begin = ({ clientId, campaignId }: Campaign) => requestStart(db, clientId, campaignId);
const end = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
const state = (campaign: Campaign) => campaignState(db, campaign);
const waitsForReplies = { run_status: 3, completed: false, reason: { code: 'waits_for_replies' } };
const completed = { run_status: 1, completed: true, reason: null };
const attemptsOf = async ({ clientId, campaignId }: Campaign) => {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ count: number }>(
      'SELECT count(*) FROM attempt WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    ),
  );
  return row?.count;
};
const again = rule({ after: 'no_reply', action: 'again', waitMinutes: 60, most: 1 });

/** Texts to three numbers, which are sent again after an hour without a reply. */
async function makeWorld(firstPhone: number, textProfile: Partial<typeof quietReaders> = {}) {
  const texting = await makeTexting(db);
  const { clientId } = texting;
  await withoutGap(db, clientId);
  const listId = await makeList(db, texting, { entries: 3, firstPhone });
  await setRules(db, texting, [again]);
  const engine = makeEngine(db, { textProfile: { ...quietReaders, ...textProfile } });
  const replied = (count: number) =>
    addInboundTexts(
      db,
      clientId,
      Array.from({ length: count }, (_, n) => ({
        ...{ message: 'Yes', phone: String(firstPhone + n) },
        received: new Date(engine.clock.now()).toISOString(),
      })),
    );
  return { texting, clientId, listId, engine, replied };
}

describe('A campaign that texts again without a reply', () => {
  test('runs and says that it waits for replies, texts again by itself and is Completed after it', async () => {
    const { texting, engine, replied } = await makeWorld(12_125_570_000);
    await begin(texting);
    await engine.run(10 * minute, minute);
    expect(await attemptsOf(texting)).toBe(3);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await replied(1);
    await engine.run(45 * minute, 5 * minute);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await engine.run(10 * minute, minute);
    // Their rule is used up: nothing can come of them.
    expect(await attemptsOf(texting)).toBe(5);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('is Completed when all have replied, are on the do-not-call list, or their list is closed', async () => {
    const first = await makeWorld(12_125_571_000);
    await begin(first.texting);
    await first.engine.run(5 * minute, minute);
    expect(await state(first.texting)).toMatchObject(waitsForReplies);
    await first.replied(2);
    await asClient(db, first.clientId, (tx) =>
      tx.run(
        `INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, '12125571002', 'operator')`,
        [first.clientId],
      ),
    );
    await first.engine.run(minute, 10_000);
    expect(await state(first.texting)).toMatchObject(completed);
    await first.engine.engine.stop();

    const closed = await makeWorld(12_125_572_000);
    await begin(closed.texting);
    await closed.engine.run(5 * minute, minute);
    expect(await state(closed.texting)).toMatchObject(waitsForReplies);
    await asClient(db, closed.clientId, (tx) => closeList(tx, closed.clientId, closed.listId));
    await closed.engine.run(minute, 10_000);
    expect(await state(closed.texting)).toMatchObject({ run_status: 1, completed: true });
    await closed.engine.engine.stop();
  });

  test('waits for receipts, and is Completed when they never come', async () => {
    const { texting, engine } = await makeWorld(12_125_573_000, { withoutReceipt: 1 });
    await begin(texting);
    await engine.run(10 * minute, minute);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await engine.run(73 * 60 * minute, 60 * minute);
    await engine.run(5 * minute, minute);
    expect(await attemptsOf(texting)).toBe(3);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('is started again while its texts wait, and says that it must be', async () => {
    const { texting, clientId, engine } = await makeWorld(12_125_574_000);
    await begin(texting);
    await engine.run(10 * minute, minute);
    await end(texting);
    await engine.run(minute, 10_000);
    await begin(texting);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await end(texting);
    await engine.run(60 * minute, 5 * minute);
    const rules = async () =>
      (await asClient(db, clientId, (tx) => followUpState(tx, clientId, texting.campaignId)))
        ?.rules;
    const { name } = (await asClient(db, clientId, (tx) =>
      tx.row<{ name: string }>(
        'SELECT name FROM campaign WHERE client_id = $1 AND campaign_id = $2',
        [clientId, texting.campaignId],
      ),
    )) ?? { name: '' };
    expect(await rules()).toMatchObject([{ waiting: 3, unanswered: 0, toStart: name }]);
    await begin(texting);
    await engine.run(5 * minute, minute);
    expect(await rules()).toMatchObject([{ made: 3, waiting: 0, toStart: name }]);
    expect(await attemptsOf(texting)).toBe(6);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('holds a Broadcast that its next rule leads to until that has called, and no longer', async () => {
    const { texting, clientId, engine } = await makeWorld(12_125_575_000);
    const calling = await makeCampaign(db, { clientId });
    const call = rule({
      ...{ ruleId: 2, after: 'no_reply', action: 'campaign', most: 1, waitMinutes: 240 },
      campaignId: calling.campaignId,
    });
    await setRules(db, texting, [again, call]);
    await begin(texting);
    await begin(calling);
    await engine.run(50 * minute, 5 * minute);
    const waitsForTexts = { run_status: 3, reason: { code: 'waits_for_follow_ups' } };
    expect(await state(texting)).toMatchObject(waitsForReplies);
    expect(await state(calling)).toMatchObject(waitsForTexts);
    await engine.run(30 * minute, minute);
    expect(await attemptsOf(texting)).toBe(6);
    // What still waits goes to the Broadcast: the texts are done.
    expect(await state(texting)).toMatchObject(completed);
    await engine.run(180 * minute, 10 * minute);
    expect(await attemptsOf(calling)).toBe(0);
    expect(await state(calling)).toMatchObject(waitsForTexts);
    await engine.run(60 * minute, minute);
    expect(await attemptsOf(calling)).toBe(3);
    expect(await state(calling)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('waits for what its rules say now, also of texts that wait for a rule of before', async () => {
    const { texting, clientId, engine } = await makeWorld(12_125_577_000);
    const calling = await makeCampaign(db, { clientId });
    const call = rule({
      ...{ ruleId: 2, after: 'no_reply', action: 'campaign', most: 1, waitMinutes: 60 },
      campaignId: calling.campaignId,
    });
    await setRules(db, texting, [call]);
    await begin(texting);
    await engine.run(2 * minute, 10_000);
    expect(await attemptsOf(texting)).toBe(3);
    await setRules(db, texting, [again, call]);
    await begin(texting);
    await engine.run(30 * minute, 5 * minute);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await engine.run(40 * minute, minute);
    expect(await attemptsOf(texting)).toBe(6);
    await engine.engine.stop();
  });

  test('waits for the texts to all numbers of a person, whichever rule the first of them takes', async () => {
    const texting = await makeTexting(db);
    const { clientId } = texting;
    await withoutGap(db, clientId);
    const calling = await makeCampaign(db, { clientId });
    await makeAccounts(db, texting, [{ phones: ['12125576001', '12125576002'] }]);
    const call = rule({
      ...{ ruleId: 1, after: 'no_reply', action: 'campaign', most: 1, waitMinutes: 60 },
      campaignId: calling.campaignId,
    });
    await setRules(db, texting, [call, { ...again, ruleId: 2, waitMinutes: 240 }]);
    const engine = makeEngine(db, { textProfile: quietReaders });
    await begin(texting);
    await engine.run(50 * minute, 5 * minute);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    // The rule that leads to the Broadcast is used up by one of them; the other is texted again.
    await engine.run(190 * minute, 10 * minute);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await engine.run(30 * minute, minute);
    expect(await attemptsOf(texting)).toBe(3);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  /** Texts to two persons with two numbers each. */
  async function twoNumbers(firstPhone: number, rulesTo: (campaignId: number) => FollowUpRule[]) {
    const texting = await makeTexting(db);
    const { clientId } = texting;
    await withoutGap(db, clientId);
    const calling = await makeCampaign(db, { clientId });
    const phones = (n: number) => [String(firstPhone + n), String(firstPhone + n + 1)];
    await makeAccounts(db, texting, [{ phones: phones(0) }, { phones: phones(2) }]);
    await setRules(db, texting, rulesTo(calling.campaignId));
    const engine = makeEngine(db, { textProfile: quietReaders });
    await begin(texting);
    return { texting, calling, engine };
  }
  const call = (campaignId: number, ruleId: number) =>
    rule({
      ...{ ruleId, after: 'no_reply', action: 'campaign', most: 1, waitMinutes: 2_880 },
      campaignId,
    });

  test('is Completed when every person with two numbers has used it up, and the next rule still waits', async () => {
    const { texting, engine } = await twoNumbers(12_125_577_000, (to) => [again, call(to, 2)]);
    await engine.run(50 * minute, 5 * minute);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await engine.run(30 * minute, minute);
    expect(await attemptsOf(texting)).toBe(6);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('is Completed where a rule before it leads to a deleted campaign, which nothing uses up', async () => {
    const rulesTo = (to: number) => [call(to, 1), { ...again, ruleId: 2 }];
    const { texting, calling, engine } = await twoNumbers(12_125_578_000, rulesTo);
    await engine.run(10 * minute, minute);
    expect(await state(texting)).toMatchObject(waitsForReplies);
    await asClient(db, texting.clientId, (tx) =>
      tx.run(`UPDATE campaign SET deleted_at = '2026-11-20' WHERE campaign_id = $1`, [
        calling.campaignId,
      ]),
    );
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(completed);
    await engine.run(240 * minute, 20 * minute);
    expect(await attemptsOf(texting)).toBe(4);
    await engine.engine.stop();
  });
});
