/** The sealed values of a call record, with the blind indexes by which they are found. */
import type { Vault } from '../encryption.ts';

/** The indexes are made here and not at import: most entries never get a call record. */
export interface RecordSeals {
  ssn: Buffer | null;
  ssnIndex: Buffer | null;
  ssnLast4Index: Buffer | null;
  dateOfBirth: Buffer | null;
  dobIndex: Buffer | null;
  dobYearIndex: Buffer | null;
}

interface RecordOf {
  clientId: number;
  callListId: number;
  entryId: number;
}

/** What a value of the record is bound to. */
export const recordPlace = ({ clientId, callListId, entryId }: RecordOf) => ({
  ...{ table: 'call_record' as const, clientId, callListId },
  row: entryId,
});

export function recordSeals(
  vault: Vault,
  record: RecordOf,
  { ssn, dateOfBirth }: { ssn: string | null; dateOfBirth: string | null },
): RecordSeals {
  const { clientId } = record;
  const place = recordPlace(record);
  return {
    ssn: ssn === null ? null : vault.seal(ssn, { ...place, field: 'ssn' }),
    ssnIndex: ssn === null ? null : vault.ssnIndex(clientId, ssn),
    ssnLast4Index: ssn === null ? null : vault.ssnLast4Index(clientId, ssn),
    dateOfBirth:
      dateOfBirth === null ? null : vault.seal(dateOfBirth, { ...place, field: 'dateOfBirth' }),
    dobIndex: dateOfBirth === null ? null : vault.dobIndex(clientId, dateOfBirth),
    dobYearIndex: dateOfBirth === null ? null : vault.dobYearIndex(clientId, dateOfBirth),
  };
}
