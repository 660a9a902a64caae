/** A database with something of every kind in it, and empty ones to restore into. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { afterAll, inject } from 'vitest';
import { BackupReader } from '../../src/db/backup/file-reader.ts';
import { fileSink } from '../../src/db/backup/file-writer.ts';
import { type LoadWish, loadBackup } from '../../src/db/backup/load-backup.ts';
import { type TakenBackup, takeBackup } from '../../src/db/backup/take-backup.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { enqueue, enqueueInTurn } from '../../src/db/job-queue.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { makeCampaign, makeList, makeTestClient } from '../engine/world.ts';
import { dropDatabase } from '../harness/drop-database.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-backup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface EmptyDatabase {
  owner: ClientConfig & { host: string; port: number; user: string; database: string };
  url: string;
}

/** A database without a table, dropped after the tests of the file. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0`);
  afterAll(() => dropDatabase(name, onServer));
  const url = `postgresql://${server.user}@${encodeURIComponent(server.host)}:${server.port}/${name}`;
  return { owner: { ...server, database: name }, url };
}

/** A statement on the tests' server, and its rows. */
export async function onServer(sql: string): Promise<Record<string, unknown>[]> {
  return on({ ...inject('postgres'), database: 'carillon' }, sql);
}

export async function on(login: ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(login);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function backupTo(
  file: string,
  owner: ClientConfig,
  key?: string,
): Promise<TakenBackup> {
  return takeBackup(owner, await fileSink(file), { carillon: '1.2.3', key });
}

export async function restoreFrom(file: string, owner: ClientConfig, wish: LoadWish = {}) {
  const reader = BackupReader.ofFile(file);
  try {
    return await loadBackup(owner, reader, wish);
  } finally {
    reader.close();
  }
}

/** Two clients with lists small and large, records of several months, a stop, jobs, and odd characters. */
export async function fillWithAll(db: Database): Promise<{ clientId: number; largeList: number }> {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 200, state: 'NY' });
  const other = await makeCampaign(db, { clientId: await makeTestClient(db) });
  await makeList(db, other, { entries: 50 });
  const largeList = await addLargeList(db, campaign, 3_000);
  for (const month of ['2026-09', '2026-10', '2027-01']) {
    await asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date(`${month}-15T12:00:00Z`)));
    for (const client of [clientId, other.clientId])
      await addRecords(db, client, campaignId, month);
  }
  await addPlayed(db, campaign, largeList);
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO do_not_call (client_id, phone, source, whole_account) VALUES
         ($1, '12125550001', 'key', true), ($1, '12125550002', 'manager', false)`,
      [clientId],
    );
    await enqueue(tx, 'render-message', 'one', { clientId, voiceMessageId: 7, version: 2 });
    await enqueueInTurn(
      tx,
      'report-export',
      { key: 'two', queue: 'reports of one client' },
      { clientId, reportArchiveId: 9 },
    );
  });
  return { clientId, largeList };
}

async function addLargeList(
  db: Database,
  { clientId, campaignId }: { clientId: number; campaignId: number },
  entries: number,
): Promise<number> {
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ id: number }>(`SELECT nextval('large_call_list_id') AS id`);
    const id = Number(row?.id);
    await tx.run(
      `INSERT INTO call_list (client_id, call_list_id, campaign_id, name, status_id, account_count,
         phone_count, phone_columns) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, 'Large', 4, $4, $4, 1)`,
      [clientId, id, campaignId, entries],
    );
    await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
      clientId,
      id,
    ]);
    await tx.run('SELECT begin_list_load($1)', [id]);
    await tx.run(
      `INSERT INTO list_entry_${id} (entry_id, account_line, phone, first_name, ssn, external_id)
       SELECT n, n + 1, (13125550000 + n)::text, E'tab\\there\\nline \\\\N "ü"' || n,
         decode(md5(n::text), 'hex'), 'E' || n FROM generate_series(1, $1::int) n`,
      [entries],
    );
    await tx.run('SELECT finish_list_load($1)', [id]);
    return id;
  });
}

/** A call with what allowed it, and the rendering that it played. */
function addPlayed(
  db: Database,
  { clientId, campaignId }: { clientId: number; campaignId: number },
  callListId: number,
) {
  return asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, allowed)
       VALUES ($1, $2, 1, $3, '13125550001', gen_random_uuid(), '2026-10-15T12:00:00Z',
         '2026-10-15T12:01:00Z', 'person', '\\x010200ff')`,
      [clientId, callListId, campaignId],
    );
    await tx.run(
      `INSERT INTO rendering_use (client_id, voice_message_id, version, call_list_id)
       SELECT client_id, voice_message_id, version, $2 FROM voice_message_rendering
       WHERE client_id = $1`,
      [clientId, callListId],
    );
  });
}

function addRecords(db: Database, clientId: number, campaignId: number, month: string) {
  return asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
         billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
         call_list_name, campaign_name, last_name)
       SELECT $1, $3::timestamptz + n * interval '1.000001 second', 1, n, $2, n, n, 20000, 7, 'person',
         'Outbound', (12145550000 + n)::text, '12125550199', 2, 'List', 'Campaign', 'O''Neill'
       FROM generate_series(1, 400) n`,
      [clientId, campaignId, `${month}-10T00:00:00Z`],
    ),
  );
}
