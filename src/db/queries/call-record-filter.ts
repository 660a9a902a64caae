/** The conditions that the filters of the call detail report put on call_record, column by column. */
import type { CallRecordFilters, FilterColumn } from '#contract/call-record.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import type { Vault } from '../encryption.ts';

/** The blind indexes by which encrypted values are found. */
export type BlindIndexes = Pick<Vault, 'ssnIndex' | 'ssnLast4Index' | 'dobIndex' | 'dobYearIndex'>;

/** Whose records, and which of them. */
export interface ReportQuestion {
  clientId: number;
  filters: CallRecordFilters;
  blind: BlindIndexes;
}

interface Context {
  clientId: number;
  blind: BlindIndexes;
  /** Adds a bound value and answers its place: `$3`. */
  bind: (value: unknown) => string;
}

type Condition<C extends FilterColumn> = (
  filter: NonNullable<CallRecordFilters[C]>,
  context: Context,
) => string;

const conditions: { [C in FilterColumn]: Condition<C> } = {
  phoneNumber: digits('phone'),
  callerId: digits('caller_id'),
  firstName: words('first_name'),
  middleName: words('middle_name'),
  lastName: words('last_name'),
  city: words('city'),
  state: words('state_code'),
  zipCode: words('zip_code'),
  externalId: words('external_id'),
  startTime: instants('started_at'),
  // A call is answered and finishes after its start: the bound lets later partitions be left out.
  answerTime: (range, context) =>
    `${instants('answered_at')(range, context)} AND started_at <= ${context.bind(new Date(range.endDateTime))}::timestamptz`,
  finishTime: (range, context) =>
    `${instants('finished_at')(range, context)} AND started_at <= ${context.bind(new Date(range.endDateTime))}::timestamptz`,
  duration: seconds('duration'),
  billedDuration: seconds('billed_duration'),
  minuteCost: dollars('minute_cost'),
  cost: dollars('cost'),
  callTypeName: exactly('call_type'),
  calllistName: exactly('call_list_name'),
  campaignName: exactly('campaign_name'),
  callerIdTypeName: (name, { bind }) => {
    const type = Object.values(callerIdTypeNames).indexOf(name);
    return `caller_id_type = ${bind(type)}::smallint`;
  },
  campaigns: (ids, { bind }) => `campaign_id = ANY(${bind(ids)}::bigint[])`,
  ssn: (keyword, { clientId, blind, bind }) =>
    keyword.replace(/\D/g, '').length === 4
      ? `ssn_last4_index = ${bind(blind.ssnLast4Index(clientId, keyword))}`
      : `ssn_index = ${bind(blind.ssnIndex(clientId, keyword))}`,
  dateOfBirth: (keyword, { clientId, blind, bind }) =>
    /^\d{4}$/.test(keyword)
      ? `dob_year_index = ${bind(blind.dobYearIndex(clientId, keyword))}`
      : `dob_index = ${bind(blind.dobIndex(clientId, keyword))}`,
};

/**
 * The WHERE of a report: this client's rows that meet every filter. Column names come from the
 * table above and values are bound, so that nothing of a filter becomes SQL.
 */
export function reportCondition({ clientId, filters, blind }: ReportQuestion): {
  where: string;
  values: unknown[];
  /** An index leads to the matches of one of the filters. */
  indexed: boolean;
} {
  const values: unknown[] = [clientId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const context = { clientId, blind, bind };
  const parts = (Object.keys(filters) as FilterColumn[]).flatMap((column) =>
    conditionOf(column, filters[column], context),
  );
  const where = ['client_id = $1', ...parts].join(' AND ');
  return { where, values, indexed: indexedColumns.some((column) => leads(filters[column])) };
}

/** The columns of 0020-call-records.sql that have an index of their own. */
const indexedColumns = [
  'phoneNumber',
  'firstName',
  'middleName',
  'lastName',
  'externalId',
  'city',
  'zipCode',
  'ssn',
  'dateOfBirth',
  'campaigns',
] as const satisfies FilterColumn[];

/** A trigram index helps with three characters or more. */
function leads(filter: string | readonly unknown[] | undefined): boolean {
  return typeof filter === 'string' ? filter.length >= 3 : filter !== undefined;
}

function conditionOf<C extends FilterColumn>(
  column: C,
  filter: CallRecordFilters[C],
  context: Context,
): string[] {
  if (filter === undefined) return [];
  return [conditions[column](filter as NonNullable<CallRecordFilters[C]>, context)];
}

/** «Contains», case ignored; `%`, `_` and `\` are themselves. */
function words(column: string) {
  return (keyword: string, { bind }: Context) => `${column} ILIKE ${bind(contains(keyword))}`;
}

/** A number is stored as bare digits: what it is punctuated with does not matter. */
function digits(column: string) {
  return (keyword: string, context: Context) => {
    const bare = /^[\d\s().+-]+$/.test(keyword) ? keyword.replace(/\D/g, '') : '';
    return words(column)(bare || keyword, context);
  };
}

function contains(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
}

function exactly(column: string) {
  return (choice: string, { bind }: Context) => `${column} = ${bind(choice)}`;
}

/** As Dates, like the times of the records: PostgreSQL reads neither every offset nor the year 0. */
function instants(column: string) {
  return (range: { beginDateTime: string; endDateTime: string }, { bind }: Context) =>
    `${column} BETWEEN ${bind(new Date(range.beginDateTime))}::timestamptz AND ${bind(new Date(range.endDateTime))}::timestamptz`;
}

function seconds(column: string) {
  return ({ begin, end }: { begin: number; end: number }, { bind }: Context) =>
    `${column} BETWEEN ${bind(begin)}::bigint AND ${bind(end)}::bigint`;
}

function dollars(column: string) {
  return ({ begin, end }: { begin: number; end: number }, { bind }: Context) =>
    `${column} BETWEEN ${bind(microDollars(begin, Math.ceil))}::bigint AND ${bind(microDollars(end, Math.floor))}::bigint`;
}

/** Whole micro-dollars; a bound between two of them is moved inwards. */
function microDollars(amount: number, inwards: (micro: number) => number): number {
  const micro = amount * 1_000_000;
  const near = Math.round(micro);
  const whole = Math.abs(micro - near) < 0.001 ? near : inwards(micro);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, whole));
}
