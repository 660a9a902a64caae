/**
 * The demo's past, beside a running console: loaded in one transaction, then its campaigns are started. A
 * process that dies in between leaves the stage with the client, and the next start goes on there.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runStatus } from '#contract/campaign.ts';
import { actingAs } from '#db/actor.ts';
import { asClient, asOwner, asPlatform, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { isConflict, isLockTaken, levelOf, troubleOf } from '#db/errors.ts';
import { ensureCallRecordMonth } from '#db/queries/call-record-month.ts';
import { tryStart } from '#db/queries/campaign-run.ts';
import {
  areMessagesReady,
  type DemoClient,
  findDemoClients,
  lockDemoStage,
  passSequence,
  readFirstAnchor,
  setDemoStage,
} from '#db/queries/demo-history.ts';
import { platformNow } from '../shared.ts';
import { type History, unpackHistory } from './history-format.ts';
import { loadHistory, monthsOf } from './history-load.ts';
import { easternMidnight, moveHistory } from './history-move.ts';
import { commitTidied } from './history-tidy.ts';

interface Deps {
  db: Database;
  vault: Vault;
  log: Logger;
  /** Absent: the one that Carillon comes with. */
  file?: URL;
}

/** Real milliseconds before each further try to load it. */
const waits = [1_000, 3_000];

/** The last minute of the history, Eastern: the clock of a demo begins at 14:00 or later. */
const endMinute = 13 * 60 + 56;
const ownFile = new URL('./history.bin', import.meta.url);

/** Campaigns of the file that are running when it ends, by name. */
const runningNames = [
  'Harbor Regional Medical Center: visits of cardiology and outpatient imaging',
  'Members in the West',
];

/** Loads what a demo client still lacks. Nothing to do costs one query. */
export function startDemoHistory(deps: Deps): { stop(): Promise<void>; done: Promise<void> } {
  const stopping = new AbortController();
  const done = run(deps, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) deps.log[levelOf(error, 'error')](error, 'demo history failed');
  });
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function run(deps: Deps, stopped: AbortSignal): Promise<void> {
  const waiting = await asPlatform(deps.db, findDemoClients);
  for (const client of waiting) {
    if (client.stage === null) continue;
    const actor = { kind: 'operator', name: 'demo', operation: 'demo history' } as const;
    await actingAs(actor, async () => {
      if (client.stage === 'loading') await loadOrGiveUp(deps, client, stopped);
      await startCampaigns(deps, client, stopped);
    });
  }
}

/**
 * Without a history the demo is the bare one: what somebody started meanwhile waits no longer. Trouble of the
 * database is no reason to give up: it passes.
 */
async function loadOrGiveUp(deps: Deps, client: DemoClient, stopped: AbortSignal): Promise<void> {
  for (let failures = 0; ; ) {
    try {
      return await load(deps, client);
    } catch (error) {
      if (!passes(error)) failures += 1;
      const wait = waits[Math.max(0, failures - 1)];
      if (wait === undefined) {
        await asClient(deps.db, client.clientId, (tx) => setDemoStage(tx, client.clientId, null));
        throw error;
      }
      deps.log[levelOf(error, 'warn')](error, 'demo history not loaded; trying again');
      await sleep(wait, undefined, { signal: stopped });
    }
  }
}

const passes = (error: unknown) =>
  troubleOf(error) !== undefined || isConflict(error) || isLockTaken(error);

async function load(
  { db, vault, file = ownFile }: Deps,
  { clientId, managerId }: DemoClient,
): Promise<void> {
  const history = unpackHistory(readFileSync(file));
  const anchor = await asPlatform(db, readFirstAnchor);
  if (!anchor) throw new Error('The clock of the platform has not begun.');
  const moved = moveHistory({ lastDay: history.lastDay, endMinute, anchor });
  await asOwner(db, (tx) => passIds(tx, history));
  // Each by itself: the engine makes its own months meanwhile.
  for (const month of monthsOf(history, moved)) {
    await asClient(db, clientId, (tx) => ensureCallRecordMonth(tx, month));
  }
  await commitTidied(db, clientId, async (tx) => {
    if ((await lockDemoStage(tx, clientId)) !== 'loading') return undefined;
    await loadHistory(tx, history, { clientId, managerId, vault, moved });
    // Those of the file are started again, by this installation's engine; a newcomer's goes on.
    await tx.run(
      `UPDATE campaign SET run_status = ${runStatus.stopped}, reason = NULL
       WHERE run_status <> ${runStatus.stopped} AND campaign_id = ANY ($1)`,
      [idsOf(history, 'campaign')],
    );
    await dateMessages(tx, history);
    await setDemoStage(tx, clientId, 'starting');
    // Yesterday's and today's are left for the newcomer.
    const read = new Date(moved.sim(easternMidnight(history.lastDay - 1)));
    return { managerId, read, now: await platformNow(tx), runningNames };
  });
}

/** The first start made them just now; the campaigns that play them are older. */
async function dateMessages(tx: Tx, history: History): Promise<void> {
  await tx.run(
    `UPDATE voice_message SET created = began.at, updated = began.at
     FROM (SELECT min(updated) AS at FROM campaign WHERE campaign_id = ANY ($1)) AS began
     WHERE name = ANY ($2) AND created > began.at`,
    [idsOf(history, 'campaign'), Object.values(history.names.voice_message ?? {})],
  );
}

/** Ids of tables whose first key column after the client is numbered by the database. */
async function passIds(tx: Parameters<typeof passSequence>[0], { tables }: History) {
  for (const { name, columns, rows } of tables) {
    const at = columns.findIndex((column) => column.name === idColumn(name));
    if (at < 0) continue;
    const most = rows.reduce((highest, row) => Math.max(highest, Number(row[at] ?? 0)), 0);
    await passSequence(tx, name, idColumn(name), most);
  }
}

function idsOf({ tables }: History, name: string): (string | null)[] {
  const table = tables.find((one) => one.name === name);
  const at = table?.columns.findIndex((column) => column.name === idColumn(name)) ?? -1;
  return table?.rows.map((row) => row[at] ?? null) ?? [];
}

const idColumn = (table: string) => (table === 'policy_rule' ? 'rule_id' : `${table}_id`);

/** As soon as the messages have their sound. */
async function startCampaigns({ db }: Deps, { clientId }: DemoClient, stopped: AbortSignal) {
  while (!(await asClient(db, clientId, areMessagesReady))) {
    if (stopped.aborted) return;
    await sleep(200, undefined, { signal: stopped });
  }
  await asClient(db, clientId, async (tx) => {
    if ((await lockDemoStage(tx, clientId)) !== 'starting') return;
    const campaigns = await tx.rows<{ id: number }>(
      'SELECT campaign_id AS id FROM campaign WHERE name = ANY ($1) ORDER BY campaign_id',
      [runningNames],
    );
    for (const { id } of campaigns) await tryStart(tx, clientId, id);
    await setDemoStage(tx, clientId, null);
  });
}
