import { describe, expect, test } from 'vitest';
import type { FollowUpRule } from '../../src/contract/follow-up.ts';
import type { Reason } from '../../src/contract/reason.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setBrakeLimits } from '../../src/db/queries/brake.ts';
import { deleteCampaign } from '../../src/db/queries/campaign.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import { freshDatabase } from '../harness/database.ts';
import { rule, setRules } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import { type Campaign, campaignState, makeCampaign, makeList, withoutGap } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const hour = 60 * minute;
const busy = { person: 0, machine: 0, busy: 1, failed: 0 };

const begin = ({ clientId, campaignId }: Campaign) => requestStart(db, clientId, campaignId);
const end = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
const state = (campaign: Campaign) => campaignState(db, campaign);
const completed = { run_status: 1, completed: true, reason: null };
const waits = { run_status: 3, completed: false, reason: { code: 'waits_for_follow_ups' } };
const set = ({ clientId, campaignId }: Campaign, sql: string) =>
  asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET ${sql} WHERE client_id = $1 AND campaign_id = $2`, [
      clientId,
      campaignId,
    ]),
  );

/** By itself it would call on at nine, every day. */
const everyDay = `start_automatically = true, start_weekdays = '1111111', start_time = '09:00'`;

const leadsTo = ({ campaignId }: Campaign, of: Partial<FollowUpRule> = {}) =>
  rule({ after: 'machine', action: 'campaign', campaignId, most: 1, waitMinutes: 5, ...of });

/** A Broadcast that meets busy lines and calls again in two hours, and the text campaign that waits for it. */
async function inLull(firstPhone: number, deps?: Partial<EngineDeps>, entries = 3) {
  const texting = await makeTexting(db);
  const calling = await makeCampaign(db, { clientId: texting.clientId });
  await withoutGap(db, texting.clientId);
  await makeList(db, calling, { entries, firstPhone });
  const again = rule({ after: 'busy', waitMinutes: 120, most: 3 });
  await setRules(db, calling, [again, leadsTo(texting, { ruleId: 2 })]);
  const engine = makeEngine(db, {
    ...{ profile: { ...busy }, textProfile: quietReaders },
    ...(deps && { deps }),
  });
  await begin(calling);
  await begin(texting);
  await engine.run(2 * minute, 10_000);
  expect(await state(texting)).toMatchObject(waits);
  return { texting, calling, engine, again };
}

describe('A campaign that waits for follow-ups', () => {
  test('completes when the rule that leads there is edited away, and waits for a rule that comes back', async () => {
    const { texting, calling, engine, again } = await inLull(12_126_000_000);
    const other = await makeCampaign(db, { clientId: texting.clientId });
    await setRules(db, calling, [again, leadsTo(other, { ruleId: 2 })]);
    await engine.run(minute, 5_000);
    expect(await state(texting)).toMatchObject(completed);
    await setRules(db, calling, [again, leadsTo(texting, { ruleId: 2 })]);
    await begin(texting);
    await engine.run(minute, 5_000);
    expect(await state(texting)).toMatchObject(waits);
    engine.changePublic({ calls: { machine: 1, busy: 0 } });
    await engine.run(3 * hour, 5 * minute);
    expect(await state(calling)).toMatchObject(completed);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('completes when the one that leads there is deleted, though it would have started by itself', async () => {
    const { texting, calling, engine } = await inLull(12_126_100_000);
    await set(calling, everyDay);
    await end(calling);
    await engine.run(minute, 10_000);
    expect(await state(calling)).toMatchObject({ run_status: 1, completed: false });
    expect(await state(texting)).toMatchObject(waits);
    const { clientId, campaignId } = calling;
    const by = { managerId: null, now: new Date(engine.clock.now()), version: undefined };
    expect(await asClient(db, clientId, (tx) => deleteCampaign(tx, clientId, campaignId, by))).toBe(
      true,
    );
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('completes when the brake stops the one that leads there, which only a person restarts', async () => {
    const { texting, calling, engine } = await inLull(12_126_200_000, undefined, 60);
    await set(calling, everyDay);
    await asPlatform(db, (tx) => setBrakeLimits(tx, texting.clientId, { failed: 0.2 }));
    engine.changePublic({ calls: { busy: 0, failed: 1 } });
    await engine.run(3 * hour, 2 * minute);
    expect(await state(calling)).toMatchObject({
      ...{ run_status: 1, completed: false, reason: { code: 'brake_stopped' } },
    });
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });

  test('says a hold, completes in none, and goes on waiting after it', async () => {
    let held: { reason: Reason } | undefined;
    const clockCheck = { off: () => held };
    const { texting, calling, engine } = await inLull(12_126_300_000, { clockCheck });
    held = { reason: { code: 'hold', hold: 'restored', asked: false } };
    // What leads there ends meanwhile: a campaign on hold completes no more than it texts.
    await end(calling);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject({
      ...{ run_status: 3, completed: false, reason: { code: 'hold' } },
    });
    held = undefined;
    await begin(calling);
    await engine.run(minute, 10_000);
    expect(await state(texting)).toMatchObject(waits);
    engine.changePublic({ calls: { machine: 1, busy: 0 } });
    await engine.run(3 * hour, 5 * minute);
    expect(await state(texting)).toMatchObject(completed);
    await engine.engine.stop();
  });
});
