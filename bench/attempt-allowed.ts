/**
 * What it costs that an attempt keeps what allowed it: whole attempts a second with it and without
 * it, in turns on one database, so that other work on the machine meets both. The message speaks a
 * field and each client has a cap, so that everything is kept. Each campaign has a client of its
 * own: campaigns of one client wait for each other's turn at its cap, and what is measured would be
 * lost in that. The cost is of the sums, because a pause of the disk falls on one run of a pair.
 *
 *   node bench/attempt-allowed.ts [attempts of a run] [pairs]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient, type Database } from '../src/db/database.ts';
import { claimCalls } from '../src/db/queries/claim.ts';
import { setContactCap } from '../src/db/queries/contact-cap.ts';
import type { Campaign } from '../test/engine/world.ts';
import { machineLine, type Site, siteClock, startSiteEngine, withSite } from './engine-site.ts';
import { conclude } from './goal.ts';
import { median } from './median.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const attempts = Number(process.argv[2] ?? 20_000);
const pairs = Number(process.argv[3] ?? 5);
const campaigns = 4;
const perMinute = 100_000;
const goal = 0.97;

type Claim = typeof claimCalls;
const without: Claim = (tx, { allowed: _, fields: __, ...request }) => claimCalls(tx, request);

await withSite('attempt-allowed', async (site) => {
  const rates = { kept: [] as number[], without: [] as number[] };
  // The first run of a database is slower, whatever it does.
  await oneRun(site, claimCalls);
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? (['kept', 'without'] as const) : (['without', 'kept'] as const);
    for (const what of order) {
      const claim = what === 'kept' ? claimCalls : without;
      rates[what].push(await oneRun(site, claim));
    }
  }
  console.log(machineLine());
  console.log(`with what allowed them: ${spread(rates.kept)} attempts/s`);
  console.log(`without: ${spread(rates.without)} attempts/s`);
  const ratio = secondsOf(rates.without) / secondsOf(rates.kept);
  conclude({ what: 'attempts with what allowed them', ratio, goal, is: 'at least', digits: 3 });
});

/** Of all runs together, for one attempt of each. */
function secondsOf(rates: readonly number[]): number {
  return rates.reduce((sum, rate) => sum + 1 / rate, 0);
}

/** "3,400 (3,100 to 3,600)". */
function spread(rates: readonly number[]): string {
  const [least, middle, most] = [Math.min(...rates), median(rates), Math.max(...rates)].map(
    (rate) => Math.round(rate).toLocaleString('en-US'),
  );
  return `${middle} (${least} to ${most})`;
}

async function oneRun(site: Site, claim: Claim): Promise<number> {
  const { db } = site;
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
  const start = performance.now();
  await startCampaigns(db, made);
  while ((await recordedOf(db, made)) < attempts) await sleep(50);
  const seconds = (performance.now() - start) / 1_000;
  await engine.stop();
  return attempts / seconds;
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
