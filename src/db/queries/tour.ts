/** The card "Try this": what a manager has done, and examples out of the client's data (decision 097). */
import { campaignType, runStatus } from '#contract/campaign.ts';
import type { TourStep } from '#contract/tour.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { blocks } from './blocked-number.ts';
import { recordIdOf } from './call-record-story.ts';
import { hasDigits } from './number.ts';

export interface ManagerKey {
  clientId: number;
  managerId: number;
}

/** `away`: the card was put away. */
export type NotedStep = TourStep | 'away';

export async function noteStep(
  tx: Tx,
  { clientId, managerId }: ManagerKey,
  step: NotedStep,
): Promise<void> {
  await tx.run(
    `INSERT INTO tour_step (client_id, manager_id, step) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [clientId, managerId, step],
  );
}

export async function takeBack(tx: Tx, { clientId, managerId }: ManagerKey): Promise<void> {
  await tx.run(`DELETE FROM tour_step WHERE client_id = $1 AND manager_id = $2 AND step = 'away'`, [
    clientId,
    managerId,
  ]);
}

export async function notedSteps(
  tx: Tx,
  { clientId, managerId }: ManagerKey,
): Promise<ReadonlySet<NotedStep>> {
  const rows = await tx.rows<{ step: NotedStep }>(
    'SELECT step FROM tour_step WHERE client_id = $1 AND manager_id = $2',
    [clientId, managerId],
  );
  return new Set(rows.map(({ step }) => step));
}

/** How far the client has come: each needs the one before. */
export interface Progress {
  campaigns: boolean;
  lists: boolean;
  records: boolean;
}

export async function readProgress(tx: Tx, clientId: number): Promise<Progress> {
  const row = await tx.row<Progress>(
    `SELECT EXISTS (SELECT FROM campaign WHERE client_id = $1 AND deleted_at IS NULL) AS campaigns,
       EXISTS (SELECT FROM call_list WHERE client_id = $1) AS lists,
       EXISTS (SELECT FROM call_record WHERE client_id = $1) AS records`,
    [clientId],
  );
  return row ?? { campaigns: false, lists: false, records: false };
}

/**
 * Numbers of this beginning that wait, those that the engine put off first, from running campaigns first.
 * Whether each may be called now is the gate's to say.
 */
export async function waitingNumbers(tx: Tx, clientId: number, begins: string): Promise<string[]> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT e.phone FROM call_list l
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id AND c.deleted_at IS NULL
     JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.closed_at IS NULL AND e.state = ${entryState.waiting} AND e.phone LIKE $2
     ORDER BY c.run_status = ${runStatus.stopped}, e.due_at DESC, l.call_list_id DESC, e.entry_id
     LIMIT ${mostAsked}`,
    [clientId, `${begins}%`],
  );
  return rows.map(({ phone }) => phone);
}

const mostAsked = 3;
/** So many of the newest opt-outs are looked at. */
const newestStops = 50;

/**
 * A number of this beginning whose person asked to be left alone, by text first, and that a list had
 * nevertheless: it was left out or barred.
 */
export async function stoppedNumber(
  tx: Tx,
  clientId: number,
  begins: string,
): Promise<string | null> {
  const row = await tx.row<{ phone: string }>(
    `SELECT d.phone FROM (SELECT phone, source, created FROM do_not_call
       WHERE client_id = $1 AND phone LIKE $2 ORDER BY created DESC LIMIT ${newestStops}) d
     WHERE EXISTS (SELECT FROM list_entry e
         WHERE e.client_id = $1 AND e.phone = d.phone AND e.state = ${entryState.barred})
       OR EXISTS (SELECT FROM rejected_row r
         WHERE r.client_id = $1 AND ${hasDigits('r', 'right(d.phone, 10)')}
           AND r.reason ->> 'code' = 'number_do_not_call')
     ORDER BY d.source = 'text' DESC, d.created DESC LIMIT 1`,
    [clientId, `${begins}%`],
  );
  return row?.phone ?? null;
}

/** Who was called or texted last; null when nobody was. */
export async function contactedNumber(tx: Tx, clientId: number): Promise<string | null> {
  const row = await tx.row<{ phone: string }>(
    `SELECT phone FROM call_record WHERE client_id = $1 AND phone <> ''
     ORDER BY started_at DESC LIMIT 1`,
    [clientId],
  );
  return row?.phone ?? null;
}

export interface Example {
  recordId: string;
  name: string;
  phone: string;
}

/** Of the newest records: a talk with an agent, a person, anything. */
export async function recentCall(tx: Tx, clientId: number): Promise<Example | undefined> {
  const row = await tx.row<{
    startedAt: Date;
    callListId: number;
    entryId: number;
    name: string;
    phone: string;
  }>(
    `SELECT started_at AS "startedAt", call_list_id AS "callListId", entry_id AS "entryId", phone,
       trim(first_name || ' ' || last_name) AS name
     FROM (SELECT * FROM call_record WHERE client_id = $1 AND call_type <> 'Text'
       ORDER BY started_at DESC LIMIT 500) AS r
     ORDER BY transferred DESC, result = 'person' DESC, started_at DESC LIMIT 1`,
    [clientId],
  );
  return row && { recordId: recordIdOf(row), name: row.name, phone: row.phone };
}

/** With numbers to forecast: a running one first, and one with a rate to drag. */
export function campaignToForecast(
  tx: Tx,
  clientId: number,
): Promise<{ campaignId: number; name: string } | undefined> {
  return tx.row(
    `SELECT c.campaign_id AS "campaignId", c.name FROM campaign c
     WHERE c.client_id = $1 AND c.deleted_at IS NULL AND EXISTS (
       SELECT FROM call_list l WHERE l.client_id = $1 AND l.campaign_id = c.campaign_id
         AND l.closed_at IS NULL)
     ORDER BY c.run_status = ${runStatus.running} DESC, c.campaign_type = ${campaignType.texting},
       c.calls_per_minute IS NULL, EXISTS (
       SELECT FROM call_list l JOIN list_entry e
         ON e.client_id = $1 AND e.call_list_id = l.call_list_id AND e.state = ${entryState.waiting}
       WHERE l.client_id = $1 AND l.campaign_id = c.campaign_id) DESC, c.campaign_id DESC
     LIMIT 1`,
    [clientId],
  );
}

/** Of the newest texts: one whose person can still be texted. */
export function textedPerson(
  tx: Tx,
  clientId: number,
): Promise<{ phone: string; name: string } | undefined> {
  return tx.row(
    `SELECT r.phone, trim(r.first_name || ' ' || r.last_name) AS name
     FROM (SELECT phone, first_name, last_name, started_at FROM call_record
       WHERE client_id = $1 AND call_type = 'Text' AND result = 'delivered'
       ORDER BY started_at DESC LIMIT 300) AS r
     WHERE NOT EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'r.phone')})
     ORDER BY r.started_at DESC LIMIT 1`,
    [clientId],
  );
}

/** The number that last texted this person, 11 digits; undefined when none did. */
export async function textedFrom(
  tx: Tx,
  clientId: number,
  phone: string,
): Promise<string | undefined> {
  const row = await tx.row<{ callerId: string }>(
    `SELECT caller_id AS "callerId" FROM call_record
     WHERE client_id = $1 AND phone = $2 AND call_type = 'Text' ORDER BY started_at DESC LIMIT 1`,
    [clientId, phone],
  );
  return row?.callerId;
}
