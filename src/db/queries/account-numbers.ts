/**
 * Whose number it is: the other numbers of its accounts, beside it in one list or in another list
 * under the same External Id. Entries are found by number, by key and by External Id, one after the
 * other, because a list that was just loaded has no statistics.
 */
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { entriesOfAccount } from '../entry-steps.ts';
import { isInUse } from '../list-states.ts';
import { type AccountStop, idsInClosedLists, numbersBeside } from './account-phone.ts';
import { blocks, listedAs } from './blocked-number.ts';
import { listScopes } from './entry-scope.ts';

export interface AccountNumber {
  /** The number that asked to stop. */
  asked: string;
  phone: string;
  callListId: number;
  entryId: number;
  /** It waits, in a list in use. */
  waits: boolean;
}

export interface AccountNumbers {
  numbers: AccountNumber[];
  ids: AccountStop[];
}

/** Lists in use. */
export async function openLists(tx: Tx, clientId: number): Promise<number[]> {
  const rows = await tx.rows<{ call_list_id: number }>(
    `SELECT call_list_id FROM call_list WHERE client_id = $1 AND ${isInUse()}`,
    [clientId],
  );
  return rows.map((row) => row.call_list_id);
}

/**
 * Other numbers of those whose person asked to stop, where a stop holds for the whole account.
 *
 * @param closedToo also by External Ids that only closed lists have. Once for each stop: they are
 *   noted then (`noteAccountStops`)
 */
export async function numbersOfAccounts(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  closedToo = false,
): Promise<AccountNumbers> {
  const asking = await tx.rows<{ phone: string }>(
    `SELECT v.phone FROM unnest($2::text[]) AS v (phone)
     JOIN client k ON k.client_id = $1 AND k.stop_scope = 'account'
     WHERE EXISTS (SELECT FROM do_not_call d
       WHERE d.client_id = $1 AND ${blocks('d', 'v.phone')} AND d.whole_account)`,
    [clientId, phones],
  );
  if (asking.length === 0) return { numbers: [], ids: [] };
  const asked = asking.map(({ phone }) => phone);
  const open = await openLists(tx, clientId);
  const own = await ownEntries(tx, clientId, asked, open);
  const beside = await numbersBeside(tx, clientId, asked);
  const closed = closedToo ? await idsInClosedLists(tx, clientId, asked) : [];
  const noted = await tx.rows<AccountStop>(
    `SELECT v.phone AS asked, s.external_id AS "externalId" FROM unnest($2::text[]) AS v (phone)
     JOIN account_stop s ON s.client_id = $1 AND ${blocks('s', 'v.phone')}`,
    [clientId, asked],
  );
  const ids = new Map([
    ...[...noted, ...closed].map((one) => [`${one.asked} ${one.externalId}`, one] as const),
    ...[...own, ...beside].flatMap(({ phone, externalId }) =>
      externalId ? [[`${phone} ${externalId}`, { asked: phone, externalId }] as const] : [],
    ),
  ]);
  const entries = [...own, ...beside].flatMap(({ entryId, ...one }) =>
    entryId === null ? [] : [{ ...one, entryId }],
  );
  const numbers = [
    ...(await besides(tx, clientId, entries)),
    ...(await ofIds(tx, clientId, [...ids.values()], open)),
  ];
  return { numbers, ids: [...ids.values()] };
}

/** Lists that are loaded or reused later apply the stop by this, while the number is blocked. */
export async function noteAccountStops(
  tx: Tx,
  clientId: number,
  ids: readonly AccountStop[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `INSERT INTO account_stop (client_id, external_id, phone)
     SELECT DISTINCT $1::int, v.id, ${listedAs('v.phone')} AS listed
     FROM unnest($2::text[], $3::text[]) AS v (id, phone) ORDER BY v.id, listed ON CONFLICT DO NOTHING`,
    [clientId, ids.map(({ externalId }) => externalId), ids.map(({ asked }) => asked)],
  );
}

interface OwnEntry {
  phone: string;
  callListId: number;
  entryId: number;
  line: number;
  externalId: string | null;
}

const ownColumns = `v.phone, e.call_list_id AS "callListId", e.entry_id AS "entryId",
  e.account_line AS line, e.external_id AS "externalId"`;

/** The entries of the numbers in open lists, and those called or texted in any list. */
async function ownEntries(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  open: readonly number[],
): Promise<OwnEntry[]> {
  const waiting: OwnEntry[] = [];
  for (const { where, lists } of listScopes(open)) {
    const some = await tx.rows<OwnEntry>(
      `SELECT ${ownColumns} FROM unnest($2::text[]) AS v (phone)
       CROSS JOIN LATERAL (
         SELECT * FROM list_entry WHERE ${where} AND phone = v.phone OFFSET 0) AS e
       WHERE e.call_list_id = ANY ($3::bigint[])`,
      [clientId, phones, lists],
    );
    waiting.push(...some);
  }
  const tried = await tx.rows<{ phone: string; callListId: number; entryId: number }>(
    `SELECT v.phone, a.call_list_id AS "callListId", a.entry_id AS "entryId"
     FROM unnest($2::text[]) AS v (phone)
     CROSS JOIN LATERAL (
       SELECT call_list_id, entry_id FROM attempt
       WHERE client_id = $1 AND phone = v.phone OFFSET 0) AS a
     WHERE a.call_list_id <> ALL ($3::bigint[])`,
    [clientId, phones, open],
  );
  if (tried.length === 0) return waiting;
  const elsewhere = await tx.rows<OwnEntry>(
    `SELECT ${ownColumns}
     FROM unnest($2::text[], $3::bigint[], $4::integer[]) AS v (phone, list, entry)
     CROSS JOIN LATERAL (
       SELECT * FROM list_entry
       WHERE client_id = $1 AND call_list_id = v.list AND call_list_id = ANY ($3)
         AND entry_id = v.entry OFFSET 0) AS e`,
    [
      clientId,
      tried.map((one) => one.phone),
      tried.map((one) => one.callListId),
      tried.map((one) => one.entryId),
    ],
  );
  return [...waiting, ...elsewhere];
}

const numberColumns = `v.asked, e.phone, e.call_list_id AS "callListId", e.entry_id AS "entryId"`;

/** The others of the same account row: around the number's own entry, or around one of theirs. */
async function besides(
  tx: Tx,
  clientId: number,
  own: readonly OwnEntry[],
): Promise<AccountNumber[]> {
  if (own.length === 0) return [];
  return tx.rows<AccountNumber>(
    `SELECT ${numberColumns}, e.state = ${entryState.waiting} AND ${isInUse('l')} AS waits
     FROM unnest($2::text[], $3::bigint[], $4::integer[], $5::integer[])
       AS v (asked, list, entry, line)
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = v.list AND l.phone_columns > 1
     CROSS JOIN LATERAL (${entriesOfAccount({
       ...{ list: 'v.list', entry: 'v.entry', line: 'v.line', apart: '(l.phone_columns - 1)' },
       ...{ columns: 'phone, call_list_id, entry_id, state', scope: 'AND call_list_id = ANY ($3)' },
     })}) AS e
     WHERE e.phone <> v.asked`,
    [
      clientId,
      own.map((one) => one.phone),
      own.map((one) => one.callListId),
      own.map((one) => one.entryId),
      own.map((one) => one.line),
    ],
  );
}

/** The state is filtered outside, as in barWaiting. */
async function ofIds(
  tx: Tx,
  clientId: number,
  ids: readonly AccountStop[],
  open: readonly number[],
): Promise<AccountNumber[]> {
  if (ids.length === 0 || open.length === 0) return [];
  const numbers: AccountNumber[] = [];
  for (const { where, lists } of listScopes(open)) {
    const some = await tx.rows<AccountNumber>(
      `SELECT ${numberColumns}, e.state = ${entryState.waiting} AS waits
       FROM unnest($2::text[], $4::text[]) AS v (asked, id)
       CROSS JOIN LATERAL (
         SELECT phone, call_list_id, entry_id, state FROM list_entry
         WHERE ${where} AND external_id = v.id OFFSET 0) AS e
       WHERE e.call_list_id = ANY ($3::bigint[])`,
      [clientId, ids.map(({ asked }) => asked), lists, ids.map(({ externalId }) => externalId)],
    );
    numbers.push(...some);
  }
  return numbers;
}
