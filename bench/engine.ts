/**
 * Whole attempts a second: claim, hand-over to the simulated carrier, its events, result, call
 * record and counters, on the embedded database with its usual durability. Against it, in the same
 * run, a bare loop on the same tables that only claims and writes results, in batches of 50 on 4
 * connections.
 *
 *   node bench/engine.ts [attempts]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { simulatedCarrier } from '../src/carriers/simulated/carrier.ts';
import { asClient, closeDatabase, type Database, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { createMetrics } from '../src/domain/metrics.ts';
import { seededRandom } from '../src/domain/random.ts';
import { startEngine } from '../src/engine/start.ts';
import { recount } from '../test/engine/recount.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  vault,
} from '../test/engine/world.ts';

const attempts = Number(process.argv[2] ?? 150_000);
const campaigns = 4;
const speed = 60;
const bareSeconds = 8;

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-engine-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const { host, port, user, database } = server;
await migrate({ host, port, user, database });
const db = openDatabase({ host, port, user, database, max: 10 });
try {
  const bare = await bareLoop(db);
  const engine = await engineRun(db);
  const cpu = cpus();
  console.log(
    `${process.platform} ${process.arch}, ${cpu.length} x ${cpu[0]?.model ?? '?'}, Node ${process.version}`,
  );
  console.log(
    `bare loop (claim + result, batches of 50, 4 connections): ${Math.round(bare)} attempts/s`,
  );
  console.log(
    `engine (claim, carrier, result, call record, counters): ${Math.round(engine.rate)} attempts/s ` +
      `over ${engine.seconds.toFixed(1)} s, ${attempts} attempts; memory ${engine.memory} MB`,
  );
  console.log(`ratio engine : bare loop = ${(engine.rate / bare).toFixed(2)}`);
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

async function engineRun(db: Database) {
  const clientId = await makeTestClient(db);
  const made: Campaign[] = [];
  for (let index = 0; index < campaigns; index += 1) {
    const campaign = await makeCampaign(db, { clientId, callsPerMinute: 100_000 });
    await makeList(db, campaign, {
      entries: attempts / campaigns,
      firstPhone: 12_122_000_000 + index * 1_000_000,
    });
    made.push(campaign);
  }
  const began = Date.now();
  const clock = { now: () => afternoon + (Date.now() - began) * speed, speed };
  const carrier = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf: (name) => seededRandom(`1/${name}`),
  });
  const engine = startEngine({
    db,
    vault,
    clock,
    log: pino({ level: 'warn' }),
    metrics: createMetrics(),
    carriers: new Map([['simulated', carrier]]),
  });
  for (const { campaignId } of made) await requestStart(db, clientId, campaignId);
  const start = performance.now();
  let done = 0;
  while (done < campaigns) {
    await sleep(200);
    const states = await Promise.all(made.map((campaign) => campaignState(db, campaign)));
    done = states.filter((state) => state.completed).length;
    if (process.env.BENCH_WATCH) {
      const row = await asClient(db, clientId, (tx) =>
        tx.row('SELECT count(*) FROM attempt WHERE client_id=$1 AND finished_at IS NOT NULL', [
          clientId,
        ]),
      );
      console.log(((performance.now() - start) / 1000).toFixed(1), row);
      await sleep(800);
    }
  }
  const seconds = (performance.now() - start) / 1_000;
  const memory = Math.round(process.memoryUsage().rss / 1_048_576);
  await engine.stop();
  const books = await recount(db, clientId);
  if (books.callRecords !== attempts || books.mismatches > 0 || books.wrongCounts.length > 0) {
    throw new Error(`The books are wrong: ${JSON.stringify(books)}`);
  }
  return { rate: attempts / seconds, seconds, memory };
}

async function bareLoop(db: Database): Promise<number> {
  const clientId = await makeTestClient(db);
  const campaign = await makeCampaign(db, { clientId });
  const list = await makeList(db, campaign, { entries: 600_000, firstPhone: 13_122_000_000 });
  const end = performance.now() + bareSeconds * 1_000;
  let resulted = 0;
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (performance.now() < end) {
        const claimed = await asClient(db, clientId, (tx) =>
          tx.rows<{ entry_id: number }>(
            `WITH next AS (
               SELECT entry_id FROM list_entry
               WHERE client_id = $1 AND call_list_id = $2 AND state = 0 AND due_at <= now()
               ORDER BY due_at, entry_id LIMIT 50 FOR UPDATE SKIP LOCKED
             ), taken AS (
               UPDATE list_entry e SET state = 1 FROM next
               WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = next.entry_id
               RETURNING e.entry_id, e.phone
             )
             INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
               attempted_at)
             SELECT $1, $2, entry_id, $3, phone, '00000000-0000-0000-0000-000000000000', now()
             FROM taken RETURNING entry_id`,
            [clientId, list, campaign.campaignId],
          ),
        );
        resulted += await asClient(db, clientId, (tx) =>
          tx.run(
            `UPDATE attempt SET finished_at = now(), result = 'busy'
             WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY($3)`,
            [clientId, list, claimed.map((row) => row.entry_id)],
          ),
        );
      }
    }),
  );
  return resulted / bareSeconds;
}
