/** The filters of a call detail report in words, for its archive and its file. Pure. */
import { Temporal } from 'temporal-polyfill';
import { type CallOutcome, callOutcomeNames } from '#contract/call-outcome.ts';
import type { CallRecordFilters } from '#contract/call-record.ts';
import {
  callRecordTable,
  type Filterable,
  type FilterColumn,
} from '#contract/call-record-columns.ts';
import { maskDateOfBirth, maskSsn } from './masking.ts';

/** Where the times of a file are: in a zone across its clock changes, or at one offset. */
export interface FileZone {
  /** Minutes east of UTC. */
  utcOffset: number;
  /** Instead of the offset. */
  timeZone?: string | null;
}

function offsetOf({ utcOffset, timeZone }: FileZone, at: number): number {
  if (!timeZone) return utcOffset;
  const { offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return offsetNanoseconds / 60_000_000_000;
}

/** Names by id, of campaigns and contact lists. */
export interface FilterNames {
  campaigns: ReadonlyMap<number, string>;
  callLists: ReadonlyMap<number, string>;
}

/**
 * "Start Time: 2026-11-20 12:00:00 AM to 2026-11-20 11:59:59 PM". SSN and date of birth are masked.
 *
 * @param zone in which times are written
 */
export function wordsOfFilters(
  filters: CallRecordFilters,
  names: FilterNames,
  zone: FileZone,
): string[] {
  return (Object.keys(filters) as FilterColumn[]).flatMap((column) => {
    const filter = filters[column];
    if (filter === undefined) return [];
    const { heading }: Filterable = callRecordTable[column];
    return [`${heading}: ${valueWords(column, filter, names, zone)}`];
  });
}

function valueWords(
  column: FilterColumn,
  filter: NonNullable<CallRecordFilters[FilterColumn]>,
  names: FilterNames,
  zone: FileZone,
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
    return `${timeWords(beginDateTime, zone)} to ${timeWords(endDateTime, zone)}`;
  }
  const { begin, end } = filter as { begin: number; end: number };
  const isMoney = callRecordTable[column].filter === 'currency-range';
  const unit = column === 'messageVersion' || isMoney ? '' : ' seconds';
  return isMoney ? `$${begin} to $${end}` : `${begin} to ${end}${unit}`;
}

/** "Times are in Pacific Time.", named as on the screens; "Times are in UTC-05:00." of an offset. */
export function zoneSentence({ utcOffset, timeZone }: FileZone): string {
  const zone = timeZone ? { timeZone, timeZoneName: 'longGeneric' as const } : undefined;
  const parts = zone && new Intl.DateTimeFormat('en-US', zone).formatToParts(0);
  const name = parts?.find(({ type }) => type === 'timeZoneName')?.value;
  return `Times are in ${name ?? offsetWords(utcOffset)}.`;
}

/** "UTC-05:00". */
function offsetWords(minutes: number): string {
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** As in the file: "2026-11-20 10:41:07 AM". */
function timeWords(instant: string, zone: FileZone): string {
  const real = Date.parse(instant);
  const at = new Date(real + offsetOf(zone, real) * 60_000).toISOString();
  const hour = Number(at.slice(11, 13));
  const shown = String(hour % 12 || 12).padStart(2, '0');
  return `${at.slice(0, 10)} ${shown}${at.slice(13, 19)} ${hour < 12 ? 'AM' : 'PM'}`;
}
