/** Loads a demo client's history, and knows how far that is (cli/demo/). */
import { messageIntent } from '#contract/inbound-text.ts';
import { messageStatus } from '#contract/voice-message.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { stepStride } from '../entry-steps.ts';

export type DemoStage = 'loading' | 'starting';

export interface DemoClient {
  clientId: number;
  code: string;
  stage: DemoStage | null;
  managerId: number;
}

export function findDemoClients(tx: Tx): Promise<DemoClient[]> {
  return tx.rows<DemoClient>(
    `SELECT c.client_id AS "clientId", c.code, c.demo_stage AS stage,
       (SELECT min(m.manager_id) FROM manager m WHERE m.client_id = c.client_id) AS "managerId"
     FROM client c WHERE c.demo ORDER BY c.client_id`,
  );
}

export async function setDemoStage(tx: Tx, clientId: number, stage: DemoStage | null) {
  await tx.run('UPDATE client SET demo_stage = $2 WHERE client_id = $1 AND demo', [
    clientId,
    stage,
  ]);
}

/** The stage, until the end of the transaction safe from another process that loads. */
export async function lockDemoStage(tx: Tx, clientId: number): Promise<DemoStage | null> {
  // Not the client's row, which a start by a manager locks.
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('carillon demo history'))`);
  const row = await tx.row<{ stage: DemoStage | null }>(
    `SELECT demo_stage AS stage FROM client WHERE client_id = $1 AND demo`,
    [clientId],
  );
  return row?.stage ?? null;
}

/** Epoch milliseconds at which the platform's clock began, on it and on the machine's. */
export function readFirstAnchor(tx: Tx) {
  return tx.row<{ real: number; simulated: number }>(
    `SELECT extract(epoch FROM real_anchor)::float8 * 1000 AS real,
       extract(epoch FROM simulated_anchor)::float8 * 1000 AS simulated
     FROM simulation_anchor ORDER BY real_anchor LIMIT 1`,
  );
}

/** Type of each column that the table has now and a file may fill. */
export async function columnTypes(tx: Tx, table: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Ids that the file has are given to nobody else: sequences go on after them. By the owner. */
export async function passSequence(tx: Tx, table: string, column: string, most: number) {
  await tx.run(
    `SELECT setval(s.name, greatest($3::bigint, nextval(s.name)))
     FROM (SELECT pg_get_serial_sequence($1, $2)::regclass AS name) s WHERE s.name IS NOT NULL`,
    [table, column, most],
  );
}

/** Rows that a trigger has made already stay as they are. */
export async function insertHistory(
  tx: Tx,
  clientId: number,
  table: string,
  columns: readonly { name: string; type: string; cells: readonly (string | null)[] }[],
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ type }, at) => `v.c${at}::${type}`);
  await tx.run(
    `INSERT INTO ${table} (client_id, ${names.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT $1, ${values.join(', ')}
     FROM unnest(${columns.map((_, at) => `$${at + 2}::text[]`).join(', ')})
       AS v (${columns.map((_, at) => `c${at}`).join(', ')})
     ON CONFLICT DO NOTHING`,
    [clientId, ...columns.map(({ cells }) => cells)],
  );
}

/** The id of each row that a start makes by itself, by its name. */
export async function idsByName(tx: Tx, table: string, name: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(
    `SELECT ${table}_id::text AS id, ${name} AS name FROM ${table} ORDER BY 1 DESC`,
  );
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Whether every message can be played. */
export async function areMessagesReady(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ ready: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM voice_message
       WHERE ready_version IS NULL AND deleted_at IS NULL
         AND status_id <> ${messageStatus.error}) AS ready`,
  );
  return row?.ready ?? false;
}

/**
 * Whatever waits is due now, so that the gate judges it by the rules and clocks of today before it may be
 * called: an instant that was moved by whole Eastern days is no longer one at which hours begin elsewhere.
 * A follow-up keeps its instant, which is its rule's wait and not the gate's.
 */
export async function judgeAnew(tx: Tx, clientId: number): Promise<void> {
  await tx.run(
    `UPDATE list_entry SET due_at = '-infinity', reason = NULL
     WHERE client_id = $1 AND state = ${entryState.waiting} AND due_at > '-infinity'
       AND entry_id < ${stepStride}`,
    [clientId],
  );
}

/** A manager has read what came before, and was done with it within the hour. */
export async function finishTexts(
  tx: Tx,
  { clientId, managerId }: { clientId: number; managerId: number },
  before: Date,
): Promise<void> {
  await tx.run(
    `UPDATE inbound_text SET read_at = received + interval '25 minutes',
       done_at = CASE WHEN intent = ${messageIntent.none} THEN received + interval '25 minutes' END,
       done_by = CASE WHEN intent = ${messageIntent.none} THEN $2::bigint END
     WHERE client_id = $1 AND received < $3 AND read_at IS NULL`,
    [clientId, managerId, before],
  );
}

/**
 * Of each number that waits for a decision: its first text, if that came before or the number waits
 * in an open list of one of these campaigns.
 */
export function textsToDecide(
  tx: Tx,
  clientId: number,
  before: Date,
  campaigns: readonly string[],
): Promise<{ id: number; phone: string }[]> {
  return tx.rows(
    `SELECT min(r.inbound_text_id) AS id, r.phone FROM contact_rest r
     WHERE r.client_id = $1 AND r.decided_at IS NULL AND (r.since < $2 OR EXISTS (
       SELECT FROM list_entry e
       JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
       JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
       WHERE e.client_id = $1 AND e.phone = r.phone AND e.state = ${entryState.waiting}
         AND l.closed_at IS NULL AND c.name = ANY ($3)))
     GROUP BY r.phone ORDER BY 1`,
    [clientId, before, campaigns],
  );
}
