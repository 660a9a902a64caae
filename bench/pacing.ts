/**
 * Pacing error of campaigns at once: the worst five minutes (and the worst minute) of each, read
 * from the simulated carrier's own log. The engine runs as it does in production, on the embedded
 * database; time runs at 1 or as given. Without a number of campaigns three, at 60, 600 and 6,000
 * calls a minute; otherwise that number, at 60 to 600 calls a minute in turns.
 *
 *   node bench/pacing.ts [minutes=6] [speed=4] [campaigns]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { type Campaign, makeCampaign, makeList, readCallLog } from '../test/engine/world.ts';
import { machineLine, type Site, siteClock, startSiteEngine, withSite } from './engine-site.ts';

const minutes = Number(process.argv[2] ?? 6);
const speed = Number(process.argv[3] ?? 4);
const many = Number(process.argv[4] ?? 0);
const allowed = 0.01;
const rates =
  many > 0
    ? Array.from({ length: many }, (_, index) => [60, 120, 300, 600][index % 4] ?? 60)
    : [60, 600, 6_000];

await withSite('pacing', async (site) => {
  const calls = await run(site);
  console.log(machineLine());
  console.log(`${rates.length} campaigns at once, ${minutes} minutes at speed ${speed}`);
  const window = Math.min(5, minutes) * 60_000;
  let worst = 0;
  for (const rate of new Set(rates)) {
    const all = rates.flatMap((one, index) => (one === rate ? [calls.get(index) ?? []] : []));
    const five = Math.max(...all.map((times) => worstError(times, rate, window)));
    const one = Math.max(...all.map((times) => worstError(times, rate, 60_000)));
    worst = Math.max(worst, five);
    console.log(
      `${rate} calls a minute: ${all.length} campaigns, ${all.flat().length} calls, ` +
        `worst ${window / 60_000} minutes ${(five * 100).toFixed(2)} %, worst minute ${(one * 100).toFixed(2)} %`,
    );
  }
  console.log(`ratio ${(worst / allowed).toFixed(2)} of the 1 % allowed`);
});

/** The instants (ms) of each campaign's calls. */
async function run(site: Site): Promise<Map<number, number[]>> {
  const { db, folder } = site;
  const campaigns: Campaign[] = [];
  for (const [index, callsPerMinute] of rates.entries()) {
    const campaign = await makeCampaign(db, { callsPerMinute });
    await makeList(db, campaign, {
      entries: Math.ceil(callsPerMinute * (minutes + 2)),
      firstPhone: 12_122_000_000 + index * 100_000,
    });
    campaigns.push(campaign);
  }
  const engine = startSiteEngine(site, siteClock(speed));
  for (const { clientId, campaignId } of campaigns) await requestStart(db, clientId, campaignId);
  await sleep((minutes * 60_000) / speed + 1_000);
  await engine.stop();
  const indexOf = new Map(campaigns.map(({ clientId }, index) => [`${clientId}`, index]));
  const calls = new Map<number, number[]>();
  for (const { at, attemptId } of readCallLog(folder)) {
    const index = indexOf.get(attemptId.split('-')[0] ?? '') ?? -1;
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
  // A campaign that stood still has no windows at all.
  if (last - (times[0] ?? 0) < window) return Number.POSITIVE_INFINITY;
  let worst = 0;
  let end = 0;
  for (const [start, from] of times.entries()) {
    if (from + window > last) break;
    while ((times[end] ?? Number.POSITIVE_INFINITY) < from + window) end += 1;
    worst = Math.max(worst, Math.abs(end - start - expected) / expected);
  }
  return worst;
}
