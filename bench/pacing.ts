/**
 * Pacing error at 60, 600 and 6,000 calls a minute: the worst five minutes (and the worst minute)
 * of a campaign, read from the simulated carrier's own log. The engine runs as it does in
 * production, on the embedded database; time runs at 1 or as given.
 *
 *   node bench/pacing.ts [minutes] [speed]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { simulatedCarrier } from '../src/carriers/simulated/carrier.ts';
import { closeDatabase, type Database, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { createMetrics } from '../src/domain/metrics.ts';
import { seededRandom } from '../src/domain/random.ts';
import { startEngine } from '../src/engine/start.ts';
import { afternoon, makeCampaign, makeList, readCallLog, vault } from '../test/engine/world.ts';

const minutes = Number(process.argv[2] ?? 6);
const speed = Number(process.argv[3] ?? 4);
const rates = [60, 600, 6_000];

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-pacing-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const { host, port, user, database } = server;
await migrate({ host, port, user, database });
const db = openDatabase({ host, port, user, database, max: 10 });
try {
  const calls = await run(db);
  const cpu = cpus();
  console.log(
    `${process.platform} ${process.arch}, ${cpu.length} x ${cpu[0]?.model ?? '?'}, Node ${process.version}`,
  );
  console.log(`all three at once, ${minutes} minutes at speed ${speed}`);
  for (const [index, rate] of rates.entries()) {
    const times = calls.get(index) ?? [];
    const five = worstError(times, rate, Math.min(5, minutes) * 60_000);
    const one = worstError(times, rate, 60_000);
    console.log(
      `${rate} calls a minute: ${times.length} calls, worst ${Math.min(5, minutes)} minutes ` +
        `${(five * 100).toFixed(2)} %, worst minute ${(one * 100).toFixed(2)} %`,
    );
  }
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

/** The instants (ms) of each campaign's calls. */
async function run(db: Database): Promise<Map<number, number[]>> {
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
    log: pino({ level: 'error' }),
    metrics: createMetrics(),
    carriers: new Map([['simulated', carrier]]),
  });
  const campaigns = [];
  for (const [index, callsPerMinute] of rates.entries()) {
    const campaign = await makeCampaign(db, { callsPerMinute });
    await makeList(db, campaign, {
      entries: Math.ceil(callsPerMinute * (minutes + 1)),
      firstPhone: 12_122_000_000 + index * 1_000_000,
    });
    campaigns.push(campaign);
  }
  for (const { clientId, campaignId } of campaigns) await requestStart(db, clientId, campaignId);
  await sleep((minutes * 60_000) / speed + 1_000);
  await engine.stop();
  const calls = new Map<number, number[]>();
  for (const { at, attemptId } of readCallLog(folder)) {
    const index = campaigns.findIndex(({ clientId }) => attemptId.startsWith(`${clientId}-`));
    const times = calls.get(index) ?? [];
    times.push(Date.parse(at));
    calls.set(index, times);
  }
  return calls;
}

/** Over every window that begins with a call and ends before the last one, against the rate. */
function worstError(times: number[], perMinute: number, window: number): number {
  const expected = (perMinute * window) / 60_000;
  const last = times.at(-1) ?? 0;
  let worst = 0;
  let end = 0;
  for (const [start, from] of times.entries()) {
    if (from + window > last) break;
    while ((times[end] ?? Number.POSITIVE_INFINITY) < from + window) end += 1;
    worst = Math.max(worst, Math.abs(end - start - expected) / expected);
  }
  return worst;
}
