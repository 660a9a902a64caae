import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { losingCommits } from './losing-commits.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

test('commits whose response is lost repeat no call and lose no result', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 3_000 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 1_000 });
  await requestStart(db, clientId, campaignId);
  const line = losingCommits(db, 0.15);
  const { engine, clock, folder } = makeEngine(db, { deps: { db: line.db } });
  const end = performance.now() + 150_000;
  while (!(await campaignState(db, campaign)).completed && performance.now() < end) {
    clock.advance(simMs(100));
    await engine.tick();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await engine.stop();
  expect(line.lost()).toBeGreaterThan(20);
  const log = readCallLog(folder);
  expect(new Set(log.map((line) => line.to)).size).toBe(log.length);
  // Claims whose confirmation was lost were never submitted, and still have their records.
  expect(log.length).toBeLessThan(1_000);
  expect(await recount(db, clientId)).toEqual({
    attempts: 1_000,
    openAttempts: 0,
    callRecords: 1_000,
    mismatches: 0,
    wrongCounts: [],
  });
  expect((await campaignState(db, campaign)).completed).toBe(true);
});

test('commits whose response is lost repeat no text, lose no receipt and obey each inbound text once', async () => {
  const campaign = await makeTexting(db, { textPerMinute: 3_000 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 250, firstPhone: 12_123_400_000 });
  await requestStart(db, clientId, campaignId);
  const line = losingCommits(db, 0.15);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const carrier = watchedCarrier(clock, folder);
  const textingNumber = await textingNumberOf(db, campaign);
  // From numbers that the campaign does not text.
  for (let n = 0; n < 15; n += 1) {
    const phone = String(12_123_500_000 + n);
    carrier.emit(
      inboundText({ ref: `lost-${n}`, phone, textingNumber, at: afternoon, body: 'STOP' }),
    );
  }
  const textCarriers = new Map([['simulated', carrier]]);
  const { engine } = makeEngine(db, { clock, folder, deps: { db: line.db, textCarriers } });
  const end = performance.now() + 90_000;
  // Completed waits for no receipt; the books are closed when the last one is in.
  const isOver = async () =>
    (await campaignState(db, campaign)).completed &&
    (await asClient(db, clientId, (tx) =>
      tx.row('SELECT FROM attempt WHERE finished_at IS NULL LIMIT 1'),
    )) === undefined;
  while (!(await isOver()) && performance.now() < end) {
    clock.advance(simMs(100));
    await engine.tick();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await engine.stop();
  expect((await campaignState(db, campaign)).completed).toBe(true);
  expect(line.lost()).toBeGreaterThan(10);
  const log = readCallLog(folder);
  expect(new Set(log.map(({ to }) => to)).size).toBe(log.length);
  expect(await recount(db, clientId)).toEqual({
    attempts: 250,
    openAttempts: 0,
    callRecords: 250,
    mismatches: 0,
    wrongCounts: [],
  });
  const stored = await asClient(db, clientId, (tx) =>
    tx.rows<{ texts: number; blocked: number; replies: number; unknown: number }>(
      `SELECT (SELECT count(*)::int FROM inbound_text WHERE client_id = $1) AS texts,
         (SELECT count(*)::int FROM do_not_call WHERE client_id = $1) AS blocked,
         (SELECT count(*)::int FROM text_reply WHERE client_id = $1) AS replies,
         (SELECT count(*)::int FROM attempt WHERE client_id = $1 AND result = 'unknown') AS unknown`,
      [clientId],
    ),
  );
  // Texts whose claim was not confirmed were never submitted; all others have their receipt.
  const unknown = 250 - log.filter(({ attemptId }) => !attemptId.startsWith('reply-')).length;
  expect(stored).toEqual([{ texts: 15, blocked: 15, replies: 15, unknown }]);
}, 120_000);
