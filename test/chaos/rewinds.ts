/**
 * `npm run chaos -- --rewinds N`: backup, go on, kill, restore, reconcile, start, N times, with voice and
 * text, while numbers join the do-not-call list. The database is put back by `carillon restore`, from a
 * cold copy, and by the promotion of a standby that lags, the engines killed or alive. The carrier's log is judged: 0 twice, 0
 * after a confirmed stop. `--wrong without-mark`: engines that know no witness, which must be caught.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pino from 'pino';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import type { Hold } from '../../src/contract/hold.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readHold } from '../../src/db/queries/hold.ts';
import { startWitness, type Witness } from '../../src/witness/witness.ts';
import { vault } from '../engine/world.ts';
import { afterOptOut, readLines, submittedTwice } from '../simulation/judge.ts';
import { type Clusters, copyCluster, letLag, promote, putBack, startStandby } from './lagging.ts';
import { createOptOuts, type OptOuts } from './opt-outs.ts';
import { createRewindEngines } from './rewind-engines.ts';
import { main, openSite, type Site } from './site.ts';

export interface RewindsWish {
  rounds: number;
  port: number;
  /** Undefined: all in turns. */
  way?: Way | undefined;
  /** Engines without a witness: what must not be. */
  withoutMark: boolean;
  say(line: string): void;
  /** Called with what a right run came to. */
  record?(figures: { rounds: number; calls: number }, violations: number): void;
}

export const rewindWays = ['backup', 'standby', 'copy', 'live standby'] as const;
type Way = (typeof rewindWays)[number];
const simulation = { speed: 20, start: '2026-11-20T08:30:00-05:00' };

/** @returns the exit code */
export async function runRewinds(wish: RewindsWish): Promise<number> {
  const { rounds, port, withoutMark, say, way: only } = wish;
  const entries = 20_000 + rounds * 4_000;
  const site = await openSite({ ...simulation, port, entries, linked: true });
  const clusters: Clusters = { present: join(site.root, 'database') };
  const engineFolder = keyedFolder(site, 'engines');
  const leaseSeconds = Math.min(8, Math.max(1, Math.ceil(site.commitTakes / 40)));
  const dataFolder = withoutMark ? undefined : engineFolder;
  const engines = createRewindEngines(site, { ...simulation, leaseSeconds, dataFolder });
  const witness = await operatorsWitness(site);
  const optOuts = createOptOuts({ ...site, db: { ...site.db, journal: witness } }, { bare: false });
  const confirmed = new Set<string>();
  let isOver = false;
  const joins = optOuts.run(() => isOver);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const way = only ?? rewindWays[round % rewindWays.length] ?? 'copy';
      await startCampaigns(site);
      await engines.start(2);
      const rewind = await prepare(site, clusters, way, round);
      await sleep(4_000);
      await noteConfirmations(site, confirmed);
      if (way !== 'live standby') await engines.kill();
      await rewind();
      const before = linesOf(site).length;
      if (way !== 'live standby') await engines.start(2);
      const hold = await readVerdict(site);
      if (!withoutMark) await reconcile(site, hold);
      await startCampaigns(site);
      await sleep(4_000);
      const since = linesOf(site).length - before;
      say(`round ${round + 1}, ${way}: ${hold?.code ?? 'no hold'}; ${since} submitted since`);
      if (withoutMark && judge(site, optOuts, confirmed).duplicates.length > 0) break;
    }
    isOver = true;
    await joins;
    await sleep(3_000);
    await noteConfirmations(site, confirmed);
    return summarize(judge(site, optOuts, confirmed), wish);
  } finally {
    isOver = true;
    await engines.kill();
    await witness.stop().catch(() => {});
    await site.close();
  }
}

/** The operator's imports are witnessed, as the command's are. */
function operatorsWitness(site: Site): Promise<Witness> {
  return startWitness({
    ...{ db: site.db, vault, dataFolder: keyedFolder(site, 'operator') },
    log: pino({ level: 'fatal' }),
    placesCalls: false,
    note: () => {},
  });
}

/** The key is the one that test/engine/world.ts seals with. */
function keyedFolder(site: Site, name: string): string {
  const folder = join(site.root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'carillon.key'), '01'.repeat(32), { mode: 0o600 });
  return folder;
}

/** @returns puts the database back to about now, with what was submitted since then lost */
async function prepare(
  site: Site,
  clusters: Clusters,
  way: Way,
  round: number,
): Promise<() => Promise<void>> {
  const folder = join(site.root, `state-${round}`);
  if (way === 'backup') {
    await sleep(3_000);
    await carillon(site, 'api', 'backup', folder);
    return async () => {
      await site.killApi();
      await carillon(site, 'api', 'restore', folder, '--yes');
      await site.startApi();
    };
  }
  if (way === 'copy') {
    await sleep(3_000);
    await copyCluster(site, clusters, folder);
    return () => putBack(site, clusters, folder);
  }
  const standby = await startStandby(site, clusters, folder);
  await sleep(3_000);
  await letLag(standby);
  return () => promote(site, clusters, standby, folder);
}

/** A start is refused while the carrier is disconnected: a manager tries again. */
async function startCampaigns(site: Site): Promise<void> {
  for (const { clientId, campaignId } of site.campaigns) {
    for (let tries = 0; tries < 50; tries += 1) {
      const started = await requestStart(site.db, clientId, campaignId).then(
        () => true,
        () => false,
      );
      if (started) break;
      await sleep(100);
    }
  }
}

async function readHoldSoon({ db }: Site): Promise<Hold | undefined> {
  for (let tries = 0; tries < 60; tries += 1) {
    const hold = await asPlatform(db, readHold).catch(() => null);
    if (hold) return hold;
    await sleep(100);
  }
  return undefined;
}

/**
 * Of a standby, the first process to come may place no calls: it sees a failover only. An engine then compares
 * its mark, and its verdict replaces that.
 */
async function readVerdict(site: Site): Promise<Hold | undefined> {
  let verdict = await readHoldSoon(site);
  for (let tries = 0; tries < 100 && verdict?.code === 'failover'; tries += 1) {
    await sleep(100);
    const now = await asPlatform(site.db, readHold).catch(() => verdict);
    if (!now) break;
    verdict = now;
  }
  return verdict;
}

/** A failover may be over by itself; else the operator lets go of the hold, once all have come. */
async function reconcile(site: Site, hold: Hold | undefined): Promise<void> {
  if (!hold) return;
  for (let tries = 0; tries < 30; tries += 1) {
    const done = await carillon(site, 'engines', 'restore', 'reconcile').then(
      () => true,
      () => false,
    );
    if (done && !(await asPlatform(site.db, readHold))) return;
    await sleep(500);
  }
  throw new Error('the hold did not end');
}

/** The command line, in one of the run's data folders. */
async function carillon(site: Site, folder: string, ...args: string[]): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: site.url,
    CARILLON_DATA: join(site.root, folder),
    CARILLON_SIM_SPEED: String(simulation.speed),
  };
  await promisify(execFile)(process.execPath, [main, ...args], { env });
}

interface Judgment {
  submitted: number;
  duplicates: string[];
  late: string[];
}

function linesOf({ folder }: Site) {
  const text = readFileSync(join(folder, callLogName), 'utf8');
  return readLines(text.slice(0, text.lastIndexOf('\n') + 1));
}

const isReply = ({ attemptId }: { attemptId: string }) => attemptId.startsWith('reply-');

function judge(site: Site, { ledger }: OptOuts, confirmed: ReadonlySet<string>): Judgment {
  const lines = linesOf(site);
  const own = lines.filter((line) => !isReply(line));
  const stops = lines
    .filter((line) => isReply(line) && confirmed.has(`${line.attemptId} ${line.to}`))
    .map(({ to, offset }) => {
      return { clientId: site.clientId, phone: to, offset: offset + 1, how: 'STOP' };
    });
  const optOuts = [...ledger.optOuts, ...stops];
  return {
    submitted: own.length,
    duplicates: submittedTwice(own),
    late: afterOptOut(own, { optOuts, silences: [] }),
  };
}

/** Auto-replies to STOP, while the database has them: a restore takes them away. */
async function noteConfirmations(site: Site, confirmed: Set<string>): Promise<void> {
  const rows = await asClient(site.db, site.clientId, (tx) =>
    tx.rows<{ id: string }>(
      `SELECT concat_ws('-', 'reply', client_id, text_reply_id) || ' ' || phone AS id
       FROM text_reply WHERE client_id = $1 AND kind = 'opt_out'`,
      [site.clientId],
    ),
  ).catch(() => []);
  for (const { id } of rows) confirmed.add(id);
}

function summarize(
  { submitted, duplicates, late }: Judgment,
  { rounds, withoutMark, say, record }: Omit<RewindsWish, 'port' | 'way'>,
): number {
  if (withoutMark) {
    const [first] = duplicates;
    say(`without-mark is ${first ? `caught: ${first}` : 'NOT CAUGHT'}, ${submitted} submitted`);
    return first ? 0 : 1;
  }
  for (const violation of [...duplicates, ...late].slice(0, 20)) say(violation);
  say(
    `${rounds} rewinds, ${submitted} submitted, ${duplicates.length} twice, ${late.length} after a confirmed stop`,
  );
  const violations = duplicates.length + late.length;
  record?.({ rounds, calls: submitted }, violations);
  return violations > 0 ? 1 : 0;
}
