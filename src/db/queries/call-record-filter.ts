/** The conditions that the filters of the call detail report put on call_record, column by column. */
import { type CallOutcome, callOutcomes } from '#contract/call-outcome.ts';
import {
  type CallRecordFilters,
  callRecordTexts,
  type FilterValue,
} from '#contract/call-record.ts';
import {
  type ColumnType,
  callRecordTable,
  type FilterColumn,
  type FiltersByType,
  type FilterType,
  filterColumns,
  indexedFilters,
  voiceCallTypes,
} from '#contract/call-record-columns.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import type { Vault } from '../encryption.ts';
import { containsPattern } from '../like-pattern.ts';
import { outcomeSql } from '../record-outcome.ts';
import { sqlLiteral } from '../sql-literal.ts';
import { abandonedNow } from './abandonment.ts';

/** The blind indexes by which encrypted values are found. */
export type BlindIndexes = Pick<Vault, 'searched'>;

/** Whose records, and which of them. */
export interface ReportQuestion {
  clientId: number;
  filters: CallRecordFilters;
  blind: BlindIndexes;
}

interface Context {
  clientId: number;
  blind: BlindIndexes;
  /** Adds a bound value and returns its placeholder, `$3`; or returns it as a literal. */
  bind: (value: unknown) => string;
}

type Condition<Value> = (filter: Value, context: Context) => string;

/** By a column's type and its filter's: what makes the condition, given the column's name. */
const conditionsByType: {
  [T in ColumnType]: { [F in FiltersByType[T]]: (column: string) => Condition<FilterValue[F]> };
} = {
  text: { keyword: words, 'constrained-keyword': exactly },
  phone: { keyword: digits },
  time: { 'date-range': instants },
  seconds: { 'numeric-range': seconds },
  money: { 'currency-range': dollars },
  count: { 'numeric-range': seconds },
  callerIdType: { 'constrained-keyword': namedType },
  outcome: { 'multiple-choice': () => outcomes },
  dateOfBirth: { keyword: () => birth },
  ssn: { keyword: () => ssn },
};

type Conditions = { [C in FilterColumn]: Condition<NonNullable<CallRecordFilters[C]>> };

const conditions = Object.fromEntries(
  filterColumns.map((name) => [name, conditionFor(name)]),
) as Conditions;

function conditionFor(name: FilterColumn): Condition<never> {
  const entry = callRecordTable[name];
  if (name === 'brake') return countedByBrake;
  if (name === 'abandonment') return countedAsAbandoned;
  if (!('type' in entry)) return oneOf(entry.column);
  const byFilter: Partial<Record<FilterType, (column: string) => Condition<never>>> =
    conditionsByType[entry.type];
  const make = byFilter[entry.filter];
  if (!make) throw new Error(callRecordTexts.filterType);
  return make(entry.column);
}

/**
 * The WHERE of a report: this client's rows that meet every filter. Column names come from the
 * contract's table and values are bound, so that nothing of a filter becomes SQL. `$1` is the client.
 */
export function reportCondition({ clientId, filters, blind }: ReportQuestion): {
  where: string;
  values: unknown[];
  /** The part of it that is about the client and when calls began. */
  span: string;
  /** An index finds the matches of one of the filters. */
  indexed: boolean;
} {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const [own, ...parts] = conditionWith(bind, { clientId, filters, blind });
  const begun = parts.filter((_, at) => Object.keys(filters)[at] === 'startTime');
  return {
    where: [own, ...parts].join(' AND '),
    values,
    span: [own, ...begun].join(' AND '),
    indexed: indexedFilters.some((column) => isSelective(column, filters[column])),
  };
}

/** The same condition with its values as quoted literals, for a statement without parameters. */
export function writtenReportCondition(question: ReportQuestion): string {
  return conditionWith(sqlLiteral, question).join(' AND ');
}

/** The client's condition, then one for each filter. */
function conditionWith(
  bind: Context['bind'],
  { clientId, filters, blind }: ReportQuestion,
): string[] {
  const context = { clientId, blind, bind };
  // The first value that is bound.
  const own = `client_id = ${bind(clientId)}`;
  const parts = (Object.keys(filters) as FilterColumn[]).map((column) =>
    conditionOf(column, filters[column], context),
  );
  return [own, ...parts];
}

/** A trigram index helps with three characters or more. */
function isSelective(column: FilterColumn, filter: unknown): boolean {
  const isKeyword = typeof filter === 'string' && callRecordTable[column].filter === 'keyword';
  return isKeyword ? filter.length >= 3 : filter !== undefined;
}

function conditionOf<C extends FilterColumn>(
  column: C,
  filter: CallRecordFilters[C],
  context: Context,
): string {
  if (filter === undefined) return 'true';
  return conditions[column](filter as NonNullable<CallRecordFilters[C]>, context);
}

/** "Contains", case ignored. */
function words(column: string) {
  return (keyword: string, { bind }: Context) =>
    `${column} ILIKE ${bind(containsPattern(keyword))}`;
}

/** A number is stored as bare digits: punctuation does not matter. */
function digits(column: string) {
  return (keyword: string, context: Context) => {
    const bare = /^[\d\s().+-]+$/.test(keyword) ? keyword.replace(/\D/g, '') : '';
    return words(column)(bare || keyword, context);
  };
}

function exactly(column: string) {
  return (choice: string, { bind }: Context) =>
    column === callRecordTable.callTypeName.column && choice === voiceCallTypes
      ? `${column} <> 'Text'`
      : `${column} = ${bind(choice)}`;
}

function namedType(column: string) {
  return (name: string, { bind }: Context) => {
    const type = Object.values<string>(callerIdTypeNames).indexOf(name);
    return `${column} = ${bind(type)}::smallint`;
  };
}

function oneOf(column: string) {
  return (ids: readonly number[], { bind }: Context) => `${column} = ANY(${bind(ids)}::bigint[])`;
}

function outcomes(chosen: readonly string[], { bind }: Context) {
  const positions = chosen.map((outcome) => callOutcomes.indexOf(outcome as CallOutcome));
  return `(${outcomeSql}) = ANY(${bind(positions)}::integer[])`;
}

/** The calls that the brake counted for its last stop of each campaign (brake-calls.ts). */
function countedByBrake(_: string, { clientId, bind }: Context) {
  return `(call_list_id, entry_id) IN (SELECT b.call_list_id, b.entry_id FROM brake_call b
    WHERE b.client_id = ${bind(clientId)} AND b.stopped)`;
}

/** By the rule that holds for the campaign now, as Live Monitoring's figure counts (decision 085). */
function countedAsAbandoned(_: string, { clientId, bind }: Context) {
  return abandonedNow(bind(clientId));
}

/** By blind indexes: a sealed value cannot be searched in parts. */
function ssn(keyword: string, { clientId, blind, bind }: Context) {
  return keyword.replace(/\D/g, '').length === 4
    ? `ssn_last4_index = ANY(${bind(blind.searched.ssnLast4Index(clientId, keyword))}::bytea[])`
    : `ssn_index = ANY(${bind(blind.searched.ssnIndex(clientId, keyword))}::bytea[])`;
}

function birth(keyword: string, { clientId, blind, bind }: Context) {
  return /^\d{4}$/.test(keyword)
    ? `dob_year_index = ANY(${bind(blind.searched.dobYearIndex(clientId, keyword))}::bytea[])`
    : `dob_index = ANY(${bind(blind.searched.dobIndex(clientId, keyword))}::bytea[])`;
}

/** By these months the table is partitioned. */
const partitionedBy = callRecordTable.startTime.column;

/** No carrier lets a phone ring this long, in milliseconds; carriers end the attempt after minutes. */
const longestRing = 24 * 3_600_000;

/**
 * As Dates, like the times of the records: PostgreSQL reads neither every offset nor the year 0.
 * A call is answered and finishes after its start: the bound lets later partitions be left out. It
 * is answered soon after it, so the index by start finds those of a day among those of years. A
 * text may wait for its receipt, so nothing bounds when it finishes.
 */
function instants(column: string) {
  return (range: FilterValue['date-range'], { bind }: Context) => {
    const [begin, end] = [new Date(range.beginDateTime), new Date(range.endDateTime)];
    const between = `${column} BETWEEN ${bind(begin)}::timestamptz AND ${bind(end)}::timestamptz`;
    if (column === partitionedBy) return between;
    const started = `${between} AND ${partitionedBy} <= ${bind(end)}::timestamptz`;
    if (column !== callRecordTable.answerTime.column) return started;
    const earliest = new Date(begin.getTime() - longestRing);
    return `${started} AND ${partitionedBy} >= ${bind(earliest)}::timestamptz`;
  };
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
