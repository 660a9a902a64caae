/** The forecast of numbers that the client's attempt cap holds. */
import { expect, test } from 'vitest';
import type { CampaignForecast } from '../../src/contract/forecast.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { takeEntries } from '../engine/follow-up-world.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';

const db = await freshDatabase();
// 15:00 Eastern.
const api = await testApi(db, { now: () => new Date(afternoon) });
const minute = 60_000;

test('of numbers that the attempt cap holds, those that it frees too late are exact, and open', async () => {
  const { manager, path } = await cappedCampaign([13_025_550_100]);
  const stop = new Date(afternoon + 90 * minute).toISOString();
  const said = (await manager.post(`${path}/forecast`, { stop })).json<CampaignForecast>();
  expect(said).toMatchObject({
    ...{ reachable: 4, neverAtLeast: false },
    neverCallable: [{ reason: 'attempt_cap', count: 6 }],
  });
  const asSet = (await manager.post(`${path}/forecast`, {})).json<CampaignForecast>();
  const count = asSet.neverCallable.find(({ reason }) => reason === 'attempt_cap')?.count ?? 0;
  const numbers = await manager.get(`${path}/numbers?part=never&reason=attempt_cap`);
  expect(numbers.json()).toMatchObject({ total: count });
  const waiting = await manager.get(`${path}/numbers?part=waiting&reason=attempt_cap`);
  expect(waiting.json()).toMatchObject({ total: 10 });
});

test('those that it frees count in the hours of their own places, and are found by them', async () => {
  // Guam, where it is 6:00, and New York, whose numbers are freed 2 minutes after those of Delaware.
  const { manager, path } = await cappedCampaign([13_025_550_200, 16_715_550_100, 12_125_550_100]);
  await expectNever({ manager, path }, 71, {
    reachable: 4 + 3,
    never: { attempt_cap: 6 + 7, calling_hours: 10 },
  });
});

test('what the cap holds is never reached where consent, the policy or a later due instant holds it, too', async () => {
  // Entries 1 to 10: freed by the cap at 15:10, 15:30 … 18:10.
  const world = async ({ clientId, listIds: [listId] }: Capped) => {
    await asClient(db, clientId, async (tx) => {
      const set = (what: string, lines: string) =>
        tx.run(
          `UPDATE list_entry SET ${what} WHERE client_id = $1 AND call_list_id = $2
             AND entry_id IN (${lines})`,
          [clientId, listId],
        );
      await set(`consent = '{"kind": "express"}'`, '1, 2, 3, 4, 5, 6, 7, 8');
      // After the stop, as a follow-up waits; and before the cap lets go of it.
      await set(`due_at = '${iso(100)}', reason = 'follow_up'`, '1, 2');
      await set(`due_at = '${iso(20)}', reason = 'follow_up'`, '3, 4, 8');
    });
    await asPlatform(db, (tx) =>
      tx.run(
        `INSERT INTO policy_rule (client_id, channel, terms)
         VALUES ($1, 'any', '{"kind": "consent", "consent": "express"}')`,
        [clientId],
      ),
    );
  };
  const { manager, path } = await cappedCampaign([13_025_550_300], world);
  await expectNever({ manager, path }, 90, {
    reachable: 2,
    never: { no_consent: 2, follow_up: 2, attempt_cap: 4 },
  });
});

test('a limit of the policy that lasts longer than the cap holds what the cap holds', async () => {
  const world = async ({ clientId }: Capped) => {
    await asPlatform(db, (tx) =>
      tx.run(
        `INSERT INTO policy_rule (client_id, channel, terms)
         VALUES ($1, 'any', '{"kind": "limit", "most": 1, "counts": "attempts", "of": "number",
           "unit": "days", "length": 14}')`,
        [clientId],
      ),
    );
  };
  const { manager, path } = await cappedCampaign([13_025_550_400], world);
  await expectNever({ manager, path }, 90, { reachable: 0, never: { contact_policy: 10 } });
  // Two days before the policy lets go, the cap has let go of all.
  await expectNever({ manager, path }, 5 * 24 * 60, {
    reachable: 0,
    never: { contact_policy: 10 },
  });
});

test('the end waits for the last number that the cap lets go of', async () => {
  // The last one of each at 18:10, 18:11 and 18:12.
  const { manager, path } = await cappedCampaign([13_025_550_500, 13_025_550_600, 13_025_550_700]);
  const stop = iso(5 * 60);
  const said = (await manager.post(`${path}/forecast`, { stop })).json<CampaignForecast>();
  expect(said.neverCallable).toEqual([]);
  const last = afternoon + (60 * 3 + 12) * minute;
  expect(Date.parse(said.finish.p10 ?? '')).toBeGreaterThan(last);
  expect(Date.parse(said.finish.p90 ?? '')).toBeLessThan(last + 5 * minute);
});

const iso = (minutes: number) => new Date(afternoon + minutes * minute).toISOString();

interface Asked {
  manager: ReturnType<typeof caller>;
  path: string;
}

/** With a stop so many minutes after 15:00; each figure opens as many numbers, and no number is in two. */
async function expectNever(
  { manager, path }: Asked,
  stopsAfter: number,
  { reachable, never }: { reachable: number; never: Record<string, number> },
) {
  const stop = iso(stopsAfter);
  const said = (await manager.post(`${path}/forecast`, { stop })).json<CampaignForecast>();
  const counts = said.neverCallable.map(({ reason, count }) => [reason, count]);
  expect({ reachable: said.reachable, never: Object.fromEntries(counts) }).toEqual({
    reachable,
    never,
  });
  expect(said.neverAtLeast).toBe(false);
  const seen: string[] = [];
  for (const [reason, count] of counts) {
    const query = new URLSearchParams({ part: 'never', reason: `${reason}`, stop });
    const opened = (await manager.get(`${path}/numbers?${query}`)).json<Opened>();
    expect(opened).toMatchObject({ total: count });
    expect(opened.numbers.length).toBe(count);
    seen.push(...opened.numbers.map(({ phone }) => phone));
  }
  expect(new Set(seen).size).toBe(seen.length);
}

interface Opened {
  total: number;
  numbers: { phone: string }[];
}

interface Capped {
  clientId: number;
  listIds: number[];
}

/** Numbers of each list are freed one each 20 minutes, of the first from 15:10 on; the campaign stops at 16:30. */
async function cappedCampaign(
  firstPhones: number[],
  more: (world: Capped) => Promise<void> = async () => {},
) {
  const own = await makeClient(db);
  const manager = caller(api.url, await openSession(db, own.clientId, own.manager.managerId));
  const campaign = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 20 });
  const other = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 20 });
  await asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO contact_cap (client_id, kind, most, days) VALUES ($1, 'call', 1, 7)
       ON CONFLICT (client_id, kind) DO UPDATE SET most = 1, days = 7`,
      [own.clientId],
    ),
  );
  const week = 7 * 24 * 60 * minute;
  const listIds: number[] = [];
  for (const [later, firstPhone] of firstPhones.entries()) {
    const phones = { entries: 10, firstPhone };
    listIds.push(await makeList(db, campaign, phones));
    const before = await makeList(db, other, phones);
    for (let index = 0; index < 10; index += 1) {
      const at = simMs(afternoon - week + (10 + later + 20 * index) * minute);
      await takeEntries(db, other, before, [index + 1], at);
    }
  }
  await asClient(db, own.clientId, async (tx) => {
    await tx.run(
      `UPDATE attempt SET counts_as = 'call', finished_at = attempted_at, result = 'no_answer'
       WHERE client_id = $1`,
      [own.clientId],
    );
    await tx.run(
      `UPDATE campaign SET stop_time = '16:30', stop_automatically = true, stop_weekdays = '1111111',
         run_status = 3 WHERE client_id = $1 AND campaign_id = $2`,
      [own.clientId, campaign.campaignId],
    );
  });
  await more({ clientId: own.clientId, listIds });
  return { manager, path: `/api/campaign/${campaign.campaignId}` };
}
