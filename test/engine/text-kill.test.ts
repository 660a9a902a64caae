import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import { drawReader } from '../../src/carriers/simulated/text-reader.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { attemptIdOf } from '../../src/engine/attempt-id.ts';
import { freshDatabase } from '../harness/database.ts';
import { runAndKill } from './kill-run.ts';
import { recount } from './recount.ts';
import { temporaryFolder } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();
const entries = 1_500;

async function unknownTexts(clientId: number): Promise<string[]> {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ call_list_id: number; entry_id: number }>(
      "SELECT call_list_id, entry_id FROM attempt WHERE client_id = $1 AND result = 'unknown'",
      [clientId],
    ),
  );
  return rows.map(({ call_list_id, entry_id }) => attemptIdOf(clientId, call_list_id, entry_id));
}

/** Whether the carrier of kill-child.ts does not take this text. */
function isRefused(textId: string): boolean {
  return drawReader(seededRandom(`1/text/${textId}`), usualTextProfile).rejected;
}

test('an engine killed 12 times texts nobody twice, loses no receipt, stores each auto-reply once and confirms an opt-out once at most', async () => {
  const folder = temporaryFolder();
  const campaign = await makeTexting(db, { textPerMinute: 1_200 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries });
  await requestStart(db, clientId, campaignId);
  const settings = { url: db.url, folder, speed: 20, leaseSeconds: 0.3, wrong: false };
  const last = await runAndKill(settings, 12, 'text kills');
  const clock = await loadSimulationClock(db, {
    speed: settings.speed,
    start: new Date(afternoon),
  });
  /** From now on an engine lives: no auto-reply is late any more. */
  const killsEnded = new Date(clock.now());
  expect((await campaignState(db, campaign)).completed).toBe(false);
  while (!(await campaignState(db, campaign)).completed) await sleep(100);
  const waiting = () =>
    asClient(db, clientId, (tx) =>
      tx.rows('SELECT 1 FROM attempt WHERE client_id = $1 AND finished_at IS NULL', [clientId]),
    );
  while ((await waiting()).length > 0) await sleep(100);
  // The last auto-replies come after the last receipts.
  await sleep(8_000);
  await last.kill();
  await clock.stop();

  const log = readCallLog(folder);
  const texts = log.filter(({ attemptId }) => !attemptId.startsWith('reply-'));
  const replies = log.filter(({ attemptId }) => attemptId.startsWith('reply-'));
  expect(new Set(texts.map(({ to }) => to)).size).toBe(texts.length);
  expect(new Set(replies.map(({ to }) => to)).size).toBe(replies.length);
  expect(await recount(db, clientId)).toMatchObject({
    attempts: entries,
    openAttempts: 0,
    callRecords: entries,
    mismatches: 0,
    wrongCounts: [],
  });
  const books = await asClient(db, clientId, (tx) =>
    tx.row<{
      stops: number;
      people: number;
      confirmations: number;
      replies: number;
      blocked: number;
      late: number;
      lateAlone: number;
    }>(
      `SELECT
         (SELECT count(*)::int FROM inbound_text WHERE client_id = $1 AND intent = 3) AS stops,
         (SELECT count(DISTINCT phone)::int FROM inbound_text WHERE client_id = $1 AND intent = 3)
           AS people,
         (SELECT count(*)::int FROM text_reply WHERE client_id = $1 AND kind = 'opt_out') AS confirmations,
         (SELECT count(*)::int FROM text_reply WHERE client_id = $1) AS replies,
         (SELECT count(*)::int FROM do_not_call WHERE client_id = $1) AS blocked,
         (SELECT count(*)::int FROM text_reply WHERE client_id = $1 AND note = $2::jsonb) AS late,
         (SELECT count(*)::int FROM text_reply
          WHERE client_id = $1 AND outcome = 'dropped' AND (note <> $2::jsonb OR queued >= $3))
           AS "lateAlone"`,
      [clientId, JSON.stringify({ code: 'reply_late' }), killsEnded],
    ),
  );
  if (!books) throw new Error('no books');
  // Killed engines left texts in flight. Those that the carrier had taken found their receipts; of those
  // that it had refused nothing comes after the response that was lost.
  const submitted = new Set(texts.map(({ attemptId }) => attemptId));
  const unknown = await unknownTexts(clientId);
  expect(unknown.filter((id) => !submitted.has(id))).toHaveLength(entries - texts.length);
  expect(unknown.filter((id) => submitted.has(id) && !isRefused(id))).toEqual([]);
  // One person in ten says stop.
  expect(books.stops).toBeGreaterThan(Math.max(70, texts.length / 20));
  expect(books.people).toBe(books.stops);
  expect(books.confirmations).toBe(books.stops);
  expect(books.blocked).toBe(books.stops);
  expect(replies.length).toBeLessThanOrEqual(books.replies);
  // An auto-reply that no engine lived long enough to send in its five minutes is not sent at all.
  expect(books.lateAlone).toBe(0);
  expect(replies.length + books.late).toBeGreaterThan(books.replies - 12);
  expect(replies.length).toBeGreaterThan(books.replies / 2);
}, 180_000);
