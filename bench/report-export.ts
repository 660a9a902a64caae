/**
 * An export of the call detail report as the background job makes it (opened SSN and dates of
 * birth, CSV, compressed, sealed, stored in parts) against a plain COPY of the same rows and
 * columns to the same process, in turns. Prints seconds, their ratio, memory and how long the
 * process was kept from its other work.
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
import { beginArchive, newestArchives, reportFile } from '../src/db/queries/report-archive.ts';
import { readParts } from '../src/db/queries/report-part.ts';
import { beginRun } from '../src/db/queries/report-run.ts';
import { writeReport } from '../src/jobs/write-report.ts';
import { unboundSeal } from '../test/harness/unbound-seal.ts';
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
    say(
      `  memory ${grown} MiB more; kept from other work ${late[0]} ms p99, ${late[1]} ms at most`,
    );
  }
  const [a, b] = [median(plain), median(exported)];
  say(`plain COPY ${a.toFixed(2)} s; export ${b.toFixed(2)} s; ratio ${(a / b).toFixed(2)}`);
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
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

/** A thousand sealed values of each field, given to a third of the records. */
async function sealRecords(): Promise<void> {
  const values = (field: 'ssn' | 'dateOfBirth', text: (at: number) => string) =>
    Array.from({ length: 1000 }, (_, at) => unboundSeal(vault, text(at), { clientId, field }));
  const sealed = await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE call_record SET ssn = CASE WHEN ssn IS NOT NULL THEN ($2::bytea[])[1 + entry_id % 1000] END,
         date_of_birth = CASE WHEN ssn IS NOT NULL THEN ($3::bytea[])[1 + entry_id % 1000] END
       WHERE client_id = $1`,
      [
        clientId,
        values('ssn', (at) => `123-45-${1000 + at}`),
        values('dateOfBirth', (at) => `03/14/${1930 + (at % 70)}`),
      ],
    ),
  );
  await db.pool.query('VACUUM (ANALYZE) call_record');
  say(`${sealed} records to export, a third of them with SSN and date of birth`);
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
