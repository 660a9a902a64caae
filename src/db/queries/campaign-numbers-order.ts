/** Search and order of the numbers behind a figure, over all of its entries. */
import type { NumberSort } from '#contract/campaign-numbers.ts';
import type { Tx } from '../database.ts';
import { containsPattern } from '../like-pattern.ts';
import { nameOrder } from '../name-order.ts';
import type { NumbersCursor, NumbersQuestion } from './campaign-numbers-question.ts';
import type { Selection } from './campaign-numbers-selection.ts';

export interface EntryKey {
  callListId: number;
  entryId: number;
}

type Sorted = NumbersQuestion & { sort: Exclude<NumberSort, 'list'> };

export function isSorted(question: NumbersQuestion): question is Sorted {
  return question.sort !== undefined && question.sort !== 'list';
}

const fullName = "concat_ws(' ', nullif(e.first_name, ''), nullif(e.last_name, ''))";

/** SQL: what an entry `e` is sorted by. */
const keys: Record<Sorted['sort'], string> = {
  phone: 'e.phone',
  name: nameOrder(fullName),
};

/** SQL: whether the search finds the entry `e`; two digits of a sentence do not mean a number. */
function searched(search: string | undefined, given: (value: unknown) => string): string {
  if (!search) return 'true';
  const digits = /[a-z]/i.test(search) ? '' : search.replace(/\D/g, '');
  const named = `${fullName} ILIKE ${given(containsPattern(search))}`;
  return digits === '' ? named : `(${named} OR e.phone LIKE ${given(`%${digits}%`)})`;
}

/** The entries of one list in the order of its file, after `after`. */
export async function idsInFile(
  tx: Tx,
  { before, from, where, values }: Selection,
  search: string | undefined,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const given = (value: unknown) => `$${values.push(value)}`;
  const rows = await tx.rows<{ id: number }>(
    `${before} SELECT e.entry_id AS id FROM ${from}
     WHERE ${where} AND ${searched(search, given)} AND e.entry_id > ${given(after)}::integer
     ORDER BY e.entry_id LIMIT ${given(limit)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

export async function countEntries(
  tx: Tx,
  { before, from, where, values }: Selection,
  search: string | undefined,
): Promise<number> {
  const given = (value: unknown) => `$${values.push(value)}`;
  const row = await tx.row<{ count: number }>(
    `${before} SELECT count(*) FROM ${from} WHERE ${where} AND ${searched(search, given)}`,
    values,
  );
  return row?.count ?? 0;
}

interface SortedPage {
  question: Sorted;
  from: NumbersCursor;
  size: number;
  /** Over all lists. */
  selection: Selection;
}

/** A page and one more; entries without a name come last in both directions. */
export async function sortedKeys(
  tx: Tx,
  clientId: number,
  { question, from, size, selection: { before, from: source, where, values } }: SortedPage,
): Promise<EntryKey[]> {
  const given = (value: unknown) => `$${values.push(value)}`;
  const key = keys[question.sort];
  const descending = question.order === 'desc';
  const found = searched(question.search, given);
  let after = 'true';
  if (from.callListId > 0) {
    const last = await keyOf(tx, clientId, key, from);
    if (last === undefined) return [];
    after = afterKey({ key, last, descending, from, given });
  }
  return tx.rows<EntryKey>(
    `${before} SELECT e.call_list_id AS "callListId", e.entry_id AS "entryId" FROM ${source}
     WHERE ${where} AND ${found} AND ${after}
     ORDER BY (${key}) = '', ${key} ${descending ? 'DESC' : 'ASC'}, e.call_list_id, e.entry_id
     LIMIT ${given(size + 1)}`,
    values,
  );
}

/** Undefined: the entry has been deleted since. */
async function keyOf(tx: Tx, clientId: number, key: string, { callListId, after }: NumbersCursor) {
  const row = await tx.row<{ key: string }>(
    `SELECT ${key} AS key FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = $3`,
    [clientId, callListId, after],
  );
  return row?.key;
}

interface After {
  key: string;
  last: string;
  descending: boolean;
  from: NumbersCursor;
  given: (value: unknown) => string;
}

/** SQL: the entry `e` comes after the last one of the page before. */
function afterKey({ key, last, descending, from, given }: After): string {
  const lastKey = `${given(last)}::text`;
  const list = given(from.callListId);
  const entry = given(from.after);
  const follows = `(e.call_list_id > ${list} OR e.call_list_id = ${list} AND e.entry_id > ${entry})`;
  const same = `(${key}) = ${lastKey} AND ${follows}`;
  // The empty ones are the last: nothing but others of them comes after one.
  if (last === '') return `(${same})`;
  const beyond = `(${key}) ${descending ? '<' : '>'} ${lastKey} AND (${key}) <> ''`;
  return `(${beyond} OR ${same} OR (${key}) = '')`;
}
