import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { putListFirst } from '../../src/db/queries/call-list.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { makeBucket } from '../harness/campaign-data.ts';
import { freshDatabase } from '../harness/database.ts';
import { linkbackRecords, makeLinkbackEngine, type Watched } from './linkback-world.ts';
import { recount } from './recount.ts';
import { afternoon, type Campaign, campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

const york = '12125550101';
const second = '12125550102';
const third = '12125550103';
const brooklyn = '17185550101';
const dallas = '12145550101';
const seattle = '12065550101';
const busy = { person: 0, machine: 0, busy: 1, failed: 0 };

/** A campaign with a Dynamic caller ID. */
async function dynamic(
  phones: readonly string[],
  given: { callsPerMinute?: number; clientId?: number; bucketId?: number } = {},
): Promise<Campaign & { bucketId: number }> {
  const campaign = await makeCampaign(db, { callsPerMinute: 600, ...given });
  const { clientId, campaignId } = campaign;
  const bucketId =
    given.bucketId ?? (await makeBucket(db, clientId, `Numbers ${campaignId}`, phones));
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET caller_id_type = 3, caller_id_bucket_id = $3, caller_id_name = 'Clinic'
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, bucketId],
    ),
  );
  return { ...campaign, bucketId };
}

/** Calls all its numbers; returns how often each caller ID was shown. */
async function callAll(campaign: Campaign, clock = virtualClock(afternoon)) {
  const { engine, watched, runUntil } = makeLinkbackEngine(db, { clock, profile: busy });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed, 250);
  await engine.stop();
  expect(await recount(db, campaign.clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  return { watched, shown: shownBy(watched) };
}

function shownBy(watched: Watched): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what } of watched.all('place')) {
    const shown = what as { kind: string; number?: string };
    const name = shown.number ?? shown.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('numbers of the called area code are shown, evenly, and kept with the call', async () => {
  const campaign = await dynamic([york, second, third, brooklyn, dallas]);
  await makeList(db, campaign, { entries: 100, firstPhone: 12_125_560_000 });
  const { watched, shown } = await callAll(campaign);
  expect(shown).toEqual({ [york]: 34, [second]: 33, [third]: 33 });
  const records = await linkbackRecords(db, campaign);
  for (const { id, caller_id } of records) {
    expect(watched.of(id)[0]?.what).toEqual({ kind: 'shown', number: caller_id, name: 'Clinic' });
  }
  const types = await asClient(db, campaign.clientId, (tx) =>
    tx.rows(
      `SELECT DISTINCT r.caller_id_type AS record, a.caller_id_type AS attempt
       FROM call_record r JOIN attempt a USING (client_id, call_list_id, entry_id)
       WHERE client_id = $1 AND a.caller_id = r.caller_id`,
      [campaign.clientId],
    ),
  );
  expect(types).toEqual([{ record: 3, attempt: 3 }]);
});

test('one campaign calls everywhere: area code, then state, then the least used', async () => {
  const campaign = await dynamic([york, brooklyn, dallas]);
  // Manhattan, Buffalo, Houston and Oregon.
  const lists = [
    await makeList(db, campaign, { entries: 10, firstPhone: 12_125_560_000 }),
    await makeList(db, campaign, { entries: 10, firstPhone: 17_165_560_000 }),
    await makeList(db, campaign, { entries: 30, firstPhone: 17_135_560_000 }),
    await makeList(db, campaign, { entries: 10, firstPhone: 15_035_560_000 }),
  ];
  // One after the other, not in turns.
  for (const list of lists.toReversed()) {
    await asClient(db, campaign.clientId, (tx) => putListFirst(tx, campaign.clientId, list));
  }
  const { watched } = await callAll(campaign);
  const records = await linkbackRecords(db, campaign);
  const shownTo = (from: number, to: number) =>
    records.slice(from, to).map(({ caller_id }) => caller_id);
  expect(watched.all('place').length).toBe(60);
  expect(new Set(shownTo(0, 10))).toEqual(new Set([york]));
  // Brooklyn was not used yet.
  expect(new Set(shownTo(10, 20))).toEqual(new Set([brooklyn]));
  expect(new Set(shownTo(20, 50))).toEqual(new Set([dallas]));
  expect(shownTo(50, 60).sort()).toEqual([...Array(5).fill(york), ...Array(5).fill(brooklyn)]);
});

test('several campaigns, one after the other and at once, use a bucket evenly over a day', async () => {
  const first = await dynamic([york, second]);
  const { clientId, bucketId } = first;
  await makeList(db, first, { entries: 31, firstPhone: 12_125_560_000 });
  const clock = virtualClock(afternoon);
  expect((await callAll(first, clock)).shown).toEqual({ [york]: 16, [second]: 15 });
  const others: Campaign[] = [];
  for (const firstPhone of [12_125_570_000, 12_125_580_000]) {
    const campaign = await dynamic([], { clientId, bucketId });
    await makeList(db, campaign, { entries: 40, firstPhone });
    await requestStart(db, clientId, campaign.campaignId);
    others.push(campaign);
  }
  const { engine, watched, runUntil } = makeLinkbackEngine(db, { clock, profile: busy });
  await runUntil(async () => {
    const states = await Promise.all(others.map((campaign) => campaignState(db, campaign)));
    return states.every(({ completed }) => completed);
  });
  await engine.stop();
  const shown = shownBy(watched);
  expect((shown[york] ?? 0) + (shown[second] ?? 0)).toBe(80);
  // Each knows the other's calls within a second.
  const difference = Math.abs((shown[york] ?? 0) + 16 - (shown[second] ?? 0) - 15);
  expect(difference).toBeLessThanOrEqual(4);
  const counted = await asClient(db, clientId, (tx) =>
    tx.rows<{ uses: number; calls: number }>(
      `SELECT u.phone, u.uses, count(a.*)::int AS calls
       FROM caller_id_use u
       JOIN attempt a ON a.client_id = u.client_id AND a.caller_id = u.phone
         AND (a.attempted_at AT TIME ZONE 'America/New_York')::date = u.day
       WHERE u.client_id = $1 GROUP BY u.phone, u.uses`,
      [clientId],
    ),
  );
  expect(counted.length).toBe(2);
  for (const row of counted) expect(row.uses).toBe(row.calls);
});

test('a new Eastern day begins at nothing', async () => {
  const campaign = await dynamic([york, brooklyn]);
  // All of the first day show the number of their area code.
  await makeList(db, campaign, { entries: 20, firstPhone: 12_125_560_000 });
  const clock = virtualClock(afternoon);
  expect((await callAll(campaign, clock)).shown).toEqual({ [york]: 20 });
  // 22:00 Eastern is the next day in UTC and still the same one here; numbers of Guam may be called.
  clock.advance(simMs(Date.parse('2026-11-21T03:00:00Z') - clock.now()));
  await makeList(db, campaign, { entries: 10, firstPhone: 16_715_560_000 });
  expect((await callAll(campaign, clock)).shown).toEqual({ [brooklyn]: 10 });
  clock.advance(simMs(Date.parse('2026-11-21T20:00:00Z') - clock.now()));
  await makeList(db, campaign, { entries: 10, firstPhone: 15_035_570_000 });
  expect((await callAll(campaign, clock)).shown).toEqual({ [york]: 5, [brooklyn]: 5 });
  const days = await asClient(db, campaign.clientId, (tx) =>
    tx.rows(`SELECT DISTINCT day::text AS day FROM caller_id_use WHERE client_id = $1`, [
      campaign.clientId,
    ]),
  );
  expect(days).toEqual([{ day: '2026-11-21' }]);
});

test('a number that joins the bucket is used within a second; an empty bucket shows the default', async () => {
  const campaign = await dynamic([dallas], { callsPerMinute: 600 });
  const { clientId, bucketId } = campaign;
  await makeList(db, campaign, { entries: 200, firstPhone: 12_065_560_000 });
  const { engine, watched, run } = makeLinkbackEngine(db, { profile: busy });
  await requestStart(db, clientId, campaign.campaignId);
  await run(3_000, 100);
  expect(Object.keys(shownBy(watched))).toEqual([dallas]);
  await asClient(db, clientId, (tx) =>
    tx.run('INSERT INTO caller_id_number VALUES ($1, $2, $3)', [clientId, bucketId, seattle]),
  );
  await run(1_000, 100);
  const old = shownBy(watched)[dallas] ?? 0;
  await run(2_000, 100);
  expect(shownBy(watched)).toMatchObject({ [dallas]: old, [seattle]: expect.any(Number) });
  await asClient(db, clientId, (tx) =>
    tx.run('DELETE FROM caller_id_number WHERE client_id = $1', [clientId]),
  );
  await run(3_000, 100);
  expect(shownBy(watched).default).toBeGreaterThan(15);
  await engine.stop();
  const stored = await linkbackRecords(db, campaign);
  expect(stored.filter(({ caller_id }) => caller_id === '').length).toBeGreaterThan(10);
});
