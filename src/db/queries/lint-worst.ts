/**
 * The accounts of lists in which a voice message is most likely to go wrong: most blank, longest, most
 * digits. One pass over the lists, without sorting.
 */
import { customFieldOffset, fixedFields, sealedFieldIds } from '#contract/account-field.ts';
import { type WorstAccount, type WorstKind, worstKinds } from '#contract/lint.ts';
import type { SpokenKind } from '#contract/spoken-kind.ts';
import { SpeechError } from '#domain/speech/speaker.ts';
import { valueSpeech } from '#domain/step-speech.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { mostCounted } from './lint-lists.ts';
import type { LintMessage } from './lint-message.ts';
import { type AccountKey, accountOfEntry } from './preview-account.ts';

const columns: Record<string, string> = { state: 'state_code', zipCode: 'zip_code' };

/** SQL: a field's value; null for what is sealed, which only its own process may open. */
function valueIn(fieldId: number): string {
  const fixed = fixedFields.find(({ id }) => id === fieldId);
  if (!fixed) return `e.custom ->> '${Math.trunc(fieldId - customFieldOffset)}'`;
  if (sealedFieldIds.includes(fieldId)) return 'NULL';
  return `e.${columns[fixed.key] ?? fixed.key.replaceAll(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)}`;
}

/** SQL: whether a field is blank. A sealed custom value may be there. */
function isBlank(fieldId: number): string {
  const fixed = fixedFields.find(({ id }) => id === fieldId);
  if (fixed && sealedFieldIds.includes(fieldId)) {
    return `(e.${fixed.key === 'ssn' ? 'ssn' : 'date_of_birth'} IS NULL)`;
  }
  const blank = `coalesce(btrim(${valueIn(fieldId)}), '') = ''`;
  return fixed ? `(${blank})` : `(${blank} AND e.sealed_custom IS NULL)`;
}

export interface ListValues {
  /** Numbers counted. */
  of: number;
  /** Numbers without a value, by mapping id. */
  blank: Map<number, number>;
  worst: ({ kind: WorstKind } & AccountKey)[];
}

/** Blank values of these fields over lists, and the accounts with most blanks, signs and digits. */
export async function readListValues(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  fieldIds: readonly number[],
): Promise<ListValues> {
  const empty = { of: 0, blank: new Map<number, number>(), worst: [] };
  if (fieldIds.length === 0 || callListIds.length === 0) return empty;
  const all = `concat_ws('', ${fieldIds.map(valueIn).join(', ')})`;
  const blanks = fieldIds.map((id) => `${isBlank(id)}::integer`).join(' + ');
  const digits = `regexp_replace(${all}, '[^0-9]', '', 'g')`;
  const row = await tx.row<{ of: number; blankOf: number[] } & Record<WorstKind, Most | null>>(
    `SELECT count(*) AS of,
       jsonb_build_array(${fieldIds.map((id) => `count(*) FILTER (WHERE ${isBlank(id)})`).join(', ')}) AS "blankOf",
       ${most(blanks)} AS blank, ${most(`length(${all})`)} AS longest,
       ${most(`length(${digits})`)} AS digits
     FROM (SELECT * FROM list_entry
           WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[]) LIMIT ${mostCounted}) e`,
    [clientId, callListIds],
  );
  if (!row) return empty;
  const worst = worstKinds.flatMap((kind) => {
    const [figure = 0, callListId = 0, entryId = 0] = row[kind] ?? [];
    return figure > 0 ? [{ kind, callListId: -callListId, entryId: -entryId }] : [];
  });
  const blank = new Map(fieldIds.map((id, index) => [id, row.blankOf[index] ?? 0]));
  return { of: row.of, blank, worst };
}

type Most = [figure: number, callListId: number, entryId: number];

/** SQL: the greatest figure with its account, of equals the first of the oldest list. */
const most = (figure: string) =>
  `to_jsonb(max(ARRAY[${figure}, -e.call_list_id, -e.entry_id]::bigint[]))`;

/** What a message speaks of them. */
export async function worstAccounts(
  tx: Tx,
  clientId: number,
  vault: Vault,
  { fields }: LintMessage,
  { worst }: ListValues,
): Promise<WorstAccount[]> {
  const accounts: WorstAccount[] = [];
  for (const { kind, callListId, entryId } of worst) {
    const account = await accountOfEntry(tx, vault, clientId, { callListId, entryId });
    if (!account) continue;
    const values = fields.map(({ fieldId, modeId, name }) => {
      const value = account.values.get(fieldId) ?? '';
      return { field: name, value, spoken: spokenOf(value, modeId, account.kinds.get(fieldId)) };
    });
    accounts.push({ kind, callListId, entryId, values });
  }
  return accounts;
}

function spokenOf(value: string, modeId: number, kind: SpokenKind | undefined): string | null {
  try {
    return valueSpeech(value, modeId, kind) ?? '';
  } catch (error) {
    if (error instanceof SpeechError) return null;
    throw error;
  }
}
