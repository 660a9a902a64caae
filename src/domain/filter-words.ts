/** The filters of a call detail report in words, for its archive and its file. Pure. */
import { type CallOutcome, callOutcomeNames } from '#contract/call-outcome.ts';
import type { CallRecordFilters } from '#contract/call-record.ts';
import {
  callRecordTable,
  type Filterable,
  type FilterColumn,
} from '#contract/call-record-columns.ts';
import { maskDateOfBirth, maskSsn } from './masking.ts';

/** Names by id, of campaigns and contact lists. */
export interface FilterNames {
  campaigns: ReadonlyMap<number, string>;
  callLists: ReadonlyMap<number, string>;
}

/**
 * "Start Time: 2026-11-20 12:00:00 AM to 2026-11-20 11:59:59 PM". SSN and date of birth are masked.
 *
 * @param utcOffset minutes east of UTC, in which times are written
 */
export function wordsOfFilters(
  filters: CallRecordFilters,
  names: FilterNames,
  utcOffset: number,
): string[] {
  return (Object.keys(filters) as FilterColumn[]).flatMap((column) => {
    const filter = filters[column];
    if (filter === undefined) return [];
    const { heading }: Filterable = callRecordTable[column];
    return [`${heading}: ${valueWords(column, filter, names, utcOffset)}`];
  });
}

function valueWords(
  column: FilterColumn,
  filter: NonNullable<CallRecordFilters[FilterColumn]>,
  names: FilterNames,
  utcOffset: number,
): string {
  if (typeof filter === 'string') {
    if (column === 'ssn') return maskSsn(filter);
    return column === 'dateOfBirth' ? maskDateOfBirth(filter) : filter;
  }
  if (Array.isArray(filter)) {
    const known = column === 'callLists' ? names.callLists : names.campaigns;
    const words = filter.map((one) =>
      typeof one === 'number'
        ? (known.get(one) ?? `No. ${one}`)
        : callOutcomeNames[one as CallOutcome],
    );
    return words.join(', ');
  }
  if ('beginDateTime' in filter) {
    const { beginDateTime, endDateTime } = filter;
    return `${timeWords(beginDateTime, utcOffset)} to ${timeWords(endDateTime, utcOffset)}`;
  }
  const { begin, end } = filter as { begin: number; end: number };
  const isMoney = callRecordTable[column].filter === 'currency-range';
  const unit = column === 'messageVersion' || isMoney ? '' : ' seconds';
  return isMoney ? `$${begin} to $${end}` : `${begin} to ${end}${unit}`;
}

/** As in the file: "2026-11-20 10:41:07 AM". */
function timeWords(instant: string, utcOffset: number): string {
  const at = new Date(Date.parse(instant) + utcOffset * 60_000).toISOString();
  const hour = Number(at.slice(11, 13));
  const shown = String(hour % 12 || 12).padStart(2, '0');
  return `${at.slice(0, 10)} ${shown}${at.slice(13, 19)} ${hour < 12 ? 'AM' : 'PM'}`;
}
