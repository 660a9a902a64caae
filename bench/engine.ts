/**
 * Whole attempts a second: claim, submission to the simulated carrier, its events, result, call
 * record and counters, on the embedded database with its usual durability. Against it, before and
 * after each run, two bare loops that only claim and write results on 4 connections: in batches of
 * 50 (the goal's reference), and one entry a transaction. With `texts`, the same of texts: claim,
 * submission, the carrier's acceptance, receipt, record and counters.
 *
 *   node bench/engine.ts [attempts=40000] [calls|texts] [rounds=3] [campaigns=4]
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
import { judge } from './goal.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const attempts = Number(process.argv[2] ?? 40_000);
const texting = process.argv[3] === 'texts';
const rounds = Number(process.argv[4] ?? 3);
const campaigns = Number(process.argv[5] ?? 4);
const speed = 60;
const perMinute = 400_000 / campaigns;
const bareSeconds = 4;
let nextPhone = 13_122_000_000;

const mean = (one: number, other: number) => (one + other) / 2;
const said = (before: number, after: number) =>
  `${Math.round(before)} before and ${Math.round(after)} after`;

const what = texting ? 'texts' : 'attempts';

await withSite('engine', async (site) => {
  console.log(machineLine());
  const batched: number[] = [];
  const single: number[] = [];
  let before = await bareLoops(site);
  for (let round = 0; round < rounds; round += 1) {
    const engine = await engineRun(site, round);
    const after = await bareLoops(site);
    console.log(
      `${Math.round(engine.rate)} whole ${what}/s in ${engine.seconds.toFixed(1)} s, memory ${engine.memory} MB; ` +
        `bare loop in batches of 50 ${said(before.batched, after.batched)}/s, one a transaction ${said(before.single, after.single)}/s`,
    );
    batched.push(engine.rate / mean(before.batched, after.batched));
    single.push(engine.rate / mean(before.single, after.single));
    before = after;
  }
  const of = `${what} of ${campaigns} campaigns against the bare loop`;
  judge(
    { what: `${of}, one a transaction`, ratios: single, goal: 1, is: 'at least' },
    { what: `${of} in batches of 50`, ratios: batched, goal: 0.9, is: 'at least' },
  );
});

async function bareLoops(site: Site): Promise<{ single: number; batched: number }> {
  const campaign = await makeCampaign(site.db);
  const rate = (batch: number) => {
    nextPhone += 1_000_000;
    return bareLoop(site, campaign, { batch, seconds: bareSeconds, firstPhone: nextPhone });
  };
  return { single: await rate(1), batched: await rate(50) };
}

async function engineRun(site: Site, round: number) {
  const { db } = site;
  const made = await makeCampaigns(db, {
    ...{ count: campaigns, entries: attempts / campaigns, callsPerMinute: perMinute },
    firstPhone: 12_122_000_000 + round * attempts,
    ...(texting && {
      make: (clientId: number) => makeTexting(db, { clientId, textPerMinute: perMinute }),
    }),
  });
  const clientId = made[0]?.clientId ?? 0;
  const engine = startSiteEngine(site, siteClock(speed));
  await startCampaigns(db, made);
  // With many campaigns the first of them call while the others are started.
  const before = await recorded(site, clientId);
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
  return { rate: (attempts - before) / seconds, seconds, memory };
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
