import type { CallRecord } from '#contract/call-record.ts';
import {
  byColumn,
  type CallRecordColumn,
  type ColumnType,
  callRecordTable,
} from '#contract/call-record-columns.ts';
import { formatMoney, formatPhone } from '#web/lib/format.ts';
import { formatRecordTime } from '#web/lib/local-time.ts';
import type { Column } from '#web/ui/table/column.ts';
import { positionOf } from './column-names.ts';
import styles from './page.module.css';

/** A record with its index on the page: two calls may be alike in every column. */
export type ReportRow = CallRecord & { key: number };

type Options = Partial<Pick<Column<ReportRow>, 'width' | 'look'>>;

/** What a single column has instead of its type's options. */
const columnOptions: Partial<Record<CallRecordColumn, Options>> = {
  answerTime: { look: 'quiet' },
  finishTime: { look: 'quiet' },
  billedDuration: { width: 118 },
  minuteCost: { width: 102, look: 'quiet' },
  callTypeName: { width: 88, look: 'quiet' },
  calllistName: { width: 160 },
  campaignName: { width: 160 },
  firstName: { width: 104 },
  middleName: { width: 110 },
  state: { width: 64 },
  zipCode: { width: 90 },
  externalId: { width: 130 },
};

type Shared = Pick<Column<ReportRow>, 'width' | 'cell' | 'align' | 'grow'>;

/** What columns of one type share. */
const byType: { [T in ColumnType]: (column: CallRecordColumn<T>) => Shared } = {
  text: () => ({ width: 120, grow: 1 }),
  callerIdType: () => ({ width: 130, grow: 1 }),
  dateOfBirth: () => ({ width: 110, grow: 1 }),
  ssn: () => ({ width: 104, grow: 1 }),
  phone: (column) => ({ width: 120, grow: 1, cell: (row) => formatPhone(row[column]) || '--' }),
  /** A missing or invalid time is blank (document 2 section 2). */
  time: (column) => ({ width: 154, cell: (row) => formatRecordTime(row[column]) }),
  seconds: (column) => ({
    width: 84,
    cell: (row) => (
      <>
        {row[column]} <span className={styles.unit}>s</span>
      </>
    ),
    align: 'right',
  }),
  money: (column) => ({
    width: 84,
    cell: (row) => formatMoney(row[column]),
    align: 'right',
  }),
};

const columns = byColumn<Record<ColumnType, Column<ReportRow>>>((type, column) => ({
  id: column,
  header: callRecordTable[column].heading,
  value: (row) => row[column],
  ...byType[type](column),
  ...columnOptions[column],
}));

/** The table's columns for the chosen ids, in the order of the report. */
export function columnsFor(ids: readonly CallRecordColumn[]): Column<ReportRow>[] {
  return ids.toSorted((a, b) => positionOf(a) - positionOf(b)).map((id) => columns[id]);
}
