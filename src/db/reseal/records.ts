/** Sealed values of a client's call records, page by page, with the blind indexes by which they are found. */
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { type RecordSeals, recordPlace, recordSeals } from '../queries/record-seals.ts';
import { SealError, sealPrefix } from '../sealed-value.ts';
import { entryPage, outdatedSql, type Resealed } from './entries.ts';

/** The key of a record, as text where a number would lose digits. */
export type RecordAfter = [startedAt: string, callListId: number, entryId: number];
export const firstRecord: RecordAfter = ['-infinity', 0, 0];

interface Row extends RecordSeals {
  startedAt: string;
  callListId: number;
  entryId: number;
}

const columns = `ssn, ssn_index AS "ssnIndex", ssn_last4_index AS "ssnLast4Index",
  date_of_birth AS "dateOfBirth", dob_index AS "dobIndex", dob_year_index AS "dobYearIndex"`;

/** As `resealEntries`. A value that does not open keeps its index, too. */
export async function resealRecords(
  tx: Tx,
  vault: Vault,
  clientId: number,
  after: RecordAfter,
): Promise<Resealed<RecordAfter>> {
  const prefix = sealPrefix(vault.state.sealing);
  const rows = await tx.rows<Row>(
    `SELECT started_at::text AS "startedAt", call_list_id AS "callListId", entry_id AS "entryId", ${columns}
     FROM call_record
     WHERE client_id = $1 AND started_at >= $2::timestamptz
       AND (started_at, call_list_id, entry_id) > ($2::timestamptz, $3, $4)
       AND (${outdatedSql('ssn', '$5')} OR ${outdatedSql('date_of_birth', '$5')})
     ORDER BY started_at, call_list_id, entry_id LIMIT ${entryPage} FOR UPDATE SKIP LOCKED`,
    [clientId, ...after, prefix],
  );
  let unreadable = 0;
  const opened = (row: Row, field: 'ssn' | 'dateOfBirth') => {
    const sealed = row[field];
    if (!sealed) return null;
    try {
      return vault.open(sealed, { ...recordPlace({ clientId, ...row }), field });
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      unreadable += 1;
      return null;
    }
  };
  const changed = rows.flatMap((row) => {
    const texts = { ssn: opened(row, 'ssn'), dateOfBirth: opened(row, 'dateOfBirth') };
    if (texts.ssn === null && texts.dateOfBirth === null) return [];
    const seals = recordSeals(vault, { clientId, ...row }, texts);
    return [
      {
        ...row,
        ...(texts.ssn === null ? dobOf(seals) : texts.dateOfBirth === null ? ssnOf(seals) : seals),
      },
    ];
  });
  await tx.run(
    `UPDATE call_record r SET ssn = v.ssn, ssn_index = v.ssn_index,
       ssn_last4_index = v.ssn_last4_index, date_of_birth = v.date_of_birth,
       dob_index = v.dob_index, dob_year_index = v.dob_year_index
     FROM unnest($2::timestamptz[], $3::bigint[], $4::integer[], $5::bytea[], $6::bytea[],
       $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[])
       AS v (started_at, call_list_id, entry_id, ssn, ssn_index, ssn_last4_index, date_of_birth,
         dob_index, dob_year_index)
     WHERE r.client_id = $1 AND r.started_at = v.started_at AND r.call_list_id = v.call_list_id
       AND r.entry_id = v.entry_id`,
    [
      clientId,
      ...[changed.map((row) => row.startedAt), changed.map((row) => row.callListId)],
      ...[changed.map((row) => row.entryId), changed.map((row) => row.ssn)],
      ...[changed.map((row) => row.ssnIndex), changed.map((row) => row.ssnLast4Index)],
      ...[changed.map((row) => row.dateOfBirth), changed.map((row) => row.dobIndex)],
      changed.map((row) => row.dobYearIndex),
    ],
  );
  const last = rows.length === entryPage ? rows.at(-1) : undefined;
  return {
    after: last && [last.startedAt, last.callListId, last.entryId],
    ...{ changed: changed.length, unreadable },
  };
}

const ssnOf = ({ ssn, ssnIndex, ssnLast4Index }: RecordSeals) => ({ ssn, ssnIndex, ssnLast4Index });
const dobOf = ({ dateOfBirth, dobIndex, dobYearIndex }: RecordSeals) => ({
  ...{ dateOfBirth, dobIndex, dobYearIndex },
});
