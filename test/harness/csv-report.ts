/** The CSV of a call detail report made the plain way, cell by cell: what the file is held against. */
import { callOutcomeNames } from '../../src/contract/call-outcome.ts';
import { type CallRecordColumn, callRecordTable } from '../../src/contract/call-record-columns.ts';
import { callerIdTypeNames } from '../../src/contract/campaign.ts';
import { asReport, type Database } from '../../src/db/database.ts';
import type { SealedField, Vault } from '../../src/db/encryption.ts';
import { newestFirst, valueSql } from '../../src/db/queries/call-record.ts';
import { recordPlace } from '../../src/db/queries/record-seals.ts';
import { outcomeAt } from '../../src/db/record-outcome.ts';
import { csvCell } from '../../src/domain/csv.ts';
import { maskDateOfBirth, maskSsn } from '../../src/domain/masking.ts';

interface CsvReport {
  clientId: number;
  columns: readonly CallRecordColumn[];
  /** As PostgreSQL takes it. */
  zone: string;
  full: boolean;
}

/** Every record of the client. */
export async function plainCsv(db: Database, vault: Vault, report: CsvReport): Promise<string> {
  const { clientId, columns, zone, full } = report;
  const selected = columns.map((column) => {
    const value = valueSql(column);
    return callRecordTable[column].type === 'time'
      ? `to_char(${value} AT TIME ZONE '${zone}', 'YYYY-MM-DD HH12:MI:SS AM')`
      : value;
  });
  const { rows } = await asReport(db, clientId, (tx) =>
    tx.client.query<unknown[]>({
      text: `SELECT ${[...selected, 'call_list_id', 'entry_id'].join(', ')} FROM call_record
             WHERE client_id = ${clientId} ${newestFirst}`,
      rowMode: 'array',
    }),
  );
  const lines = rows.map((row) => {
    const [callListId, entryId] = row.slice(-2).map(Number) as [number, number];
    const place = recordPlace({ clientId, callListId, entryId });
    const open = (sealed: unknown, field: SealedField) =>
      sealed ? vault.open(sealed as Buffer, { ...place, field }) : '';
    const cell = (column: CallRecordColumn, value: unknown): string => {
      const { type } = callRecordTable[column];
      if (type === 'ssn') return csvCell((full ? hyphenated : maskSsn)(open(value, type)));
      if (type === 'dateOfBirth') {
        return csvCell(full ? open(value, type) : maskDateOfBirth(open(value, type)));
      }
      if (type === 'text' || type === 'phone') return csvCell(String(value));
      if (type === 'money') return String(Number(value) / 1e6);
      if (type === 'callerIdType') return callerIdTypeNames[value as 0] ?? '';
      if (type === 'outcome') return callOutcomeNames[outcomeAt(Number(value))];
      return value === null ? '' : String(value);
    };
    return columns.map((column, at) => cell(column, row[at])).join(',');
  });
  const headings = columns.map((column) => csvCell(callRecordTable[column].heading)).join(',');
  return `\ufeff${[headings, ...lines].map((line) => `${line}\r\n`).join('')}`;
}

const hyphenated = (ssn: string) => ssn.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
