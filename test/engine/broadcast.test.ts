import { describe, expect, test } from 'vitest';
import { asClient, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { type Campaign, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

async function callRecords(db: Database, { clientId }: Campaign) {
  return asClient(db, clientId, (tx) =>
    tx.rows<Record<string, unknown>>(
      'SELECT * FROM call_record WHERE client_id = $1 ORDER BY call_list_id, entry_id',
      [clientId],
    ),
  );
}

/** A whole campaign of some thousand calls; returns its call records. */
async function wholeRun(db: Database, entries: number) {
  const campaign = await makeCampaign(db, { callsPerMinute: 1_200 });
  await makeList(db, campaign, { entries });
  const { run, runUntil, folder } = makeEngine(db);
  await run(1_000);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
  return { campaign, records: await callRecords(db, campaign), log: readCallLog(folder) };
}

describe('a Broadcast campaign', async () => {
  const db = await freshDatabase();
  const again = await freshDatabase();

  test('calls every number once, keeps a record of each call and completes; a seed replays exactly', async () => {
    const first = await wholeRun(db, 3_000);
    const second = await wholeRun(again, 3_000);
    expect(first.records.length).toBe(3_000);
    expect(new Set(first.log.map((line) => line.to)).size).toBe(3_000);
    expect(first.log.length).toBe(3_000);
    const books = await recount(db, first.campaign.clientId);
    expect(books).toEqual({
      attempts: 3_000,
      openAttempts: 0,
      callRecords: 3_000,
      mismatches: 0,
      wrongCounts: [],
    });
    const plain = (records: Record<string, unknown>[]) =>
      records.map(({ ssn, date_of_birth, call_list_name, campaign_name, phone, ...rest }) => rest);
    expect(plain(second.records)).toEqual(plain(first.records));
  });
});
