/** The demo's history as a first start loads it, judged by what the engine promises. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureDemoClient } from '../../src/cli/demo/demo-client.ts';
import { startDemoHistory } from '../../src/cli/demo/history.ts';
import { unpackHistory } from '../../src/cli/demo/history-format.ts';
import { loadHistory } from '../../src/cli/demo/history-load.ts';
import { moveHistory } from '../../src/cli/demo/history-move.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { readAbandonment } from '../../src/db/queries/abandonment.ts';
import { tryStart } from '../../src/db/queries/campaign-run.ts';
import { readClientCarriers } from '../../src/db/queries/carrier-state.ts';
import { findDemoClients } from '../../src/db/queries/demo-history.ts';
import { keptForecasts } from '../../src/db/queries/kept-forecast.ts';
import { acquireLeases } from '../../src/db/queries/lease.ts';
import { writeAnchor } from '../../src/db/queries/simulation.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { areaCodeOf } from '../../src/domain/numbering-plan/area-code.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

/** Winter, one clock change after the summer of the file; the machine is five hours behind. */
const anchor = {
  simulated: Date.parse('2026-11-20T19:00:00Z'),
  real: Date.parse('2026-11-20T14:00:00Z'),
};
const bytes = readFileSync(new URL('../../src/cli/demo/history.bin', import.meta.url));
const history = unpackHistory(bytes);
const vault = createVault(Buffer.alloc(32, 3));
const log = pino({ level: 'error' });

const db = await freshDatabase();
let clientId = 0;
let managerId = 0;
let loadingBand: unknown;
let newcomers: { id: number } | undefined;
let newcomersStatus = 0;
let takenWhileLoading: unknown[] = [];
let takenAfterwards: unknown[] = [];

const rows = <T>(sql: string) => asClient(db, clientId, (tx) => tx.rows<T>(sql, [clientId]));
const count = async (sql: string) => Number((await rows<{ n: number }>(sql))[0]?.n);
const stage = async () => (await asPlatform(db, findDemoClients))[0]?.stage;

/** Until everything is there; the campaigns wait for their messages, which nothing renders here. */
async function load(): Promise<void> {
  const loading = startDemoHistory({ db, vault, log });
  await until(async () => ((await stage()) === 'starting' ? true : undefined), 120);
  await loading.stop();
}

beforeAll(async () => {
  const config = { dataFolder: tmpdir(), demoPassword: 'plum kettle 4471 harbor' };
  await ensureDemoClient(db, { ...config, demo: 'full' });
  await asPlatform(db, (tx) =>
    writeAnchor(
      tx,
      { realAnchor: realMs(anchor.real), simulatedAnchor: simMs(anchor.simulated), speed: 1 },
      null,
    ),
  );
  const [client] = await asPlatform(db, findDemoClients);
  clientId = client?.clientId ?? 0;
  managerId = client?.managerId ?? 0;
  // A process that dies in the middle of it leaves nothing.
  const moved = moveHistory({ lastDay: history.lastDay, endMinute: 836, anchor });
  const killed = asClient(db, clientId, async (tx) => {
    await tx.run(`SELECT ensure_call_record_month($1), ensure_call_record_month($2)`, [
      new Date(anchor.simulated),
      new Date(anchor.simulated - 31 * 86_400_000),
    ]);
    await loadHistory(tx, history, { clientId, managerId, vault, moved });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await count('SELECT count(*) AS n FROM campaign WHERE client_id = $1')).toBe(0);
  const carriers = () => asClient(db, clientId, (tx) => readClientCarriers(tx, clientId));
  loadingBand = (await carriers())?.madeUp;
  // Somebody does not wait for it.
  newcomers = await asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(
      `INSERT INTO campaign (client_id, name, campaign_type, run_status, calls_per_minute, caller_id_type)
       VALUES ($1, 'Mine', 1, 3, 60, 1) RETURNING campaign_id AS id`,
      [clientId],
    ),
  );
  const take = () => asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 30));
  takenWhileLoading = await take();
  await load();
  takenAfterwards = (await take()).map(({ campaignId }) => campaignId);
  await asPlatform(db, (tx) => tx.run('DELETE FROM campaign_lease'));
  const status = "SELECT run_status AS n FROM campaign WHERE client_id = $1 AND name = 'Mine'";
  newcomersStatus = await count(status);
  await asClient(db, clientId, (tx) =>
    tx.run('DELETE FROM campaign WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      newcomers?.id,
    ]),
  );
});

test('the file has at most 5 MB', () => {
  expect(bytes.length).toBeLessThanOrEqual(5_000_000);
});

test('the file fills every column that must be filled', async () => {
  const missing: string[] = [];
  for (const { name, columns } of history.tables) {
    const needed = await asPlatform(db, (tx) =>
      tx.rows<{ column: string }>(
        `SELECT attname AS column FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull
           AND NOT atthasdef AND attidentity = '' AND attgenerated = '' AND attname <> 'client_id'`,
        [name],
      ),
    );
    const given = new Set(columns.map((column) => column.name));
    for (const { column } of needed) if (!given.has(column)) missing.push(`${name}.${column}`);
  }
  expect(
    missing,
    'The demo lacks these columns: run "npm run demo:make" and commit the file.',
  ).toEqual([]);
});

test('messages are as old as the campaigns that play them', async () => {
  const younger = await rows<{ name: string }>(
    `SELECT m.name FROM voice_message m JOIN campaign c USING (client_id)
     WHERE client_id = $1 AND m.created > c.updated
       AND m.voice_message_id IN (c.customer_message_id, c.machine_message_id, c.agent_message_id)`,
  );
  expect(younger).toEqual([]);
});

test('three campaigns of each kind, and tens of thousands of calls and texts, were loaded once', async () => {
  const kinds = await rows<{ kind: number; n: number }>(
    'SELECT campaign_type AS kind, count(*) AS n FROM campaign WHERE client_id = $1 GROUP BY 1 ORDER BY 1',
  );
  expect(kinds.map(({ n }) => n)).toEqual([3, 3, 3]);
  const records = 'SELECT count(*) AS n FROM call_record WHERE client_id = $1';
  const before = await count(records);
  expect(before).toBeGreaterThan(30_000);
  const again = startDemoHistory({ db, vault, log });
  await again.stop();
  expect(await count(records)).toBe(before);
});

test('while the history is being loaded, the console is told', () => {
  expect(loadingBand).toBe('loading');
});

test('a campaign that somebody started meanwhile goes on', () => {
  expect(newcomersStatus).toBe(3);
});

test('nobody is called before the opt-outs of the history are there', () => {
  expect(takenWhileLoading).toEqual([]);
  expect(takenAfterwards).toEqual([newcomers?.id]);
});

describe('the history obeys every promise', () => {
  test('nobody is contacted twice by one entry, and each contact has its record', async () => {
    const attempts = await count(
      'SELECT count(*) AS n FROM attempt WHERE client_id = $1 AND result IS NOT NULL',
    );
    expect(await count('SELECT count(*) AS n FROM call_record WHERE client_id = $1')).toBe(
      attempts,
    );
    const twice = `SELECT count(*) AS n FROM (SELECT 1 FROM call_record WHERE client_id = $1
       GROUP BY call_list_id, entry_id HAVING count(*) > 1) t`;
    expect(await count(twice)).toBe(0);
  });

  test('no call goes on that no engine here has placed', async () => {
    const open = `SELECT count(*) AS n FROM attempt
       WHERE client_id = $1 AND finished_at IS NULL AND receipt_until IS NULL`;
    expect(await count(open)).toBe(0);
  });

  test('no contact is outside 8:00 to 21:00 in any zone that its number may be in', async () => {
    const attempts = await rows<{ phone: string; at: Date }>(
      'SELECT phone, attempted_at AS at FROM attempt WHERE client_id = $1',
    );
    const hours = new Map<string, Intl.DateTimeFormat>();
    const hourIn = (zone: string, at: Date) => {
      const format =
        hours.get(zone) ??
        new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
      hours.set(zone, format);
      return Number(format.format(at));
    };
    const wrong = attempts.filter(({ phone, at }) =>
      (areaCodeOf(phone)?.zones ?? ['none']).some((zone) => {
        const hour = hourIn(zone, at);
        return hour < 8 || hour >= 21;
      }),
    );
    expect(wrong).toEqual([]);
    const latest = Math.max(...attempts.map(({ at }) => at.getTime()));
    expect(latest).toBeLessThan(anchor.simulated);
    expect(latest).toBeGreaterThan(anchor.simulated - 3_600_000);
  });

  test('nobody is contacted after an opt-out', async () => {
    const after = `SELECT count(*) AS n FROM attempt a JOIN do_not_call d USING (client_id, phone)
       WHERE client_id = $1 AND a.attempted_at > platform_time(d.created)`;
    expect(await count(after)).toBe(0);
    const sources = await rows<{ source: string }>(
      'SELECT DISTINCT source FROM do_not_call WHERE client_id = $1 ORDER BY 1',
    );
    expect(sources.map(({ source }) => source)).toEqual(['key', 'manager', 'text']);
  });

  test('counts of lists are those of their records and entries', async () => {
    const wrong = `SELECT count(*) AS n FROM call_list_count c, LATERAL (
         SELECT count(*) AS attempted, count(*) FILTER (WHERE result = 'person') AS person,
           count(*) FILTER (WHERE result = 'machine') AS machine, count(*) FILTER (WHERE result = 'failed') AS failed,
           count(*) FILTER (WHERE result = 'delivered') AS delivered
         FROM call_record r WHERE r.client_id = c.client_id AND r.call_list_id = c.call_list_id) r
       WHERE c.client_id = $1 AND (c.attempted, c.person, c.machine, c.failed, c.delivered)
         IS DISTINCT FROM (r.attempted + (SELECT count(*) FROM attempt a WHERE a.client_id = c.client_id
           AND a.call_list_id = c.call_list_id AND a.result IS NULL), r.person, r.machine, r.failed, r.delivered)`;
    expect(await count(wrong)).toBe(0);
    const persons =
      'SELECT coalesce(sum(persons), 0) AS n FROM abandonment_day WHERE client_id = $1';
    const recorded = `SELECT count(*) AS n FROM call_record r JOIN campaign c USING (client_id, campaign_id)
       WHERE client_id = $1 AND c.campaign_type = 2 AND r.result = 'person'`;
    expect(await count(persons)).toBe(await count(recorded));
  });
});

describe('what a newcomer is shown', () => {
  test('the brake stopped one campaign, and says with which figures', async () => {
    const stopped = await rows<{ code: string; signal: string; calls: number; since: boolean }>(
      `SELECT reason ->> 'code' AS code, reason ->> 'signal' AS signal,
         (reason ->> 'hits')::int AS calls,
         (reason ->> 'since')::timestamptz = platform_time(b.since) AS since
       FROM campaign c JOIN brake_count b USING (client_id, campaign_id)
       WHERE client_id = $1 AND reason ->> 'code' = 'brake_stopped'`,
    );
    // Counted since an instant of the platform's clock, like all that a reason says.
    expect(stopped).toMatchObject([{ code: 'brake_stopped', signal: 'failed', since: true }]);
    expect(stopped[0]?.calls).toBeGreaterThan(5);
  });

  test('forecasts were kept as campaigns began, and compared with what came', async () => {
    const kept = await asClient(db, clientId, (tx) => keptForecasts(tx, clientId, null));
    expect(kept?.forecasts.length).toBeGreaterThan(40);
    expect(kept?.graded).toBeGreaterThan(40);
    // In the years of the installation, as everything else.
    const [newest] = kept?.forecasts ?? [];
    expect(newest?.at).toMatch(/^2026-1[01]-/);
    expect(newest?.finish.p10?.slice(0, 4)).toBe('2026');
  });

  test('each Linkback shows its abandonment, day by day, under the limit', async () => {
    const linkbacks = await rows<{ id: number; days: number }>(
      `SELECT campaign_id AS id, count(*)::int AS days FROM abandonment_day WHERE client_id = $1 GROUP BY 1`,
    );
    expect(linkbacks.length).toBe(3);
    const read = (id: number) => asClient(db, clientId, (tx) => readAbandonment(tx, clientId, id));
    const counted = await Promise.all(linkbacks.map(({ id }) => read(id)));
    expect(counted.map((one) => one?.days.length)).toEqual(linkbacks.map(({ days }) => days));
    const days = counted.flatMap((one) => one?.days ?? []);
    const [persons, abandoned] = [1, 2].map((at) =>
      days.reduce((sum, day) => sum + (day[at] ?? 0), 0),
    );
    expect(days.filter(([, , lost]) => lost > 0).length).toBeGreaterThan(3);
    expect(Number(abandoned) / Number(persons)).toBeLessThan(0.03);
  });

  test('an hour without carrier made one run late', async () => {
    const kept = await asClient(db, clientId, (tx) => keptForecasts(tx, clientId, null));
    const late = kept?.forecasts.filter(
      ({ finish, ended }) =>
        finish.p90 && ended && Date.parse(ended) - Date.parse(finish.p90) > 45 * 60_000,
    );
    expect(late?.length).toBeGreaterThan(0);
  });

  test('one list is closed, and people said stop in their own words', async () => {
    expect(
      await count('SELECT count(*) AS n FROM call_list WHERE client_id = $1 AND status_id = 6'),
    ).toBe(1);
    const own = `SELECT count(*) AS n FROM inbound_text WHERE client_id = $1 AND length(message) > 20
      AND phone IN (SELECT phone FROM do_not_call WHERE client_id = $1 AND source = 'text')`;
    expect(await count(own)).toBeGreaterThan(3);
  });

  test('an Alaskan who wrote to be left alone is in no list of afterwards, and others wait', async () => {
    const [blocked] = await rows<{ source: string; refused: number }>(
      `SELECT source, (SELECT count(*) FROM rejected_row r
         WHERE r.client_id = $1 AND r.reason ->> 'code' = 'number_do_not_call'
           AND r.value LIKE '%907%0142') AS refused
       FROM do_not_call WHERE client_id = $1 AND phone = '19075550142'`,
    );
    expect(blocked).toEqual({ source: 'text', refused: 1 });
    const waiting = `SELECT count(*) AS n FROM list_entry e JOIN call_list l USING (client_id, call_list_id)
       JOIN campaign c USING (client_id, campaign_id)
       WHERE client_id = $1 AND c.name LIKE 'Harbor%' AND e.state = 0 AND e.phone LIKE '1907%'`;
    expect(await count(waiting)).toBeGreaterThan(0);
  });

  test('only people in Hawaii are left in the campaign that waits, and nothing else is its reason', async () => {
    const left = await rows<{ area: string; n: number }>(
      `SELECT left(e.phone, 4) AS area, count(*) AS n
       FROM list_entry e JOIN call_list l USING (client_id, call_list_id)
       JOIN campaign c USING (client_id, campaign_id)
       WHERE client_id = $1 AND c.name = 'Members in the West' AND e.state = 0 GROUP BY 1`,
    );
    expect(left).toEqual([{ area: '1808', n: 100 }]);
  });

  test('what waits for its hours does so until the rule lets it, not until an instant of the file', async () => {
    const west = `SELECT campaign_id AS id, reason ->> 'code' AS code FROM campaign
       WHERE client_id = $1 AND name = 'Members in the West'`;
    const id = (await rows<{ id: number }>(west))[0]?.id ?? 0;
    const clock = virtualClock(simMs(anchor.simulated));
    const { engine } = makeEngine(db, { clock });
    await asClient(db, clientId, async (tx) => {
      await tx.run(
        `INSERT INTO voice_message_rendering (client_id, voice_message_id, version, plan, preview, duration_ms)
         SELECT client_id, voice_message_id, version, '[]', '', 1000 FROM voice_message WHERE client_id = $1`,
        [clientId],
      );
      await tx.run(
        `UPDATE voice_message SET status_id = 3, ready_version = version WHERE client_id = $1`,
        [clientId],
      );
      await tryStart(tx, clientId, id);
    });
    await until(async () => {
      clock.advance(simMs(500));
      await engine.tick();
      return (await rows<{ code: string }>(west))[0]?.code === 'calling_hours' ? true : undefined;
    });
    await engine.stop();
    const due = await rows<{ at: Date; n: number }>(
      `SELECT due_at AS at, count(*) AS n
       FROM list_entry e JOIN call_list l USING (client_id, call_list_id)
       WHERE client_id = $1 AND l.campaign_id = ${id} AND e.state = 0 GROUP BY 1`,
    );
    // 3 PM in Hawaii, which has no summer time: one hour earlier by the clocks of New York than in the file.
    expect(due).toEqual([{ at: new Date('2026-11-21T01:00:00Z'), n: 100 }]);
  });

  test('who wrote "Wrong number" is left alone, and only the newest texts are to be read', async () => {
    const unclear = await rows<{ message: string }>(
      `SELECT DISTINCT message FROM inbound_text WHERE client_id = $1 AND intent = 5`,
    );
    expect(unclear).toEqual([{ message: 'Wrong number' }]);
    const callable = `SELECT count(*) AS n FROM contact_rest r
       WHERE client_id = $1 AND decision = 'optOut' AND NOT EXISTS (
         SELECT FROM do_not_call d WHERE d.client_id = r.client_id AND d.phone = r.phone)`;
    expect(await count(callable)).toBe(0);
    const unread = await rows<{ n: number; since: Date }>(
      `SELECT count(*) AS n, min(received) AS since FROM inbound_text WHERE client_id = $1 AND read_at IS NULL`,
    );
    expect(unread[0]?.n).toBeLessThan(100);
    expect(unread[0]?.since.getTime()).toBeGreaterThan(anchor.simulated - 2 * 86_400_000);
  });

  test('lists are named after the months that they are in', async () => {
    const named = await rows<{ name: string }>(
      `SELECT name FROM call_list WHERE client_id = $1 AND name ~ ' of [A-Z]' ORDER BY name`,
    );
    expect(named.map(({ name }) => name)).toEqual([
      'Payment plans of November',
      'Renewals of October',
    ]);
  });

  test('sealed values open with the key of the installation', async () => {
    const [record] = await rows<{ ssn: Buffer; list: number; entry: number }>(
      `SELECT ssn, call_list_id AS list, entry_id AS entry FROM call_record
       WHERE client_id = $1 AND ssn IS NOT NULL LIMIT 1`,
    );
    if (!record) throw new Error('no record has an SSN');
    const place = { table: 'call_record', clientId, field: 'ssn' } as const;
    const opened = vault.open(record.ssn, { ...place, callListId: record.list, row: record.entry });
    expect(opened).toMatch(/^000-\d\d-\d{4}$/);
  });

  test('every number belongs to nobody', async () => {
    const real = `SELECT count(*) AS n FROM list_entry WHERE client_id = $1 AND phone !~ '^1[0-9]{3}55501[0-9]{2}$'`;
    expect(await count(real)).toBe(0);
  });
});
