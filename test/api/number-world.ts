/** A client with a campaign and lists of single numbers in every state, straight in the database. */
import { asClient, type Database } from '../../src/db/database.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';

/** A Friday, 10:42 AM Eastern: Alaska and Hawaii sleep. */
export const at = new Date('2026-11-20T15:42:00Z');
export const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000);

export interface NumberWorld {
  client: TestClient;
  campaignId: number;
  textCampaignId: number;
}

export async function makeNumberWorld(db: Database, running = true): Promise<NumberWorld> {
  const client = await makeClient(db);
  const status = running ? 3 : 1;
  const campaignId = await makeCampaign(db, client.clientId, { name: 'Calls', runStatus: status });
  const textCampaignId = await makeCampaign(db, client.clientId, {
    ...{ name: 'Texts', type: 3, runStatus: status },
  });
  return { client, campaignId, textCampaignId };
}

export interface EntryGiven {
  phone: string;
  name?: string;
  campaignId?: number;
  listStatus?: 3 | 4 | 6;
  state?: 0 | 1 | 2;
  reason?: string | null;
  due?: Date;
  zipCode?: string;
  usState?: string;
  /** Entries of one are numbers of one account. */
  externalId?: string;
}

/** A list with one entry, line 9 of its file; returns the list's id. */
export async function addEntry(db: Database, world: NumberWorld, given: EntryGiven) {
  const { clientId } = world.client;
  const { phone, name = 'Statements', listStatus: status = 4, state = 0 } = given;
  const counts = state === 1 ? { attempted: 1 } : state === 2 ? { barred: 1 } : {};
  const campaignId = given.campaignId ?? world.campaignId;
  const callListId = await makeCallList(db, clientId, {
    ...{ campaignId, name, phones: 1, status, counts },
  });
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE call_list SET phone_names = '{HOME,CELL_PH}' WHERE client_id = $1
       AND call_list_id = $2`,
      [clientId, callListId],
    );
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone_column, phone,
         state, reason, due_at, first_name, last_name, external_id, state_code, zip_code)
       VALUES ($1, $2, 1, 9, 2, $3, $4, $5, coalesce($6::timestamptz, '-infinity'), 'Ruth', 'Kamaka', $9,
         $7, $8)`,
      [
        ...[clientId, callListId, phone, state, given.reason ?? null, given.due ?? null],
        ...[given.usState ?? null, given.zipCode ?? null, given.externalId ?? 'HRO-1'],
      ],
    );
  });
  return callListId;
}

export interface AttemptGiven {
  phone: string;
  callListId: number;
  campaignId?: number;
  attemptedAt: Date;
  result?: string | null;
}

/** An attempt of the list's entry, with its record when it has a result. */
export async function addAttempt(db: Database, world: NumberWorld, given: AttemptGiven) {
  const { clientId } = world.client;
  const { phone, callListId, attemptedAt, result = null } = given;
  const campaignId = given.campaignId ?? world.campaignId;
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, counts_as)
       VALUES ($1, $2, 1, $3, $4, gen_random_uuid(), $5, CASE WHEN $6::text IS NOT NULL
         THEN $5::timestamptz END, $6, 'call')`,
      [clientId, callListId, campaignId, phone, attemptedAt, result],
    );
    if (result === null) return;
    await tx.rows('SELECT ensure_call_record_month($1)', [attemptedAt]);
    await tx.run(
      `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id,
         finished_at, duration, billed_duration, minute_cost, cost, result, call_type, phone,
         caller_id, caller_id_type, call_list_name, campaign_name)
       VALUES ($1, $2, $3, 1, $4, $2, 25, 30, 0, 0, $5, 'Outbound', $6, '', 0, 'Statements', 'Calls')`,
      [clientId, attemptedAt, callListId, campaignId, result, phone],
    );
  });
}
