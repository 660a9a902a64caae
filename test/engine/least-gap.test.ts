import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { setPersonRules } from '../../src/db/queries/person-rules.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, type TestEngine } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import { afternoon, type Campaign, campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const hour = 3_600_000;
const firstPhone = 12_124_000_000;

/** The same numbers three times: twice in one list, once in another. */
async function thrice(campaign: Campaign, numbers: number): Promise<void> {
  for (let list = 0; list < 3; list += 1) {
    await makeList(db, campaign, { entries: numbers, firstPhone });
  }
}

const triesOf = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, async (tx) => {
    const rows = await tx.rows<{ phone: string; at: number }>(
      `SELECT phone, (extract(epoch FROM attempted_at) * 1000)::float8 AS at FROM attempt
       WHERE client_id = $1 AND campaign_id = $2 ORDER BY attempted_at`,
      [clientId, campaignId],
    );
    return Map.groupBy(rows, ({ phone }) => phone);
  });

function leastBetween(tries: Awaited<ReturnType<typeof triesOf>>): number {
  const gaps = [...tries.values()].flatMap((own) =>
    own.slice(1).map(({ at }, before) => at - (own[before]?.at ?? 0)),
  );
  return Math.min(...gaps);
}

/** Calls that end soon: what becomes of them does not matter here. */
const profile = { person: 0, machine: 0, busy: 1, failed: 0 };

async function finish({ engine, run }: TestEngine, campaign: Campaign): Promise<void> {
  for (let hours = 0; hours < 40; hours += 1) {
    if ((await campaignState(db, campaign)).completed) break;
    await run(hour, 10 * 60_000);
  }
  await engine.stop();
}

describe('A number that stands several times in the lists of a campaign', () => {
  test('is not called again within four hours of a try, and the others wait with that reason', async () => {
    const campaign = await makeCampaign(db, { callsPerMinute: 600 });
    await thrice(campaign, 6);
    const test = makeEngine(db, { profile });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await test.run(2 * 60_000, 5_000);
    const before = await triesOf(campaign);
    expect([...before.values()].map((own) => own.length)).toEqual(Array(6).fill(1));
    const waiting = await asClient(db, campaign.clientId, (tx) =>
      tx.rows<{ reason: string; due: number; phone: string }>(
        `SELECT reason, phone, (extract(epoch FROM due_at) * 1000)::float8 AS due FROM list_entry
         WHERE client_id = $1 AND state = 0`,
        [campaign.clientId],
      ),
    );
    expect(waiting).toHaveLength(12);
    for (const { reason, phone, due } of waiting) {
      const at = before.get(phone)?.[0]?.at ?? 0;
      expect({ reason, due }).toEqual({ reason: 'least_gap', due: at + 4 * hour });
    }
    expect((await campaignState(db, campaign)).reason).toEqual({
      code: 'least_gap',
      until: '2026-11-21T00:00:00.000Z',
    });
    await finish(test, campaign);
    const tries = await triesOf(campaign);
    expect([...tries.values()].map((own) => own.length)).toEqual(Array(6).fill(3));
    expect(leastBetween(tries)).toBeGreaterThanOrEqual(4 * hour);
    // The third try's four hours end at night: it waits for the next morning.
    const last = Math.max(...[...tries.values()].flat().map(({ at }) => at));
    expect(last).toBeGreaterThan(afternoon + 16 * hour);
  });

  test('is texted again only after the gap too', async () => {
    const campaign = await makeTexting(db, { textPerMinute: 600 });
    await thrice(campaign, 5);
    await setPersonRules(db, campaign.clientId, { stopScope: 'account', leastGapHours: 1 });
    const test = makeEngine(db, { textProfile: quietReaders });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await finish(test, campaign);
    const tries = await triesOf(campaign);
    expect([...tries.values()].map((own) => own.length)).toEqual(Array(5).fill(3));
    expect(leastBetween(tries)).toBeGreaterThanOrEqual(hour);
  });

  test('waits for no gap where there is none, nor for the tries of another campaign', async () => {
    const campaign = await makeCampaign(db, { callsPerMinute: 600 });
    const { clientId } = campaign;
    const other = await makeCampaign(db, { clientId, callsPerMinute: 600 });
    await makeList(db, campaign, { entries: 5, firstPhone });
    await makeList(db, other, { entries: 5, firstPhone });
    const test = makeEngine(db, { profile });
    for (const { campaignId } of [campaign, other]) await requestStart(db, clientId, campaignId);
    await test.run(2 * 60_000, 5_000);
    for (const one of [campaign, other]) expect((await triesOf(one)).size).toBe(5);

    const free = await makeCampaign(db, { callsPerMinute: 600 });
    await setPersonRules(db, free.clientId, { stopScope: 'account', leastGapHours: 0 });
    await thrice(free, 5);
    await requestStart(db, free.clientId, free.campaignId);
    await test.run(2 * 60_000, 5_000);
    await test.engine.stop();
    expect([...(await triesOf(free)).values()].map((own) => own.length)).toEqual(Array(5).fill(3));
  });

  test('goes on within a second when its gap becomes shorter', async () => {
    const campaign = await makeCampaign(db, { callsPerMinute: 600 });
    await thrice(campaign, 4);
    const { engine, run } = makeEngine(db, { profile });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await run(2 * 60_000, 5_000);
    const count = async () => [...(await triesOf(campaign)).values()].flat().length;
    expect(await count()).toBe(4);
    await setPersonRules(db, campaign.clientId, { stopScope: 'account', leastGapHours: 0 });
    await run(1_000, 100);
    expect(await count()).toBe(8);
    await engine.stop();
  });
});
