/**
 * What it costs that an attempt keeps what allowed it: the processor time of whole attempts, of this
 * process and of all of PostgreSQL's, with it and without it in turns on one database. (Attempts a
 * second spread by ten times the goal, because each waits for disks and timers; this machine has
 * something else to do during a wait, but not while it computes.) The message speaks a field and
 * each client has a cap, so that everything is kept. Each campaign has a client of its own:
 * campaigns of one client wait for each other's turn at its cap. PostgreSQL's autovacuum and its
 * checkpoints, which would meet one run of a pair, are off.
 *
 *   node bench/attempt-allowed.ts [attempts of a run] [pairs]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient, type Database } from '../src/db/database.ts';
import { claimCalls } from '../src/db/queries/claim.ts';
import { setContactCap } from '../src/db/queries/contact-cap.ts';
import type { Campaign } from '../test/engine/world.ts';
import {
  machineLine,
  type Site,
  siteClock,
  startSiteEngine,
  withSite,
  writeSettings,
} from './engine-site.ts';
import { conclude } from './goal.ts';
import { median, medianBetween } from './median.ts';
import { processorMs } from './processor-time.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const attempts = Number(process.argv[2] ?? 6_000);
const pairs = Number(process.argv[3] ?? 30);
const campaigns = 4;
const perMinute = 100_000;
const goal = 0.97;

type Claim = typeof claimCalls;
const without: Claim = (tx, { allowed: _, fields: __, ...request }) => claimCalls(tx, request);

interface Run {
  /** Processor time of an attempt, in µs. */
  used: number;
  /** Attempts a second. */
  rate: number;
}

await withSite('attempt-allowed', async (site) => {
  withoutUpkeep(site);
  const runs = { kept: [] as Run[], without: [] as Run[] };
  // The first runs of a database and of a process are slower, whatever they do.
  for (const claim of [claimCalls, without, claimCalls]) await oneRun(site, claim);
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? (['kept', 'without'] as const) : (['without', 'kept'] as const);
    for (const what of order) {
      runs[what].push(await oneRun(site, what === 'kept' ? claimCalls : without));
    }
  }
  console.log(machineLine());
  console.log(`with what allowed them: ${wordsOf(runs.kept)}`);
  console.log(`without: ${wordsOf(runs.without)}`);
  const ratios = runs.kept.map(({ used }, at) => (runs.without[at]?.used ?? 0) / used);
  const middle = median(ratios);
  const { least, most } = medianBetween(ratios);
  const inPercent = [(1 - middle) * 100, (1 - most) * 100, (1 - least) * 100].map((percent) =>
    percent.toFixed(1),
  );
  console.log(
    `it costs ${inPercent[0]} % (95 %: ${inPercent[1]} to ${inPercent[2]}), ${pairs} pairs`,
  );
  conclude({
    ...{ what: 'processor time of attempts without : with what allowed them' },
    ...{ ratio: middle, goal, is: 'at least', digits: 3 },
  });
});

function withoutUpkeep({ folder, serverPid }: Site): void {
  const settings = { autovacuum: 'off', checkpoint_timeout: '1d', max_wal_size: '64GB' };
  writeSettings(folder, settings);
  process.kill(serverPid, 'SIGHUP');
}

/** "412 us (395 to 430) of processor time an attempt, 3,400 (3,100 to 3,600) attempts/s". */
function wordsOf(runs: readonly Run[]): string {
  const used = spread(runs.map((run) => run.used));
  return `${used} us of processor time an attempt, ${spread(runs.map((run) => run.rate))} attempts/s`;
}

/** "3,400 (3,100 to 3,600)". */
function spread(figures: readonly number[]): string {
  const [least, middle, most] = [Math.min(...figures), median(figures), Math.max(...figures)].map(
    (figure) => Math.round(figure).toLocaleString('en-US'),
  );
  return `${middle} (${least} to ${most})`;
}

async function oneRun(site: Site, claim: Claim): Promise<Run> {
  const { db, serverPid } = site;
  const made = await makeCampaigns(db, {
    ...{ count: campaigns, entries: attempts / campaigns, callsPerMinute: perMinute },
    firstPhone: 12_122_000_000,
    ofClient: 1,
  });
  for (const { clientId } of made) {
    await setContactCap(db, clientId, { calls: 7, texts: null, days: 7 });
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE voice_message_rendering SET plan = '[{"kind": "field", "fieldId": 3}]'
         WHERE client_id = $1`,
        [clientId],
      ),
    );
  }
  const engine = startSiteEngine(site, siteClock(60), { claim });
  const [start, before] = [performance.now(), processorMs(serverPid)];
  await startCampaigns(db, made);
  while ((await recordedOf(db, made)) < attempts) await sleep(100);
  const used = processorMs(serverPid) - before;
  const seconds = (performance.now() - start) / 1_000;
  await engine.stop();
  return { used: (used * 1_000) / attempts, rate: attempts / seconds };
}

async function recordedOf(db: Database, made: readonly Campaign[]): Promise<number> {
  const counts = await Promise.all(made.map(({ clientId }) => recorded(db, clientId)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function recorded(db: Database, clientId: number): Promise<number> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ count: number }>(
      `SELECT coalesce(sum(person + machine + no_answer + busy + failed + unknown), 0)::bigint
         AS count FROM call_list_count WHERE client_id = $1`,
      [clientId],
    ),
  );
  return row?.count ?? 0;
}
