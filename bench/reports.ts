/**
 * The call detail report at size: pages of 25 and 500 and exact counts, for each kind of filter,
 * for a client with a fifth of all records and one with a twentieth. Prints the medians and the
 * ratio against the unfiltered page of 25.
 *
 *     node bench/reports.ts [rows=10000000] [folder to keep the database in]
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRecordFilters } from '../src/contract/call-record.ts';
import { asClient, asOwner, closeDatabase, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { countCallRecords, pageOfCallRecords } from '../src/db/queries/call-record.ts';
import type { BlindIndexes } from '../src/db/queries/call-record-filter.ts';
import { summarizeCallRecords } from '../src/db/queries/call-record-summary.ts';
import { days, firstDay, loadCallRecords } from './report-data.ts';

const rows = Number(process.argv[2] ?? 10_000_000);
const kept = process.argv[3];
const runs = 5;

const md5 = (text: string) => createHash('md5').update(text).digest();
/** As report-data.ts makes them. */
const blind: BlindIndexes = {
  searched: {
    ssnIndex: (_, value) => [md5(`ssn${value}`)],
    ssnLast4Index: (_, value) => [md5(`last${Number(value)}`)],
    dobIndex: (_, value) => [md5(`dob${value}`)],
    dobYearIndex: (_, value) => [md5(`year${Number(value) - 1900}`)],
  },
};

const day = (back: number) => new Date(firstDay + (days - back) * 86_400_000).toISOString();
const between = (from: number, to: number) => ({ beginDateTime: day(from), endDateTime: day(to) });

const questions: [name: string, filters: (client: number) => CallRecordFilters][] = [
  ['none', () => ({})],
  ['today', () => ({ startTime: between(1, 0) })],
  ['30 days', () => ({ startTime: between(30, 0) })],
  ['answered on one day', () => ({ answerTime: between(41, 40) })],
  ['3 campaigns', (client) => ({ campaigns: [3, 14, 15].map((n) => client * 100 + n) })],
  ['last name has stein', () => ({ lastName: 'STEIN' })],
  ['last name is rare', () => ({ lastName: 'qvistga' })],
  ['last name nobody has', () => ({ lastName: 'xyzzy' })],
  ['last name has 2 letters', () => ({ lastName: 'qv' })],
  ['phone number', () => ({ phoneNumber: '(999) 555-1234' })],
  ['duration 150 to 160', () => ({ duration: { begin: 150, end: 160 } })],
  ['cost 0.03 to 0.035', () => ({ cost: { begin: 0.03, end: 0.035 } })],
  ['SSN, last four', () => ({ ssn: '1234' })],
  ['year of birth', () => ({ dateOfBirth: '1968' })],
  ['campaign by name', () => ({ campaignName: 'Campaign 7' })],
  [
    'combined',
    (client) => ({
      startTime: between(30, 0),
      campaigns: [3, 14, 15].map((n) => client * 100 + n),
      duration: { begin: 100, end: 200 },
      lastName: 'er',
    }),
  ],
];

const orders = [
  'duration',
  'cost',
  'outcome',
  'phoneNumber',
  'answerTime',
  'lastName',
  'campaignName',
  'carrierWords',
] as const;

if (kept) mkdirSync(kept, { recursive: true });
const folder = kept ?? mkdtempSync(join(tmpdir(), 'carillon-bench-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const { host, port, user, database } = server;
const db = openDatabase({ host, port, user, database });
try {
  await migrate({ host, port, user, database });
  if (!(await isLoaded())) await loadCallRecords(db, rows, say);
  say(`${cpus().length} x ${cpus()[0]?.model}; ${rows} records, 20 clients, ${days} days`);
  await sizes();
  for (const client of [1, 7]) await measure(client);
  for (const client of [1, 7]) await measureOrders(client);
  await write();
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  if (!kept) rmSync(folder, { recursive: true, force: true });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function isLoaded(): Promise<boolean> {
  const known = await asOwner(db, (tx) =>
    tx.row<{ estimate: number }>(
      `SELECT coalesce(sum(reltuples), 0)::bigint AS estimate FROM pg_class
       WHERE relname ~ '^call_record_[0-9]+_[0-9]$' AND reltuples > 0`,
    ),
  );
  return (known?.estimate ?? 0) > 0;
}

async function sizes(): Promise<void> {
  const found = await asOwner(db, (tx) =>
    tx.rows<{ name: string; size: string }>(
      `SELECT coalesce(nullif(regexp_replace(child.relname, '^call_record_[0-9]+_[0-9]_?', ''), ''), 'rows') AS name,
              pg_size_pretty(sum(pg_relation_size(child.oid))) AS size
       FROM pg_class child WHERE child.relname ~ '^call_record_[0-9]+_[0-9]' AND child.relkind IN ('r', 'i')
       GROUP BY 1 ORDER BY 1`,
    ),
  );
  for (const { name, size } of found) say(`  ${size.padStart(9)}  ${name}`);
}

async function measure(clientId: number): Promise<void> {
  say(
    `\nclient ${clientId}: filter | rows | page 25 ms | page 500 ms | count ms | ratio of page 25`,
  );
  let unfiltered = 0;
  for (const [name, filtersOf] of questions) {
    const question = { clientId, filters: filtersOf(clientId), blind };
    const count = await median(() => countCallRecords(db, question));
    const page = await median(() =>
      pageOfCallRecords(db, question, { limit: 25, total: count.value }),
    );
    const long = await median(() =>
      pageOfCallRecords(db, question, { limit: 500, total: count.value }),
    );
    unfiltered ||= page.ms;
    const figures = [page.ms, long.ms, count.ms].map((ms) => ms.toFixed(1).padStart(7));
    const ratio = (page.ms / unfiltered).toFixed(1);
    say(
      `| ${name.padEnd(24)} | ${String(count.value).padStart(8)} | ${figures.join(' | ')} | ${ratio} |`,
    );
  }
}

/** Another order than the newest first over all that match, a page deep in it, totals and chart. */
async function measureOrders(clientId: number): Promise<void> {
  const asked: [string, CallRecordFilters][] = [
    ['none', {}],
    ['30 days', { startTime: between(30, 0) }],
    ['last name has stein', { lastName: 'STEIN' }],
    ['outcome person', { outcome: ['person', 'abandoned', 'opted_out'] }],
  ];
  say(`\nclient ${clientId}: filter | totals and chart ms | sorted by: page 25 ms`);
  for (const [name, filters] of asked) {
    const question = { clientId, filters, blind };
    const total = await countCallRecords(db, question);
    const figures = [(await median(() => summarizeCallRecords(db, question))).ms.toFixed(0)];
    for (const column of orders) {
      const sort = { column, descending: true };
      const page = await median(() => pageOfCallRecords(db, question, { limit: 25, total, sort }));
      figures.push(`${column} ${page.ms.toFixed(0)}`);
    }
    const deep = { limit: 25, total, skip: Math.min(total - 25, 50_000) };
    const page = await median(() => pageOfCallRecords(db, question, deep));
    figures.push(`newest, ${deep.skip} deep ${page.ms.toFixed(0)}`);
    say(`| ${name.padEnd(20)} | ${figures.join(' | ')} |`);
  }
}

/** As the engine does: small batches, each committed, every index kept. */
async function write(): Promise<void> {
  const written = 20_000;
  const batch = 50;
  await asOwner(db, (tx) =>
    tx.run(
      `CREATE UNLOGGED TABLE new_record AS
       SELECT r.*, (row_number() OVER ())::int AS position FROM call_record_202610_0 r LIMIT ${written}`,
    ),
  );
  const { names } = (await asOwner(db, (tx) =>
    tx.row<{ names: string }>(
      `SELECT string_agg(attname, ', ' ORDER BY attnum) AS names FROM pg_attribute
       WHERE attrelid = 'call_record'::regclass AND attnum > 0 AND attname NOT IN ('client_id', 'started_at')`,
    ),
  )) ?? { names: '' };
  await asOwner(db, async (tx) => {
    await tx.run('CREATE INDEX ON new_record (position)');
    await tx.run('GRANT SELECT ON new_record TO carillon_client');
  });
  // A kept database may have them from the run before.
  await asClient(db, 1, (tx) =>
    tx.run(`DELETE FROM call_record WHERE client_id = 1 AND started_at >= '2026-11-21'`),
  );
  const began = performance.now();
  for (let from = 1; from <= written; from += batch) {
    await asClient(db, 1, (tx) =>
      tx.run(
        `INSERT INTO call_record (client_id, started_at, ${names})
         SELECT 1, '2026-11-21'::timestamptz + position * interval '1 second', ${names}
         FROM new_record WHERE position BETWEEN $1 AND $2`,
        [from, from + batch - 1],
      ),
    );
  }
  const rate = (1000 * written) / (performance.now() - began);
  say(`\n${written} records written in batches of ${batch}: ${Math.round(rate)} a second`);
  await asOwner(db, async (tx) => {
    await tx.run('DROP TABLE new_record');
  });
}

async function median<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const value = await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return { ms: times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0, value };
}
