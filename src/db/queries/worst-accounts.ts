/** The rows of a list that show first where a message goes wrong: what is blank, long, or full of digits. */
import { customFieldOffset, fixedFields } from '#contract/account-field.ts';
import type { WorstReason } from '#contract/message-preview.ts';
import type { Tx } from '../database.ts';

type FixedKey = (typeof fixedFields)[number]['key'];

/** SQL: the text of a fixed field; of a sealed one a star, which is neither blank nor long. */
const textOf: Readonly<Record<FixedKey, string>> = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  dateOfBirth: `CASE WHEN date_of_birth IS NULL THEN NULL ELSE '*' END`,
  ssn: `CASE WHEN ssn IS NULL THEN NULL ELSE '*' END`,
  address: 'address',
  address2: 'address2',
  city: 'city',
  state: 'state_code',
  zipCode: 'zip_code',
  externalId: 'external_id',
};

export interface WorstAccount {
  reason: WorstReason;
  entryId: number;
}

/**
 * The entry of a list with the most blank values, with the longest ones together, and with the most
 * digits; of equal ones the first of the file. One pass over the list.
 *
 * @param fieldIds mapping ids of the fields that count, such as those that a message speaks; none: all
 *   that the list has
 * @returns in this order; nothing for a list without entries, undefined when the client has none of this id
 */
export async function worstAccounts(
  tx: Tx,
  clientId: number,
  callListId: number,
  fieldIds: readonly number[] = [],
): Promise<WorstAccount[] | undefined> {
  const list = await tx.row<{ fields: number[]; sensitive: number[] }>(
    `SELECT l.mapped_fields AS fields, ARRAY(SELECT custom_index FROM account_field f
       WHERE f.client_id = l.client_id AND f.sensitive) AS sensitive
     FROM call_list l WHERE l.client_id = $1 AND l.call_list_id = $2`,
    [clientId, callListId],
  );
  if (!list) return undefined;
  const counted = fieldIds.length > 0 ? fieldIds : list.fields.filter((id) => id > 0);
  const texts = counted.flatMap((id) => sqlOf(id, list.sensitive) ?? []);
  if (texts.length === 0) return [];
  // The entry is negative, so that the greatest array of equal counts is the first of the file.
  const row = await tx.row<Record<WorstReason, number[] | null>>(
    `SELECT max(ARRAY[blank, -entry_id]) AS blank, max(ARRAY[length, -entry_id]) AS longest,
            max(ARRAY[digits, -entry_id]) AS digits
     FROM (SELECT entry_id,
             (SELECT count(*) FROM unnest(texts) AS text WHERE coalesce(text, '') ~ '^\\s*$')::integer AS blank,
             length(whole) AS length, length(regexp_replace(whole, '\\D', '', 'g')) AS digits
           FROM (SELECT entry_id, ARRAY[${texts.join(', ')}]::text[] AS texts,
                   concat(${texts.join(', ')}) AS whole
                 FROM list_entry WHERE client_id = $1 AND call_list_id = $2) AS entries) AS counts`,
    [clientId, callListId],
  );
  const reasons = ['blank', 'longest', 'digits'] as const;
  return reasons.flatMap((reason) => {
    const entryId = row?.[reason]?.[1];
    return entryId === undefined ? [] : [{ reason, entryId: -entryId }];
  });
}

/** Undefined for an id that is no field. Ids are integers of the schema, and safe in a statement. */
function sqlOf(id: number, sensitive: readonly number[]): string | undefined {
  const fixed = fixedFields.find((field) => field.id === id);
  if (fixed) return textOf[fixed.key];
  const index = Math.trunc(id) - customFieldOffset;
  if (!Number.isSafeInteger(index) || index < 1) return undefined;
  if (!sensitive.includes(index)) return `custom->>'${index}'`;
  return `CASE WHEN sealed_custom IS NULL THEN NULL ELSE '*' END`;
}
