/**
 * The do-not-call list at size: searches of the console over 1,000,000 entries and over 1,000, and
 * the whole list as the documents' call streams it. Prints medians and their ratio.
 *
 *     node bench/do-not-call.ts [entries=1000000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { asClient, asOwner, asPlatform, closeDatabase, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { readDoNotCall, searchDoNotCall } from '../src/db/queries/do-not-call.ts';
import { importDoNotCall } from '../src/db/queries/do-not-call-import.ts';

const many = Number(process.argv[2] ?? 1_000_000);
const few = 1_000;
const batch = 10_000;
const runs = 9;
const searches = ['', '3', '30', '302', '3025', '555', '0148', '8675309', '3025550148'];

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const { host, port, user, database } = server;
const db = openDatabase({ host, port, user, database });
try {
  await migrate({ host, port, user, database });
  const large = await makeClient('large');
  const small = await makeClient('small');
  say(`${cpus().length} x ${cpus()[0]?.model}; PostgreSQL embedded, ${many} and ${few} entries`);
  const began = performance.now();
  await fill(large, many);
  await fill(small, few);
  say(`written at ${Math.round((many / (performance.now() - began)) * 1_000)} a second`);
  await asOwner(db, (tx) => tx.run('ANALYZE do_not_call'));
  say('\nsearch | found | of many, ms | of few, ms | ratio');
  for (const digits of searches) {
    const question = { digits, sort: '-created', limit: 200 } as const;
    const slow = await median(() => searchDoNotCall(db, { clientId: large, ...question }));
    const quick = await median(() => searchDoNotCall(db, { clientId: small, ...question }));
    const { total, exact } = slow.value;
    const figures = [slow.ms.toFixed(1), quick.ms.toFixed(1), (slow.ms / quick.ms).toFixed(1)];
    say(`${digits || 'none'} | ${exact ? total : `more than ${total}`} | ${figures.join(' | ')}`);
  }
  await readAll(large);
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function makeClient(code: string): Promise<number> {
  const row = await asPlatform(db, (tx) =>
    tx.row<{ id: number }>(
      'INSERT INTO client (code, name) VALUES ($1, $1) RETURNING client_id AS id',
      [code],
    ),
  );
  if (!row) throw new Error('no client');
  return row.id;
}

/** A tenth of the numbers in the area code 302, as a local client has it; the rest anywhere. */
async function fill(clientId: number, entries: number): Promise<void> {
  for (let from = 0; from < entries; from += batch) {
    const phones = Array.from({ length: Math.min(batch, entries - from) }, (_, at) => {
      const n = from + at;
      const area = n % 10 === 0 ? 302 : 200 + ((n * 7919) % 800);
      return `1${area}${String(2_000_000 + ((n * 104_729) % 8_000_000)).padStart(7, '0')}`;
    });
    await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, phones));
  }
}

async function median<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const times: number[] = [];
  let value = await work();
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    value = await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { value, ms: times[Math.floor(runs / 2)] ?? 0 };
}

async function readAll(clientId: number): Promise<void> {
  const before = process.memoryUsage().rss;
  let most = before;
  let entries = 0;
  const began = performance.now();
  for await (const page of readDoNotCall(db, clientId)) {
    JSON.stringify(page);
    entries += page.length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - began) / 1_000;
  const grown = Math.round((most - before) / 2 ** 20);
  say(`\nwhole list: ${entries} entries in ${seconds.toFixed(1)} s, ${grown} MiB more in memory`);
}
