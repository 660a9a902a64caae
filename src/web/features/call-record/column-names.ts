import { callRecordTexts } from '#contract/call-record.ts';
import {
  type CallRecordColumn,
  callRecordColumns,
  callRecordTable,
} from '#contract/call-record-columns.ts';

/** Its position in the report, from 0. */
export function positionOf(column: CallRecordColumn): number {
  const position = callRecordColumns.indexOf(column);
  if (position < 0) throw new Error(callRecordTexts.columnPosition);
  return position;
}

/** Shown until the manager chooses others (document 2 section 2). */
export const defaultColumns = callRecordColumns.filter((column) => callRecordTable[column].shown);
