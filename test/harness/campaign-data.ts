/** Records of a client that campaigns need, written straight into the database. */
import type { Reason } from '../../src/contract/reason.ts';
import { asClient, type Database } from '../../src/db/database.ts';

/** A voice message that is Ready; returns its id. */
export function makeVoiceMessage(db: Database, clientId: number, name: string): Promise<number> {
  return inserted(
    db,
    clientId,
    `INSERT INTO voice_message (client_id, name, status_id, ready_version)
     VALUES ($1, $2, 3, 1) RETURNING voice_message_id AS id`,
    [name],
  );
}

/** A bucket of caller ID numbers; returns its id. */
export async function makeBucket(
  db: Database,
  clientId: number,
  name: string,
  phones: readonly string[] = ['13025550100', '13025550101'],
): Promise<number> {
  const id = await inserted(
    db,
    clientId,
    `INSERT INTO caller_id_bucket (client_id, name) VALUES ($1, $2)
     RETURNING caller_id_bucket_id AS id`,
    [name],
  );
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO caller_id_number (client_id, caller_id_bucket_id, phone)
       SELECT $1, $2, unnest($3::text[])`,
      [clientId, id, phones],
    ),
  );
  return id;
}

interface CampaignGiven {
  name: string;
  type?: 1 | 2 | 3;
  runStatus?: 1 | 2 | 3 | 4;
  completed?: boolean;
  reason?: Reason | null;
  started?: string | null;
  callsPerMinute?: number;
  customerMessageId?: number | null;
  /** Of a Linkback; 12 agents with a number and 1.5 calls for each by default. */
  agentCount?: number | null;
  linkbackNumber?: string | null;
}

/** A campaign in any state; returns its id. */
export function makeCampaign(
  db: Database,
  clientId: number,
  given: CampaignGiven,
): Promise<number> {
  return inserted(
    db,
    clientId,
    `INSERT INTO campaign (client_id, name, campaign_type, run_status, completed, reason,
       started, calls_per_minute, caller_id_number, customer_message_id, machine_message_id,
       call_ratio, agent_count, linkback_number)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '13025550100', $9, $9,
       $10, $11, $12)
     RETURNING campaign_id AS id`,
    [
      given.name,
      given.type ?? 1,
      given.runStatus ?? 1,
      given.completed ?? false,
      given.reason ?? null,
      given.started ?? null,
      given.callsPerMinute ?? 60,
      given.customerMessageId ?? null,
      given.type === 2 ? 1.5 : null,
      given.type === 2 ? orDefault(given.agentCount, 12) : null,
      given.type === 2 ? orDefault(given.linkbackNumber, '13025550199') : null,
    ],
  );
}

/** Null stays null. */
function orDefault<T>(value: T | null | undefined, otherwise: T): T | null {
  return value === undefined ? otherwise : value;
}

interface ListGiven {
  campaignId: number;
  name: string;
  phones: number;
  /** 3 Open by default. */
  status?: 1 | 2 | 3 | 4 | 5 | 6;
  counts?: Partial<Record<CountColumn, number>>;
  lastCall?: string | null;
}

const countColumns = [
  'attempted',
  'person',
  'machine',
  'no_answer',
  'busy',
  'failed',
  'unknown',
  'delivered',
  'transferred',
  'abandoned',
  'barred',
  'answered_seconds',
  'transfer_seconds',
] as const;
type CountColumn = (typeof countColumns)[number];

/** A contact list with its counts, without entries; returns its id. */
export async function makeCallList(
  db: Database,
  clientId: number,
  given: ListGiven,
): Promise<number> {
  const id = await inserted(
    db,
    clientId,
    `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count)
     VALUES ($1, $2, $3, $4, $5, $5) RETURNING call_list_id AS id`,
    [given.campaignId, given.name, given.status ?? 3, given.phones],
  );
  const counts = countColumns.map((column) => given.counts?.[column] ?? 0);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO call_list_count (client_id, call_list_id, last_call, ${countColumns.join(', ')})
       VALUES ($1, $2, $3, ${countColumns.map((_, at) => `$${at + 4}`).join(', ')})`,
      [clientId, id, given.lastCall ?? null, ...counts],
    ),
  );
  return id;
}

async function inserted(
  db: Database,
  clientId: number,
  sql: string,
  values: readonly unknown[],
): Promise<number> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(sql, [clientId, ...values]),
  );
  if (!row) throw new Error('The record was not made.');
  return row.id;
}
