/** An answer and a claim that cross, and numbers that come to a list after it was looked through. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { answerAndRelease } from '../../src/db/queries/scrub-release.ts';
import { listTextCampaigns, saveTextCampaign } from '../../src/db/queries/text-campaign.ts';
import {
  ended,
  rule as followUp,
  record,
  setRules,
  takeEntries,
} from '../engine/follow-up-world.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { quietReaders } from '../engine/text-world.ts';
import { afternoon } from '../engine/world.ts';
import { scrubWorld } from './scrub-world.ts';

const { db, double, wanting, attemptsOf, connect, rule, ask, asked } = await scrubWorld();

async function untilBlocked(): Promise<void> {
  for (;;) {
    const row = await asPlatform(db, (tx) =>
      tx.row<{ blocked: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted) AS blocked`,
      ),
    );
    if (row?.blocked) return;
  }
}

test('an answer that crosses a claim which puts its number off until it is checked lets it go', async () => {
  const { clientId, start } = await wanting(5, ['texts']);
  await connect();
  await rule(clientId, 'litigator', { untilChecked: true });
  double.answers = () => ({ litigator: 'no' });
  let asking: Promise<void> | undefined;
  const claim: typeof claimCalls = async (tx, request) => {
    const outcome = await claimCalls(tx, request);
    if (asking) return outcome;
    // It has read that there is no answer, and has not committed.
    asking = ask();
    await Promise.race([asking, untilBlocked()]);
    return outcome;
  };
  const { engine, run } = makeEngine(db, { textProfile: quietReaders, deps: { claim } });
  await start();
  await run(4_000, 2_000);
  await asking;
  await run(30_000, 2_000);
  await engine.stop();
  expect(await attemptsOf(clientId)).toHaveLength(5);
});

test.each(['starts already', 'is started meanwhile'])(
  'an answer that is being stored lets go whom the first claims of a campaign would put off: it %s',
  async (when) => {
    const { clientId, campaigns, start, firstPhone } = await wanting(5, ['texts']);
    await connect();
    await rule(clientId, 'litigator', { untilChecked: true });
    const phones = Array.from({ length: 5 }, (_, n) => String(firstPhone + n));
    const answers = phones.map(
      (phone) => ({ phone, question: 'litigator', since: null, answer: 'no' }) as const,
    );
    const { engine, run } = makeEngine(db, { textProfile: quietReaders });
    if (when === 'starts already') await start();
    let begun: Promise<void> | undefined;
    await asClient(db, clientId, async (tx) => {
      await answerAndRelease(tx, clientId, answers, 30);
      begun = (when === 'starts already' ? Promise.resolve() : start(campaigns)).then(() =>
        run(6_000, 2_000),
      );
      await Promise.race([begun, untilBlocked()]);
    });
    await begun;
    await run(30_000, 2_000);
    await engine.stop();
    expect(await attemptsOf(clientId)).toHaveLength(5);
  },
);

const listOf = async (clientId: number, campaignId: number | undefined) => {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(
      `SELECT call_list_id AS id FROM call_list WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
  return row?.id ?? 0;
};

test("numbers that follow into another campaign's list are asked about at once, also when that list was looked through", async () => {
  const { clientId, campaigns, firstPhone } = await wanting(2, ['calls', 'texts']);
  const [calls, texts] = campaigns;
  if (!calls || !texts) throw new Error('no campaigns');
  const step = followUp({ action: 'campaign', campaignId: texts.campaignId, most: 1 });
  await setRules(db, calls, [step]);
  const from = await listOf(clientId, calls.campaignId);
  await connect();
  await rule(clientId, 'litigator', { campaignId: texts.campaignId });
  // Their own numbers are not those that follow.
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET phone = '1303' || right(phone, 7) WHERE client_id = $1
         AND call_list_id = $2`,
      [clientId, from],
    ),
  );
  const follows = (entry: number) => `1303${String(firstPhone + entry - 1).slice(4)}`;
  for (const entry of [1, 2]) {
    await takeEntries(db, calls, from, [entry], afternoon);
    await record(db, clientId, [ended(from, entry, 'no_answer')]);
    double.requests.length = 0;
    await ask();
    expect(asked()).toContain(follows(entry));
  }
  double.requests.length = 0;
  await ask();
  expect(asked()).toEqual([]);
});

test('a campaign that is for something else has its numbers asked about at once', async () => {
  const { clientId, campaigns, firstPhone } = await wanting(2, ['texts']);
  const campaignId = campaigns[0]?.campaignId ?? 0;
  await connect();
  await rule(clientId, 'litigator', { purpose: 'sales' });
  await ask();
  expect(asked()).toHaveLength(2);
  await rule(clientId, 'voip', { purpose: 'political' });
  await ask();
  double.requests.length = 0;
  const all = await asClient(db, clientId, (tx) => listTextCampaigns(tx, clientId));
  const stored = all.find((one) => one.campaignId === campaignId);
  if (!stored) throw new Error('no campaign');
  const by = { managerId: null, now: new Date(afternoon) };
  await asClient(db, clientId, (tx) =>
    saveTextCampaign(
      tx,
      clientId,
      campaignId,
      {
        ...stored,
        ...{ purpose: 'political', startAutomatically: false, stopAutomatically: false },
      },
      by,
    ),
  );
  await ask();
  expect(asked().toSorted()).toEqual([firstPhone, firstPhone + 1].map(String));
  expect(double.requests.map(({ questions }) => questions)).toEqual([['line']]);
});
