/** The lines of a call detail report's CSV: RFC 4180, every column, whatever the table shows. */
import { callRecordColumns } from '#contract/call-record.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import type { SealedField, Vault } from '#db/encryption.ts';
import type { ExportedRow } from '#db/queries/call-record-export.ts';
import { csvCell } from '#domain/csv.ts';
import { maskDateOfBirth, maskSsn } from '#domain/masking.ts';

/** By its byte order mark spreadsheets know UTF-8. */
export const headerLine = `\ufeff${Object.values(callRecordColumns).map(csvCell).join(',')}\r\n`;

export interface LineOptions {
  vault: Vault;
  clientId: number;
  includeFullSsn: boolean;
}

/** Makes the lines of a page of records. */
export function lineWriter({ vault, clientId, includeFullSsn }: LineOptions) {
  const opened = (sealed: Buffer | null, field: SealedField) =>
    sealed === null ? '' : vault.open(sealed, { clientId, field });
  const shownSsn = includeFullSsn ? fullSsn : maskSsn;
  const shownBirth = includeFullSsn ? (value: string) => value : maskDateOfBirth;
  return (rows: readonly ExportedRow[]): string =>
    rows
      .map((row) => {
        const birth = shownBirth(opened(row[16], 'dateOfBirth'));
        return line(row, birth, shownSsn(opened(row[17], 'ssn')));
      })
      .join('');
}

function line(row: ExportedRow, dateOfBirth: string, ssn: string): string {
  // biome-ignore format: one line for each kind of value
  const [
    phone, started, answered, finished, duration, billed, minuteCost, cost,
    callType, callerId, callerIdType, callListName, campaignName, firstName, lastName, middleName,
    , , city, stateCode, zipCode, externalId,
  ] = row;
  const times = `${started},${answered ?? ''},${finished ?? ''}`;
  const figures = `${duration},${billed},${dollars(minuteCost)},${dollars(cost)}`;
  const call = `${csvCell(callType)},${csvCell(callerId)},${typeName(callerIdType)}`;
  const names = `${csvCell(callListName)},${csvCell(campaignName)},${csvCell(firstName)},${csvCell(lastName)},${csvCell(middleName)}`;
  const person = `${csvCell(dateOfBirth)},${csvCell(ssn)}`;
  const place = `${csvCell(city)},${csvCell(stateCode)},${csvCell(zipCode)},${csvCell(externalId)}`;
  return `${csvCell(phone)},${times},${figures},${call},${names},${person},${place}\r\n`;
}

/** Nine digits as 012-34-5678: a spreadsheet would take a bare number and drop its zeros. */
function fullSsn(ssn: string): string {
  return ssn.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
}

/** Micro-dollars to dollars, exactly and never with an exponent. */
function dollars(micro: string): string {
  const digits = micro.padStart(7, '0');
  const whole = digits.slice(0, -6);
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function typeName(type: string): string {
  return callerIdTypeNames[Number(type) as keyof typeof callerIdTypeNames] ?? '';
}
