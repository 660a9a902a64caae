/**
 * The call detail report in the address: filters, order, rows, columns and the open record, each
 * under a name that a person can read. What is not understood is left out and named. An SSN or a
 * date of birth never stands there: addresses are sent around and kept in histories.
 */
import { pageSizes, type RecordSorting } from '#contract/call-record.ts';
import {
  type CallRecordColumn,
  callRecordColumns,
  callRecordTable,
  type Filterable,
  type FilterColumn,
  filterColumns,
  sortableColumns,
} from '#contract/call-record-columns.ts';
import { plainValue } from '#web/lib/report-link.ts';
import { type RecentDays, recentNames, recentRange } from './recent-days.ts';
import {
  betweenInstants,
  instantOf,
  lackOf,
  type ReportFilter,
  type ReportFilters,
} from './report-filter.ts';

export interface ReportAddress {
  filters: ReportFilters;
  /** The newest first without it. */
  sort?: RecordSorting | undefined;
  /** The documented number without it. */
  rows?: number | undefined;
  /** Those of this browser without it. */
  columns?: readonly CallRecordColumn[] | undefined;
  /** The record in the drawer. */
  open?: string | undefined;
}

export type Search = Record<string, string | number | undefined>;

/** Filters that stay out of the address. */
export const privateFilters: readonly FilterColumn[] = ['ssn', 'dateOfBirth'];

const own = ['sort', 'rows', 'columns', 'open'];

/**
 * @param now on the platform's clock
 * @returns also the names of what was not understood
 */
export function readAddress(
  search: Record<string, unknown>,
  now: Date,
): { address: ReportAddress; ignored: string[] } {
  const ignored: string[] = [];
  const filters: ReportFilters = {};
  for (const [name, value] of Object.entries(search)) {
    if (own.includes(name)) continue;
    const column = filterColumns.find((known) => known === name);
    const filter =
      column && !privateFilters.includes(column)
        ? readFilter(column, textOf(value), now)
        : undefined;
    if (column && filter) filters[column] = filter;
    else ignored.push(name);
  }
  const read = <T>(name: string, parse: (text: string) => T | undefined): T | undefined => {
    if (search[name] === undefined) return undefined;
    const parsed = parse(textOf(search[name]));
    if (parsed === undefined) ignored.push(name);
    return parsed;
  };
  const address: ReportAddress = {
    filters,
    sort: read('sort', readSort),
    rows: read('rows', (text) => pageSizes.find((size) => String(size) === text)),
    columns: read('columns', readColumns),
    open: read('open', (text) => (/^\d+-\d+-\d+$/.test(text) ? text : undefined)),
  };
  return { address, ignored };
}

/** The router reads a number as one, and everything else that JSON can be. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value);
}

function readSort(text: string): RecordSorting | undefined {
  const column = sortableColumns.find((known) => known === text.replace(/^-/, ''));
  return column && { column, descending: text.startsWith('-') };
}

function readColumns(text: string): readonly CallRecordColumn[] | undefined {
  const named = text.split(',');
  const known = callRecordColumns.filter((column) => named.includes(column));
  return known.length > 0 ? known : undefined;
}

function readFilter(column: FilterColumn, text: string, now: Date): ReportFilter | undefined {
  const filter = parsed(column, text.trim(), now);
  return filter && lackOf(filter) === undefined ? filter : undefined;
}

function parsed(column: FilterColumn, text: string, now: Date): ReportFilter | undefined {
  const { filter: type, choices }: Filterable = callRecordTable[column];
  switch (type) {
    case 'keyword':
      return { type, keyword: text.slice(0, 255) };
    case 'constrained-keyword':
      return choices && !choices.includes(text) ? undefined : { type, choice: text };
    case 'multiple-choice': {
      const chosen = text.split(',');
      const known = choices?.filter((choice) => chosen.includes(choice)) ?? [];
      return known.length === chosen.length ? { type, choices: known } : undefined;
    }
    case 'multiple-constrained-keyword':
      if (!/^\d{1,15}(,\d{1,15})*$/.test(text)) return undefined;
      return { type, choices: Object.fromEntries(text.split(',').map((id) => [id, ''])) };
    case 'date-range':
      return readDates(text, now);
    default: {
      const [start, end] = text.split('~').map(Number);
      const valid = Number.isFinite(start) && Number.isFinite(end);
      return valid ? { type, start, end } : undefined;
    }
  }
}

const wholeDay = /^\d{4}-\d\d-\d\d$/;

/** "today", "2026-11-20", "2026-11-20~2026-11-21", or two instants. */
function readDates(text: string, now: Date): ReportFilter | undefined {
  if (text in recentNames) return recentRange(text as RecentDays, now);
  const [from = '', to = from] = text.split('~');
  if (wholeDay.test(from) && wholeDay.test(to)) {
    const times = { startTime: '00:00:00', endTime: '23:59:59' };
    return { type: 'date-range', startDay: from, endDay: to, ...times };
  }
  const [start, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return undefined;
  return betweenInstants(start, end);
}

/** As the router takes it; without what stays out of the address. */
export function writeAddress({ filters, sort, rows, columns, open }: ReportAddress): Search {
  const search: Search = {};
  for (const [column, filter] of Object.entries(filters) as [FilterColumn, ReportFilter][]) {
    if (!privateFilters.includes(column)) search[column] = plainValue(writeFilter(filter));
  }
  return {
    ...search,
    sort: sort && `${sort.descending ? '-' : ''}${sort.column}`,
    rows,
    columns: columns?.join(','),
    open,
  };
}

function writeFilter(filter: ReportFilter): string {
  switch (filter.type) {
    case 'keyword':
      return filter.keyword.trim();
    case 'constrained-keyword':
      return filter.choice;
    case 'multiple-choice':
      return filter.choices.join(',');
    case 'multiple-constrained-keyword':
      return Object.keys(filter.choices).join(',');
    case 'date-range': {
      const { startDay, startTime, endDay, endTime, recent } = filter;
      if (recent) return recent;
      const whole = startTime === '00:00:00' && endTime === '23:59:59';
      if (whole) return startDay === endDay ? startDay : `${startDay}~${endDay}`;
      return `${iso(startDay, startTime)}~${iso(endDay, endTime)}`;
    }
    default:
      return `${filter.start}~${filter.end}`;
  }
}

/** To the second: the last one of a range counts in full. */
function iso(day: string, time: string): string {
  return new Date(instantOf(day, time) ?? 0).toISOString().replace('.000Z', 'Z');
}
