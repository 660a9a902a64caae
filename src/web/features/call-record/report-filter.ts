/** The filters of the call detail report as they are edited and as they are sent. */

import type { z } from 'zod';
import { type CallOutcome, callOutcomeNames } from '#contract/call-outcome.ts';
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
import { localDay } from '#web/lib/local-time.ts';
import { type DateRange, recentNames, recentRange } from './recent-days.ts';

export type ReportFilter =
  | { type: 'keyword'; keyword: string }
  | { type: 'constrained-keyword'; choice: string }
  /** Names by id; '' while the name is not known. */
  | { type: 'multiple-constrained-keyword'; choices: Record<string, string> }
  | { type: 'multiple-choice'; choices: readonly string[] }
  | { type: 'numeric-range'; start: number | undefined; end: number | undefined }
  | { type: 'currency-range'; start: number | undefined; end: number | undefined }
  | DateRange;

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
      filters[column] === undefined &&
      callRecordTable[column].filter !== 'constrained-keyword' &&
      column !== 'callLists',
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
    case 'multiple-choice':
      return { type, choices: [] };
    case 'date-range': {
      const { recent: _, ...today } = recentRange('today', now);
      return today;
    }
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
    case 'multiple-choice':
      return filter.choices.length === 0 ? 'Choose at least one outcome.' : undefined;
    case 'date-range':
      return lackOfDates(filter);
    default:
      return lackOfNumbers(filter);
  }
}

function lackOfDates(filter: ReportFilter & { type: 'date-range' }): string | undefined {
  const { startDay, startTime, endDay, endTime } = filter;
  if (!startDay || !startTime || !endDay || !endTime) return 'Enter both dates and both times.';
  const [begin, end] = [instantOf(startDay, startTime), instantOf(endDay, endTime)];
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

/** The filters with one on Start Time, or without any. */
export function filterByTime(
  filters: ReportFilters,
  range: { from: Date; to: Date } | undefined,
): ReportFilters {
  const { startTime: _, ...others } = filters;
  if (!range) return others;
  return { ...others, startTime: betweenInstants(range.from, range.to) };
}

/** To the second; the last one is included in full. */
export function betweenInstants(from: Date, to: Date): ReportFilter {
  return {
    type: 'date-range',
    startDay: localDay(from),
    startTime: localTime(from),
    endDay: localDay(to),
    endTime: localTime(to),
  };
}

/** Milliseconds since the epoch of a day and time in the browser's zone. */
export function instantOf(day: string, time: string): number | undefined {
  const at = new Date(`${day}T${time}`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

const two = (value: number) => String(value).padStart(2, '0');

/** "14:05:09": the time of an instant in the browser's zone. */
function localTime(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}

/**
 * The filters as POST /api/reports/cdr takes them. All of them are complete.
 *
 * @param now on the platform's clock: what "today" means
 */
export function toWire(filters: ReportFilters, now: Date): WireFilters {
  const entries = Object.entries(filters).map(([column, filter]) => [
    column,
    wireOf(atPresent(filter, now)),
  ]);
  return Object.fromEntries(entries) as WireFilters;
}

function atPresent(filter: ReportFilter, now: Date): ReportFilter {
  return filter.type === 'date-range' && filter.recent ? recentRange(filter.recent, now) : filter;
}

function wireOf(filter: ReportFilter): CallRecordFilters[FilterColumn] {
  switch (filter.type) {
    case 'keyword':
      return filter.keyword.trim();
    case 'constrained-keyword':
      return filter.choice;
    case 'multiple-constrained-keyword':
      return Object.keys(filter.choices).map(Number);
    case 'multiple-choice':
      return [...filter.choices] as CallRecordFilters['outcome'];
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
  return new Date((instantOf(day, time) ?? 0) + milliseconds).toISOString();
}

/** A filter's value in words, for its chip: the two ends of a range, or one part. */
export function inWords(column: FilterColumn, filter: ReportFilter): string[] {
  switch (filter.type) {
    case 'keyword':
      return [column === 'ssn' ? maskSsn(filter.keyword) : filter.keyword.trim()];
    case 'constrained-keyword':
      return [filter.choice];
    case 'multiple-constrained-keyword':
      return [
        firstAndMore(Object.entries(filter.choices).map(([id, name]) => name || `No. ${id}`)),
      ];
    case 'multiple-choice':
      return [
        filter.choices.length <= 3
          ? filter.choices.map(outcomeName).join(', ')
          : firstAndMore(filter.choices.map(outcomeName)),
      ];
    case 'date-range':
      if (filter.recent) return [recentNames[filter.recent]];
      return [`${filter.startDay} ${filter.startTime} to`, `${filter.endDay} ${filter.endTime}`];
    case 'currency-range':
      return [`$${filter.start} to`, `$${filter.end}`];
    case 'numeric-range': {
      const unit = column === 'messageVersion' ? '' : ' seconds';
      return [`${filter.start} to`, `${filter.end}${unit}`];
    }
  }
}

function firstAndMore([first = '', ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}

function outcomeName(outcome: string): string {
  return callOutcomeNames[outcome as CallOutcome] ?? outcome;
}
