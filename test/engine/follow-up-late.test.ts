/** Follow-ups in another part of the day that a hold took past their part. */
import { describe, expect, test } from 'vitest';
import { asClient, asClientSnapshot } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { type DayPart, partAt } from '../../src/domain/follow-up/day-part.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { type Campaign, campaignState, makeCampaign, makeList, withoutGap } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const hour = 60 * minute;
const newYork = 'America/New_York';
/** 11 AM in New York, on a Friday. */
const friday = simMs(Date.parse('2026-11-20T16:00:00Z'));
/** 8:01 AM in New York, a day later. */
const saturday = simMs(Date.parse('2026-11-21T13:01:00Z'));

/** Tried in the morning; the follow-ups are due that afternoon and evening, when nothing runs. */
async function triedInTheMorning(entries: number, firstPhone: number) {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  await withoutGap(db, clientId);
  await setRules(db, campaign, [rule({ otherPart: true, most: 1 })]);
  const listId = await makeList(db, campaign, { entries, firstPhone });
  const all = Array.from({ length: entries }, (_, n) => n + 1);
  await takeEntries(db, campaign, listId, all, friday);
  await record(
    db,
    clientId,
    all.map((entry) => ended(listId, entry, 'no_answer', { finishedAt: simMs(friday + minute) })),
  );
  return { campaign, clientId };
}

const followUps = ({ clientId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ part: DayPart; byChance: boolean; at: number | null }>(
      `SELECT f.day_part AS part, f.by_chance AS "byChance",
         (extract(epoch FROM a.attempted_at) * 1000)::float8 AS at
       FROM follow_up f LEFT JOIN attempt a USING (client_id, call_list_id, entry_id)
       WHERE f.client_id = $1 ORDER BY f.entry_id`,
      [clientId],
    ),
  );

const funnelOf = ({ clientId, campaignId }: Campaign, now: number) =>
  asClientSnapshot(db, clientId, (tx) => campaignFunnel(tx, clientId, campaignId, new Date(now)));

describe('A follow-up in another part of the day that was held past it', () => {
  test('waits for the next part that was not tried, says so, and is called in the part that is noted', async () => {
    const { campaign, clientId } = await triedInTheMorning(40, 12_124_800_000);
    const drawn = (await followUps(campaign)).filter(({ byChance }) => byChance);
    const clock = virtualClock(saturday);
    const engine = makeEngine(db, {
      clock,
      profile: { person: 1, machine: 0, busy: 0, failed: 0 },
    });
    await requestStart(db, clientId, campaign.campaignId);
    await engine.run(2 * minute, 10_000);
    expect((await followUps(campaign)).filter(({ at }) => at !== null)).toEqual([]);
    const noon = '2026-11-21T17:00:00.000Z';
    expect(await campaignState(db, campaign)).toMatchObject({
      reason: { code: 'follow_up', until: noon },
    });
    expect(await funnelOf(campaign, clock.now())).toMatchObject({
      ...{ callableNow: 0, waiting: [{ reason: 'follow_up', count: 40, first: noon }] },
    });
    await engine.run(4 * hour - 5 * minute, 30 * minute);
    await engine.run(10 * minute, 10_000);
    await engine.run(5 * hour, 10 * minute);
    await engine.engine.stop();
    const called = await followUps(campaign);
    expect(called.map(({ at }) => partAt(newYork, at ?? 0))).toEqual(
      called.map(({ part }) => part),
    );
    expect(called.every(({ part }) => part !== 0)).toBe(true);
    // What chance drew stays where it was drawn.
    expect(called.filter(({ byChance }) => byChance).map(({ part }) => part)).toEqual(
      drawn.map(({ part }) => part),
    );
    expect(await campaignState(db, campaign)).toMatchObject({ completed: true });
  });

  test('is put off where too little is left of its part', async () => {
    const { campaign, clientId } = await triedInTheMorning(4, 12_124_900_000);
    // Two seconds are left of Friday's evening.
    const end = Date.parse('2026-11-21T02:00:00Z');
    const clock = virtualClock(simMs(end - 2_000));
    const engine = makeEngine(db, { clock });
    await requestStart(db, clientId, campaign.campaignId);
    await engine.run(20_000, 1_000);
    expect((await followUps(campaign)).filter(({ at }) => at !== null)).toEqual([]);
    await engine.run(11 * hour + 2 * minute, hour);
    expect(await funnelOf(campaign, clock.now())).toMatchObject({ callableNow: 0, inProgress: 0 });
    expect((await followUps(campaign)).filter(({ at }) => at !== null)).toEqual([]);
    await engine.engine.stop();
  });
});
