/** An account's values, for hearing a message as that account would. */
import { customFieldOffset, fixedFields } from '#contract/account-field.ts';
import type { SpokenKind } from '#contract/spoken-kind.ts';
import { maskDateOfBirth, maskSsn } from '#domain/masking.ts';
import { kindOfFixed } from '#domain/speech/kinds/guess-kind.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { maskedCustom, readSealedCustom } from './sealed-custom.ts';
import { maskedKinds, sensitiveKind } from './spoken-kind.ts';

export interface AccountKey {
  callListId: number;
  entryId: number;
}

export interface AccountValues extends AccountKey {
  callListName: string;
  phoneNumber: string;
  /** By mapping id; SSN, date of birth and sensitive fields masked; empty values are left out. */
  values: Map<number, string>;
  /** How they are said, by mapping id; one that is not here is said as it is written. */
  kinds: Map<number, SpokenKind>;
}

interface Row extends AccountKey {
  line: number;
  callListName: string;
  phoneNumber: string;
  fields: Record<string, string | null>;
  dateOfBirth: Buffer | null;
  ssn: Buffer | null;
  custom: Record<string, string> | null;
  sealedCustom: Buffer | null;
  kinds: Record<string, SpokenKind> | null;
}

const columns = `
  e.call_list_id AS "callListId", e.entry_id AS "entryId", e.account_line AS line, l.name AS "callListName",
  e.phone AS "phoneNumber", e.date_of_birth AS "dateOfBirth", e.ssn, e.custom,
  e.sealed_custom AS "sealedCustom",
  (SELECT json_object_agg(k.field_id, coalesce(k.chosen, k.guess)) FROM spoken_kind k
   WHERE k.client_id = e.client_id AND coalesce(k.chosen, k.guess) IS NOT NULL) AS kinds,
  json_build_object('firstName', e.first_name, 'middleName', e.middle_name,
    'lastName', e.last_name, 'address', e.address, 'address2', e.address2, 'city', e.city,
    'state', e.state_code, 'zipCode', e.zip_code, 'externalId', e.external_id) AS fields`;

/** The account of this number in the newest list that holds it; undefined when none does. */
export async function accountOfPhone(
  tx: Tx,
  vault: Vault,
  clientId: number,
  phone: string,
): Promise<AccountValues | undefined> {
  const lists = await tx.row<{ ids: number[] }>(
    `SELECT coalesce(array_agg(call_list_id::text), '{}') AS ids FROM call_list WHERE client_id = $1`,
    [clientId],
  );
  const row = await tx.row<Row>(
    `SELECT ${columns} FROM list_entry e JOIN call_list l USING (client_id, call_list_id)
     WHERE e.client_id = $1 AND e.call_list_id = ANY ($2::bigint[]) AND e.phone = $3
     ORDER BY l.created DESC, e.call_list_id DESC, e.entry_id LIMIT 1`,
    [clientId, lists?.ids ?? [], phone],
  );
  return row && valuesOf(row, vault, clientId);
}

export async function accountOfEntry(
  tx: Tx,
  vault: Vault,
  clientId: number,
  { callListId, entryId }: AccountKey,
): Promise<AccountValues | undefined> {
  // A number beyond the column's type is of no account.
  const row = await tx.row<Row>(
    `SELECT ${columns} FROM list_entry e JOIN call_list l USING (client_id, call_list_id)
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = $3::bigint`,
    [clientId, callListId, entryId],
  );
  return row && valuesOf(row, vault, clientId);
}

function valuesOf(row: Row, vault: Vault, clientId: number): AccountValues {
  const { fields, dateOfBirth, ssn, custom, sealedCustom, line, kinds: stored, ...rest } = row;
  const { callListId } = row;
  const place = { table: 'list_entry' as const, clientId, callListId, row: line };
  const opened: Record<string, string | null | undefined> = {
    ...fields,
    dateOfBirth:
      dateOfBirth && maskDateOfBirth(vault.read(dateOfBirth, { ...place, field: 'dateOfBirth' })),
    ssn: ssn && maskSsn(vault.read(ssn, { ...place, field: 'ssn' })),
  };
  const values = new Map<number, string>();
  for (const { id, key } of fixedFields) values.set(id, opened[key] ?? '');
  const sensitive = sealedCustom && maskedCustom(readSealedCustom(vault, sealedCustom, place));
  for (const [index, value] of Object.entries({ ...custom, ...sensitive })) {
    // What does not open has no index.
    if (/^\d+$/.test(index)) values.set(Number(index) + customFieldOffset, value);
  }
  for (const [id, value] of values) if (value.trim() === '') values.delete(id);
  return { ...rest, values, kinds: kindsOf(stored, Object.keys(sensitive ?? {})) };
}

function kindsOf(stored: Row['kinds'], sensitive: readonly string[]): Map<number, SpokenKind> {
  const kinds = new Map<number, SpokenKind>();
  for (const { id } of fixedFields) kinds.set(id, kindOfFixed(id) ?? 'words');
  for (const [id, kind] of Object.entries(stored ?? {})) kinds.set(Number(id), kind);
  for (const [id, kind] of maskedKinds) kinds.set(id, kind);
  for (const index of sensitive) kinds.set(Number(index) + customFieldOffset, sensitiveKind);
  return kinds;
}
