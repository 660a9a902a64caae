/** The rows of lists that show first where a message goes wrong: what is blank, long, or full of digits. */
import { customFieldOffset, fixedFields } from '#contract/account-field.ts';
import type { WorstReason } from '#contract/message-preview.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import type { AccountKey } from './preview-account.ts';
import { openSealedFields, type SealedField } from './sealed-figures.ts';

type FixedKey = (typeof fixedFields)[number]['key'];

/**
 * SQL: what is spoken of a field that is sealed alone: the last digits of an SSN, the year of a date of
 * birth. As many digits stand for one that was not opened.
 */
const sealedText = (column: string, opened: string) =>
  `CASE WHEN e.${column} IS NULL THEN NULL ELSE coalesce(o.${opened}, '0000') END`;

/** SQL: the text of a fixed field. */
const textOf: Readonly<Record<FixedKey, string>> = {
  firstName: 'e.first_name',
  middleName: 'e.middle_name',
  lastName: 'e.last_name',
  dateOfBirth: sealedText('date_of_birth', 'value_dateofbirth'),
  ssn: sealedText('ssn', 'value_ssn'),
  address: 'e.address',
  address2: 'e.address2',
  city: 'e.city',
  state: 'e.state_code',
  zipCode: 'e.zip_code',
  externalId: 'e.external_id',
};

/**
 * Signs outside of ASCII that are no letter and no digit, such as dashes, arrows and emoji; few of those
 * that there are, so that a value without a sound may count as one with it, but no letter is lost.
 */
const silentSigns = [
  ...['\\u0080-\\u00A9', '\\u00AB-\\u00B1', '\\u00B4', '\\u00B6-\\u00B8', '\\u00BB', '\\u00BF'],
  ...['\\u00D7', '\\u00F7', '\\u0300-\\u036F', '\\u2000-\\u206F', '\\u20A0-\\u20CF'],
  ...['\\u2190-\\u245F', '\\u2500-\\u2775', '\\u2794-\\u2BFF', '\\u3000-\\u3004'],
  ...['\\u3008-\\u3020', '\\uFE00-\\uFE0F', '\\uFEFF', '\\U0001F000-\\U0001F0FF'],
  ...['\\U0001F110-\\U0001FAFF'],
].join('');

/** SQL: whether nothing is spoken of a text: it has no letter and no digit, as a call says it. */
const isSilent = (text: string) =>
  `coalesce(${text}, '') !~ '[0-9A-Za-z]|[^\\x01-\\x7F${silentSigns}]'`;

/** The most numbers that are counted at once. */
export const mostCounted = 1_000_000;

/** SQL: a text has other signs than ASCII. */
export const isForeign = (text: string) => `octet_length(${text}) <> char_length(${text})`;

export interface FieldFigures {
  /** Numbers counted. */
  of: number;
  /** Numbers of which nothing is spoken, by mapping id; where some are unread, those that are known. */
  blank: Map<number, number>;
  /** Numbers whose value has other signs than ASCII, by mapping id; of sealed fields none. */
  foreign: Map<number, number>;
  /** Numbers whose sealed values were not opened, by mapping id; only of fields that are sealed. */
  unread: Map<number, number>;
  /** Each with how many blanks, signs or digits it has; none of lists without entries. */
  worst: ({ kind: WorstReason; figure: number } & AccountKey)[];
}

const kinds = ['blank', 'longest', 'digits'] as const;
type Most = [figure: number, callListId: number, entryId: number];

/**
 * Blank values of these fields over lists, and the accounts with the most blank values, with the
 * longest ones together, and with the most digits; of equal ones the first of the oldest list. One
 * pass without sorting, over at most a million numbers. Blank is what calls say nothing of: also "-", and
 * a sealed value of which the mask leaves no digit. What was not opened counts as there.
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
    return text === undefined ? [] : { id, text, isBlank: isSilent(text) };
  });
  if (fields.length === 0 || callListIds.length === 0) return nothing();
  const all = `concat(${fields.map(({ text }) => text).join(', ')})`;
  const blanks = fields.map(({ isBlank }) => `(${isBlank})::integer`).join(' + ');
  const counts = fields.map(({ isBlank }) => `count(*) FILTER (WHERE ${isBlank})`).join(', ');
  const clear = fieldIds.map((id) => clearText(id, sensitive) ?? "''");
  const foreign = clear.map((text) => `count(*) FILTER (WHERE ${isForeign(text)})`).join(', ');
  const sealed = [...fixedSealed(fieldIds), ...sensitive];
  const opened = await openedEntries(tx, { clientId, callListIds }, sealed, vault);
  const row = await tx.row<
    { of: number; unreadOf: number[]; blankOf: number[]; foreignOf: number[] } & Record<
      WorstReason,
      Most | null
    >
  >(
    `SELECT count(*) AS of, jsonb_build_array(${counts}) AS "blankOf", ${opened.unread} AS "unreadOf",
       jsonb_build_array(${foreign}) AS "foreignOf",
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
    foreign: new Map(fieldIds.map((id, index) => [id, row.foreignOf[index] ?? 0])),
    unread: new Map(sealed.map((field, index) => [mappingId(field), row.unreadOf[index] ?? 0])),
    worst,
  };
}

const nothing = (): FieldFigures => ({
  ...{ of: 0, blank: new Map(), foreign: new Map() },
  ...{ unread: new Map(), worst: [] },
});

/** Of a sealed field: its column, and its name in SQL where it was opened. */
function columnsOf(field: SealedField) {
  const column =
    field === 'ssn' ? 'ssn' : field === 'dateOfBirth' ? 'date_of_birth' : 'sealed_custom';
  return { column, opened: `value_${field}`.toLowerCase() };
}

/** SQL: the opened entries as `o`, with a column for each sealed field, and how many are sealed still. */
async function openedEntries(
  tx: Tx,
  of: { clientId: number; callListIds: readonly number[] },
  sealed: readonly SealedField[],
  vault: Vault | undefined,
): Promise<{ join: string; unread: string; values: unknown[] }> {
  if (sealed.length === 0) return { join: '', unread: "'[]'::jsonb", values: [] };
  const { callListIds, entryIds, values } = vault
    ? await openSealedFields(tx, vault, of, sealed)
    : { callListIds: [], entryIds: [], values: sealed.map(() => []) };
  const names = sealed.map(columnsOf);
  const given = sealed.map((_, at) => `$${at + 5}::text[]`).join(', ');
  const unread = names.map(
    ({ column, opened }) =>
      `count(*) FILTER (WHERE e.${column} IS NOT NULL AND o.${opened} IS NULL)`,
  );
  return {
    join: `LEFT JOIN unnest($3::bigint[], $4::bigint[], ${given})
       AS o (list_id, entry_id, ${names.map(({ opened }) => opened).join(', ')})
       ON o.list_id = e.call_list_id AND o.entry_id = e.entry_id`,
    unread: `jsonb_build_array(${unread.join(', ')})`,
    values: [callListIds, entryIds, ...values],
  };
}

/** SQL: the greatest figure with its account, of equals the first of the oldest list. */
const most = (figure: string) =>
  `to_jsonb(max(ARRAY[${figure}, -e.call_list_id, -e.entry_id]::bigint[]))`;

/** Those of these fields that are sealed alone. */
const fixedSealed = (fieldIds: readonly number[]) =>
  fixedFields.flatMap(({ id, key }) =>
    (key === 'ssn' || key === 'dateOfBirth') && fieldIds.includes(id) ? key : [],
  );

function mappingId(field: SealedField): number {
  if (typeof field === 'number') return field + customFieldOffset;
  return fixedFields.find(({ key }) => key === field)?.id ?? 0;
}

/** Those of these fields whose values are sealed together, by their custom index. */
export async function sensitiveFields(
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
  const index = customIndexOf(id);
  if (index === undefined) return undefined;
  const plain = `(e.custom->>'${index}')`;
  if (!sensitive.includes(index)) return plain;
  // Until a field that was just marked is sealed, its value is among the others.
  return `CASE WHEN e.sealed_custom IS NULL THEN ${plain} WHEN o.value_${index} IS NULL THEN 'x'
    ELSE coalesce(nullif(o.value_${index}, ''), ${plain}) END`;
}

function customIndexOf(id: number): number | undefined {
  const index = Math.trunc(id) - customFieldOffset;
  return Number.isSafeInteger(index) && index >= 1 ? index : undefined;
}

/** SQL: the value of a field as it is stored in clear; undefined for one that is sealed, or is none. */
export function clearText(id: number, sensitive: readonly number[]): string | undefined {
  const isSealed = fixedSealed([id]).length > 0 || sensitive.includes(id - customFieldOffset);
  return isSealed ? undefined : sqlOf(id, sensitive);
}
