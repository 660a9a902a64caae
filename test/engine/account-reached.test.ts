import { describe, expect, test } from 'vitest';
import type { CampaignFunnel } from '../../src/contract/campaign-funnel.ts';
import { asClient, asClientSnapshot, type Database } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { entriesOf, makeAccountCampaign, makeAccounts } from './account-world.ts';
import { recount } from './recount.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, campaignState, makeCampaign, readCallLog } from './world.ts';

const db = await freshDatabase();
const accounts = Array.from({ length: 40 }, (_, account) => ({
  phones: [0, 1, 2].map((column) => 12_122_000_000 + 1_000 * column + account),
}));

interface Attempt {
  phone: string;
  line: number;
  column: number;
  begun: number;
  answered: number | null;
  ended: number;
  result: string;
}

function attemptsOf(from: Database, { clientId }: Campaign): Promise<Attempt[]> {
  return asClient(from, clientId, (tx) =>
    tx.rows<Attempt>(
      `SELECT a.phone, e.account_line AS line, e.phone_column AS column, a.result,
         (extract(epoch FROM a.attempted_at) * 1000)::float8 AS begun,
         (extract(epoch FROM a.answered_at) * 1000)::float8 AS answered,
         (extract(epoch FROM a.finished_at) * 1000)::float8 AS ended
       FROM attempt a JOIN list_entry e USING (client_id, call_list_id, entry_id)
       WHERE a.client_id = $1 ORDER BY a.attempted_at, e.entry_id`,
      [clientId],
    ),
  );
}

const funnelOf = ({ clientId, campaignId }: Campaign, now: number) =>
  asClientSnapshot(db, clientId, (tx) =>
    campaignFunnel(tx, clientId, campaignId, new Date(now)),
  ) as Promise<CampaignFunnel>;

describe('A campaign that calls each account once', () => {
  test('calls no other number of an account whose person answered, and one at a time until then', async () => {
    const campaign = await makeAccountCampaign(db, { callsPerMinute: 6_000 });
    const callListId = await makeAccounts(db, campaign, accounts);
    const { engine, clock, runUntil } = makeEngine(db, { profile: { person: 0.4, machine: 0.3 } });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await runUntil(async () => (await campaignState(db, campaign)).completed, 500);
    await engine.stop();

    const attempts = await attemptsOf(db, campaign);
    const byAccount = Map.groupBy(attempts, ({ line }) => line);
    expect(byAccount.size).toBe(accounts.length);
    let barred = 0;
    for (const own of byAccount.values()) {
      // The columns of the file in their order, one call after the other.
      expect(own.map(({ column }) => column)).toEqual([1, 2, 3].slice(0, own.length));
      for (const [at, { begun }] of own.entries()) {
        expect(begun).toBeGreaterThanOrEqual(own[at - 1]?.ended ?? 0);
      }
      const reached = own.findIndex(({ result }) => result === 'person');
      expect(own).toHaveLength(reached < 0 ? 3 : reached + 1);
      barred += 3 - own.length;
    }
    expect(barred).toBeGreaterThan(10);
    // Machines and nobody are no persons: their accounts are tried on.
    expect(attempts.some(({ column, result }) => column > 1 && result !== 'person')).toBe(true);
    const reasons = (await entriesOf(db, campaign.clientId, callListId)).filter(
      ({ state }) => state === 2,
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(Array(barred).fill('already_reached'));
    expect(await recount(db, campaign.clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
    const { waiting, barred: parts } = await funnelOf(campaign, clock.now());
    expect({ waiting, parts }).toEqual({
      waiting: [],
      parts: [{ reason: 'already_reached', count: barred }],
    });
  });

  test('says of the other numbers that they wait for the call in progress', async () => {
    const campaign = await makeAccountCampaign(db);
    await makeAccounts(db, campaign, accounts.slice(0, 2));
    const { engine, clock, run } = makeEngine(db);
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await run(400, 100);
    const { inProgress, waiting } = await funnelOf(campaign, clock.now());
    expect({ inProgress, waiting }).toMatchObject({
      inProgress: 2,
      waiting: [{ reason: 'account_in_call', count: 4 }],
    });
    expect((await campaignState(db, campaign)).reason).toEqual({
      code: 'account_in_call',
    });
    await engine.stop();
  });

  test('keeps to it while a second engine takes over', async () => {
    const campaign = await makeAccountCampaign(db, { callsPerMinute: 3_000 });
    await makeAccounts(db, campaign, accounts);
    const clock = virtualClock(afternoon);
    const wish = { clock, profile: { person: 0.5, machine: 0.2 } };
    const first = makeEngine(db, { ...wish, folder: temporaryFolder() });
    const second = makeEngine(db, { ...wish, folder: temporaryFolder() });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await first.run(800, 100);
    // It dies: what it had in flight ends as unknown there, and is nobody's answer.
    await leasesRunOut(db);
    await second.runUntil(async () => (await campaignState(db, campaign)).completed, 500);
    await second.engine.stop();
    await first.engine.stop();
    const byAccount = Map.groupBy(await attemptsOf(db, campaign), ({ line }) => line);
    for (const own of byAccount.values()) {
      const reached = own.findIndex(({ result }) => result === 'person');
      if (reached >= 0) expect(own).toHaveLength(reached + 1);
    }
  });

  test('is one with that setting: another one calls every number', async () => {
    const campaign = await makeCampaign(db, { callsPerMinute: 6_000 });
    await makeAccounts(db, campaign, accounts.slice(0, 5));
    const { engine, folder, runUntil } = makeEngine(db, { profile: { person: 1, machine: 0 } });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await runUntil(async () => (await campaignState(db, campaign)).completed, 500);
    await engine.stop();
    expect(readCallLog(folder)).toHaveLength(15);
  });
});
