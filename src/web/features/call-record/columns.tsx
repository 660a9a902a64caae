import type { CallRecord, CallRecordColumn } from '../../../contract/call-record.ts';
import { formatMoney, formatPhone } from '../../lib/format.ts';
import { formatRecordTime } from '../../lib/local-time.ts';
import type { Column } from '../../ui/table/column.ts';
import { columnNames, positionOf } from './column-names.ts';
import styles from './page.module.css';

/** A record with its place on the page: two calls may be alike in every column. */
export type ReportRow = CallRecord & { key: number };

type TextColumn = {
  [C in CallRecordColumn]: CallRecord[C] extends string ? C : never;
}[CallRecordColumn];
type TimeColumn = 'startTime' | 'answerTime' | 'finishTime';
type NumberColumn = 'duration' | 'billedDuration' | 'minuteCost' | 'cost';

const columns: Record<CallRecordColumn, Column<ReportRow>> = {
  phoneNumber: phone('phoneNumber'),
  startTime: time('startTime'),
  answerTime: { ...time('answerTime'), look: 'quiet' },
  finishTime: { ...time('finishTime'), look: 'quiet' },
  duration: seconds('duration', 84),
  billedDuration: seconds('billedDuration', 118),
  minuteCost: { ...money('minuteCost', 102), look: 'quiet' },
  cost: money('cost', 84),
  callTypeName: { ...text('callTypeName', 88), look: 'quiet' },
  callerId: phone('callerId'),
  callerIdTypeName: text('callerIdTypeName', 130),
  calllistName: text('calllistName', 160),
  campaignName: text('campaignName', 160),
  firstName: text('firstName', 104),
  lastName: text('lastName', 120),
  middleName: text('middleName', 110),
  dateOfBirth: text('dateOfBirth', 110),
  ssn: text('ssn', 104),
  city: text('city', 120),
  state: text('state', 64),
  zipCode: text('zipCode', 90),
  externalId: text('externalId', 130),
};

/** The table's columns for the chosen ids, in the order of the report. */
export function columnsFor(ids: readonly CallRecordColumn[]): Column<ReportRow>[] {
  return ids.toSorted((a, b) => positionOf(a) - positionOf(b)).map((id) => columns[id]);
}

function text(id: TextColumn, width: number): Column<ReportRow> {
  return { id, header: columnNames[id], value: (row) => row[id], width, grow: 1 };
}

function phone(id: 'phoneNumber' | 'callerId'): Column<ReportRow> {
  return { ...text(id, 120), cell: (row) => formatPhone(row[id]) || '--' };
}

/** A time that is missing or no date is blank (document 2 section 2). */
function time(id: TimeColumn): Column<ReportRow> {
  return {
    id,
    header: columnNames[id],
    value: (row) => row[id],
    cell: (row) => formatRecordTime(row[id]),
    width: 154,
  };
}

function seconds(id: NumberColumn, width: number): Column<ReportRow> {
  return {
    id,
    header: columnNames[id],
    value: (row) => row[id],
    cell: (row) => (
      <>
        {row[id]} <span className={styles.unit}>s</span>
      </>
    ),
    align: 'right',
    width,
  };
}

function money(id: NumberColumn, width: number): Column<ReportRow> {
  return {
    id,
    header: columnNames[id],
    value: (row) => row[id],
    cell: (row) => formatMoney(row[id]),
    align: 'right',
    width,
  };
}
