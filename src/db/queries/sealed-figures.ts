/**
 * What speech leaves of sealed values of list entries. The sensitive custom fields of an entry are sealed
 * together, and of an SSN or a date of birth only opening tells whether it has the digits that are spoken.
 */
import { setImmediate } from 'node:timers/promises';
import { maskDateOfBirth, maskSensitive, maskSsn, withoutMask } from '#domain/masking.ts';
import type { Tx } from '../database.ts';
import type { SealContext, Vault } from '../encryption.ts';
import { SealError } from '../sealed-value.ts';
import type { CustomValues } from './sealed-custom.ts';

/** A fixed field that is sealed alone, or the custom index of a sensitive field. */
export type SealedField = 'ssn' | 'dateOfBirth' | number;

/** The most entries that are opened at once: each value takes some 20 µs. */
export const mostOpened = 20_000;
/** Entries that are opened before other work has its turn. */
const slice = 250;
const page = 2_000;

/** Row by row, in the same order. */
export interface OpenedEntries {
  callListIds: number[];
  entryIds: number[];
  /**
   * Of each asked field, what its mask leaves in each row, every digit as 0: it is counted, and statements
   * may be logged. '' where that is nothing, or the entry has no value of this sensitive field; null for what
   * did not open or is not there.
   */
  values: (string | null)[][];
}

const columnOf = (field: SealedField): string =>
  field === 'ssn' ? 'ssn' : field === 'dateOfBirth' ? 'date_of_birth' : 'sealed_custom';

/**
 * The first entries that have one of these sealed, list by list.
 *
 * @param most entries at most
 */
export async function openSealedFields(
  tx: Tx,
  vault: Vault,
  { clientId, callListIds }: { clientId: number; callListIds: readonly number[] },
  fields: readonly SealedField[],
  most = mostOpened,
): Promise<OpenedEntries> {
  const opened: OpenedEntries = { callListIds: [], entryIds: [], values: fields.map(() => []) };
  const columns = [...new Set(fields.map(columnOf))];
  const isSealed = columns.map((column) => `${column} IS NOT NULL`).join(' OR ');
  const asked = (column: string) => (columns.includes(column) ? column : 'NULL::bytea');
  let left = most;
  for (const callListId of callListIds) {
    for (let after: number | undefined = 0; after !== undefined && left > 0; ) {
      const rows: SealedEntry[] = await tx.rows<SealedEntry>(
        `SELECT entry_id AS "entryId", account_line AS line, ${asked('ssn')} AS ssn,
           ${asked('date_of_birth')} AS "dateOfBirth", ${asked('sealed_custom')} AS custom
         FROM list_entry
         WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3 AND (${isSealed})
         ORDER BY entry_id LIMIT ${Math.min(left, page)}`,
        [clientId, callListId, after],
      );
      left -= rows.length;
      after = rows.length < page ? undefined : rows.at(-1)?.entryId;
      for (const [at, row] of rows.entries()) {
        if (at % slice === slice - 1) await setImmediate();
        const leaves = leftOf(vault, { clientId, callListId }, row);
        opened.callListIds.push(callListId);
        opened.entryIds.push(row.entryId);
        for (const [index, field] of fields.entries())
          opened.values[index]?.push(leaves(field)?.replaceAll(/\d/g, '0') ?? null);
      }
    }
  }
  return opened;
}

interface SealedEntry {
  entryId: number;
  line: number;
  ssn: Buffer | null;
  dateOfBirth: Buffer | null;
  custom: Buffer | null;
}

/** Each column is opened once, when one of its fields is asked for. */
function leftOf(
  vault: Vault,
  list: { clientId: number; callListId: number },
  { line, ...sealed }: SealedEntry,
): (field: SealedField) => string | null {
  const open = (field: 'ssn' | 'dateOfBirth' | 'custom') =>
    openedOf(vault, sealed[field], { table: 'list_entry', ...list, row: line, field });
  let custom: CustomValues | null | undefined;
  return (field) => {
    if (field === 'ssn' || field === 'dateOfBirth') {
      const text = open(field);
      const mask = field === 'ssn' ? maskSsn : maskDateOfBirth;
      return text === null ? null : withoutMask(mask(text));
    }
    if (custom === undefined) {
      const text = open('custom');
      custom = text === null ? null : (JSON.parse(text) as CustomValues);
    }
    return custom && withoutMask(maskSensitive(custom[field] ?? ''));
  };
}

function openedOf(vault: Vault, sealed: Buffer | null, place: SealContext): string | null {
  try {
    return sealed && vault.open(sealed, place);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
