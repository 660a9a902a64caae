/**
 * What managers look up at size: names in the command palette over the call records of one client,
 * the do-not-call list by source, and the inbound texts. Prints medians, and ratios to a reference of
 * the same run.
 *
 *     node bench/lookups.ts [records=1000000] [numbers=1000000] [texts=100000]
 */
import { asClient, asPlatform, type Database } from '../src/db/database.ts';
import { pageOfCallRecords } from '../src/db/queries/call-record.ts';
import { searchDoNotCall } from '../src/db/queries/do-not-call.ts';
import {
  countDesk,
  countUnread,
  type DeskPage,
  readDeskPage,
} from '../src/db/queries/inbound-desk.ts';
import { findPeople } from '../src/db/queries/person.ts';
import { machineLine, withSite } from './engine-site.ts';
import { median } from './median.ts';
import { days, firstDay, loadCallRecords } from './report-data.ts';

const [records = 1_000_000, numbers = 1_000_000, texts = 100_000] = process.argv
  .slice(2)
  .map(Number);
const runs = 7;
const clientId = 1;
const now = new Date(firstDay + days * 86_400_000);

type Question = Parameters<typeof pageOfCallRecords>[1];

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const began = performance.now();
    await work();
    if (run > 0) times.push(performance.now() - began);
  }
  return median(times);
}

/** A line of the table: what was asked, milliseconds, and how many times the reference. */
async function report(what: string, reference: number, work: () => Promise<unknown>) {
  const ms = await milliseconds(work);
  say(`${what} | ${ms.toFixed(1)} | ${(ms / reference).toFixed(1)}`);
}

async function measurePeople(db: Database): Promise<void> {
  await loadCallRecords(db, records, say, { client: `${clientId}` });
  const everything = { clientId, filters: {}, blind: { searched: {} } } as unknown as Question;
  const newest = await milliseconds(() =>
    pageOfCallRecords(db, everything, { limit: 25, total: records }),
  );
  say(`\nnames among ${records} records | ms | newest 25 records = 1 (${newest.toFixed(1)} ms)`);
  const asked = [
    'Maria Ackstein',
    'Ackstein',
    'Maria',
    'Qvistgaard',
    'qvistga',
    'stein',
    'mar stei',
    'ber',
    'ann',
    'xyzzy',
    'Xyz Zyx',
    'Maria Nobody',
  ];
  for (const search of asked) {
    await report(search, newest, () => findPeople(db, clientId, search, now));
  }
}

/** Nearly all numbers were imported by the operator; a few are of each other source. */
const fillNumbers = `
  INSERT INTO do_not_call (client_id, phone, source, key_at, text_at)
  SELECT $1, '1' || (2000000000 + n::bigint * 7919)::text,
    CASE WHEN n % 1000 = 0 THEN 'manager' ELSE 'operator' END,
    CASE WHEN n % 400 = 1 THEN now() END, CASE WHEN n % 100 = 2 THEN now() END
  FROM generate_series(1, $2::int) n`;

async function measureSources(db: Database): Promise<void> {
  await asClient(db, clientId, (tx) => tx.run(fillNumbers, [clientId, numbers]));
  await db.pool.query('VACUUM (ANALYZE) do_not_call');
  const ask = (sort: 'source' | '-source' | '-created', source?: 'manager' | 'key' | 'operator') =>
    searchDoNotCall(db, { clientId, digits: '', sort, limit: 200, ...(source && { source }) });
  const newest = await milliseconds(() => ask('-created'));
  say(
    `\n${numbers} numbers of the do-not-call list | ms | newest 200 = 1 (${newest.toFixed(1)} ms)`,
  );
  await report('by source', newest, () => ask('source'));
  await report('by source, descending', newest, () => ask('-source'));
  await report('those of a manager', newest, () => ask('-created', 'manager'));
  await report('those of a key', newest, () => ask('-created', 'key'));
  await report('those of the operator', newest, () => ask('-created', 'operator'));
}

/** A text in ten is an opt-out, one in twenty is unread, one in ten not done. */
const fillTexts = `
  INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent, carrier_ref,
    read_at, done_at)
  SELECT $1, '1' || (2000000000 + (n % ($2::int / 5 + 1))::bigint * 7919)::text, '13025560001',
    now() - make_interval(secs => n * 60),
    (ARRAY['Who is this?', 'Call me after 5', 'Wrong number', 'Thank you', 'STOP'])[1 + n % 5] || ' ' || n,
    CASE WHEN n % 5 = 4 THEN 3 ELSE 1 END, 'bench ' || n,
    CASE WHEN n % 20 > 0 THEN now() END, CASE WHEN n % 10 > 0 THEN now() END
  FROM generate_series(1, $2::int) n`;

async function measureTexts(db: Database): Promise<void> {
  await asClient(db, clientId, (tx) => tx.run(fillTexts, [clientId, texts]));
  const small = 2;
  await asClient(db, small, (tx) => tx.run(fillTexts, [small, 1_000]));
  await db.pool.query('VACUUM (ANALYZE) inbound_text');
  const dayStart = new Date(Date.now() - 8 * 3_600_000);
  const plain: DeskPage = {
    ...{ filter: 'all', search: '', masked: false, dayStart },
    ...{ sort: 'date', order: 'desc', page: 1, rows: 100 },
  };
  const ask = (part: Partial<DeskPage>, of = clientId) =>
    asClient(db, of, (tx) => readDeskPage(tx, of, { ...plain, ...part }));
  const few = await milliseconds(() => ask({}, small));
  say(`\n${texts} inbound texts | ms | newest 100 of 1,000 = 1 (${few.toFixed(1)} ms)`);
  await report('newest', few, () => ask({}));
  await report('oldest', few, () => ask({ order: 'asc' }));
  await report('page 500', few, () => ask({ page: 500 }));
  await report('by number', few, () => ask({ sort: 'phoneNumber' }));
  await report('by message', few, () => ask({ sort: 'message' }));
  for (const filter of ['unread', 'notDone', 'unclear', 'optedOut', 'today'] as const) {
    await report(filter, few, () => ask({ filter }));
  }
  await report('search "wrong"', few, () => ask({ search: 'wrong' }));
  await report('search of a reporter', few, () => ask({ search: 'wrong', masked: true }));
  await report('by message, of a reporter', few, () => ask({ sort: 'message', masked: true }));
  await report('search "xyzzy"', few, () => ask({ search: 'xyzzy' }));
  await report('search "79190"', few, () => ask({ search: '79190' }));
  await report('counts of the filters', few, () =>
    asClient(db, clientId, (tx) => countDesk(tx, clientId, dayStart)),
  );
  await report('unread badge', few, () =>
    asClient(db, clientId, (tx) => countUnread(tx, clientId)),
  );
}

await withSite('lookups', async ({ db }) => {
  await asPlatform(db, (tx) =>
    tx.run("INSERT INTO client (code, name) VALUES ('large', 'Large'), ('small', 'Small')"),
  );
  await measurePeople(db);
  await measureSources(db);
  await measureTexts(db);
  say(machineLine());
});
