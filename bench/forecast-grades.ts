/**
 * Whether forecasts say what they know: a campaign for each seed, with a public of its own, is forecast when
 * it begins to run and then runs on the simulated carrier, all of them at once on the real engine, in a
 * virtual clock that ticks as one at speed 60 does. Before it each client calls 150 numbers, which is all
 * that its forecast knows of its public. Half of them are Broadcasts with follow-ups after no answer and
 * busy, half Linkbacks. The true end has to lie between the 10 % and the 90 % of 28 to 39 of 40 (70 to
 * 97.5 %), and what is never called has to be exact. Exits with 1 when that is missed.
 *
 *   node bench/forecast-grades.ts --first 1 --seeds 40
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { VoiceCarrier } from '../src/carriers/port.ts';
import { simulatedCarrier } from '../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../src/carriers/simulated/profile.ts';
import type { FollowUpRule } from '../src/contract/follow-up.ts';
import { asClient, asPlatform, type Database } from '../src/db/database.ts';
import { entryState } from '../src/db/entry-states.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { keptForecasts } from '../src/db/queries/kept-forecast.ts';
import { virtualClock } from '../src/domain/clock.ts';
import { drawBeta, drawDirichlet } from '../src/domain/forecast/draws.ts';
import { createMetrics } from '../src/domain/metrics.ts';
import { realMs, simMs } from '../src/domain/milliseconds.ts';
import { seededRandom } from '../src/domain/random.ts';
import { Engine } from '../src/engine/engine.ts';
import { keepRunForecast } from '../src/jobs/keep-forecast.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeMessage,
  makeTestClient,
  vault,
} from '../test/engine/world.ts';
import { benchOptions, seedRange } from '../test/harness/seed-range.ts';
import { machineLine, withSite } from './engine-site.ts';

const values = benchOptions({
  first: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '40' },
});
const { first, seeds } = seedRange(values);
const speed = 60;
const tick = simMs(50 * speed);
const numbersBefore = 150;
const numbers = 180;
/** Beside them so many premium numbers, which are never called. */
const premium = 25;
/** 10:00 in New York. */
const morning = simMs(afternoon - 5 * 3_600_000);

const again = (ruleId: number, after: FollowUpRule['after']): FollowUpRule => ({
  ...{ ruleId, after, action: 'again', campaignId: 0, waitMinutes: 5, otherPart: false, most: 1 },
});

/** As far from the usual one as 50 calls could be. */
function townOf(seed: number) {
  const random = seededRandom(`town ${seed}`);
  const { person, machine, busy, failed, pressesOne } = usualProfile;
  const rest = 1 - person - machine - busy - failed;
  const usual = [person, machine, busy, failed, rest].map((share) => share * 50);
  const [one = 0, two = 0, three = 0, four = 0] = drawDirichlet(random, usual);
  const presses = drawBeta(random, 50 * pressesOne, 50 * (1 - pressesOne));
  return {
    ...usualProfile,
    ...{ person: one, machine: two, busy: three, failed: four, pressesOne: presses },
  };
}

interface Site {
  db: Database;
  folder: string;
}

await withSite('forecast-grades', run);

async function run({ db, folder }: Site): Promise<void> {
  const began = performance.now();
  const clock = virtualClock(morning);
  const all = Array.from({ length: seeds }, (_, index) => first + index);
  const engine = new Engine({
    db,
    vault,
    clock: { now: clock.now, speed },
    log: pino({ level: 'error' }),
    metrics: createMetrics(),
    carriers: new Map(all.map((seed) => [`town${seed}`, carrierOf(seed, folder, clock)])),
    textCarriers: new Map(),
    patienceMs: realMs(20_000),
  });
  const until = async (done: () => Promise<boolean>) => {
    for (let ticks = 0; ticks < 20_000; ticks += 1) {
      clock.advance(tick);
      await engine.tick();
      if (ticks % 10 === 0 && (await done())) return;
    }
    throw new Error('The campaigns never end.');
  };
  const clients: number[] = [];
  const learned: Campaign[] = [];
  for (const seed of all) {
    const clientId = await clientOf(db, seed);
    clients.push(clientId);
    learned.push(await learning(db, clientId));
  }
  await runAll(db, learned, until, clock);
  const campaigns: Campaign[] = [];
  for (const [index, clientId] of clients.entries()) {
    campaigns.push(await graded(db, clientId, all[index] ?? 0));
  }
  await runAll(db, campaigns, until, clock, true);
  let inside = 0;
  let exact = 0;
  for (const [index, campaign] of campaigns.entries()) {
    const { grade, isExact } = await tell(db, campaign, all[index] ?? 0);
    inside += Number(grade === 'inside');
    exact += Number(isExact);
  }
  // Of a few seeds all may lie inside.
  const [least, most] = [0.7 * seeds, Math.ceil(0.975 * seeds)];
  const isMet = inside >= least && inside <= most && exact === seeds;
  if (!isMet) process.exitCode = 1;
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(machineLine());
  console.log(
    `forecasts: the end lay inside in ${inside} of ${seeds} (goal ${Math.ceil(least)} to ${most}), never called exact in ${exact} (goal ${seeds}), in ${seconds} s ${isMet ? 'met' : 'missed'}`,
  );
}

function carrierOf(seed: number, folder: string, clock: ReturnType<typeof virtualClock>) {
  const dataFolder = join(folder, `town${seed}`);
  mkdirSync(dataFolder);
  const carrier = simulatedCarrier({
    ...{ clock, dataFolder },
    randomOf: (name) => seededRandom(`${seed}/${name}`),
    profile: townOf(seed),
  });
  return { ...carrier, name: `town${seed}` } satisfies VoiceCarrier;
}

async function clientOf(db: Database, seed: number): Promise<number> {
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) =>
    tx.run(`INSERT INTO carrier (name, kind) VALUES ($1, 'simulated')`, [`town${seed}`]),
  );
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET voice_carrier = $2, least_gap_hours = 0 WHERE client_id = $1', [
      clientId,
      `town${seed}`,
    ]),
  );
  return clientId;
}

async function learning(db: Database, clientId: number): Promise<Campaign> {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await makeList(db, campaign, { entries: numbersBefore });
  return campaign;
}

async function graded(db: Database, clientId: number, seed: number): Promise<Campaign> {
  const isLinkback = seed % 2 === 0;
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  if (isLinkback) await makeLinkback(db, campaign);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET follow_ups = $3 WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      campaign.campaignId,
      JSON.stringify(isLinkback ? [] : [again(1, 'no_answer'), again(2, 'busy')]),
    ]),
  );
  await makeList(db, campaign, { entries: numbers });
  await makeList(db, campaign, { entries: premium, firstPhone: 19_005_550_000 + 100 * seed });
  return campaign;
}

async function makeLinkback(db: Database, { clientId, campaignId }: Campaign): Promise<void> {
  const agentMessage = await makeMessage(db, clientId, 4_000);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET campaign_type = 2, calls_per_minute = NULL, call_ratio = 3,
         agent_count = 3, linkback_number = '13025550100', agent_message_id = $3
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, agentMessage],
    ),
  );
}

async function runAll(
  db: Database,
  campaigns: readonly Campaign[],
  until: (done: () => Promise<boolean>) => Promise<void>,
  clock: ReturnType<typeof virtualClock>,
  kept = false,
): Promise<void> {
  for (const { clientId, campaignId } of campaigns) await requestStart(db, clientId, campaignId);
  if (kept) {
    const at = new Date(clock.now()).toISOString();
    for (const campaign of campaigns) {
      const { clientId, campaignId } = campaign;
      await asClient(db, clientId, (tx) =>
        tx.run('UPDATE campaign SET started = $3 WHERE client_id = $1 AND campaign_id = $2', [
          ...[clientId, campaignId, at],
        ]),
      );
      await keepRunForecast({ db, now: new Date(at) }, { ...campaign, at });
    }
  }
  const open = [...campaigns];
  await until(async () => {
    while (open[0] && (await campaignState(db, open[0])).completed) open.shift();
    return open.length === 0;
  });
}

async function tell(db: Database, { clientId, campaignId }: Campaign, seed: number) {
  const kept = await asClient(db, clientId, (tx) => keptForecasts(tx, clientId, campaignId));
  const one = kept?.forecasts[0];
  const never = await asClient(db, clientId, (tx) =>
    tx.row<{ said: number; barred: number; waiting: number }>(
      `SELECT (SELECT sum((n->>'count')::int) FROM forecast f,
           jsonb_array_elements(f.forecast->'neverCallable') n
         WHERE f.client_id = $1 AND f.campaign_id = $2)::int AS said,
         count(*) FILTER (WHERE e.state = ${entryState.barred})::int AS barred,
         count(*) FILTER (WHERE e.state = ${entryState.waiting})::int AS waiting
       FROM list_entry e JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
       WHERE e.client_id = $1 AND l.campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
  const wall = (at: string | null | undefined) => at?.slice(11, 19) ?? 'never';
  console.log(
    `seed ${seed}: said ${wall(one?.finish.p10)} to ${wall(one?.finish.p90)}, was ${wall(one?.ended)}: ${one?.grade ?? one?.ungraded}`,
  );
  const isExact = never?.said === premium && never.barred === premium && never.waiting === 0;
  return { grade: one?.grade, isExact };
}
