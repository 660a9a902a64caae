/**
 * The numbers behind a figure of the funnel, list by list in the order of their files. Which waiting
 * numbers belong to it is decided by the funnel's own judgement of their groups.
 */
import { type NumberPart, numbersPage } from '#contract/campaign-numbers.ts';
import type { StoredReason } from '#contract/reason.ts';
import { isInFigure } from '#domain/campaign-funnel.ts';
import { allowedAreaCodes } from '#domain/dialing.ts';
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import {
  type FunnelList,
  funnelMoment,
  readFunnelCampaign,
  readFunnelLists,
} from './campaign-funnel.ts';
import { campaignColumns, entryColumns, type NumberEntryRow } from './number.ts';
import { waitingGroups, waitingIds } from './waiting-groups.ts';

export interface NumbersQuestion {
  campaignId: number;
  now: Date;
  part: NumberPart;
  reason?: string | undefined;
  zone?: string | undefined;
  opens?: string | undefined;
  result?: string | undefined;
}

/** Where the page before ended. */
export interface NumbersCursor {
  callListId: number;
  /** An entry, or the line of a row that was left out. */
  after: number;
  /** Of a row that was left out. */
  row: number;
}

export type EntryOfPage = Omit<
  NumberEntryRow,
  'loaded' | 'externalId' | 'zoneState' | 'zipCode'
> & {
  phone: string;
};

export interface LeftOutRow {
  callListId: number;
  callListName: string;
  rowId: number;
  line: number;
  column: string;
  value: string;
  reason: StoredReason;
}

/** A page and one more, if there are more; a page is 100 unless the caller wants more. */
export async function readEntriesOfPart(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  from: NumbersCursor,
  size = numbersPage,
): Promise<EntryOfPage[]> {
  const lists = (await readFunnelLists(tx, clientId, question.campaignId)).filter(
    ({ callListId }) => callListId >= from.callListId,
  );
  const idsIn = await finderFor(tx, clientId, question, lists);
  const found: EntryOfPage[] = [];
  for (const list of lists) {
    const limit = size + 1 - found.length;
    if (limit <= 0) break;
    const { callListId } = list;
    const after = callListId === from.callListId ? from.after : 0;
    const ids = await idsIn(list, after, limit);
    if (ids.length > 0) found.push(...(await entriesById(tx, clientId, question, callListId, ids)));
  }
  return found;
}

type Finder = (list: FunnelList, after: number, limit: number) => Promise<number[]>;

async function finderFor(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  lists: readonly FunnelList[],
): Promise<Finder> {
  const { part } = question;
  if (part === 'callable' || part === 'waiting') {
    return waitingFinder(tx, clientId, { ...question, part }, lists);
  }
  if (part === 'called' || part === 'in_progress') {
    return (list, after, limit) => attempted(tx, clientId, question, { list, after, limit });
  }
  const campaign = await readFunnelCampaign(tx, clientId, question.campaignId);
  const allowed = allowedAreaCodes(campaign?.countries ?? []);
  return ({ callListId, open }, after, limit) => {
    const values: unknown[] = [clientId, callListId, after, limit];
    const notAllowed = () => `substr(e.phone, 2, 3) <> ALL ($${values.push(allowed)}::text[])`;
    const where = wherePart(question, open, notAllowed);
    return idsOf(
      tx,
      `SELECT e.entry_id AS id FROM list_entry e
       WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id > $3 AND ${where}
       ORDER BY e.entry_id LIMIT $4`,
      values,
    );
  };
}

/** SQL: entries of the parts that need no judgement. */
function wherePart(
  { part, reason }: NumbersQuestion,
  open: boolean,
  notAllowed: () => string,
): string {
  if (part === 'all') return 'true';
  if (part === 'barred_for_good') return `e.state = ${entryState.barred}`;
  if (part !== 'remaining') return barredWhere(reason, open, notAllowed);
  return `NOT EXISTS (SELECT FROM attempt a
         WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = e.entry_id
           AND a.finished_at IS NOT NULL)`;
}

/** SQL: entries that are counted as barred for a reason; all of them without one. */
function barredWhere(reason: string | undefined, open: boolean, notAllowed: () => string): string {
  const barred = `e.state = ${entryState.barred}`;
  const waiting = `e.state = ${entryState.waiting}`;
  // The gate bars these as soon as it sees them; of a closed list it sees none.
  const notDialed = () => (open ? `(${waiting} AND ${notAllowed()})` : 'false');
  const closed = open ? 'false' : waiting;
  if (reason === undefined) return `(${barred} OR ${notDialed()} OR ${closed})`;
  if (reason === 'list_closed') return closed;
  if (reason === gateReasons.doNotCall) {
    return `(${barred} AND coalesce(e.reason, '') <> ALL ('{${ownCounters.join(',')}}'))`;
  }
  const own = ownCounters.find((one) => one === reason);
  const ofReason = own ? `(${barred} AND e.reason = '${own}')` : 'false';
  return reason === gateReasons.notDialed ? `(${ofReason} OR ${notDialed()})` : ofReason;
}

/** Reasons that are counted apart; the remainder is the do-not-call list's. */
const ownCounters: readonly string[] = [
  ...[gateReasons.optOutKey, gateReasons.optOutText, gateReasons.notDialed],
  ...[gateReasons.accountStop, gateReasons.alreadyReached],
];

async function waitingFinder(
  tx: Tx,
  clientId: number,
  {
    campaignId,
    now,
    part,
    reason,
    zone,
    opens,
  }: NumbersQuestion & { part: 'callable' | 'waiting' },
  lists: readonly FunnelList[],
): Promise<Finder> {
  const campaign = await readFunnelCampaign(tx, clientId, campaignId);
  if (!campaign) return async () => [];
  const { cap, countries } = campaign;
  const callListIds = lists.filter(({ open }) => open).map(({ callListId }) => callListId);
  const question = { now, cap, countries };
  const groups = await waitingGroups(tx, clientId, { ...question, callListIds });
  const moment = funnelMoment(campaign, now);
  const figure = part === 'callable' ? { part } : { part, reason, zone, opens };
  const keys = groups.filter((group) => isInFigure(group, moment, figure)).map(({ key }) => key);
  return async ({ callListId, open }, after, limit) => {
    if (!open || keys.length === 0) return [];
    return waitingIds(tx, clientId, question, { callListId, after, limit, keys });
  };
}

function attempted(
  tx: Tx,
  clientId: number,
  { part, result }: NumbersQuestion,
  { list, after, limit }: { list: FunnelList; after: number; limit: number },
): Promise<number[]> {
  const ended = part === 'called' ? 'IS NOT NULL' : 'IS NULL';
  return idsOf(
    tx,
    `SELECT entry_id AS id FROM attempt
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3 AND finished_at ${ended}
       AND ($5::text IS NULL OR result = $5)
     ORDER BY entry_id LIMIT $4`,
    [clientId, list.callListId, after, limit, result ?? null],
  );
}

async function idsOf(tx: Tx, sql: string, values: readonly unknown[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql, values);
  return rows.map(({ id }) => id);
}

function entriesById(
  tx: Tx,
  clientId: number,
  { now }: NumbersQuestion,
  callListId: number,
  ids: readonly number[],
): Promise<EntryOfPage[]> {
  return tx.rows<EntryOfPage>(
    `SELECT ${entryColumns('$4')}, ${campaignColumns}, e.phone
     FROM list_entry e
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     LEFT JOIN attempt a ON a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = e.entry_id
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = ANY ($3::integer[])
     ORDER BY e.entry_id`,
    [clientId, callListId, ids, now],
  );
}

/** The same of rows that were left out of the lists. */
export function readLeftOutPage(
  tx: Tx,
  clientId: number,
  { campaignId, reason }: NumbersQuestion,
  { callListId, after, row }: NumbersCursor,
  size = numbersPage,
): Promise<LeftOutRow[]> {
  return tx.rows<LeftOutRow>(
    `SELECT r.call_list_id AS "callListId", l.name AS "callListName",
       r.rejected_row_id AS "rowId", r.line, r.column_name AS column, r.value, r.reason
     FROM rejected_row r
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = r.call_list_id
     WHERE r.client_id = $1 AND l.campaign_id = $2 AND l.contacts_deleted_at IS NULL
       AND r.value <> '' AND ($3::text IS NULL OR r.reason ->> 'code' = $3)
       AND (r.call_list_id, r.line, r.rejected_row_id) > ($4, $5, $6)
     ORDER BY r.call_list_id, r.line, r.rejected_row_id LIMIT ${size + 1}`,
    [clientId, campaignId, reason ?? null, callListId, after, row],
  );
}

/** Undefined when the client has no such campaign. */
export async function findCampaignType(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<number | undefined> {
  const row = await tx.row<{ type: number }>(
    `SELECT campaign_type AS type FROM campaign WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  return row?.type;
}
