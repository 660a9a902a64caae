/**
 * Whole attempts a second: claim, submission to the simulated carrier, its events, result, call
 * record and counters, on the embedded database with its usual durability. Against it, before and
 * after it in the same run, two bare loops that only claim and write results on 4 connections: one
 * entry a transaction (the goal's reference), and batches of 50. With `texts`, the same of texts:
 * claim, submission, the carrier's acceptance, receipt, record and counters.
 *
 *   node bench/engine.ts [attempts] [texts]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient } from '../src/db/database.ts';
import { recount } from '../test/engine/recount.ts';
import { makeTexting } from '../test/engine/text-world.ts';
import { makeCampaign } from '../test/engine/world.ts';
import { bareLoop } from './bare-loop.ts';
import {
  machineLine,
  type Site,
  siteClock,
  startSiteEngine,
  untilCompleted,
  withSite,
} from './engine-site.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const attempts = Number(process.argv[2] ?? 100_000);
const texting = process.argv[3] === 'texts';
const campaigns = 4;
const speed = 60;
const perMinute = 100_000;
const bareSeconds = 4;
const what = texting ? 'texts' : 'attempts';

await withSite('engine', async (site) => {
  const before = await bareLoops(site, 0);
  const engine = await engineRun(site);
  const after = await bareLoops(site, 1);
  const [single, batched] = [0, 1].map((at) => ((before[at] ?? 0) + (after[at] ?? 0)) / 2);
  if (!single || !batched) throw new Error('no bare loop');
  console.log(machineLine());
  console.log(
    `engine: ${Math.round(engine.rate)} whole ${what}/s, ${attempts} in ${engine.seconds.toFixed(1)} s; memory ${engine.memory} MB`,
  );
  console.log(
    `bare loop, one entry a transaction: ${Math.round(single)}/s, ${spread(before, after, 0)}`,
  );
  console.log(`bare loop, batches of 50: ${Math.round(batched)}/s, ${spread(before, after, 1)}`);
  console.log(`ratio engine : bare loop = ${(engine.rate / single).toFixed(2)} (goal: 1.0)`);
  console.log(`ratio engine : bare loop in batches of 50 = ${(engine.rate / batched).toFixed(2)}`);
});

function spread(before: number[], after: number[], at: number): string {
  return `before ${Math.round(before[at] ?? 0)}, after ${Math.round(after[at] ?? 0)}`;
}

async function bareLoops(site: Site, round: number): Promise<number[]> {
  const campaign = await makeCampaign(site.db);
  const rates: number[] = [];
  for (const [index, batch] of [1, 50].entries()) {
    const firstPhone = 13_122_000_000 + (2 * round + index) * 1_000_000;
    rates.push(await bareLoop(site, campaign, { batch, seconds: bareSeconds, firstPhone }));
  }
  return rates;
}

async function engineRun(site: Site) {
  const { db } = site;
  const made = await makeCampaigns(db, {
    ...{ count: campaigns, entries: attempts / campaigns, callsPerMinute: perMinute },
    firstPhone: 12_122_000_000,
    ...(texting && {
      make: (clientId: number) => makeTexting(db, { clientId, textPerMinute: perMinute }),
    }),
  });
  const clientId = made[0]?.clientId ?? 0;
  const engine = startSiteEngine(site, siteClock(speed));
  await startCampaigns(db, made);
  const start = performance.now();
  await untilCompleted(site, made);
  // A text campaign does not wait for all its receipts.
  while ((await recorded(site, clientId)) < attempts) await sleep(100);
  const seconds = (performance.now() - start) / 1_000;
  const memory = Math.round(process.memoryUsage().rss / 1_048_576);
  await engine.stop();
  const books = await recount(db, clientId);
  if (books.callRecords !== attempts || books.mismatches > 0 || books.wrongCounts.length > 0) {
    throw new Error(`The books are wrong: ${JSON.stringify(books)}`);
  }
  return { rate: attempts / seconds, seconds, memory };
}

async function recorded({ db }: Site, clientId: number): Promise<number> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ count: number }>(
      `SELECT sum(person + machine + no_answer + busy + failed + unknown + delivered)::bigint AS count
       FROM call_list_count WHERE client_id = $1`,
      [clientId],
    ),
  );
  return row?.count ?? 0;
}
