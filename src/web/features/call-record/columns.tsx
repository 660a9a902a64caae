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

/** Options of a single column. */
const columnOptions: Record<CallRecordColumn, Pick<Column<ReportRow>, 'width' | 'look'>> = {
  phoneNumber: { width: 120 },
  startTime: { width: 154 },
  answerTime: { width: 154, look: 'quiet' },
  finishTime: { width: 154, look: 'quiet' },
  duration: { width: 84 },
  billedDuration: { width: 118 },
  minuteCost: { width: 102, look: 'quiet' },
  cost: { width: 84 },
  callTypeName: { width: 88, look: 'quiet' },
  callerId: { width: 120 },
  callerIdTypeName: { width: 130 },
  calllistName: { width: 160 },
  campaignName: { width: 160 },
  firstName: { width: 104 },
  lastName: { width: 120 },
  middleName: { width: 110 },
  dateOfBirth: { width: 110 },
  ssn: { width: 104 },
  city: { width: 120 },
  state: { width: 64 },
  zipCode: { width: 90 },
  externalId: { width: 130 },
};

type Cells = Pick<Column<ReportRow>, 'cell' | 'align' | 'grow'>;

/** What columns of one type share. */
const cells: { [T in ColumnType]: (column: CallRecordColumn<T>) => Cells } = {
  text: () => ({ grow: 1 }),
  callerIdType: () => ({ grow: 1 }),
  dateOfBirth: () => ({ grow: 1 }),
  ssn: () => ({ grow: 1 }),
  phone: (column) => ({ grow: 1, cell: (row) => formatPhone(row[column]) || '--' }),
  /** A missing or invalid time is blank (document 2 section 2). */
  time: (column) => ({ cell: (row) => formatRecordTime(row[column]) }),
  seconds: (column) => ({
    cell: (row) => (
      <>
        {row[column]} <span className={styles.unit}>s</span>
      </>
    ),
    align: 'right',
  }),
  money: (column) => ({ cell: (row) => formatMoney(row[column]), align: 'right' }),
};

const columns = byColumn<Record<ColumnType, Column<ReportRow>>>((type, column) => ({
  id: column,
  header: callRecordTable[column].heading,
  value: (row) => row[column],
  ...columnOptions[column],
  ...cells[type](column),
}));

/** The table's columns for the chosen ids, in the order of the report. */
export function columnsFor(ids: readonly CallRecordColumn[]): Column<ReportRow>[] {
  return ids.toSorted((a, b) => positionOf(a) - positionOf(b)).map((id) => columns[id]);
}
