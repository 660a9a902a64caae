/** A client with messages, a Broadcast campaign and lists of numbers, made straight in the database. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callLogName, type LogLine } from '../../src/carriers/simulated/call-log.ts';
import type { StoredReason } from '../../src/contract/reason.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { unboundSeal } from '../harness/unbound-seal.ts';

/** 15:00 Eastern of a Friday: every state may be called. */
export const afternoon = simMs(Date.parse('2026-11-20T20:00:00Z'));
export const vault = createVault(Buffer.alloc(32, 1));

export interface Campaign {
  clientId: number;
  campaignId: number;
}

let made = 0;

export async function makeTestClient(db: Database, minuteCost = 20_000): Promise<number> {
  made += 1;
  const row = await asPlatform(db, (tx) =>
    tx.row<{ id: number }>(
      'INSERT INTO client (code, name, minute_cost) VALUES ($1, $1, $2) RETURNING client_id AS id',
      [`engine${made}`, minuteCost],
    ),
  );
  if (!row) throw new Error('no client');
  return row.id;
}

/** A message that is rendered; `durationMs` 0 makes one that is not. */
export async function makeMessage(db: Database, clientId: number, durationMs: number) {
  return asClient(db, clientId, async (tx) => {
    const ready = durationMs > 0;
    const row = await tx.row<{ id: number }>(
      `INSERT INTO voice_message (client_id, name, status_id, ready_version)
       VALUES ($1, $2, $3, $4) RETURNING voice_message_id AS id`,
      [clientId, `Message of ${durationMs} ms`, ready ? 3 : 1, ready ? 1 : null],
    );
    if (!row) throw new Error('no message');
    if (ready) {
      await tx.run(
        `INSERT INTO voice_message_rendering (client_id, voice_message_id, version, plan, preview, duration_ms)
         VALUES ($1, $2, 1, '[]', '', $3)`,
        [clientId, row.id, durationMs],
      );
    }
    return row.id;
  });
}

export interface CampaignWish {
  clientId?: number;
  callsPerMinute?: number;
  customerMessage?: number | null;
  machineMessage?: number | null;
}

export async function makeCampaign(db: Database, wish: CampaignWish = {}): Promise<Campaign> {
  const clientId = wish.clientId ?? (await makeTestClient(db));
  const customer =
    wish.customerMessage === undefined
      ? await makeMessage(db, clientId, 20_000)
      : wish.customerMessage;
  const machine =
    wish.machineMessage === undefined
      ? await makeMessage(db, clientId, 15_000)
      : wish.machineMessage;
  made += 1;
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(
      `INSERT INTO campaign (client_id, name, campaign_type, calls_per_minute, customer_message_id,
         machine_message_id, caller_id_type, caller_id_number)
       VALUES ($1, $2, 1, $3, $4, $5, 2, '12125550199') RETURNING campaign_id AS id`,
      [clientId, `Campaign ${made}`, wish.callsPerMinute ?? 600, customer, machine],
    ),
  );
  if (!row) throw new Error('no campaign');
  return { clientId, campaignId: row.id };
}

/** For tests in which a campaign calls one number several times. */
export async function withoutGap(db: Database, clientId: number): Promise<number> {
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE client SET least_gap_hours = 0 WHERE client_id = $1', [clientId]),
  );
  return clientId;
}

export interface ListWish {
  /** With a partition of its own. */
  large?: boolean;
  entries: number;
  /** 11 digits of the first number; the next ones count up. */
  firstPhone?: number;
  state?: string;
}

/** All in New York: how many lists other files made first must not move one to another time zone. */
const newYorkers = [212, 646, 332, 917, 718, 347, 929, 516, 914, 845, 631, 585, 315, 518, 607, 716];
const listsPerCode = 79;

function firstPhoneOf(list: number): number {
  const code = newYorkers[Math.floor((list - 1) / listsPerCode) % newYorkers.length] ?? 212;
  return (
    10_000_000_000 + code * 10_000_000 + 2_000_000 + (1 + ((list - 1) % listsPerCode)) * 100_000
  );
}

/** A Loaded list; with an SSN and a date of birth on every tenth entry. */
export async function makeList(db: Database, { clientId, campaignId }: Campaign, wish: ListWish) {
  made += 1;
  const firstPhone = wish.firstPhone ?? firstPhoneOf(made);
  const ssn = unboundSeal(vault, '812-67-5363', { clientId, field: 'ssn' });
  const dob = unboundSeal(vault, '10/25/1940', { clientId, field: 'dateOfBirth' });
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count,
         phone_columns ${wish.large ? ', call_list_id' : ''})
       ${wish.large ? 'OVERRIDING SYSTEM VALUE' : ''}
       VALUES ($1, $2, $3, 4, $4, $4, 1 ${wish.large ? ", nextval('large_call_list_id')" : ''})
       RETURNING call_list_id AS id`,
      [clientId, campaignId, `List ${made}`, wish.entries],
    );
    if (!row) throw new Error('no list');
    await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
      clientId,
      row.id,
    ]);
    if (wish.large) await tx.run('SELECT begin_list_load($1)', [row.id]);
    await tx.run(
      `INSERT INTO ${wish.large ? `list_entry_${row.id}` : 'list_entry'} (client_id, call_list_id,
         entry_id, account_line, phone, first_name,
         last_name, ssn, date_of_birth, city, state_code, external_id)
       SELECT $1, $2, n, n + 1, ($3::bigint + n - 1)::text, 'Ann', 'Person ' || n,
         CASE WHEN n % 10 = 0 THEN $5::bytea END, CASE WHEN n % 10 = 0 THEN $6::bytea END,
         'Springfield', $7, concat_ws('-', 'A', $2::bigint, n)
       FROM generate_series(1, $4::int) n`,
      [clientId, row.id, firstPhone, wish.entries, ssn, dob, wish.state ?? null],
    );
    if (wish.large) await tx.run('SELECT finish_list_load($1)', [row.id]);
    return row.id;
  });
}

export function readCallLog(folder: string): LogLine[] {
  const text = readFileSync(join(folder, callLogName), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LogLine);
}

export interface CampaignState {
  run_status: number;
  completed: boolean;
  reason: StoredReason | null;
}

export async function campaignState(db: Database, campaign: Campaign): Promise<CampaignState> {
  const row = await asClient(db, campaign.clientId, (tx) =>
    tx.row<CampaignState>(
      'SELECT run_status, completed, reason FROM campaign WHERE client_id = $1 AND campaign_id = $2',
      [campaign.clientId, campaign.campaignId],
    ),
  );
  if (!row) throw new Error('no campaign');
  return row;
}
