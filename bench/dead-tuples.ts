/**
 * What attempts leave behind for autovacuum. First, with autovacuum off, the dead tuples of each
 * attempt in rounds: what PostgreSQL counts once ordinary reads of all pages have pruned what they
 * may, which is every version that a HOT update replaced. Each other update, and each delete, leaves
 * one that only a vacuum removes. Then many attempts with autovacuum as it is by default: the most
 * dead tuples of a table at once, its size against the rows in it, and whether autovacuum keeps up.
 * Half of the lists share a partition, the others have one of their own.
 *
 *   node bench/dead-tuples.ts [attempts=50000] [calls|texts] [rounds=3]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { simMs } from '../src/domain/milliseconds.ts';
import { makeTexting } from '../test/engine/text-world.ts';
import {
  machineLine,
  type Site,
  siteClock,
  startSiteEngine,
  untilCompleted,
  withSite,
  writeSettings,
} from './engine-site.ts';
import { judge } from './goal.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';
import { left, pruneAll, sizes, type TableLeft, watchTables } from './table-bloat.ts';

const attempts = Number(process.argv[2] ?? 50_000);
const texting = process.argv[3] === 'texts';
const rounds = Number(process.argv[4] ?? 3);
const campaigns = 4;
const ofRound = Math.min(attempts, 8_000);
const perMinute = 400_000 / campaigns;
/** 8:05 Eastern at this speed: attempts may be made for 19 minutes of real time. */
const morning = simMs(Date.parse('2026-11-20T13:05:00Z'));
const speed = 40;
const goal = 1;
/** A worker looks once a minute at most, then needs its time. */
const patience = 75_000;
/** Only tables that an attempt touches: the others have a few rows that change now and then. */
const worthNaming = 0.005;

const what = texting ? 'text' : 'call';
const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
const percent = (part: number, whole: number) =>
  `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`;
let nextPhone = 12_122_000_000;

await withSite('dead-tuples', async (site) => {
  console.log(machineLine());
  autovacuum(site, 'off');
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) ratios.push(await oneRound(site));
  autovacuum(site, 'on');
  await manyAttempts(site);
  judge({ what: `dead tuples a ${what}`, ratios, goal, is: 'at most' });
});

function autovacuum({ folder, serverPid }: Site, state: 'on' | 'off'): void {
  writeSettings(folder, { autovacuum: state });
  process.kill(serverPid, 'SIGHUP');
}

/** @returns dead tuples of an attempt */
async function oneRound(site: Site): Promise<number> {
  const before = await left(site);
  await run(site, ofRound);
  await pruneAll(site);
  const tables = lessThan(await left(site), before);
  const parts = tables
    .filter(({ dead }) => dead / ofRound >= worthNaming)
    .map((one) => `${one.table} ${(one.dead / ofRound).toFixed(2)} (${hotShare(one)})`);
  const all = tables.reduce((sum, { dead }) => sum + dead, 0) / ofRound;
  console.log(`${ofRound} ${what}s left ${all.toFixed(2)} each: ${parts.join(', ')}`);
  return all;
}

function lessThan(after: readonly TableLeft[], before: readonly TableLeft[]): TableLeft[] {
  const old = new Map(before.map((one) => [one.table, one]));
  return after
    .map((one) => {
      const was = old.get(one.table);
      return {
        ...one,
        dead: one.dead - (was?.dead ?? 0),
        updates: one.updates - (was?.updates ?? 0),
        hot: one.hot - (was?.hot ?? 0),
      };
    })
    .sort((a, b) => b.dead - a.dead);
}

function hotShare({ updates, hot }: TableLeft): string {
  return updates === 0 ? 'deleted' : `${((100 * hot) / updates).toFixed(0)} % of updates HOT`;
}

async function manyAttempts(site: Site): Promise<void> {
  const watch = watchTables(site);
  const took = await run(site, attempts);
  console.log(
    `\n${attempts} ${what}s with autovacuum, ${Math.round(attempts / took)} a second in ${took.toFixed(0)} s:`,
  );
  const clean = await untilClean(site);
  const most = await watch.stop();
  for (const one of await sizes(site)) {
    const dead = most.get(one.table) ?? 0;
    console.log(
      `  ${one.table}: ${one.live} rows, most dead at once ${dead} (${percent(dead, one.live)}), ` +
        `vacuumed ${one.vacuums} times; ${mb(one.size)} for ${mb(one.liveSize)} of rows (${(one.size / one.liveSize).toFixed(2)}), indexes ${mb(one.indexSize)}`,
    );
  }
  console.log(
    clean === undefined
      ? `autovacuum does not keep up: a table is over its threshold after ${patience / 1_000} s\n`
      : `autovacuum keeps up: every table below its threshold ${clean.toFixed(0)} s after the last ${what}\n`,
  );
}

/** @returns seconds until every table has fewer dead tuples than autovacuum works for */
async function untilClean(site: Site): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < patience) {
    // Also before the first look: what the engine's connections counted is reported when they end.
    await sleep(1_500);
    if ((await left(site)).every(({ dead, threshold }) => dead <= threshold)) {
      return (performance.now() - began) / 1_000;
    }
  }
  return undefined;
}

/** @returns seconds */
async function run(site: Site, count: number): Promise<number> {
  const { db } = site;
  const made = await makeCampaigns(db, {
    ...{ count: campaigns, entries: count / campaigns, callsPerMinute: perMinute },
    firstPhone: nextPhone,
    large: (n) => n % 2 === 1,
    ...(texting && {
      make: (clientId: number) => makeTexting(db, { clientId, textPerMinute: perMinute }),
    }),
  });
  nextPhone += count;
  const engine = startSiteEngine(site, siteClock(speed, morning));
  await startCampaigns(db, made);
  const began = performance.now();
  await untilCompleted(site, made);
  const took = (performance.now() - began) / 1_000;
  // A text campaign does not wait for all its receipts.
  if (texting) await sleep(5_000);
  await engine.stop();
  return took;
}
