import {
  type CallRecordColumn,
  callRecordColumns,
  callRecordTexts,
  type FilterColumn,
} from '../../../contract/call-record.ts';

/** `campaigns` is a filter without a column. */
export const columnNames = {
  ...callRecordColumns,
  campaigns: 'Campaigns',
} as const satisfies Record<FilterColumn, string>;

export const allColumns = Object.keys(callRecordColumns) as CallRecordColumn[];

/** Its place in the report, from 0. */
export function positionOf(column: CallRecordColumn): number {
  const position = allColumns.indexOf(column);
  if (position < 0) throw new Error(callRecordTexts.columnPosition);
  return position;
}

/** Shown until the reader chooses others (document 2 section 2). */
export const defaultColumns: readonly CallRecordColumn[] = [
  'phoneNumber',
  'startTime',
  'answerTime',
  'finishTime',
  'duration',
  'billedDuration',
  'minuteCost',
  'cost',
  'callTypeName',
  'firstName',
  'lastName',
];
