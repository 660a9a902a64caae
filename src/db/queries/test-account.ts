/** Which account of a contact list a message is tried with (decision 095). */
import {
  customFieldOffset,
  dateOfBirthFieldId,
  fixedFields,
  ssnFieldId,
} from '#contract/account-field.ts';
import { accountsCompared } from '#contract/message-test.ts';
import type { TextValues } from '#contract/text-message.ts';
import type { Tx } from '../database.ts';
import type { AccountKey } from './preview-account.ts';

const fixedColumns: Record<string, string> = {
  ...{ firstName: 'first_name', middleName: 'middle_name', lastName: 'last_name' },
  ...{ address: 'address', address2: 'address2', city: 'city', state: 'state_code' },
  ...{ zipCode: 'zip_code', externalId: 'external_id' },
};

/** SQL: the value of a field of the entry `e`; of a sealed one only whether there is one. */
function valueSql(fieldId: number): string {
  if (fieldId === dateOfBirthFieldId)
    return `CASE WHEN e.date_of_birth IS NULL THEN '' ELSE '?' END`;
  if (fieldId === ssnFieldId) return `CASE WHEN e.ssn IS NULL THEN '' ELSE '?' END`;
  const fixed = fixedFields.find(({ id }) => id === fieldId);
  const column = fixed && fixedColumns[fixed.key];
  if (column) return `coalesce(e.${column}, '')`;
  return `coalesce(e.custom ->> '${Math.trunc(fieldId - customFieldOffset)}', '')`;
}

const orders = {
  blank: 'v.blanks DESC, v.letters DESC',
  longest: 'v.letters DESC, v.blanks',
} as const;

/**
 * The first account of a list; or, among its first `accountsCompared` numbers, the one with the most blank or
 * with the longest values of these fields. Undefined when the client has no such list, or it is empty.
 *
 * @param fields mapping ids that the message has
 */
export async function accountOfList(
  tx: Tx,
  clientId: number,
  callListId: number,
  which: 'first' | 'blank' | 'longest',
  fields: readonly number[],
): Promise<AccountKey | undefined> {
  const entries = `SELECT * FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`;
  if (which === 'first' || fields.length === 0) {
    return tx.row<AccountKey>(
      `SELECT e.call_list_id AS "callListId", e.entry_id AS "entryId" FROM (${entries} LIMIT 1) AS e`,
      [clientId, callListId],
    );
  }
  return tx.row<AccountKey>(
    `SELECT e.call_list_id AS "callListId", e.entry_id AS "entryId"
     FROM (${entries} LIMIT ${accountsCompared}) AS e
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE btrim(value) = '') AS blanks, sum(length(value)) AS letters
       FROM unnest(ARRAY[${fields.map(valueSql).join(', ')}]) AS value) AS v
     ORDER BY ${orders[which]}, e.entry_id LIMIT 1`,
    [clientId, callListId],
  );
}

/** Mapping ids of what a text can say of an account. */
export const textFields: Record<keyof TextValues, number> = {
  '[first_name]': 1,
  '[last_name]': 3,
  '[file_number]': 11,
};

/** The values of a text for an entry; undefined when there is no such entry. */
export async function textValuesOf(
  tx: Tx,
  clientId: number,
  { callListId, entryId }: AccountKey,
): Promise<TextValues | undefined> {
  return tx.row<TextValues>(
    `SELECT coalesce(first_name, '') AS "[first_name]", coalesce(last_name, '') AS "[last_name]",
       coalesce(external_id, '') AS "[file_number]"
     FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3::bigint`,
    [clientId, callListId, entryId],
  );
}
