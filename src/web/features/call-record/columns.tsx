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
import { OutcomeWords } from './outcome-words.tsx';
import styles from './page.module.css';

export type ReportRow = CallRecord;

type Options = Partial<Pick<Column<ReportRow>, 'width' | 'look' | 'cell'>>;

/** What a single column has instead of its type's options. */
const columnOptions: Partial<Record<CallRecordColumn, Options>> = {
  billedDuration: { width: 154 },
  minuteCost: { width: 126, look: 'quiet' },
  callTypeName: { width: 110, look: 'quiet' },
  calllistName: { width: 160 },
  campaignName: { width: 160 },
  firstName: { width: 118 },
  middleName: { width: 130 },
  state: { width: 80 },
  zipCode: { width: 106 },
  externalId: { width: 130 },
  keyPressed: { width: 128, cell: ({ keyPressed }) => keyPressed },
  messageVersion: { width: 160, cell: ({ messageVersion }) => messageVersion ?? '' },
  carrierWords: { width: 240, cell: ({ carrierWords }) => carrierWords },
};

type Shared = Pick<Column<ReportRow>, 'width' | 'cell' | 'align' | 'grow' | 'sortable'>;

/** What columns of one type share. */
const byType: { [T in ColumnType]: (column: CallRecordColumn<T>) => Shared } = {
  text: () => ({ width: 120, grow: 1 }),
  callerIdType: () => ({ width: 130, grow: 1 }),
  // Sealed values have no order that the server sees.
  dateOfBirth: () => ({ width: 124, grow: 1, sortable: false }),
  ssn: () => ({ width: 104, grow: 1, sortable: false }),
  phone: (column) => ({ width: 138, grow: 1, cell: (row) => formatPhone(row[column]) || '--' }),
  /** A missing or invalid time is blank (document 2 section 2). */
  time: (column) => ({ width: 198, cell: (row) => <RecordTime at={row[column]} /> }),
  seconds: (column) => ({
    width: 102,
    cell: (row) => (
      <>
        {row[column]} <span className={styles.unit}>s</span>
      </>
    ),
    align: 'right',
  }),
  count: () => ({ width: 102, align: 'right' }),
  outcome: (column) => ({
    width: 124,
    cell: (row) => <OutcomeWords outcome={row[column]} />,
  }),
  money: (column) => ({
    width: 84,
    cell: (row) => formatMoney(row[column]),
    align: 'right',
  }),
};

/** The date is quiet, so that the time reads. */
function RecordTime({ at }: { at: string | null }) {
  const [day, ...clock] = formatRecordTime(at).split(' ');
  return (
    <>
      <span className={styles.unit}>{day}</span> {clock.join(' ')}
    </>
  );
}

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

/** A row below 700 px: number and outcome, name and time. */
export function RecordCompact({ row }: { row: ReportRow }) {
  const [day, ...clock] = formatRecordTime(row.startTime).split(' ');
  const name = [row.firstName, row.lastName].filter(Boolean).join(' ');
  return (
    <>
      <div className={styles.compactTop}>
        <span>{formatPhone(row.phoneNumber)}</span>
        <OutcomeWords outcome={row.outcome} />
      </div>
      <div className={styles.compactLine}>
        <span>{name || '--'}</span>
        <span>
          {day} {clock.join(' ')}
        </span>
      </div>
    </>
  );
}
