/**
 * An export of the call detail report as the background job makes it (opened SSN and dates of
 * birth, CSV, compressed, sealed, stored in parts) against a plain COPY of the same rows and
 * columns to the same process, in turns. Prints seconds, their ratio, memory and how late
 * a timer of the process comes meanwhile.
 *
 *     node bench/report-export.ts [records=1500000] of 20 clients, a fifth of which are exported
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { to as copyTo } from 'pg-copy-streams';
import { asClient, asOwner, asReport, closeDatabase, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { createVault } from '../src/db/encryption.ts';
import { migrate } from '../src/db/migrate.ts';
import { countCallRecords } from '../src/db/queries/call-record.ts';
import { recordPlace } from '../src/db/queries/record-seals.ts';
import { beginArchive, newestArchives, reportFile } from '../src/db/queries/report-archive.ts';
import { readParts } from '../src/db/queries/report-part.ts';
import { beginRun } from '../src/db/queries/report-run.ts';
import { writeReport } from '../src/jobs/write-report.ts';
import { judge } from './goal.ts';
import { median } from './median.ts';
import { loadCallRecords } from './report-data.ts';

const rows = Number(process.argv[2] ?? 1_500_000);
const rounds = 3;
const clientId = 1;
const vault = createVault(Buffer.alloc(32, 7));

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const { host, port, user, database } = server;
const db = openDatabase({ host, port, user, database });
try {
  await migrate({ host, port, user, database });
  await insertClient();
  await loadCallRecords(db, rows, say);
  await sealRecords();
  say(`${cpus().length} x ${cpus()[0]?.model}`);
  const plain: number[] = [];
  const exported: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await timed(plainCopy));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = process.memoryUsage().rss;
    const used = process.cpuUsage();
    const peak = watchMemory();
    delay.enable();
    exported.push(await timed(exportReport));
    delay.disable();
    const { user: own, system } = process.cpuUsage(used);
    await readFile();
    say(`  ${((own + system) / 1e6).toFixed(2)} s of this process's CPU`);
    const grown = Math.round((peak() - before) / 2 ** 20);
    const late = [delay.percentile(99), delay.max].map((ns) => (ns / 1e6).toFixed(0));
    say(`  memory ${grown} MiB more; a timer ${late[0]} ms late at p99, ${late[1]} ms at most`);
  }
  const [a, b] = [median(plain), median(exported)];
  say(
    `plain COPY ${a.toFixed(2)} s (${shown(plain)}); export ${b.toFixed(2)} s (${shown(exported)})`,
  );
  judge({
    what: 'export against COPY TO STDOUT',
    ratios: plain.map((seconds, round) => seconds / (exported[round] ?? Number.NaN)),
    goal: 0.5,
    is: 'at least',
  });
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

function shown(seconds: readonly number[]): string {
  return seconds.map((one) => one.toFixed(2)).join(', ');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function insertClient(): Promise<void> {
  await asOwner(db, (tx) =>
    tx.run(
      `INSERT INTO client (client_id, code, name) OVERRIDING SYSTEM VALUE VALUES ($1, 'bench', 'Bench')`,
      [clientId],
    ),
  );
}

/** A third of the records get both, each sealed for its own row. */
async function sealRecords(): Promise<void> {
  const records = await asReport(db, clientId, (tx) =>
    tx.rows<{ callListId: number; entryId: number }>(
      `SELECT call_list_id AS "callListId", entry_id AS "entryId" FROM call_record
       WHERE client_id = ${clientId} AND ssn IS NOT NULL`,
    ),
  );
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      'CREATE TEMP TABLE sealed (list bigint, entry int, ssn bytea, birth bytea) ON COMMIT DROP',
    );
    for (let at = 0; at < records.length; at += 20_000) {
      const some = records.slice(at, at + 20_000);
      const values = (field: 'ssn' | 'dateOfBirth', text: (n: number) => string) =>
        some.map((record) => {
          const place = recordPlace({ clientId, ...record });
          return vault.seal(text(record.entryId), { ...place, field });
        });
      await tx.run(
        'INSERT INTO sealed SELECT * FROM unnest($1::bigint[], $2::int[], $3::bytea[], $4::bytea[])',
        [
          some.map((record) => record.callListId),
          some.map((record) => record.entryId),
          values('ssn', (n) => String(100_000_000 + (n % 900_000_000))),
          values('dateOfBirth', (n) => `03/14/${1930 + (n % 70)}`),
        ],
      );
    }
    await tx.run(
      `UPDATE call_record SET ssn = sealed.ssn, date_of_birth = sealed.birth FROM sealed
       WHERE client_id = $1 AND call_list_id = sealed.list AND entry_id = sealed.entry`,
      [clientId],
    );
  });
  await db.pool.query('VACUUM (ANALYZE) call_record');
  say(`${await recordCount()} records to export, a third of them with SSN and date of birth`);
}

async function recordCount(): Promise<number> {
  return countCallRecords(db, { clientId, filters: {}, blind: vault });
}

async function plainCopy(): Promise<void> {
  await asReport(db, clientId, async (tx) => {
    const stream = tx.client.query(
      copyTo(
        `COPY (SELECT phone, started_at, answered_at, finished_at, duration, billed_duration,
           minute_cost, cost, call_type, caller_id, caller_id_type, call_list_name, campaign_name,
           first_name, last_name, middle_name, date_of_birth, ssn, city, state_code, zip_code, external_id
         FROM call_record WHERE client_id = ${clientId}
         ORDER BY started_at DESC, call_list_id DESC, entry_id DESC) TO STDOUT (FORMAT csv)`,
      ),
    );
    for await (const _ of stream);
  });
}

async function exportReport(): Promise<void> {
  const given = { managerId: 1, filters: {}, utcOffset: -300, includeFullSsn: false };
  const run = await asClient(db, clientId, async (tx) => {
    const reportArchiveId = await beginArchive(tx, clientId, given, vault);
    return beginRun(tx, { clientId, reportArchiveId }, vault);
  });
  if (!run) throw new Error('The export did not begin.');
  await writeReport({ db, vault }, run);
}

/** The newest file, as a download reads it. */
async function readFile(): Promise<void> {
  const newest = await asClient(db, clientId, (tx) => newestArchives(tx, clientId, 1, vault));
  const id = newest[0]?.reportArchiveId ?? 0;
  const file = await asClient(db, clientId, (tx) => reportFile(tx, clientId, id));
  if (!file) throw new Error('The file is gone.');
  const began = performance.now();
  let bytes = 0;
  for await (const part of readParts(db, vault, { ...file, clientId })) bytes += part.length;
  const seconds = ((performance.now() - began) / 1000).toFixed(2);
  say(
    `  ${(bytes / 1e6).toFixed(1)} MB in ${file.partCount} parts, ${await storedMegabytes(id)} MB stored, read again in ${seconds} s`,
  );
}

async function storedMegabytes(reportArchiveId: number): Promise<string> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ bytes: number }>(
      'SELECT sum(length(content))::bigint AS bytes FROM report_part WHERE report_archive_id = $1',
      [reportArchiveId],
    ),
  );
  return ((row?.bytes ?? 0) / 1e6).toFixed(1);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

function watchMemory(): () => number {
  let most = 0;
  const sample = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const timer = setInterval(sample, 20);
  return () => {
    clearInterval(timer);
    sample();
    return most;
  };
}
