/**
 * Numbers of account rows that are not entries of their list: duplicates, restricted ones, those
 * that a reuse left behind. Their persons may still ask to stop
 * (docs/decisions/038-numbers-beside-lists.md).
 */
import { fixedFields } from '#contract/account-field.ts';
import { callListStatus } from '#contract/call-list.ts';
import type { Tx } from '../database.ts';
import { blocks, hasHashedNumbers, listedAs } from './blocked-number.ts';
import { firstLargeId, type ListLoad, tableOf } from './call-list-load.ts';
import { inSharedLists } from './entry-scope.ts';

/** The External Id of an account, and a number of it that asked to stop. */
export interface AccountStop {
  asked: string;
  externalId: string;
}

/** Collects what a load leaves out: COPY FROM is not possible under row level security. */
export const copyDroppedSql =
  'COPY dropped_phone (account_line, phone, external_id) FROM STDIN (FORMAT binary)';

export async function beginDropped(tx: Tx): Promise<void> {
  await tx.run(
    `CREATE TEMPORARY TABLE dropped_phone
       (account_line integer, phone text COLLATE "C", external_id text) ON COMMIT DROP`,
  );
}

/**
 * Keeps what the load left out, where the account has another number in the list or an External Id.
 * Each of the two tables is read once: neither has an index. With one phone column no account has
 * another number.
 */
export async function keepDropped(tx: Tx, load: ListLoad): Promise<void> {
  const alone = load.phoneColumns.length === 1;
  const hashed = await hasHashedNumbers(tx, load.clientId);
  const listed = hashed ? listedAs('d.phone') : 'd.phone';
  await tx.run(
    `INSERT INTO account_phone (client_id, phone, call_list_id, account_line, entry_id, external_id)
     SELECT $1, ${listed}, $2, d.account_line, min(d.entry_id), max(d.external_id)
     FROM (${alone ? withoutNeighbors : withNeighbors(load)}) AS d
     GROUP BY d.phone, d.account_line
     HAVING min(d.entry_id) IS NOT NULL OR max(d.external_id) IS NOT NULL`,
    [load.clientId, load.callListId],
  );
}

/**
 * Numbers that a reuse left behind of accounts that it took numbers of, and what its original knew
 * about them. Sorted, not joined: the new list has no statistics, and a join took it for a few
 * rows.
 */
export async function keepLeftBehind(
  tx: Tx,
  clientId: number,
  from: number,
  to: number,
): Promise<void> {
  // An erased number that the original still holds is not kept once more.
  const listed = (await hasHashedNumbers(tx, clientId)) ? listedAs('known.phone') : 'phone';
  await tx.run(
    `INSERT INTO account_phone (client_id, phone, call_list_id, account_line, entry_id, external_id)
     SELECT $1, ${listed}, $3, account_line, beside, max(external_id)
     FROM (
       SELECT *, min(entry_id) OVER (PARTITION BY account_line) AS beside FROM (
         SELECT account_line, phone, external_id, NULL::integer AS entry_id FROM list_entry
         WHERE client_id = $1 AND call_list_id = $2
         UNION ALL
         SELECT account_line, phone, external_id, NULL FROM account_phone
         WHERE client_id = $1 AND call_list_id = $2
         UNION ALL
         SELECT account_line, phone, external_id, entry_id FROM list_entry
         WHERE client_id = $1 AND call_list_id = $3) AS every) AS known
     WHERE beside IS NOT NULL AND phone <> ''
     GROUP BY phone, account_line, beside
     HAVING max(entry_id) IS NULL
     ON CONFLICT DO NOTHING`,
    [clientId, from, to],
  );
}

const withoutNeighbors = `SELECT phone, account_line, external_id, NULL::integer AS entry_id
  FROM dropped_phone WHERE external_id IS NOT NULL`;

const withNeighbors = (load: ListLoad) => `SELECT p.phone, p.account_line, p.external_id, e.entry_id
  FROM dropped_phone p
  LEFT JOIN ${tableOf(load)} e ON e.account_line = p.account_line AND e.phone <> p.phone`;

/** The rows of `account_phone` with these numbers; `entryId` is another number's of the account. */
export interface NumberBeside {
  phone: string;
  callListId: number;
  entryId: number | null;
  line: number;
  externalId: string | null;
}

export function numbersBeside(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<NumberBeside[]> {
  return tx.rows<NumberBeside>(
    `SELECT v.phone, p.call_list_id AS "callListId", p.entry_id AS "entryId",
       p.account_line AS line, p.external_id AS "externalId"
     FROM unnest($2::text[]) AS v (phone)
     JOIN account_phone p ON p.client_id = $1 AND ${blocks('p', 'v.phone')}`,
    [clientId, phones],
  );
}

/** The most partitions that one stop searches: each is locked with its indexes meanwhile. */
const mostLargeLists = 100;
/** Mapping id in `call_list.mapped_fields`. */
const externalIdField = fixedFields.find(({ key }) => key === 'externalId')?.id;

/**
 * External Ids of the numbers in closed lists, tried or not. All small and reused lists share a
 * partition and so take one search; of the large ones, which have one each, only the newest with
 * External Ids are searched.
 */
export async function idsInClosedLists(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<AccountStop[]> {
  const large = await tx.rows<{ id: number }>(
    `SELECT call_list_id AS id FROM call_list
     WHERE client_id = $1 AND call_list_id >= ${firstLargeId}
       AND status_id IN (${callListStatus.closing}, ${callListStatus.closed})
       AND ${externalIdField} = ANY (mapped_fields)
     ORDER BY call_list_id DESC LIMIT ${mostLargeLists}`,
    [clientId],
  );
  const idsWhere = (lists: string, values: unknown[]) =>
    tx.rows<AccountStop>(
      `SELECT DISTINCT v.phone AS asked, e.external_id AS "externalId"
       FROM unnest($2::text[]) AS v (phone)
       CROSS JOIN LATERAL (
         SELECT external_id FROM list_entry
         WHERE ${lists} AND phone = v.phone OFFSET 0) AS e
       WHERE e.external_id IS NOT NULL`,
      [clientId, phones, ...values],
    );
  const small = await idsWhere(inSharedLists, []);
  const recorded = await idsInRecords(tx, clientId, phones);
  if (large.length === 0) return [...small, ...recorded];
  const rest = await idsWhere('client_id = $1 AND call_list_id = ANY ($3::bigint[])', [
    large.map(({ id }) => id),
  ]);
  return [...small, ...rest, ...recorded];
}

/**
 * The same of lists whose contact data was deleted: their call records keep it for longer (decision
 * 044).
 */
async function idsInRecords(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<AccountStop[]> {
  const emptied = await tx.row(
    `SELECT 1 FROM call_list WHERE client_id = $1 AND contacts_deleted_at IS NOT NULL
       AND ${externalIdField} = ANY (mapped_fields) LIMIT 1`,
    [clientId],
  );
  if (!emptied) return [];
  return tx.rows<AccountStop>(
    `SELECT DISTINCT phone AS asked, external_id AS "externalId" FROM call_record
     WHERE client_id = $1 AND phone = ANY ($2) AND external_id <> ''`,
    [clientId, phones],
  );
}
