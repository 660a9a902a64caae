/** The filters of the call detail report as they are edited and as they are sent. */

import type { z } from 'zod';
import {
  type CallRecordFilters,
  type callRecordFilters,
  callRecordTexts,
} from '#contract/call-record.ts';
import {
  callRecordTable,
  type FilterColumn,
  filterColumns,
} from '#contract/call-record-columns.ts';
import { maskSsn } from '#domain/masking.ts';
import { localDay, localInstant } from '#web/lib/local-time.ts';

export type ReportFilter =
  | { type: 'keyword'; keyword: string }
  | { type: 'constrained-keyword'; choice: string }
  | { type: 'multiple-constrained-keyword'; choices: Record<string, string> }
  | { type: 'numeric-range'; start: number | undefined; end: number | undefined }
  | { type: 'currency-range'; start: number | undefined; end: number | undefined }
  | { type: 'date-range'; startDay: string; startTime: string; endDay: string; endTime: string };

/** By column, in the order in which they were applied. */
export type ReportFilters = { [C in FilterColumn]?: ReportFilter };

type WireFilters = z.input<typeof callRecordFilters>;

/**
 * What `Choose filter...` offers: every column that is not yet filtered. A constrained keyword has
 * no editor: it narrows the report only from other screens.
 */
export function columnsToFilter(filters: ReportFilters): FilterColumn[] {
  return filterColumns.filter(
    (column) =>
      filters[column] === undefined && callRecordTable[column].filter !== 'constrained-keyword',
  );
}

/** An empty filter for a column; a date range is today, from its first second to its last. */
export function newFilter(column: FilterColumn, now: Date): ReportFilter {
  const type = callRecordTable[column]?.filter;
  switch (type) {
    case 'keyword':
      return { type, keyword: '' };
    case 'constrained-keyword':
      return { type, choice: '' };
    case 'multiple-constrained-keyword':
      return { type, choices: {} };
    case 'date-range':
      return {
        type,
        startDay: localDay(now),
        startTime: '00:00:00',
        endDay: localDay(now),
        endTime: '23:59:59',
      };
    case 'numeric-range':
    case 'currency-range':
      return { type, start: undefined, end: undefined };
    default:
      throw new Error(callRecordTexts.filterType);
  }
}

/** What is missing or wrong in a filter; undefined when it can be applied. */
export function lackOf(filter: ReportFilter): string | undefined {
  switch (filter.type) {
    case 'keyword':
      return filter.keyword.trim() === '' ? 'Enter a keyword.' : undefined;
    case 'constrained-keyword':
      return filter.choice === '' ? 'Choose a value.' : undefined;
    case 'multiple-constrained-keyword':
      return Object.keys(filter.choices).length === 0 ? 'Choose at least one campaign.' : undefined;
    case 'date-range':
      return lackOfDates(filter);
    default:
      return lackOfNumbers(filter);
  }
}

function lackOfDates(filter: ReportFilter & { type: 'date-range' }): string | undefined {
  const { startDay, startTime, endDay, endTime } = filter;
  if (!startDay || !startTime || !endDay || !endTime) return 'Enter both dates and both times.';
  const [begin, end] = [localInstant(startDay, startTime), localInstant(endDay, endTime)];
  if (begin === undefined || end === undefined) return 'Enter valid dates and times.';
  return begin > end ? 'The start cannot be after the end.' : undefined;
}

function lackOfNumbers({ start, end }: { start: number | undefined; end: number | undefined }) {
  if (start === undefined || end === undefined) return 'Enter both numbers.';
  return start > end ? 'The first number cannot be greater than the second.' : undefined;
}

/** A filter that is being edited. */
export interface FilterDraft {
  column: FilterColumn;
  filter: ReportFilter;
}

/** The filters with the draft replacing its column's filter, or added at the end. */
export function withApplied(filters: ReportFilters, draft: FilterDraft | undefined): ReportFilters {
  if (!draft) throw new Error(callRecordTexts.editorState);
  if (lackOf(draft.filter) !== undefined) throw new Error(callRecordTexts.incompleteFilter);
  return { ...filters, [draft.column]: draft.filter };
}

/** The filters as POST /api/reports/cdr takes them. All of them are complete. */
export function toWire(filters: ReportFilters): WireFilters {
  const entries = Object.entries(filters).map(([column, filter]) => [column, wireOf(filter)]);
  return Object.fromEntries(entries) as WireFilters;
}

function wireOf(filter: ReportFilter): CallRecordFilters[FilterColumn] {
  switch (filter.type) {
    case 'keyword':
      return filter.keyword.trim();
    case 'constrained-keyword':
      return filter.choice;
    case 'multiple-constrained-keyword':
      return Object.keys(filter.choices).map(Number);
    case 'date-range':
      return {
        filterName: { type: 1 },
        beginDateTime: iso(filter.startDay, filter.startTime, 0),
        // The last second is included in full.
        endDateTime: iso(filter.endDay, filter.endTime, 999),
      };
    default:
      return { filterName: { type: 2 }, begin: filter.start ?? 0, end: filter.end ?? 0 };
  }
}

function iso(day: string, time: string, milliseconds: number): string {
  return new Date((localInstant(day, time) ?? 0) + milliseconds).toISOString();
}

/** A filter's value in words, for its chip: the two ends of a range, or one part. */
export function inWords(column: FilterColumn, filter: ReportFilter): string[] {
  switch (filter.type) {
    case 'keyword':
      return [column === 'ssn' ? maskSsn(filter.keyword) : filter.keyword.trim()];
    case 'constrained-keyword':
      return [filter.choice];
    case 'multiple-constrained-keyword': {
      const [first = '', ...others] = Object.values(filter.choices);
      return [others.length > 0 ? `${first} and ${others.length} more` : first];
    }
    case 'date-range':
      return [`${filter.startDay} ${filter.startTime} to`, `${filter.endDay} ${filter.endTime}`];
    case 'currency-range':
      return [`$${filter.start} to`, `$${filter.end}`];
    case 'numeric-range':
      return [`${filter.start} to`, `${filter.end} seconds`];
  }
}
