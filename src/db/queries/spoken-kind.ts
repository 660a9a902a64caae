/** How the values of account fields are said: guessed, or as a manager chose it (decision 092). */
import {
  customFieldOffset,
  dateOfBirthFieldId,
  fixedFields,
  sealedFieldIds,
  ssnFieldId,
} from '#contract/account-field.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { type FieldSpokenKind, type SpokenKind, spokenKindTexts } from '#contract/spoken-kind.ts';
import { guessKind, kindByName, kindOfFixed } from '#domain/speech/kinds/guess-kind.ts';
import type { Tx } from '../database.ts';
import type { Changing } from './change.ts';

/** Rows of a list that a guess reads: the first ones, which are read in milliseconds. */
const sample = 200;

/** What a mask leaves of a value is said in one way. */
export const maskedKinds: ReadonlyMap<number, SpokenKind> = new Map<number, SpokenKind>([
  [dateOfBirthFieldId, 'date'],
  [ssnFieldId, 'digits'],
]);
export const sensitiveKind: SpokenKind = 'digits';

interface KindRow {
  id: number;
  guess: SpokenKind | null;
  chosen: SpokenKind | null;
}

/** Of the fixed fields, and of the custom ones that messages may speak. */
export async function spokenKinds(tx: Tx, clientId: number): Promise<FieldSpokenKind[]> {
  const rows = await tx.rows<KindRow>(
    'SELECT field_id AS id, guess, chosen FROM spoken_kind WHERE client_id = $1',
    [clientId],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const fixed = fixedFields.map(({ id }) => kindOf(id, kindOfFixed(id) ?? 'words', known.get(id)));
  const custom = await customFields(tx, clientId);
  return [
    ...fixed,
    ...custom.map(({ id, sensitive }) =>
      sensitive
        ? { id, spokenKind: sensitiveKind, guess: sensitiveKind, chosen: false }
        : kindOf(id, known.get(id)?.guess ?? 'words', known.get(id)),
    ),
  ];
}

function kindOf(id: number, guess: SpokenKind, row: KindRow | undefined): FieldSpokenKind {
  const masked = maskedKinds.get(id);
  if (masked) return { id, spokenKind: masked, guess: masked, chosen: false };
  const chosen = row?.chosen ?? undefined;
  return { id, spokenKind: chosen ?? guess, guess, chosen: chosen !== undefined };
}

interface CustomRow {
  /** Mapping id. */
  id: number;
  name: string;
  sensitive: boolean;
}

function customFields(tx: Tx, clientId: number): Promise<CustomRow[]> {
  return tx.rows<CustomRow>(
    `SELECT custom_index + $2::integer AS id, name, sensitive FROM account_field
     WHERE client_id = $1 AND message_enabled AND deleted_at IS NULL ORDER BY custom_index`,
    [clientId, customFieldOffset],
  );
}

/**
 * @param kind null: as it is guessed
 * @throws `not_found` for a field that messages may not speak, `rule_broken` for a masked one
 */
export async function setSpokenKind(
  tx: Tx,
  clientId: number,
  fieldId: number,
  kind: SpokenKind | null,
  { managerId, now }: Changing,
): Promise<void> {
  if (!fixedFields.some(({ id }) => id === fieldId)) {
    const field = (await customFields(tx, clientId)).find(({ id }) => id === fieldId);
    if (!field) throw problem('not_found', 'The account field does not exist.');
    if (field.sensitive) throw ruleBroken('spokenKind', spokenKindTexts.masked);
  }
  if (sealedFieldIds.includes(fieldId)) throw ruleBroken('spokenKind', spokenKindTexts.masked);
  await tx.run(
    `INSERT INTO spoken_kind (client_id, field_id, chosen, changed_by, changed_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (client_id, field_id) DO UPDATE
       SET chosen = excluded.chosen, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [clientId, fieldId, kind, managerId, now],
  );
}

/** A field without values yet: its name says what it is. */
export async function guessByName(
  tx: Tx,
  clientId: number,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await storeGuess(tx, clientId, { id, guess: kindByName(name), by: 'name' });
}

/**
 * Guesses the custom fields of a list by its first rows, unless values of an earlier list were read for
 * it: a guess stays, so that a field does not change in the middle of a campaign.
 */
export async function guessByList(tx: Tx, clientId: number, callListId: number): Promise<void> {
  const fields = await unguessed(tx, clientId);
  if (fields.length === 0) return;
  const rows = await tx.rows<{ custom: Record<string, string> | null }>(
    `SELECT custom FROM list_entry WHERE client_id = $1 AND call_list_id = $2
     ORDER BY entry_id LIMIT ${sample}`,
    [clientId, callListId],
  );
  for (const { id, name } of fields) {
    const values = rows.flatMap(({ custom }) => custom?.[String(id - customFieldOffset)] ?? []);
    if (values.every((value) => value.trim() === '')) continue;
    await storeGuess(tx, clientId, { id, guess: guessKind(name, values), by: 'values' });
  }
}

/**
 * On first use: fields that a message speaks, of a client whose lists are older than this guess. Reads
 * the newest list that has the field.
 */
export async function guessSpoken(tx: Tx, clientId: number, fieldIds: readonly number[]) {
  const fields = (await unguessed(tx, clientId)).filter(({ id }) => fieldIds.includes(id));
  for (const field of fields) {
    const list = await tx.row<{ id: number }>(
      `SELECT call_list_id AS id FROM call_list
       WHERE client_id = $1 AND $2 = ANY (mapped_fields) ORDER BY created DESC LIMIT 1`,
      [clientId, field.id],
    );
    if (list) await guessByList(tx, clientId, list.id);
    else await guessByName(tx, clientId, field);
  }
}

/** Custom fields in clear whose guess no value has confirmed. */
function unguessed(tx: Tx, clientId: number): Promise<CustomRow[]> {
  return tx.rows<CustomRow>(
    `SELECT f.custom_index + $2::integer AS id, f.name, f.sensitive FROM account_field f
     WHERE f.client_id = $1 AND f.deleted_at IS NULL AND NOT f.sensitive
       AND NOT EXISTS (SELECT FROM spoken_kind k WHERE k.client_id = f.client_id
         AND k.field_id = f.custom_index + $2::integer AND k.guessed_by = 'values')
     ORDER BY f.custom_index`,
    [clientId, customFieldOffset],
  );
}

interface Guess {
  id: number;
  guess: SpokenKind;
  by: 'name' | 'values';
}

async function storeGuess(tx: Tx, clientId: number, { id, guess, by }: Guess): Promise<void> {
  await tx.run(
    `INSERT INTO spoken_kind (client_id, field_id, guess, guessed_by) VALUES ($1, $2, $3, $4)
     ON CONFLICT (client_id, field_id) DO UPDATE
       SET guess = excluded.guess, guessed_by = excluded.guessed_by
       WHERE spoken_kind.guessed_by IS DISTINCT FROM 'values'`,
    [clientId, id, guess, by],
  );
}
