/**
 * What the funnel of a campaign with a list of 1,000,000 numbers costs: 41,000 zip codes, every area
 * code; all due at 9:00 Eastern, after the engine has put half of them off, and while an engine calls
 * them. Each round has a bare count of the same entries beside each funnel. Cold: the first funnel
 * after PostgreSQL has started again. The parts of every funnel have to add up to the list.
 *
 *     node bench/campaign-funnel.ts [entries=1000000] [rounds=5]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignFunnel } from '../src/contract/campaign-funnel.ts';
import {
  asClient,
  asClientSnapshot,
  closeDatabase,
  type Database,
  openDatabase,
} from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { campaignFunnel } from '../src/db/queries/campaign-funnel.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { refreshListStatistics } from '../src/db/queries/list-rest.ts';
import { keepCounts } from '../src/db/queries/waiting-tally.ts';
import { simMs } from '../src/domain/milliseconds.ts';
import { areaCodes as plan } from '../src/domain/numbering-plan/area-code.ts';
import { placeGroupOf } from '../src/domain/place-group.ts';
import { makeCampaign } from '../test/engine/world.ts';
import { machineLine, siteClock, startSiteEngine } from './engine-site.ts';
import { conclude } from './goal.ts';
import { median } from './median.ts';

const entries = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 5);
const warmGoal = 150;
const coldGoal = 300;
/** 9:00 in New York, 6:00 in Los Angeles. */
const now = new Date('2026-11-20T14:00:00Z');
/** Of the engine meanwhile; a number can be called in every zone of the list but the western ones. */
const callsPerMinute = 6_000;
const areaCodes = plan.filter((area) => area.zones.length > 0).map((area) => area.code);
const states = 'DE PA NJ MD VA NY OH TX CA FL IN TN HI AZ'.split(' ');

/** As the import makes them, by the number of the zip code. */
const places = Array.from({ length: 41_000 }, (_, zip) =>
  placeGroupOf({
    areaCode: areaCodes[Math.floor(zip / 126) % areaCodes.length] ?? '',
    state: states[Math.floor(zip / 3000) % states.length] ?? null,
    zipCode: String(500 + zip * 2).padStart(5, '0'),
  }),
);

interface World {
  db: Database;
  clientId: number;
  campaignId: number;
}

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
const { release: unlock } = lockDataFolder(folder, 'command');
try {
  const of = await withServer(async (db) => {
    const { clientId, campaignId } = await makeCampaign(db, { callsPerMinute });
    await fill(db, clientId, campaignId);
    return { clientId, campaignId };
  });
  console.log(machineLine());
  const cold: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    cold.push(await withServer((db) => timed(() => read({ db, ...of }))));
  }
  await withServer(async (db) => {
    const world = { db, ...of };
    const fresh = await measure('never looked at', world);
    await putHalfOff(world);
    const half = await measure('half put off', world);
    const engine = startSiteEngine({ db, folder }, siteClock(1, simMs(now.getTime())));
    await requestStart(db, of.clientId, of.campaignId);
    while ((await read(world)).called === 0) await sleep(200);
    const calling = await measure('while being called', world);
    console.log(`called meanwhile: ${(await read(world)).called} numbers`);
    await engine.stop();
    const what = `funnel of ${entries} waiting numbers, ms`;
    const atMost = { goal: warmGoal, is: 'at most', digits: 0 } as const;
    conclude({ ...atMost, what: `${what}, cold`, goal: coldGoal, ratio: median(cold) });
    conclude({ ...atMost, what: `${what}, warm`, ratio: fresh });
    conclude({ ...atMost, what: `${what}, warm, half put off`, ratio: half });
    conclude({ ...atMost, what: `${what}, while being called`, ratio: calling });
  });
} finally {
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

async function withServer<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataFolder: folder });
  const { host, port, user, database } = server;
  try {
    await migrate({ host, port, user, database });
    const db = openDatabase({ host, port, user, database });
    try {
      return await work(db);
    } finally {
      await closeDatabase(db);
    }
  } finally {
    await server.stop();
  }
}

async function putHalfOff({ db, clientId }: World): Promise<void> {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET due_at = $2, reason = 'calling_hours'
       WHERE client_id = $1 AND entry_id % 2 = 0`,
      [clientId, new Date(now.getTime() + 3_600_000)],
    ),
  );
}

/** A list with a partition of its own, as a large file gets it. */
async function fill(db: Database, clientId: number, campaignId: number): Promise<void> {
  const listId = await asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, call_list_id, campaign_id, name, status_id, account_count,
         phone_count) OVERRIDING SYSTEM VALUE
       VALUES ($1, nextval('large_call_list_id'), $2, 'Large', 4, $3, $3) RETURNING call_list_id AS id`,
      [clientId, campaignId, entries],
    );
    const id = list?.id ?? 0;
    await tx.run('SELECT begin_list_load($1)', [id]);
    await tx.run(
      `INSERT INTO list_entry_${id} (entry_id, account_line, phone, first_name, last_name, address,
         city, state_code, zip_code, external_id, place_group)
       SELECT n, n + 1,
         '1' || ($1::text[])[1 + zip / 126 % cardinality($1::text[])] || 2000000 + n % 7999999,
         'Given', 'Family ' || n, n || ' Main Street', 'Town ' || zip % 900,
         ($2::text[])[1 + zip / 3000 % cardinality($2::text[])],
         lpad((500 + zip * 2)::text, 5, '0'), 'A' || n, ($4::integer[])[1 + zip]
       FROM (SELECT n, (hashint8(n) & 2147483647) % 41000 AS zip FROM generate_series(1, $3::int) n) x`,
      [areaCodes, states, entries, places],
    );
    await tx.run('SELECT finish_list_load($1)', [id]);
    await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
      clientId,
      id,
    ]);
    await refreshListStatistics(tx, id);
    return id;
  });
  // An import copies its rows with FREEZE, which leaves nothing to a vacuum either.
  await db.pool.query(`VACUUM list_entry_${listId}`);
  const kept = await timed(() => keepCounts(db, { clientId, callListId: listId }));
  console.log(`counted once, as after an import: ${kept.toFixed(0)} ms`);
}

/** Prints a row and returns the median of the funnels in milliseconds. */
async function measure(name: string, world: World): Promise<number> {
  const funnels: number[] = [];
  const counts: number[] = [];
  await read(world);
  for (let round = 0; round < rounds; round += 1) {
    funnels.push(await timed(() => read(world)));
    counts.push(await timed(() => count(world)));
  }
  const spread = (times: number[]) => times.map((one) => one.toFixed(0)).join(', ');
  const ratio = (median(funnels) / median(counts)).toFixed(1);
  console.log(
    `${name}: funnel ${spread(funnels)} ms; bare count ${spread(counts)} ms; ${ratio} times`,
  );
  return median(funnels);
}

async function read({ db, clientId, campaignId }: World): Promise<CampaignFunnel> {
  const funnel = await asClientSnapshot(db, clientId, (tx) =>
    campaignFunnel(tx, clientId, campaignId, now),
  );
  if (!funnel) throw new Error('no funnel');
  const { loaded, called, inProgress, callableNow, waiting, barred } = funnel;
  const sum = [...waiting, ...barred].reduce((all, part) => all + part.count, 0);
  if (sum + called + inProgress + callableNow !== loaded) throw new Error('not exact');
  return funnel;
}

async function count({ db, clientId }: World): Promise<void> {
  await asClientSnapshot(db, clientId, (tx) =>
    tx.row(
      `SELECT count(*) FROM list_entry
       WHERE client_id = $1 AND call_list_id >= 1000000000 AND state = 0 AND phone <> ''`,
      [clientId],
    ),
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
