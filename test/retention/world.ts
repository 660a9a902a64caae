/** Lists, calls and texts of some time ago, as the engine leaves them. The clock stands at `now`. */
import { asClient, asPlatform, type Database, type Tx } from '../../src/db/database.ts';
import { setRetention } from '../../src/db/queries/retention.ts';
import type { RetentionKind } from '../../src/domain/retention.ts';
import { makeCampaign } from '../harness/campaign-data.ts';

export const now = '2026-06-15T12:00:00Z';
const day = 86_400_000;

/** ISO 8601. */
export const daysAgo = (days: number) => new Date(Date.parse(now) - days * day).toISOString();

/** The simulation's clock, which is behind the real time: data is old by it. */
export async function standStill(db: Database, at = now): Promise<void> {
  await asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO simulation (real_anchor, simulated_anchor, speed, last_simulated)
       VALUES ($1, $1, 1, $1) ON CONFLICT (only_row) DO UPDATE SET last_simulated = $1`,
      [at],
    ),
  );
}

export async function keeps(
  db: Database,
  clientId: number | undefined,
  days: Partial<Record<RetentionKind, number | null>>,
): Promise<void> {
  await asPlatform(db, async (tx) => {
    for (const [kind, value] of Object.entries(days)) {
      await setRetention(tx, clientId, kind as RetentionKind, value);
    }
  });
}

export interface ListGiven {
  /** Of the list and of all its calls. */
  age: number;
  /** Closed unless given; 3 is Open. */
  status?: 3 | 5 | 6;
  /** Called entries, each with a record and an attempt; ten unless given. */
  called?: number;
  waiting?: number;
  rejected?: number;
  texting?: boolean;
  /** Of a list with a partition of its own. */
  large?: boolean;
  campaignId?: number;
  externalIds?: boolean;
  /** A call has not ended. */
  inCall?: boolean;
}

let areas = 0;

/** The phone of an entry of the n-th list. */
export const phoneOf = (list: number, entry: number) =>
  `1302${String(200 + list)}${String(1000 + entry)}`;

export interface MadeList {
  clientId: number;
  callListId: number;
  campaignId: number;
  phones: string[];
}

export async function makeOldList(
  db: Database,
  clientId: number,
  given: ListGiven,
): Promise<MadeList> {
  const { age, status = 6, called = 10, waiting = 0, rejected = 0, texting = false } = given;
  areas += 1;
  const at = daysAgo(age);
  const campaignId =
    given.campaignId ??
    (await makeCampaign(db, clientId, { name: `C${areas}`, type: texting ? 3 : 1 }));
  const phones = Array.from({ length: called + waiting }, (_, n) => phoneOf(areas, n + 1));
  await asPlatform(db, (tx) => tx.run('SELECT ensure_call_record_month($1)', [at]));
  const callListId = await asClient(db, clientId, async (tx) => {
    const id = await insertList(tx, { clientId, campaignId, at, status, given, phones });
    await insertEntries(tx, { id, phones, called, given });
    await insertCalls(tx, { clientId, id, campaignId, at, called, texting, phones });
    if (given.inCall) {
      await tx.run(
        `UPDATE attempt SET finished_at = NULL, result = NULL
         WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 1`,
        [clientId, id],
      );
    }
    await tx.run(
      `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
       SELECT $1, $2, n, 'Phone', '123', jsonb_build_object('code', CASE WHEN n % 2 = 0 THEN 'number_duplicate' ELSE 'number_malformed' END)
       FROM generate_series(1, $3::int) AS n`,
      [clientId, id, rejected],
    );
    return id;
  });
  return { clientId, callListId, campaignId, phones };
}

async function insertList(
  tx: Tx,
  of: {
    clientId: number;
    campaignId: number;
    at: string;
    status: number;
    given: ListGiven;
    phones: string[];
  },
): Promise<number> {
  const { clientId, campaignId, at, status, given, phones } = of;
  const row = await tx.row<{ id: number }>(
    `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count,
       rejected_count, created, closed_at, mapped_fields ${given.large ? ', call_list_id' : ''})
     ${given.large ? 'OVERRIDING SYSTEM VALUE' : ''}
     SELECT $1, $2, 'List', $3::smallint, $4, $4, $5, $6, CASE WHEN $3::smallint = 6 THEN $6::timestamptz END,
       '{1,2,3,4,5,6,7,8,9,10,11,12,13,14}' ${given.large ? `, nextval('large_call_list_id')` : ''}
     RETURNING call_list_id AS id`,
    [clientId, campaignId, status, phones.length, given.rejected ?? 0, at],
  );
  const id = row?.id ?? 0;
  const called = phones.length - (given.waiting ?? 0);
  await tx.run(
    `INSERT INTO call_list_count (client_id, call_list_id, attempted, person, delivered,
       answered_seconds, last_call)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[clientId, id, called, given.texting ? 0 : called, given.texting ? called : 0],
      ...[42 * called, called > 0 ? at : null],
    ],
  );
  return id;
}

async function insertEntries(
  tx: Tx,
  of: { id: number; phones: string[]; called: number; given: ListGiven },
): Promise<void> {
  const { id, phones, called, given } = of;
  await tx.run('SELECT begin_list_load($1)', [id]);
  await tx.run(
    `INSERT INTO list_entry_${id} (entry_id, account_line, phone, state, external_id, first_name)
     SELECT n, n, phone, CASE WHEN n <= $2 THEN 1 ELSE 0 END, $3 || n, 'Ann'
     FROM unnest($1::text[]) WITH ORDINALITY AS v (phone, n)`,
    [phones, called, given.externalIds ? 'account-' : null],
  );
  if (!given.large) await tx.run(`INSERT INTO list_entry SELECT * FROM list_entry_${id}`);
  await tx.run('SELECT finish_list_load($1)', [id]);
}

async function insertCalls(
  tx: Tx,
  of: {
    clientId: number;
    id: number;
    campaignId: number;
    at: string;
    called: number;
    texting: boolean;
    phones: string[];
  },
): Promise<void> {
  const { clientId, id, campaignId, at, called, texting, phones } = of;
  const values = [clientId, id, campaignId, at, phones.slice(0, called)];
  const seconds = `$4::timestamptz + make_interval(secs => n)`;
  await tx.run(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, answered_at, finished_at, result)
     SELECT $1, $2, n, $3, phone, gen_random_uuid(), ${seconds}, ${seconds}, ${seconds}, '${texting ? 'delivered' : 'person'}'
     FROM unnest($5::text[]) WITH ORDINALITY AS v (phone, n)`,
    values,
  );
  await tx.run(
    `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id,
       finished_at, duration, billed_duration, minute_cost, cost, result, call_type, phone,
       caller_id, caller_id_type, call_list_name, campaign_name, external_id)
     SELECT $1, ${seconds}, $2, n, $3, ${seconds}, 42, 42, 0, 0, '${texting ? 'delivered' : 'person'}',
       '${texting ? 'Text' : 'Outbound'}', phone, '', 0, 'List', 'Campaign',
       coalesce((SELECT external_id FROM list_entry e WHERE e.client_id = $1
         AND e.call_list_id = $2 AND e.entry_id = n), '')
     FROM unnest($5::text[]) WITH ORDINALITY AS v (phone, n)`,
    values,
  );
  if (!texting) return;
  await tx.run(
    `INSERT INTO outbound_text (client_id, call_list_id, entry_id, phone, texting_number, body,
       carrier_ref)
     SELECT $1, $2::bigint, n, phone, '13025550199', 'Hello', 'test:' || $2::bigint || '-' || n
     FROM unnest($3::text[]) WITH ORDINALITY AS v (phone, n)`,
    [clientId, id, phones.slice(0, called)],
  );
  await tx.run(
    `INSERT INTO text_part (client_id, part_ref, carrier_ref, phone)
     SELECT $1, 'part:' || $2::bigint || '-' || n, 'test:' || $2::bigint || '-' || n, phone
     FROM unnest($3::text[]) WITH ORDINALITY AS v (phone, n)`,
    [clientId, id, phones.slice(0, called)],
  );
}

/** Rows of a list, by table. */
export async function rowsOf(db: Database, { clientId, callListId }: MadeList) {
  return asClient(db, clientId, async (tx) => {
    const count = async (table: string) =>
      (
        await tx.row<{ n: number }>(
          `SELECT count(*) AS n FROM ${table} WHERE client_id = $1 AND call_list_id = $2`,
          [clientId, callListId],
        )
      )?.n ?? 0;
    return {
      entries: await count('list_entry'),
      rejected: await count('rejected_row'),
      attempts: await count('attempt'),
      records: await count('call_record'),
      texts: await count('outbound_text'),
    };
  });
}
