/**
 * Memory over many attempts: whole attempts of calls run one after the other in one process for a
 * limited time, list by list, and what the process keeps after a full collection of garbage is read
 * after every list. From the second quarter on it is to be flat: the slope of a line through the
 * samples is given for 1,000,000 attempts. All of them are run with a time limit that allows it.
 *
 *   node bench/memory.ts [seconds=150] [attempts=1000000]
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { simMs } from '../src/domain/milliseconds.ts';
import { makeTestClient } from '../test/engine/world.ts';
import {
  machineLine,
  type Site,
  siteClock,
  startSiteEngine,
  untilCompleted,
  withSite,
} from './engine-site.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const seconds = Number(process.argv[2] ?? 150);
const attempts = Number(process.argv[3] ?? 1_000_000);
const perRound = 20_000;
const speed = 40;
/** 8:05 Eastern: calls may be placed for nearly 13 hours of the engine's clock, 19 minutes here. */
const morning = Date.parse('2026-11-20T13:05:00Z');

interface Sample {
  attempts: number;
  /** MB in use after a full collection, and of the whole process at its highest in the round. */
  kept: number;
  peak: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

await withSite('memory', async (site) => {
  const samples = await run(site);
  const last = samples.at(-1);
  const steady = samples.slice(Math.floor(samples.length / 4));
  const [first] = steady;
  if (!last || !first || steady.length < 3) throw new Error('Too few rounds: allow more seconds.');
  console.log(machineLine());
  for (const { attempts: at, kept, peak } of samples) {
    console.log(`${at} attempts: ${kept.toFixed(1)} MB kept, ${peak.toFixed(0)} MB at the peak`);
  }
  console.log(
    `from ${first.attempts} to ${last.attempts} attempts: kept ${first.kept.toFixed(1)} to ${last.kept.toFixed(1)} MB, ` +
      `${(slope(steady, 'kept') * 1e6).toFixed(1)} MB more for 1,000,000 attempts; ` +
      `peak ${(slope(steady, 'peak') * 1e6).toFixed(0)} MB more`,
  );
  console.log(
    `ratio kept at the end : kept at the beginning = ${(last.kept / first.kept).toFixed(3)}`,
  );
});

async function run(site: Site): Promise<Sample[]> {
  const { db } = site;
  const clientId = await makeTestClient(db);
  const engine = startSiteEngine(site, siteClock(speed, simMs(morning)));
  const until = performance.now() + seconds * 1_000;
  const samples: Sample[] = [];
  for (let done = 0; done < attempts && performance.now() < until; ) {
    // A campaign that is new each time: what an engine keeps of one that is over would show.
    const made = await makeCampaigns(db, {
      ...{ count: 1, entries: perRound, callsPerMinute: 100_000, clientId },
      firstPhone: 12_122_000_000 + (done % 4_000_000),
    });
    await startCampaigns(db, made);
    let peak = 0;
    await untilCompleted(site, made, () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    });
    done += perRound;
    collect();
    const mb = 1_048_576;
    samples.push({ attempts: done, kept: process.memoryUsage().heapUsed / mb, peak: peak / mb });
  }
  await engine.stop();
  return samples;
}

/** Least squares: MB an attempt. */
function slope(samples: readonly Sample[], of: 'kept' | 'peak'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(samples.map((sample) => sample.attempts));
  const y = mean(samples.map((sample) => sample[of]));
  const up = samples.reduce((sum, sample) => sum + (sample.attempts - x) * (sample[of] - y), 0);
  const down = samples.reduce((sum, sample) => sum + (sample.attempts - x) ** 2, 0);
  return up / down;
}
