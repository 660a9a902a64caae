/** Sealed values of a list's entries, page by page: sealed again for another key or another list. */
import type { Tx } from '../database.ts';
import type { SealedField, Vault } from '../encryption.ts';
import { SealError, sealPrefix } from '../sealed-value.ts';

export interface ListOf {
  clientId: number;
  callListId: number;
}

export interface EntrySeals {
  entryId: number;
  line: number;
  ssn: Buffer | null;
  dateOfBirth: Buffer | null;
  /** The sensitive custom fields (sealed-custom.ts). */
  custom: Buffer | null;
}

/** Entries in one transaction: few, so that no claim waits for long. */
export const entryPage = 500;

/** SQL: the sealed column has a value that the key did not seal, whose prefix is the parameter. */
export const outdatedSql = (column: string, prefix: string) =>
  `(${column} IS NOT NULL AND substring(${column} FROM 1 FOR 5) <> ${prefix}::bytea)`;

export interface Resealed<After = number> {
  /** After which row the next page begins; undefined after the last page. */
  after: After | undefined;
  /** Rows. */
  changed: number;
  /** What does not open is left as it is. */
  unreadable: number;
}

/**
 * Seals a page of values again for their rows, with the key that seals now. Rows that somebody else
 * has locked are skipped: calls come first.
 *
 * @param openedAs the list that they were sealed for, where they were copied
 */
export async function resealEntries(
  tx: Tx,
  vault: Vault,
  list: ListOf,
  { after, openedAs = list.callListId }: { after: number; openedAs?: number },
): Promise<Resealed> {
  const { clientId, callListId } = list;
  const prefix = sealPrefix(vault.state.sealing);
  const outdated = (column: string) =>
    openedAs === callListId
      ? outdatedSql(column, '$4')
      : `(${column} IS NOT NULL AND $4::bytea <> '')`;
  const rows = await tx.rows<EntrySeals>(
    `SELECT entry_id AS "entryId", account_line AS line, ssn, date_of_birth AS "dateOfBirth",
       sealed_custom AS custom
     FROM list_entry
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3
       AND (${outdated('ssn')} OR ${outdated('date_of_birth')} OR ${outdated('sealed_custom')})
     ORDER BY entry_id LIMIT ${entryPage} FOR UPDATE SKIP LOCKED`,
    [clientId, callListId, after, prefix],
  );
  let unreadable = 0;
  const again = (sealed: Buffer | null, row: number, field: SealedField) => {
    if (!sealed) return null;
    const place = { table: 'list_entry' as const, clientId, row, field };
    try {
      const text = vault.open(sealed, { ...place, callListId: openedAs });
      return vault.seal(text, { ...place, callListId });
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      unreadable += 1;
      return sealed;
    }
  };
  const changed = rows
    .map((row) => ({
      ...{ row, entryId: row.entryId, ssn: again(row.ssn, row.line, 'ssn') },
      dateOfBirth: again(row.dateOfBirth, row.line, 'dateOfBirth'),
      custom: again(row.custom, row.line, 'custom'),
    }))
    .filter(
      ({ row, ssn, dateOfBirth, custom }) =>
        ssn !== row.ssn || dateOfBirth !== row.dateOfBirth || custom !== row.custom,
    );
  await tx.run(
    `UPDATE list_entry e SET ssn = v.ssn, date_of_birth = v.date_of_birth, sealed_custom = v.custom
     FROM unnest($3::integer[], $4::bytea[], $5::bytea[], $6::bytea[])
       AS v (entry_id, ssn, date_of_birth, custom)
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = v.entry_id`,
    [
      ...[clientId, callListId, changed.map(({ entryId }) => entryId)],
      ...[changed.map(({ ssn }) => ssn), changed.map(({ dateOfBirth }) => dateOfBirth)],
      changed.map(({ custom }) => custom),
    ],
  );
  const last = rows.length === entryPage ? rows.at(-1)?.entryId : undefined;
  return { after: last, changed: changed.length, unreadable };
}

/** Binds the values of a list that was copied in this transaction to the copy. */
export async function resealCopy(tx: Tx, vault: Vault, list: ListOf, from: number): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    ({ after } = await resealEntries(tx, vault, list, { after, openedAs: from }));
  }
}
