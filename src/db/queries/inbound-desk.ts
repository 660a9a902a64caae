/** Inbound texts as managers work through them: filtered pages with persons, counts, read and done. */

import { campaignType } from '#contract/campaign.ts';
import {
  type DeskFilter,
  type DeskSort,
  type DeskText,
  mostDeskCounted,
  type TextStanding,
} from '#contract/inbound-desk.ts';
import { type MessageIntent, messageIntent, type TextDecision } from '#contract/inbound-text.ts';
import { mostUnreadCounted } from '#contract/inbound-unread.ts';
import { maskableRun } from '#domain/masking-text.ts';
import type { Tx } from '../database.ts';
import { containsPattern } from '../like-pattern.ts';
import { nameOrder } from '../name-order.ts';

export interface DeskQuestion {
  filter: DeskFilter;
  search: string;
  /** Searched and sorted by what a reporter may read: long runs of digits are left out. */
  masked: boolean;
  /** Where the Eastern day of the platform's clock began. */
  dayStart: Date;
}

/** SQL: conditions on the text `i` of client $1; $2 is the start of the day. */
const isUnclear = `i.intent = ${messageIntent.unclear} AND EXISTS (SELECT FROM contact_rest r
  WHERE r.client_id = $1 AND r.inbound_text_id = i.inbound_text_id AND r.decided_at IS NULL)`;
const optedOut = `(i.intent = ${messageIntent.optOut}
  OR i.intent = ${messageIntent.unclear} AND EXISTS (SELECT FROM contact_rest r
    WHERE r.client_id = $1 AND r.inbound_text_id = i.inbound_text_id AND r.decision = 'optOut'))`;
/** Opt-outs, opt-ins and requests for help are done by Carillon itself; `isToDo` says the same. */
const notDone = `(i.done_at IS NULL AND (i.intent = ${messageIntent.none} OR ${isUnclear}))`;
/** Those that a manager marks; a decision marks the unclear ones. */
const isMarked = (text: string) => `${text}.intent = ${messageIntent.none}`;
const toFinish = `(i.done_at IS NULL AND ${isMarked('i')})`;

const conditions: Record<DeskFilter, string> = {
  all: 'true',
  today: 'i.received >= $2',
  unread: 'i.read_at IS NULL',
  notDone,
  unclear: `${isUnclear}
    AND i.inbound_text_id IN (
      SELECT inbound_text_id FROM contact_rest WHERE client_id = $1 AND decided_at IS NULL)`,
  optedOut,
  optedIn: `i.intent = ${messageIntent.optIn}`,
  help: `i.intent = ${messageIntent.help}`,
  other: `(i.intent = ${messageIntent.none}
    OR i.intent = ${messageIntent.unclear} AND NOT (${isUnclear}) AND NOT ${optedOut})`,
};

/** SQL: without every run that `maskText` may touch, so that no search finds what it hides. */
const messageOf = (masked: boolean) =>
  masked ? `regexp_replace(i.message, '${maskableRun}', ' ', 'g')` : 'i.message';

const orders: Record<DeskSort, (masked: boolean) => string> = {
  date: () => 'i.received',
  phoneNumber: () => 'i.phone',
  message: (masked) => nameOrder(messageOf(masked)),
};

/**
 * SQL and the values of $1 to $5. A masked run is replaced by a space: what is found between the
 * spaces of the search stands in the text itself, which is searched first, because taking the runs
 * out costs ten times as much.
 */
function matching(clientId: number, { filter, search, masked, dayStart }: DeskQuestion) {
  const digits = search.replace(/\D/g, '');
  const words = search.split(' ').map(containsPattern);
  const found = `($3 = '%%' OR i.message ILIKE ALL ($5::text[]) AND ${messageOf(masked)} ILIKE $3
    OR ($4 <> '' AND i.phone LIKE '%' || $4 || '%'))`;
  // Two digits of a sentence do not mean a number.
  const asNumber = /[a-z]/i.test(search) ? '' : digits;
  return {
    where: `i.client_id = $1 AND ($2::timestamptz IS NOT NULL) AND ${conditions[filter]} AND ${found}`,
    values: [clientId, dayStart, containsPattern(search), asNumber, words],
  };
}

/** SQL: a text `i` and its rest `r`. */
const textColumns = `i.inbound_text_id AS id, i.phone AS "phoneNumber", i.received, i.message,
  i.intent, i.read_at IS NOT NULL AS read, i.done_at IS NOT NULL AS done,
  r.inbound_text_id IS NOT NULL AS rested, r.decision`;
const restJoin =
  'LEFT JOIN contact_rest r ON r.client_id = $1 AND r.inbound_text_id = i.inbound_text_id';

interface TextRow {
  id: number;
  phoneNumber: string;
  received: Date;
  message: string;
  intent: MessageIntent;
  read: boolean;
  done: boolean;
  rested: boolean;
  decision: TextDecision | null;
}

interface Row extends TextRow {
  person: string | null;
  accountNumber: string | null;
  campaign: string | null;
}

export function standingOf(row: Pick<TextRow, 'intent' | 'rested' | 'decision'>): TextStanding {
  if (row.intent === messageIntent.optIn) return 'optIn';
  if (row.intent === messageIntent.optOut) return 'optOut';
  if (row.intent === messageIntent.help) return 'help';
  if (row.intent === messageIntent.none) return 'none';
  if (row.decision !== null) return row.decision === 'optOut' ? 'optOut' : 'kept';
  return row.rested ? 'unclear' : 'blockedBefore';
}

/** As the filter `notDone`. */
export const isToDo = (standing: TextStanding, done: boolean) =>
  !done && (standing === 'none' || standing === 'unclear');

function textOf(row: TextRow) {
  const standing = standingOf(row);
  return {
    id: row.id,
    phoneNumber: row.phoneNumber,
    date: row.received.toISOString(),
    message: row.message,
    messageIntent: row.intent,
    standing,
    read: row.read,
    done: row.done,
    toDo: isToDo(standing, row.done),
  };
}

export async function findDeskText(tx: Tx, clientId: number, id: number) {
  const row = await tx.row<TextRow>(
    `SELECT ${textColumns} FROM inbound_text i ${restJoin}
     WHERE i.client_id = $1 AND i.inbound_text_id = $2`,
    [clientId, id],
  );
  return row && textOf(row);
}

export interface DeskPage extends DeskQuestion {
  sort: DeskSort;
  order: 'asc' | 'desc';
  page: number;
  /** Of a page. */
  rows: number;
}

interface DeskPageRead {
  texts: DeskText[];
  total: number;
  toFinish: number;
  exact: boolean;
  newest: number;
}

/** A page, and how many match; counted as far as anybody pages. */
export async function readDeskPage(
  tx: Tx,
  clientId: number,
  question: DeskPage,
): Promise<DeskPageRead> {
  const { where, values } = matching(clientId, question);
  const counted = await tx.row<{ total: number; toFinish: number; newest: number }>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE found.to_finish) AS "toFinish",
       (SELECT coalesce(max(t.inbound_text_id), 0) FROM inbound_text t WHERE t.client_id = $1) AS newest
     FROM (
       SELECT ${toFinish} AS to_finish FROM inbound_text i WHERE ${where} LIMIT ${mostDeskCounted + 1}) found`,
    values,
  );
  const total = counted?.total ?? 0;
  const direction = question.order === 'asc' ? 'ASC' : 'DESC';
  const orderBy = `ORDER BY ${orders[question.sort](question.masked)} ${direction}, i.inbound_text_id ${direction}`;
  const rows = await tx.rows<Row>(
    `SELECT ${textColumns}, ${personColumns}
     FROM (SELECT * FROM inbound_text i WHERE ${where} ${orderBy} LIMIT $6 OFFSET $7) i
     ${restJoin}
     ${personJoin}
     ${orderBy}`,
    [...values, question.rows, (question.page - 1) * question.rows],
  );
  const texts = rows.map((row) => ({
    ...textOf(row),
    person: row.person ?? '',
    accountNumber: row.accountNumber ?? '',
    campaign: row.campaign ?? '',
  }));
  return {
    texts,
    total: Math.min(total, mostDeskCounted),
    toFinish: Math.min(counted?.toFinish ?? 0, mostDeskCounted),
    exact: total <= mostDeskCounted,
    newest: counted?.newest ?? 0,
  };
}

/**
 * SQL: whose number the text `i` came from: the account that a campaign wrote to last before it
 * came, or called, or else the newest contact list with the number. A few index lookups for each
 * row of a page; the second is only made where the first finds nothing.
 */
export const personJoin = `LEFT JOIN LATERAL (
    SELECT a.call_list_id, a.entry_id, k.name AS campaign
    FROM attempt a JOIN campaign k ON k.client_id = $1 AND k.campaign_id = a.campaign_id
    WHERE a.client_id = $1 AND a.phone = i.phone AND a.attempted_at <= i.received
    ORDER BY (k.campaign_type = ${campaignType.texting}) DESC, a.attempted_at DESC LIMIT 1) w ON true
  LEFT JOIN LATERAL (
    SELECT e.call_list_id, e.entry_id FROM list_entry e
    WHERE w.entry_id IS NULL AND e.client_id = $1 AND e.phone = i.phone
    ORDER BY e.call_list_id DESC LIMIT 1) o ON true
  LEFT JOIN LATERAL (
    SELECT e.first_name, e.last_name, e.external_id FROM list_entry e
    WHERE e.client_id = $1 AND e.call_list_id = coalesce(w.call_list_id, o.call_list_id)
      AND e.entry_id = coalesce(w.entry_id, o.entry_id)) p ON true`;

export const personColumns = `concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, '')) AS person,
  p.external_id AS "accountNumber", w.campaign`;

/** Over the newest texts, so that a count never reads the texts of years. */
export async function countDesk(tx: Tx, clientId: number, dayStart: Date) {
  const counts = Object.entries(conditions).map(
    ([filter, condition]) => `count(*) FILTER (WHERE ${condition}) AS "${filter}"`,
  );
  const row = await tx.row<Record<DeskFilter, number>>(
    `SELECT ${counts.join(', ')}
     FROM (SELECT * FROM inbound_text WHERE client_id = $1 AND $2::timestamptz IS NOT NULL
       ORDER BY received DESC LIMIT ${mostDeskCounted + 1}) i`,
    [clientId, dayStart],
  );
  if (!row) throw new Error('A count returned nothing.');
  return { ...row, all: Math.min(row.all, mostDeskCounted), exact: row.all <= mostDeskCounted };
}

export async function countUnread(tx: Tx, clientId: number): Promise<number> {
  const row = await tx.row<{ unread: number }>(
    `SELECT count(*) AS unread FROM (SELECT FROM inbound_text
       WHERE client_id = $1 AND read_at IS NULL LIMIT ${mostUnreadCounted}) found`,
    [clientId],
  );
  return row?.unread ?? 0;
}

/** Whether all of them are this client's. */
export async function hasTexts(tx: Tx, clientId: number, ids: readonly number[]): Promise<boolean> {
  const row = await tx.row<{ known: number }>(
    `SELECT count(*) AS known FROM inbound_text
     WHERE client_id = $1 AND inbound_text_id = ANY ($2)`,
    [clientId, ids],
  );
  return row?.known === new Set(ids).size;
}

export async function markRead(tx: Tx, clientId: number, ids: readonly number[], now: Date) {
  await tx.run(
    `UPDATE inbound_text SET read_at = $3
     WHERE client_id = $1 AND inbound_text_id = ANY ($2) AND read_at IS NULL`,
    [clientId, ids, now],
  );
}

export interface Finishing {
  managerId: number;
  now: Date;
}

/** A text that is done stays with the one who was first; others than `isMarked` stay as they are. */
export async function markDone(
  tx: Tx,
  clientId: number,
  ids: readonly number[],
  { managerId, now }: Finishing,
): Promise<void> {
  await tx.run(
    `UPDATE inbound_text SET done_at = $3, done_by = $4, read_at = coalesce(read_at, $3)
     WHERE client_id = $1 AND inbound_text_id = ANY ($2) AND done_at IS NULL
       AND ${isMarked('inbound_text')}`,
    [clientId, ids, now, managerId],
  );
}

export async function markNotDone(tx: Tx, clientId: number, ids: readonly number[]): Promise<void> {
  await tx.run(
    `UPDATE inbound_text SET done_at = NULL, done_by = NULL
     WHERE client_id = $1 AND inbound_text_id = ANY ($2) AND done_at IS NOT NULL
       AND ${isMarked('inbound_text')}`,
    [clientId, ids],
  );
}

/** Texts of one transaction, so that 100,000 hold no locks for long. */
export const finishAtOnce = 5_000;

/**
 * Marks the next texts of a filter as done, at most `finishAtOnce`; those that wait for a decision
 * or that Carillon deals with by itself are left.
 *
 * @returns how many; fewer than `finishAtOnce` at the end
 */
export function markNextDone(
  tx: Tx,
  clientId: number,
  question: DeskQuestion & { upTo: number },
  { managerId, now }: Finishing,
): Promise<number> {
  const { where, values } = matching(clientId, question);
  return tx.run(
    `UPDATE inbound_text t SET done_at = $6, done_by = $7, read_at = coalesce(t.read_at, $6)
     WHERE t.client_id = $1 AND t.inbound_text_id IN (
       SELECT i.inbound_text_id FROM inbound_text i
       WHERE ${where} AND ${toFinish} AND i.inbound_text_id <= $8
       LIMIT ${finishAtOnce} FOR UPDATE SKIP LOCKED)`,
    [...values, now, managerId, question.upTo],
  );
}
