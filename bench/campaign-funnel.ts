/**
 * What the funnel of a campaign with a list of 1,000,000 numbers costs: 41,000 zip codes, every area
 * code; all due at 9:00 Eastern, and after the engine has put half of them off. Prints medians, and
 * beside them a bare count of the same entries.
 *
 *     node bench/campaign-funnel.ts [entries=1000000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { asClient, asClientSnapshot, closeDatabase, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { campaignFunnel } from '../src/db/queries/campaign-funnel.ts';
import { refreshListStatistics } from '../src/db/queries/list-rest.ts';
import { areaCodes as plan } from '../src/domain/numbering-plan/area-code.ts';
import { placeGroupOf } from '../src/domain/place-group.ts';
import { makeCampaign } from '../test/engine/world.ts';

const entries = Number(process.argv[2] ?? 1_000_000);
const runs = 5;
const now = new Date('2026-11-20T14:00:00Z');
const areaCodes = plan.filter((area) => area.zones.length > 0).map((area) => area.code);
const states = 'DE PA NJ MD VA NY OH TX CA FL IN TN HI AZ'.split(' ');

/** As the import makes them, by the number of the zip code. */
const places = Array.from({ length: 41_000 }, (_, zip) =>
  placeGroupOf({
    areaCode: areaCodes[Math.floor(zip / 126) % areaCodes.length] ?? '',
    state: states[Math.floor(zip / 3000) % states.length] ?? null,
    zipCode: String(500 + zip * 2).padStart(5, '0'),
  }),
);

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const { host, port, user, database } = server;
const db = openDatabase({ host, port, user, database });
try {
  await migrate({ host, port, user, database });
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const listId = await fill(clientId, campaignId);
  const load = loadavg()[0]?.toFixed(1);
  say(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${load}`);
  await measure('never looked at', clientId, campaignId, listId);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET due_at = $3, reason = 'calling_hours'
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id % 2 = 0`,
      [clientId, listId, new Date(now.getTime() + 3_600_000)],
    ),
  );
  await measure('half put off', clientId, campaignId, listId);
} finally {
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

/** A list with a partition of its own, as a large file gets it. */
function fill(clientId: number, campaignId: number): Promise<number> {
  return asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, call_list_id, campaign_id, name, status_id, account_count,
         phone_count) OVERRIDING SYSTEM VALUE
       VALUES ($1, nextval('large_call_list_id'), $2, 'Large', 4, $3, $3) RETURNING call_list_id AS id`,
      [clientId, campaignId, entries],
    );
    const id = list?.id ?? 0;
    await tx.run('SELECT begin_list_load($1)', [id]);
    await tx.run(
      `INSERT INTO list_entry_${id} (entry_id, account_line, phone, first_name, last_name, address,
         city, state_code, zip_code, external_id, place_group)
       SELECT n, n + 1,
         '1' || ($1::text[])[1 + zip / 126 % cardinality($1::text[])] || 2000000 + n % 7999999,
         'Given', 'Family ' || n, n || ' Main Street', 'Town ' || zip % 900,
         ($2::text[])[1 + zip / 3000 % cardinality($2::text[])],
         lpad((500 + zip * 2)::text, 5, '0'), 'A' || n, ($4::integer[])[1 + zip]
       FROM (SELECT n, (hashint8(n) & 2147483647) % 41000 AS zip FROM generate_series(1, $3::int) n) x`,
      [areaCodes, states, entries, places],
    );
    await tx.run('SELECT finish_list_load($1)', [id]);
    await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
      clientId,
      id,
    ]);
    await refreshListStatistics(tx, id);
    return id;
  });
}

async function measure(name: string, clientId: number, campaignId: number, listId: number) {
  const funnel = await median(() =>
    asClientSnapshot(db, clientId, (tx) => campaignFunnel(tx, clientId, campaignId, now)),
  );
  const bare = await median(() =>
    asClientSnapshot(db, clientId, (tx) =>
      tx.row(
        `SELECT count(*) FROM list_entry
         WHERE client_id = $1 AND call_list_id = $2 AND state = 0 AND phone <> ''`,
        [clientId, listId],
      ),
    ),
  );
  say(`${name}: ${funnel} ms, a bare count of the same entries ${bare} ms`);
}

async function median(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return (times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0).toFixed(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
