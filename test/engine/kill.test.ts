import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';
import { runAndKill } from './kill-run.ts';
import { recount } from './recount.ts';
import { temporaryFolder } from './test-engine.ts';
import { type Campaign, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

/** More than an engine calls in the seconds of its 50 lives. */
const entries = 8_000;
/** What the carrier's own log says against the promises. */
async function judge(db: Database, campaign: Campaign, folder: string) {
  const log = readCallLog(folder);
  const { clientId } = campaign;
  const recorded = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: string }>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id FROM call_record
       WHERE client_id = $1`,
      [clientId],
    ),
  );
  const records = new Set(recorded.map((row) => row.id));
  return {
    calls: log.length,
    calledTwice: log.length - new Set(log.map((line) => line.to)).size,
    callsWithoutRecord: log.filter((line) => !records.has(line.attemptId)).length,
  };
}

const rightBuild = await freshDatabase();
const wrongBuild = await freshDatabase();

async function prepare(db: TestDatabase, wrong: boolean) {
  const folder = temporaryFolder();
  const campaign = await makeCampaign(db, { callsPerMinute: 400 });
  await makeList(db, campaign, { entries });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const settings = { url: db.url, folder, speed: 60, leaseSeconds: 0.3, wrong };
  return { folder, campaign, settings };
}

/** Grows with each call. */
const callsIn = (folder: string) =>
  statSync(join(folder, callLogName), { throwIfNoEntry: false })?.size ?? 0;

test('an engine killed 50 times calls nobody twice, and every call has its record', async () => {
  const db = rightBuild;
  const { folder, campaign, settings } = await prepare(db, false);
  const last = await runAndKill(settings, 50, 'kills');
  const before = await campaignState(db, campaign);
  expect(before.completed).toBe(false);
  while (!(await campaignState(db, campaign)).completed) await sleep(100);
  await last.kill();

  expect(await judge(db, campaign, folder)).toEqual({
    calls: expect.any(Number),
    calledTwice: 0,
    callsWithoutRecord: 0,
  });
  const books = await recount(db, campaign.clientId);
  expect(books).toEqual({
    attempts: entries,
    openAttempts: 0,
    callRecords: entries,
    mismatches: 0,
    wrongCounts: [],
  });
  const unknown = await asClient(db, campaign.clientId, (tx) =>
    tx.row<{ n: number }>(
      `SELECT count(*)::int AS n FROM attempt WHERE client_id = $1 AND result = 'unknown'`,
      [campaign.clientId],
    ),
  );
  // The kills did hit calls in the air: a test that never met one would prove nothing.
  expect(unknown?.n).toBeGreaterThan(50);
}, 400_000);

test('the same check catches a build that marks entries after their calls', async () => {
  const db = wrongBuild;
  const { folder, campaign, settings } = await prepare(db, true);
  // Every other life goes on until it has called: on a busy machine it would be too short for that.
  let calledTwice = 0;
  for (let round = 0; round < 12 && calledTwice === 0; round += 1) {
    const last = await runAndKill(settings, 4, `wrong build ${round}`, () => callsIn(folder));
    await last.kill();
    calledTwice = (await judge(db, campaign, folder)).calledTwice;
  }
  expect(calledTwice).toBeGreaterThan(0);
}, 240_000);
