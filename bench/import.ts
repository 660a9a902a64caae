/**
 * A contact file of 120 MB through the real upload of a started Carillon: received, decoded, split,
 * checked, copied, held against 1,000,000 do-not-call numbers, indexed and attached. Against it, on
 * the same server in the same run, a plain COPY of the same cleaned rows into a logged table with
 * the same indexes.
 *
 *   node bench/import.ts [rounds=5] [MB=120]
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { MappingItem } from '../src/contract/call-list-upload.ts';
import { closeDatabase, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { makeClient } from '../test/harness/clients.ts';
import { judge } from './goal.ts';
import { headers, writeContacts } from './import-file.ts';
import { memory, startServer, watchHealth } from './import-server.ts';
import { median } from './median.ts';

const rounds = Number(process.argv[2] ?? 5);
const megabytes = Number(process.argv[3] ?? 119.9);
const port = 20_000 + (process.pid % 20_000);
const address = `http://127.0.0.1:${port}`;
const doNotCallNumbers = 1_000_000;

const fields = { First: 1, Middle: 2, Last: 3, Street: 6, City: 8, State: 9, Zip: 10, Account: 11 };
const personal = { DOB: 4, SSN: 5 };

const met = (yes: boolean) => (yes ? 'met' : 'MISSED');

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-import-'));
const contacts = join(folder, 'contacts.csv');
const written = writeContacts(contacts, megabytes * 1024 * 1024);
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
console.log(
  `file: ${(written.bytes / 1e6).toFixed(1)} MB, ${written.rows} rows; do-not-call: ${doNotCallNumbers} numbers`,
);

const lock = lockDataFolder(folder, 'command');
const embedded = await startEmbedded({ dataFolder: join(folder, 'data') });
const { host, port: socketPort, user, database } = embedded;
await migrate({ host, port: socketPort, user, database });
// The superuser of the embedded server, to whom row level security does not apply.
const client = new Client({ host, port: socketPort, user: 'postgres', database });
await client.connect();
let server: ChildProcess | undefined;
try {
  const signedIn = await prepare();
  server = await startServer(
    folder,
    port,
    `postgresql://${user}@${encodeURIComponent(host)}:${socketPort}/${database}`,
  );
  const token = await signIn(signedIn);
  const { campaignId } = signedIn;
  console.log(`memory of the process before: ${memory(server, 'VmRSS').toFixed(0)} MB`);
  const plain = await measure(token, campaignId, fields, 'import without SSN and date of birth');
  const both = { ...fields, ...personal };
  const sealed = await measure(token, campaignId, both, 'import with both, sealed');
  judge({ ...sealed, goal: 1, is: 'at most' }, { ...plain, goal: 0.7, is: 'at most' });
} finally {
  server?.kill('SIGINT');
  if (server) await once(server, 'exit');
  await client.end();
  await embedded.stop();
  lock.release();
  rmSync(folder, { recursive: true, force: true });
}

interface Prepared {
  clientId: number;
  campaignId: number;
  account: { code: string; username: string; password: string };
}

async function signIn({ account }: Prepared): Promise<string> {
  const response = await fetch(`${address}/api/security/login`, {
    method: 'POST',
    body: JSON.stringify(account),
    headers: { 'content-type': 'application/json' },
  });
  return ((await response.json()) as { bearerToken: string }).bearerToken;
}

/** The do-not-call list, with about 10,000 numbers of the file, and a campaign. */
async function prepare(): Promise<Prepared> {
  const db = openDatabase({ host, port: socketPort, user, database });
  const { clientId, code, manager } = await makeClient(db);
  await closeDatabase(db);
  await client.query(
    `INSERT INTO do_not_call (client_id, phone, source) SELECT $2, unnest($1::text[]), 'operator' ON CONFLICT DO NOTHING`,
    [written.matching, clientId],
  );
  await client.query(
    `INSERT INTO do_not_call (client_id, phone, source)
     SELECT $2, '1' || (2000000000 + (n * 7919::bigint * 997) % 7999999999), 'operator'
     FROM generate_series(1, $1::bigint) n ON CONFLICT DO NOTHING`,
    [doNotCallNumbers - written.matching.length, clientId],
  );
  await client.query('VACUUM ANALYZE do_not_call');
  const { rows } = await client.query(
    `INSERT INTO campaign (client_id, name, campaign_type, calls_per_minute) VALUES ($1, 'Bench', 1, 60) RETURNING campaign_id`,
    [clientId],
  );
  const { username, password } = manager;
  return {
    clientId,
    campaignId: Number(rows[0].campaign_id),
    account: { code, username, password },
  };
}

async function measure(
  token: string,
  campaignId: number,
  mapped: Record<string, number>,
  what: string,
): Promise<{ what: string; ratios: number[] }> {
  const imports: number[] = [];
  const copies: number[] = [];
  const slow: number[] = [];
  let result: Record<string, number> = {};
  await client.query('CHECKPOINT');
  for (let round = 0; round < rounds; round++) {
    const health = watchHealth(address);
    const before = performance.now();
    result = await upload(token, campaignId, mapped, `${what} ${round}`);
    imports.push((performance.now() - before) / 1000);
    slow.push(...(await health.stop()));
    await client.query('CHECKPOINT');
    copies.push(await plainCopy(result.callListId ?? 0));
    await client.query('CHECKPOINT');
  }
  const seconds = median(imports);
  const copy = median(copies);
  const peak = memory(server, 'VmHWM');
  const p99 = slow.toSorted((a, b) => a - b)[Math.floor(slow.length * 0.99)] ?? Number.NaN;
  console.log(`\n${what}: ${JSON.stringify(result)}`);
  console.log(
    `  import     ${seconds.toFixed(2)} s (${imports.map((one) => one.toFixed(2)).join(', ')}), ${Math.round(written.rows / seconds)} rows/s`,
  );
  console.log(
    `  plain COPY ${copy.toFixed(2)} s (${copies.map((one) => one.toFixed(2)).join(', ')})`,
  );
  console.log(
    `  memory of the process at its peak ${peak.toFixed(0)} MB, goal under 200: ${met(peak < 200)}`,
  );
  console.log(
    `  GET /health/live meanwhile: p99 ${p99.toFixed(1)} ms of ${slow.length}, goal under 100: ${met(p99 < 100)}`,
  );
  return { what, ratios: imports.map((one, round) => one / (copies[round] ?? Number.NaN)) };
}

async function upload(
  token: string,
  campaignId: number,
  mapped: Record<string, number>,
  name: string,
) {
  const column = (fieldName: string) => ({ fieldColumn: headers.indexOf(fieldName), fieldName });
  const callListMapList: MappingItem[] = [
    { accountField: { id: 0, value: '' }, selectedCallListField: [column('Phone')] },
    ...Object.entries(mapped).map(([header, id]) => ({
      accountField: { id, value: '' },
      selectedCallListField: [column(header)],
    })),
  ];
  const settings = {
    callListName: name,
    campaignId,
    delimiter: ',',
    callListMapList,
    restriction: { restrictionType: 2, pastXDays: null },
  };
  const boundary = 'carillon-bench';
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  const before = part('name="fileSelect"; filename="contacts.csv"');
  const after = `\r\n${part('name="callListMap"')}${JSON.stringify(settings)}\r\n${part('name="headers"')}${JSON.stringify(headers)}\r\n--${boundary}--\r\n`;
  const length = Buffer.byteLength(before) + written.bytes + Buffer.byteLength(after);
  // As lean as can be: the sender shares the machine with what is measured.
  const sent = request(`${address}/api/calllist/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
    },
  });
  const uploading = once(sent, 'response');
  sent.write(before);
  await pipeline(createReadStream(contacts, { highWaterMark: 256 * 1024 }), sent, { end: false });
  sent.end(after);
  const [response] = (await uploading) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode !== 200) throw new Error(body);
  return JSON.parse(body) as Record<string, number>;
}

/** The rows of a list, written down and copied into a table like list_entry. */
async function plainCopy(callListId: number): Promise<number> {
  const rows = join(folder, 'cleaned.copy');
  const source = `SELECT * FROM list_entry WHERE call_list_id = ${Number(callListId)}`;
  await pipeline(
    client.query(copyStreams.to(`COPY (${source}) TO STDOUT`)),
    createWriteStream(rows),
  );
  await client.query(
    'DROP TABLE IF EXISTS plain; CREATE TABLE plain (LIKE list_entry INCLUDING ALL)',
  );
  const before = performance.now();
  await pipeline(
    createReadStream(rows, { highWaterMark: 256 * 1024 }),
    client.query(copyStreams.from('COPY plain FROM STDIN')),
  );
  const seconds = (performance.now() - before) / 1000;
  await client.query('DROP TABLE plain');
  return seconds;
}
