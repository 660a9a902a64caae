/**
 * The call detail report at size: pages of 25 and 500 and exact counts, for each kind of filter,
 * for a client with a fifth of all records and one with a twentieth, beside DuckDB over the same rows
 * where that is installed: it is large, and nothing else needs it.
 *
 *     npm install --prefix /tmp/duck @duckdb/node-api
 *     node bench/reports.ts [rows=10000000] [folder to keep the database in] [/tmp/duck] [parts]
 *
 * Parts are some of load, filters, orders, write, with commas; all without it, but no orders beside
 * DuckDB. A kept database is loaded once, so that each part can be a run of its own. 1,000,000 rows
 * with DuckDB take some 4 minutes, 10,000,000 half an hour, most of which is loading.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CallRecordFilters,
  mostRecordsCounted,
  mostRecordsSearched,
} from '../src/contract/call-record.ts';
import { asClient, asOwner, closeDatabase, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { countCallRecords, pageOfCallRecords } from '../src/db/queries/call-record.ts';
import type { BlindIndexes, ReportQuestion } from '../src/db/queries/call-record-filter.ts';
import { searchNewest } from '../src/db/queries/call-record-newest.ts';
import { summarizeCallRecords } from '../src/db/queries/call-record-summary.ts';
import { conclude } from './goal.ts';
import { median } from './median.ts';
import { days, firstDay, loadCallRecords } from './report-data.ts';
import { type Duck, openDuck } from './report-duck.ts';

const rows = Number(process.argv[2] ?? 10_000_000);
const kept = process.argv[3] || undefined;
const duckFolder = process.argv[4] || undefined;
const parts = process.argv[5]?.split(',') ?? ['load', 'filters', 'write', duckFolder ?? 'orders'];
/** Of a page in each round; counts are run less often. */
const runs = 7;
const fewRuns = 2;
const rounds = 3;
/** What a slow one of them may take in a round before it is not repeated, milliseconds. */
const roundTakes = 1_000;

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

/** A filter, and the same for DuckDB; without one DuckDB cannot find it (blind indexes). */
interface Question {
  name: string;
  filters: (client: number) => CallRecordFilters;
  duck?: (client: number) => string;
}

const three = (client: number) => [3, 14, 15].map((n) => client * 100 + n);
const begun = (from: number, to: number) => `started_at BETWEEN '${day(from)}' AND '${day(to)}'`;
const named = (part: string) => () => `last_name ILIKE '%${part}%'`;

// biome-ignore format: one line for each filter
const questions: Question[] = [
  { name: 'none', filters: () => ({}), duck: () => 'true' },
  { name: 'today', filters: () => ({ startTime: between(1, 0) }), duck: () => begun(1, 0) },
  { name: '30 days', filters: () => ({ startTime: between(30, 0) }), duck: () => begun(30, 0) },
  { name: 'answered on one day', filters: () => ({ answerTime: between(41, 40) }), duck: () => begun(41, 40).replace('started_at', 'answered_at') },
  { name: '3 campaigns', filters: (client) => ({ campaigns: three(client) }), duck: (client) => `campaign_id IN (${three(client)})` },
  { name: 'last name has stein', filters: () => ({ lastName: 'STEIN' }), duck: named('stein') },
  { name: 'last name is rare', filters: () => ({ lastName: 'qvistga' }), duck: named('qvistga') },
  { name: 'last name nobody has', filters: () => ({ lastName: 'xyzzy' }), duck: named('xyzzy') },
  { name: 'last name has 2 letters', filters: () => ({ lastName: 'qv' }), duck: named('qv') },
  { name: '2 letters nobody has', filters: () => ({ lastName: 'zq' }), duck: named('zq') },
  { name: 'phone number', filters: () => ({ phoneNumber: '(999) 555-1234' }), duck: () => `phone LIKE '%9995551234%'` },
  { name: 'duration 150 to 160', filters: () => ({ duration: { begin: 150, end: 160 } }), duck: () => 'duration BETWEEN 150 AND 160' },
  { name: 'cost 0.03 to 0.035', filters: () => ({ cost: { begin: 0.03, end: 0.035 } }), duck: () => 'cost BETWEEN 30000 AND 35000' },
  { name: 'SSN, last four', filters: () => ({ ssn: '1234' }) },
  { name: 'year of birth', filters: () => ({ dateOfBirth: '1968' }) },
  { name: 'campaign by name', filters: () => ({ campaignName: 'Campaign 7' }), duck: () => `campaign_name = 'Campaign 7'` },
  { name: 'list by name, state', filters: () => ({ calllistName: 'List 7', state: 'DE' }), duck: () => `call_list_name = 'List 7' AND state_code ILIKE '%DE%'` },
  { name: 'combined', filters: (client) => ({ startTime: between(30, 0), campaigns: three(client), duration: { begin: 100, end: 200 }, lastName: 'er' }),
    duck: (client) => `${begun(30, 0)} AND campaign_id IN (${three(client)}) AND duration BETWEEN 100 AND 200 AND ${named('er')()}` },
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

/** Of all filters and clients, milliseconds. */
const worst = { page: 0, some: 0, all: 0 };

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
  if (parts.includes('filters')) {
    const duck = duckFolder ? await openDuck(db, duckFolder, say) : undefined;
    for (const client of [1, 7]) await measure(client, duck);
    verdict();
  }
  if (parts.includes('orders')) for (const client of [1, 7]) await measureOrders(client);
  if (parts.includes('write')) await write();
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  if (!kept) rmSync(folder, { recursive: true, force: true });
}

function verdict(): void {
  const at = `at ${rows.toLocaleString('en-US')} records`;
  conclude({
    what: `exact count ${at}, slowest filter against 100 ms`,
    ratio: worst.all / 100,
    goal: 1,
    is: 'at most',
  });
  conclude({
    what: `count to 10,001 ${at}, slowest filter against 100 ms`,
    ratio: worst.some / 100,
    goal: 1,
    is: 'at most',
  });
  conclude({
    what: `first page ${at}, p95 of the slowest filter against 50 ms`,
    ratio: worst.page / 50,
    goal: 1,
    is: 'at most',
  });
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

interface Measured {
  page: number[];
  long: number[];
  some: number[];
  all: number[];
  duckPage: number[];
  duckCount: number[];
}

/**
 * As the console asks: the page without its count, the count up to 10,001 beside it, both of the newest
 * only where no index leads; all are counted when asked.
 */
async function measure(clientId: number, duck: Duck | undefined): Promise<void> {
  const taken = new Map<string, Measured & { rows: number }>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, filters, duck: where } of questions) {
      const question = { clientId, filters: filters(clientId), blind };
      const kept = taken.get(name) ?? {
        page: [],
        long: [],
        some: [],
        all: [],
        duckPage: [],
        duckCount: [],
        rows: 0,
      };
      taken.set(name, kept);
      const searched = async (work: (asked: ReportQuestion) => Promise<unknown>) =>
        work((await searchNewest(db, question, mostRecordsSearched)).question);
      const page = await times(
        () => searched((asked) => pageOfCallRecords(db, asked, { limit: 25 })),
        runs,
      );
      const long = await times(() =>
        searched((asked) => pageOfCallRecords(db, asked, { limit: 500 })),
      );
      const some = await times(() =>
        searched((asked) => countCallRecords(db, asked, mostRecordsCounted)),
      );
      const all = await times(() => countCallRecords(db, question));
      kept.page.push(...page.ms);
      kept.long.push(...long.ms);
      kept.some.push(...some.ms);
      kept.all.push(...all.ms);
      kept.rows = all.value;
      if (!duck || !where) continue;
      const of = `FROM call_record WHERE client_id = ${clientId} AND ${where(clientId)}`;
      const order = 'ORDER BY started_at DESC, call_list_id DESC, entry_id DESC LIMIT 25';
      kept.duckPage.push(...(await times(() => duck(`SELECT * ${of} ${order}`))).ms);
      const counted = await times(() => duck(`SELECT count(*) ${of}`));
      kept.duckCount.push(...counted.ms);
      if (Number(counted.value[0]?.[0]) !== all.value)
        throw new Error(`DuckDB counts otherwise: ${name}.`);
    }
  }
  say(`\nclient ${clientId}, medians (p95) in ms over ${rounds} rounds of ${runs}`);
  say(
    '| filter | rows | page of 25 | DuckDB | page of 500 | count to 10,001 | exact count | DuckDB |',
  );
  say('|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const [name, { rows: found, page, long, some, all, duckPage, duckCount }] of taken) {
    const cells = [page, duckPage, long, some, all, duckCount].map(inWords);
    say(`| ${[name, found, ...cells].join(' | ')} |`);
    worst.page = Math.max(worst.page, percentile(page, 0.95));
    worst.some = Math.max(worst.some, median(some));
    worst.all = Math.max(worst.all, median(all));
  }
}

function inWords(ms: number[]): string {
  return ms.length === 0 ? '' : `${median(ms).toFixed(1)} (${percentile(ms, 0.95).toFixed(1)})`;
}

function percentile(ms: number[], share: number): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The work once unmeasured, then the milliseconds of each run. */
async function times<T>(
  work: () => Promise<T>,
  many = fewRuns,
): Promise<{ ms: number[]; value: T }> {
  const value = await work();
  const ms: number[] = [];
  const start = performance.now();
  for (let run = 0; run < many && (run === 0 || performance.now() - start < roundTakes); run += 1) {
    const began = performance.now();
    await work();
    ms.push(performance.now() - began);
  }
  return { ms, value };
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
    const figures = [(await once(() => summarizeCallRecords(db, question))).ms.toFixed(0)];
    for (const column of orders) {
      const sort = { column, descending: true };
      const page = await once(() => pageOfCallRecords(db, question, { limit: 25, total, sort }));
      figures.push(`${column} ${page.ms.toFixed(0)}`);
    }
    const deep = { limit: 25, total, skip: Math.min(total - 25, 50_000) };
    const page = await once(() => pageOfCallRecords(db, question, deep));
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

async function once<T>(work: () => Promise<T>): Promise<{ ms: number }> {
  return { ms: median((await times(work)).ms) };
}
