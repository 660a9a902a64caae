/** The rows of lists that show first where a message goes wrong: what is blank, long, or full of digits. */
import { customFieldOffset, fixedFields } from '#contract/account-field.ts';
import type { WorstReason } from '#contract/message-preview.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import type { AccountKey } from './preview-account.ts';
import { openSealedFields } from './sealed-figures.ts';

type FixedKey = (typeof fixedFields)[number]['key'];

/** SQL: as many digits as are spoken of a sealed field: the last of an SSN, the year of a date of birth. */
const fourDigits = (column: string) => `CASE WHEN e.${column} IS NULL THEN NULL ELSE '0000' END`;

/** SQL: the text of a fixed field. */
const textOf: Readonly<Record<FixedKey, string>> = {
  firstName: 'e.first_name',
  middleName: 'e.middle_name',
  lastName: 'e.last_name',
  dateOfBirth: fourDigits('date_of_birth'),
  ssn: fourDigits('ssn'),
  address: 'e.address',
  address2: 'e.address2',
  city: 'e.city',
  state: 'e.state_code',
  zipCode: 'e.zip_code',
  externalId: 'e.external_id',
};

/** The most numbers that are counted at once. */
export const mostCounted = 1_000_000;

export interface FieldFigures {
  /** Numbers counted. */
  of: number;
  /** Numbers without a value, by mapping id; where some are unread, those that are known. */
  blank: Map<number, number>;
  /** Numbers whose sealed values were not opened, by mapping id; only sensitive fields. */
  unread: Map<number, number>;
  /** Each with how many blanks, signs or digits it has; none of lists without entries. */
  worst: ({ kind: WorstReason; figure: number } & AccountKey)[];
}

const kinds = ['blank', 'longest', 'digits'] as const;
type Most = [figure: number, callListId: number, entryId: number];

/**
 * Blank values of these fields over lists, and the accounts with the most blank values, with the
 * longest ones together, and with the most digits; of equal ones the first of the oldest list. One
 * pass without sorting, over at most a million numbers. A sensitive custom field is there where it was
 * opened and has a value, masked as in a preview; what was not opened counts as there.
 *
 * @param fieldIds mapping ids; those that are no fields are left out
 * @param vault absent: no sealed value is opened
 */
export async function readFieldFigures(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  fieldIds: readonly number[],
  vault?: Vault,
): Promise<FieldFigures> {
  const sensitive = await sensitiveFields(tx, clientId, fieldIds);
  const fields = fieldIds.flatMap((id) => {
    const text = sqlOf(id, sensitive);
    return text === undefined ? [] : { id, text, isBlank: `coalesce(${text}, '') !~ '\\S'` };
  });
  if (fields.length === 0 || callListIds.length === 0) return nothing();
  const all = `concat(${fields.map(({ text }) => text).join(', ')})`;
  const blanks = fields.map(({ isBlank }) => `(${isBlank})::integer`).join(' + ');
  const counts = fields.map(({ isBlank }) => `count(*) FILTER (WHERE ${isBlank})`).join(', ');
  const opened = await openedEntries(tx, { clientId, callListIds }, sensitive, vault);
  const row = await tx.row<
    { of: number; unread: number; blankOf: number[] } & Record<WorstReason, Most | null>
  >(
    `SELECT count(*) AS of, jsonb_build_array(${counts}) AS "blankOf", ${opened.unread} AS unread,
       ${most(blanks)} AS blank, ${most(`length(${all})`)} AS longest,
       ${most(`length(regexp_replace(${all}, '[^0-9]', '', 'g'))`)} AS digits
     FROM (SELECT * FROM list_entry
           WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[]) LIMIT ${mostCounted}) e
     ${opened.join}`,
    [clientId, callListIds, ...opened.values],
  );
  if (!row) return nothing();
  const worst = kinds.flatMap((kind) => {
    const found = row[kind];
    if (!found) return [];
    const [figure, callListId, entryId] = found;
    return [{ kind, figure, callListId: -callListId, entryId: -entryId }];
  });
  return {
    of: row.of,
    blank: new Map(fields.map(({ id }, index) => [id, row.blankOf[index] ?? 0])),
    unread: new Map(sensitive.map((index) => [index + customFieldOffset, row.unread])),
    worst,
  };
}

const nothing = (): FieldFigures => ({ of: 0, blank: new Map(), unread: new Map(), worst: [] });

/** SQL: the opened entries as `o`, with a column for each sensitive field, and how many are sealed still. */
async function openedEntries(
  tx: Tx,
  of: { clientId: number; callListIds: readonly number[] },
  sensitive: readonly number[],
  vault: Vault | undefined,
): Promise<{ join: string; unread: string; values: unknown[] }> {
  if (sensitive.length === 0) return { join: '', unread: '0', values: [] };
  const { callListIds, entryIds, values } = vault
    ? await openSealedFields(tx, vault, of, sensitive)
    : { callListIds: [], entryIds: [], values: sensitive.map(() => []) };
  const columns = sensitive.map((index) => `value_${index}`).join(', ');
  const given = sensitive.map((_, at) => `$${at + 5}::text[]`).join(', ');
  return {
    join: `LEFT JOIN unnest($3::bigint[], $4::bigint[], ${given})
       AS o (list_id, entry_id, ${columns})
       ON o.list_id = e.call_list_id AND o.entry_id = e.entry_id`,
    unread: 'count(*) FILTER (WHERE e.sealed_custom IS NOT NULL AND o.entry_id IS NULL)',
    values: [callListIds, entryIds, ...values],
  };
}

/** SQL: the greatest figure with its account, of equals the first of the oldest list. */
const most = (figure: string) =>
  `to_jsonb(max(ARRAY[${figure}, -e.call_list_id, -e.entry_id]::bigint[]))`;

/** Those of these fields whose values are sealed together, by their custom index. */
async function sensitiveFields(
  tx: Tx,
  clientId: number,
  fieldIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.rows<{ index: number }>(
    'SELECT custom_index AS index FROM account_field WHERE client_id = $1 AND sensitive',
    [clientId],
  );
  return rows.flatMap(({ index }) => (fieldIds.includes(index + customFieldOffset) ? index : []));
}

export interface WorstAccount {
  reason: WorstReason;
  entryId: number;
}

/**
 * The three entries of one list, as `readFieldFigures` finds them.
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
  vault?: Vault,
): Promise<WorstAccount[] | undefined> {
  const list = await tx.row<{ fields: number[] }>(
    `SELECT mapped_fields AS fields FROM call_list WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, callListId],
  );
  if (!list) return undefined;
  const counted = fieldIds.length > 0 ? fieldIds : list.fields.filter((id) => id > 0);
  const { worst } = await readFieldFigures(tx, clientId, [callListId], counted, vault);
  return worst.map(({ kind: reason, entryId }) => ({ reason, entryId }));
}

/** Undefined for an id that is no field. Ids are integers of the schema, and safe in a statement. */
function sqlOf(id: number, sensitive: readonly number[]): string | undefined {
  const fixed = fixedFields.find((field) => field.id === id);
  if (fixed) return textOf[fixed.key];
  const index = Math.trunc(id) - customFieldOffset;
  if (!Number.isSafeInteger(index) || index < 1) return undefined;
  const plain = `(e.custom->>'${index}')`;
  if (!sensitive.includes(index)) return plain;
  // Until a field that was just marked is sealed, its value is among the others.
  return `CASE WHEN e.sealed_custom IS NULL THEN ${plain} WHEN o.entry_id IS NULL THEN '*'
    ELSE coalesce(o.value_${index}, ${plain}) END`;
}
