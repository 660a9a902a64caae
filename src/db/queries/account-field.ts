/** The account fields that a client adds to the eleven fixed ones. */
import {
  type AccountField,
  accountFieldTexts,
  customFieldOffset,
  fixedFields,
  maxAccountFields,
} from '#contract/account-field.ts';
import { callListStatus } from '#contract/call-list.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { stepType } from '#contract/voice-message.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import { type ChangeRow, type Changing, changeColumns, changeOf, lockVersion } from './change.ts';
import { enqueueSealing, lockFields } from './sensitive-fields.ts';
import { guessByName } from './spoken-kind.ts';

/** Mapped in a list that is not closed, or spoken by a message (spec 3 section 4). */
const used = `(
  EXISTS (SELECT 1 FROM call_list l WHERE l.client_id = f.client_id
            AND l.status_id <> ${callListStatus.closed}
            AND f.custom_index + ${customFieldOffset} = ANY (l.mapped_fields))
  OR EXISTS (SELECT 1 FROM voice_message_step s WHERE s.client_id = f.client_id
               AND s.step_type = ${stepType.fieldTts}
               AND s.tts_field_id = f.custom_index + ${customFieldOffset}))`;

/** By index; only the one of an id, if given. */
export async function listAccountFields(
  tx: Tx,
  clientId: number,
  fieldId?: number,
): Promise<AccountField[]> {
  const rows = await tx.rows<AccountField & ChangeRow>(
    `SELECT f.account_field_id AS id, f.client_id AS "clientId", f.custom_index AS "customIndex",
            f.name, f.message_enabled AS "messageEnabled", f.sensitive, ${used} AS used, ${changeColumns('f')}
     FROM account_field f
     WHERE f.client_id = $1 AND f.deleted_at IS NULL
       AND ($2::bigint IS NULL OR f.account_field_id = $2)
     ORDER BY f.custom_index`,
    [clientId, fieldId ?? null],
  );
  return rows.map(({ changed_at, changed_by_name, ...row }) => ({
    ...row,
    ...changeOf({ version: row.version, changed_at, changed_by_name }),
  }));
}

export interface SpokenField {
  /** Mapping id. */
  id: number;
  value: string;
  /** Absent unless it is. */
  sensitive?: true;
}

/** The fields that a message may speak: the fixed ones, and custom ones with messageEnabled. */
export async function spokenFields(tx: Tx, clientId: number): Promise<SpokenField[]> {
  const custom = await tx.rows<{ id: number; value: string; sensitive: boolean }>(
    `SELECT custom_index + $2::integer AS id, name AS value, sensitive FROM account_field
     WHERE client_id = $1 AND message_enabled AND deleted_at IS NULL
     ORDER BY custom_index`,
    [clientId, customFieldOffset],
  );
  return [
    ...fixedFields.map(({ id, label }) => ({ id, value: label })),
    ...custom.map(({ id, value, sensitive }) => ({
      ...{ id, value },
      ...(sensitive && { sensitive }),
    })),
  ];
}

/** Names of all fields by mapping id, whether a new message may speak them or not. */
export async function fieldNames(tx: Tx, clientId: number): Promise<Map<number, string>> {
  const custom = await listAccountFields(tx, clientId);
  return new Map([
    ...fixedFields.map(({ id, label }) => [id, label] as const),
    ...custom.map(({ customIndex, name }) => [customIndex + customFieldOffset, name] as const),
  ]);
}

interface FieldChange {
  name: string;
  messageEnabled: boolean;
  /** Undefined: as it is. */
  sensitive?: boolean | undefined;
}

/**
 * Saves a field; id 0 creates one in the first free slot. Returns false when there is none of this
 * id. A field that becomes sensitive is sealed in its lists after the commit. Throws `not_unique` for a name that is taken, `rule_broken` for the 51st field,
 * `changed_meanwhile` for an old version.
 */
export async function saveAccountField(
  tx: Tx,
  clientId: number,
  id: number,
  { name, messageEnabled, sensitive }: FieldChange,
  changing: Changing,
): Promise<boolean> {
  const { managerId, now } = changing;
  if (sensitive) await lockFields(tx, clientId);
  if (id !== 0) {
    const read = () => findAccountField(tx, clientId, id);
    await lockVersion(tx, 'account_field', [clientId, id], changing, read);
  }
  if (fixedFields.some(({ label }) => label.toLowerCase() === name.toLowerCase())) throw taken();
  try {
    if (id === 0) {
      return await insertField(tx, clientId, { name, messageEnabled, sensitive }, changing);
    }
    const changed = await tx.run(
      `UPDATE account_field SET name = $3, message_enabled = $4, version = version + 1,
         changed_by = $5, changed_at = $6, sensitive = coalesce($7, sensitive)
       WHERE client_id = $1 AND account_field_id = $2 AND deleted_at IS NULL`,
      [clientId, id, name, messageEnabled, managerId, now, sensitive ?? null],
    );
    if (changed > 0 && sensitive) await enqueueSealing(tx, clientId);
    return changed > 0;
  } catch (error) {
    if (isNotUnique(error, 'account_field_name')) throw taken();
    throw error;
  }
}

async function insertField(
  tx: Tx,
  clientId: number,
  { name, messageEnabled, sensitive = false }: FieldChange,
  { managerId, now }: Changing,
) {
  await lockFields(tx, clientId);
  // After every index that was ever given: lists may still hold values of a deleted field.
  const made = await tx.row<{ customIndex: number }>(
    `INSERT INTO account_field
       (client_id, custom_index, name, message_enabled, changed_by, changed_at, sensitive)
     SELECT $1, coalesce(max(custom_index), 0) + 1, $2, $3, $5, $6, $7 FROM account_field
     WHERE client_id = $1
     HAVING count(*) FILTER (WHERE deleted_at IS NULL) < $4::integer
     RETURNING custom_index AS "customIndex"`,
    [clientId, name, messageEnabled, maxAccountFields, managerId, now, sensitive],
  );
  if (!made) throw ruleBroken('name', accountFieldTexts.tooMany);
  await guessByName(tx, clientId, { id: made.customIndex + customFieldOffset, name });
  return true;
}

/**
 * Deletes a field that nothing uses; its values in closed lists have no name any more. Returns
 * false when there is none of this id; throws `in_use` while a list or a message uses it.
 */
export async function deleteAccountField(
  tx: Tx,
  clientId: number,
  id: number,
  changing: Changing,
): Promise<boolean> {
  await lockFields(tx, clientId);
  const read = () => findAccountField(tx, clientId, id);
  await lockVersion(tx, 'account_field', [clientId, id], changing, read);
  const field = await tx.row<{ used: boolean }>(
    `SELECT ${used} AS used FROM account_field f
     WHERE f.client_id = $1 AND f.account_field_id = $2 AND f.deleted_at IS NULL`,
    [clientId, id],
  );
  if (!field) return false;
  if (field.used) throw problem('in_use', accountFieldTexts.inUse);
  await tx.run(
    'UPDATE account_field SET deleted_at = now() WHERE client_id = $1 AND account_field_id = $2',
    [clientId, id],
  );
  return true;
}

export async function findAccountField(
  tx: Tx,
  clientId: number,
  id: number,
): Promise<AccountField | undefined> {
  return (await listAccountFields(tx, clientId, id))[0];
}

function taken() {
  const errors = [{ path: 'name', message: accountFieldTexts.nameTaken }];
  return problem('not_unique', accountFieldTexts.nameTaken, { errors });
}
