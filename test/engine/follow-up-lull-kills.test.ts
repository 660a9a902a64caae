/** A campaign that waits for follow-ups, while the engines are killed: a long proof. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { rule, setRules } from './follow-up-world.ts';
import { runAndKill } from './kill-run.ts';
import { recount } from './recount.ts';
import { temporaryFolder } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
  withoutGap,
} from './world.ts';

const db = await freshDatabase();
const begin = ({ clientId, campaignId }: Campaign) => requestStart(db, clientId, campaignId);

test('engines killed while a campaign waits for follow-ups complete it no sooner, and text each machine once', async () => {
  const folder = temporaryFolder();
  const texting = await makeTexting(db, { textPerMinute: 1_200 });
  const { clientId } = texting;
  // So slow that most calls are placed after the kills, which leave those in flight unknown.
  const calling = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await withoutGap(db, clientId);
  await makeList(db, calling, { entries: 300, firstPhone: 12_126_400_000 });
  await setRules(db, calling, [
    rule({ after: 'busy', waitMinutes: 1, most: 3 }),
    rule({
      ...{ ruleId: 2, after: 'machine', action: 'campaign', most: 1, waitMinutes: 1 },
      campaignId: texting.campaignId,
    }),
  ]);
  await begin(calling);
  await begin(texting);
  const profile = { person: 0.1, machine: 0.4, busy: 0.4, failed: 0 };
  const settings = { url: db.url, folder, speed: 20, leaseSeconds: 0.3, wrong: false, profile };
  const last = await runAndKill(settings, 8, 'lull kills');
  const clock = await loadSimulationClock(db, {
    ...{ speed: settings.speed, start: new Date(afternoon) },
  });
  const isDone = async (campaign: Campaign) => (await campaignState(db, campaign)).completed;
  while (!((await isDone(calling)) && (await isDone(texting)))) await sleep(100);
  const open = () =>
    asClient(db, clientId, (tx) =>
      tx.rows('SELECT 1 FROM attempt WHERE client_id = $1 AND finished_at IS NULL', [clientId]),
    );
  while ((await open()).length > 0) await sleep(100);
  await last.kill();
  await clock.stop();
  const counts = await asClient(db, clientId, (tx) =>
    tx.row<{ machines: number; texts: number; waiting: number }>(
      `SELECT
         (SELECT count(*)::int FROM attempt
          WHERE client_id = $1 AND campaign_id = $2 AND result = 'machine') AS machines,
         (SELECT count(*)::int FROM attempt WHERE client_id = $1 AND campaign_id = $3) AS texts,
         (SELECT count(*)::int FROM list_entry WHERE client_id = $1 AND state = 0) AS waiting`,
      [clientId, calling.campaignId, texting.campaignId],
    ),
  );
  expect(counts?.machines).toBeGreaterThan(30);
  // A campaign that had completed too early would have left some of them waiting.
  expect(counts).toMatchObject({ texts: counts?.machines, waiting: 0 });
  const sent = readCallLog(folder).filter(({ attemptId }) => !attemptId.startsWith('reply-'));
  expect(new Set(sent.map(({ attemptId }) => attemptId)).size).toBe(sent.length);
  expect(await recount(db, clientId)).toMatchObject({
    ...{ openAttempts: 0, mismatches: 0, wrongCounts: [] },
  });
}, 180_000);
