import type { ImportReason, ImportResult } from '#contract/call-list-import.ts';
import type { UploadResult } from '#contract/call-list-upload.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { Tx } from '../database.ts';

/** The file of an upload, and who sent it. */
export interface UploadedFile {
  managerId: number;
  fileName: string;
}

export interface LeftOut {
  reason: StoredReason;
  count: number;
}

/** Keeps the result of an import with its list; in the transaction that makes the list Loaded. */
export async function keepImportResult(
  tx: Tx,
  clientId: number,
  result: UploadResult,
  { managerId, fileName, fileLines }: UploadedFile & { fileLines: number },
  reasons: readonly LeftOut[],
): Promise<void> {
  await tx.run(
    `INSERT INTO call_list_import (client_id, call_list_id, manager_id, file_name, file_lines,
       accounts, accounts_left, phones, phones_imported, wrong_format, fields_cut, restricted,
       unknown_states, unclear_consents, reasons)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb)`,
    [
      clientId,
      result.callListId,
      managerId,
      fileName,
      fileLines,
      result.accountsTotal,
      result.accountsNotImported,
      result.accountPhonesTotal,
      result.accountPhonesImported,
      result.wrongFormatPhoneNumbers,
      result.fieldsTrucated,
      result.restrictedPhoneNotCallable,
      result.unknownStates,
      result.unclearConsents ?? null,
      JSON.stringify(reasons),
    ],
  );
}

/** As the wire has it, but for the sentences. */
export interface KeptImport extends Omit<ImportResult, 'reasons'> {
  reasons: Omit<ImportReason, 'sentence'>[];
}

/** Undefined for a list that was not uploaded, or before this was kept. */
export async function findImportResult(
  tx: Tx,
  clientId: number,
  callListId: number,
): Promise<KeptImport | undefined> {
  const row = await tx.row<KeptImport & { unclear: number | null }>(
    `SELECT i.call_list_id AS "callListId", l.name AS "originalFileName",
       i.file_name AS "fileName", i.file_lines AS "fileLines",
       coalesce(m.name, '') AS "uploadedBy",
       to_char(platform_time(l.created) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS uploaded,
       i.accounts AS "accountsTotal", i.accounts_left AS "accountsNotImported",
       i.phones AS "accountPhonesTotal", i.phones_imported AS "accountPhonesImported",
       i.wrong_format AS "wrongFormatPhoneNumbers", i.fields_cut AS "fieldsTrucated",
       i.restricted AS "restrictedPhoneNotCallable", i.unknown_states AS "unknownStates",
       i.unclear_consents AS unclear,
       i.reasons, l.rejected_count AS "rejectedCount",
       l.contacts_deleted_at IS NOT NULL AS "rejectedDeleted"
     FROM call_list_import i
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = i.call_list_id
     LEFT JOIN manager m ON m.client_id = $1 AND m.manager_id = i.manager_id
     WHERE i.client_id = $1 AND i.call_list_id = $2`,
    [clientId, callListId],
  );
  if (!row) return undefined;
  const { unclear, ...kept } = row;
  return unclear === null ? kept : { ...kept, unclearConsents: unclear };
}
