/** The do-not-call list: read and search. `optOut` and the operator's import add to it; do-not-call-lift.ts takes off. */
import {
  askedByPerson,
  type DoNotCall,
  type DoNotCallEntry,
  type DoNotCallOrder,
  type DoNotCallSource,
  mostDoNotCallCounted,
} from '#contract/do-not-call.ts';
import { messageIntent } from '#contract/inbound-text.ts';
import { asClient, asReport, type Database } from '../database.ts';

interface ListRow {
  id: number;
  phone: string;
}

/** A number with where it came from, for the file of the list. */
export interface ListedNumber {
  phone: string;
  source: DoNotCallEntry['source'];
  created: Date;
  managerName: string | null;
}

/** Rows of one transaction: a reader that pauses holds nothing open. */
const pageSize = 10_000;

/**
 * The whole list by number, page by page, whatever its size. A number that is on it all the while
 * comes exactly once.
 */
export async function* readDoNotCall(db: Database, clientId: number): AsyncGenerator<DoNotCall[]> {
  let last = '';
  for (;;) {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<ListRow>(
        `SELECT do_not_call_id AS id, phone FROM do_not_call
         WHERE client_id = $1 AND phone > $2 ORDER BY phone LIMIT ${pageSize}`,
        [clientId, last],
      ),
    );
    if (rows.length > 0) yield rows.map((row) => entryOf(clientId, row));
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.phone ?? '';
  }
}

/** The same with where each number came from. */
export async function* readListedNumbers(
  db: Database,
  clientId: number,
): AsyncGenerator<ListedNumber[]> {
  let last = '';
  for (;;) {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<ListedNumber>(
        `SELECT phone, ${sourceOf}, platform_time(created) AS created, ${managerOf} FROM do_not_call d
         WHERE client_id = $1 AND phone > $2 ORDER BY phone LIMIT ${pageSize}`,
        [clientId, last],
      ),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.phone ?? '';
  }
}

/** SQL: which manager blocked a number of `do_not_call d`, where one did. */
const managerOf = `CASE WHEN source = 'manager' AND key_at IS NULL AND text_at IS NULL THEN (
  SELECT m.name FROM manager m WHERE m.client_id = d.client_id AND m.manager_id = d.manager_id)
  END AS "managerName"`;

function entryOf(clientId: number, { id, phone }: ListRow): DoNotCall {
  return { id, clientId, phoneRestriction: phone, doNotCallTypeId: 1 };
}

export interface DoNotCallSearch {
  clientId: number;
  /** Digits only; '' for the whole list. */
  digits: string;
  /** Only of this one; undefined for all. */
  source?: DoNotCallSource | undefined;
  sort: DoNotCallOrder;
  limit: number;
}

export interface DoNotCallFound {
  entries: DoNotCallEntry[];
  total: number;
  exact: boolean;
}

/**
 * SQL: who blocked a number of `do_not_call`. The person's own wish comes first, no matter who else
 * blocked the number. The index do_not_call_source has the same expression.
 */
const sourceValue = `CASE WHEN key_at IS NOT NULL THEN 'key' WHEN text_at IS NOT NULL THEN 'text'
  ELSE source END`;
export const sourceOf = `${sourceValue} AS source`;

/** In the order of their names on the screen. */
const rankedSources: readonly DoNotCallSource[] = ['manager', 'operator', 'text', 'key'];
const sourceRank = `array_position(ARRAY[${rankedSources.map((one) => `'${one}'`).join(', ')}], source)`;

/** Ids are given in the order in which numbers come; the newest first among equals. */
const orders: Record<DoNotCallOrder, string> = {
  phone: 'phone',
  '-phone': 'phone DESC',
  source: `${sourceRank}, id DESC`,
  '-source': `${sourceRank} DESC, id DESC`,
  created: 'id',
  '-created': 'id DESC',
};

type FoundRow = ListRow & {
  source: DoNotCallEntry['source'];
  created: Date;
  manager: number | null;
};

/**
 * The first numbers, in an order, that hold the digits. Runs as carillon_report, with the client in every query
 * (see the index do_not_call_digits).
 *
 * A search is counted up to 10,000, because one or two digits are held by nearly every number. The
 * count then says how to read: many are soon met on a walk from the newest on; a few, which an
 * index of trigrams leads to, are found first and sorted then (OFFSET 0 keeps the LIMIT out of the
 * inner query, or PostgreSQL walks past the whole list for them).
 */
export async function searchDoNotCall(
  db: Database,
  search: DoNotCallSearch,
): Promise<DoNotCallFound> {
  const { rows, ...counts } = await findNumbers(db, search);
  const names = await managerNames(db, search.clientId, rows);
  const asks = await lastAsks(db, search.clientId, rows);
  const entries = rows.map((row) => {
    const asked = asks.get(row.id);
    const managerName = row.source === 'manager' ? names.get(row.manager ?? 0) : undefined;
    return {
      ...entryOf(search.clientId, row),
      source: row.source,
      created: row.created.toISOString(),
      ...(managerName === undefined ? {} : { managerName }),
      ...(asked && { asked: asked.toISOString() }),
    };
  });
  return { entries, ...counts };
}

/** Not with the numbers: the role that finds them sees no managers. */
async function managerNames(db: Database, clientId: number, rows: readonly FoundRow[]) {
  const ids = [...new Set(rows.flatMap(({ manager }) => (manager === null ? [] : [manager])))];
  if (ids.length === 0) return new Map<number, string>();
  const managers = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: number; name: string }>(
      `SELECT manager_id AS id, name FROM manager
       WHERE client_id = $1 AND manager_id = ANY ($2::bigint[])`,
      [clientId, ids],
    ),
  );
  return new Map(managers.map(({ id, name }) => [id, name]));
}

/** SQL: when the person of a number of `do_not_call d` asked for it last; null where it was not the person. */
export const lastAsk = `CASE WHEN d.key_at IS NOT NULL OR d.text_at IS NOT NULL THEN date_trunc('milliseconds',
  greatest(platform_time(d.key_at), platform_time(d.text_at), (
    SELECT i.received FROM inbound_text i
    WHERE i.client_id = d.client_id AND i.phone = d.phone AND i.intent = ${messageIntent.optOut}
    ORDER BY i.received DESC LIMIT 1))) END`;

/** Not with the numbers: the role that finds them sees no texts. */
async function lastAsks(db: Database, clientId: number, rows: readonly FoundRow[]) {
  const ids = rows.flatMap(({ id, source }) => (askedByPerson(source) ? [id] : []));
  if (ids.length === 0) return new Map<number, Date>();
  const asks = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: number; asked: Date | null }>(
      `SELECT do_not_call_id AS id, ${lastAsk} AS asked FROM do_not_call d
       WHERE client_id = $1 AND do_not_call_id = ANY ($2::bigint[])`,
      [clientId, ids],
    ),
  );
  return new Map(asks.flatMap(({ id, asked }) => (asked ? [[id, asked] as const] : [])));
}

/** SQL: the hash of the number $2, with or without its leading 1: digits of a hash find nothing. */
const isHashOf = `phone = number_hash($1::int, right('1' || $2, 11))`;

/** SQL: the first matches of each source, of which the first of all are a part. */
function ofEach(matches: string, only: DoNotCallSource | undefined): string {
  return rankedSources
    .filter((one) => only === undefined || one === only)
    .map(
      (one) => `(${matches} AND ${sourceValue} = '${one}' ORDER BY do_not_call_id DESC LIMIT $4)`,
    )
    .join(' UNION ALL ');
}

function findNumbers(db: Database, { clientId, digits, source, sort, limit }: DoNotCallSearch) {
  const where = [
    'client_id = $1',
    digits === '' ? "$2 = ''" : `(phone LIKE '%' || $2 || '%' AND phone >= '1' OR ${isHashOf})`,
    source === undefined ? '$3::text IS NULL' : `${sourceValue} = $3`,
  ].join(' AND ');
  const values = [clientId, digits, source ?? null];
  return asReport(db, clientId, async (tx) => {
    const most = digits === '' ? null : mostDoNotCallCounted + 1;
    const counted = await tx.row<{ total: number }>(
      `SELECT count(*) AS total
       FROM (SELECT FROM do_not_call WHERE ${where} LIMIT $4) found`,
      [...values, most],
    );
    const total = counted?.total ?? 0;
    const exact = most === null || total < most;
    const few = exact && digits.length >= 3;
    const matches = `SELECT do_not_call_id AS id, phone, ${sourceOf}, created,
      manager_id AS manager FROM do_not_call WHERE ${where}`;
    const asked = few
      ? `${matches} OFFSET 0`
      : sort.endsWith('source')
        ? ofEach(matches, source)
        : matches;
    const rows = await tx.rows<FoundRow>(
      `SELECT id, phone, source, platform_time(created) AS created, manager FROM (${asked}) found
       ORDER BY ${orders[sort]} LIMIT $4`,
      [...values, limit],
    );
    return { rows, total: exact ? total : mostDoNotCallCounted, exact };
  });
}
