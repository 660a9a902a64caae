/**
 * The call detail report as one ordered table. From it come the SELECTs of the page and of the
 * file, the wire, the CSV, the console's columns and the filters. What depends on a column's type
 * is in tables by type, which the compiler keeps complete.
 */
import { callOutcomes } from './call-outcome.ts';
import { callerIdTypeNames } from './campaign.ts';

/** What a column can hold, with the filters that can narrow it. */
export interface FiltersByType {
  text: 'keyword' | 'constrained-keyword';
  /** Bare digits; shown formatted. */
  phone: 'keyword';
  time: 'date-range';
  seconds: 'numeric-range';
  /** A whole number, or nothing. */
  count: 'numeric-range';
  /** Micro-dollars in the database, dollars on the wire and in the file. */
  money: 'currency-range';
  /** A number in the database, its name on the wire and in the file. */
  callerIdType: 'constrained-keyword';
  /** Made of several columns (db/record-outcome.ts); its code on the wire, its name in the file. */
  outcome: 'multiple-choice';
  /** Sealed in the database; masked but for the year. */
  dateOfBirth: 'keyword';
  /** Sealed in the database; masked but for the last four digits. */
  ssn: 'keyword';
}
export type ColumnType = keyof FiltersByType;
export type FilterType = FiltersByType[ColumnType] | 'multiple-constrained-keyword';

export interface Filterable {
  /** The name that readers see: above the column, in the file's header, on the filter. */
  heading: string;
  /** In the table call_record; of an outcome the one that decides most. */
  column: string;
  filter: FilterType;
  /** The only values that the filter takes. */
  choices?: readonly string[];
  /** An index on call_record finds the filter's matches. */
  indexed?: true;
}

/** A column of the report. */
type ReportColumn = Filterable & {
  /** Whether the page shows it until the reader chooses other columns. */
  shown: boolean;
  /** Whether the documented file has it; a reader may ask for others. */
  exported: boolean;
} & { [T in ColumnType]: { type: T; filter: FiltersByType[T] } }[ColumnType];

/** A filter without a column. */
type OnlyFilter = Filterable & {
  filter: 'multiple-constrained-keyword' | 'constrained-keyword';
};

/** A filter's choice that no record has: every type but Text. */
export const voiceCallTypes = 'Voice';
/** The only choice of the filter on the brake: the calls that its last stop of each campaign counted. */
export const brakeStopped = 'Stopped the campaign';
/** The only choice of the filter on abandonment: by the rule that holds for each campaign now, whatever held before. */
export const countedAbandoned = 'Counted as abandoned now';
const callTypes = ['Outbound', 'Transfer', 'Text', voiceCallTypes] as const;
const callerIdTypes = Object.values(callerIdTypeNames);

// biome-ignore format: one line for each column
export const callRecordTable = {
  phoneNumber:      { heading: 'Phone Number',    column: 'phone',           type: 'phone',        filter: 'keyword',             shown: true,  exported: true, indexed: true },
  startTime:        { heading: 'Start Time',      column: 'started_at',      type: 'time',         filter: 'date-range',          shown: true,  exported: true },
  outcome:          { heading: 'Outcome',         column: 'result',          type: 'outcome',      filter: 'multiple-choice',     shown: true,  exported: false, choices: callOutcomes },
  answerTime:       { heading: 'Answer Time',     column: 'answered_at',     type: 'time',         filter: 'date-range',          shown: true,  exported: true },
  finishTime:       { heading: 'Finish Time',     column: 'finished_at',     type: 'time',         filter: 'date-range',          shown: true,  exported: true },
  duration:         { heading: 'Duration',        column: 'duration',        type: 'seconds',      filter: 'numeric-range',       shown: true,  exported: true },
  billedDuration:   { heading: 'Billed Duration', column: 'billed_duration', type: 'seconds',      filter: 'numeric-range',       shown: true,  exported: true },
  minuteCost:       { heading: 'Minute Cost',     column: 'minute_cost',     type: 'money',        filter: 'currency-range',      shown: true,  exported: true },
  cost:             { heading: 'Cost',            column: 'cost',            type: 'money',        filter: 'currency-range',      shown: true,  exported: true },
  callTypeName:     { heading: 'Call Type',       column: 'call_type',       type: 'text',         filter: 'constrained-keyword', shown: true,  exported: true, choices: callTypes },
  callerId:         { heading: 'Caller ID',       column: 'caller_id',       type: 'phone',        filter: 'keyword',             shown: false, exported: true },
  callerIdTypeName: { heading: 'Caller ID Type',  column: 'caller_id_type',  type: 'callerIdType', filter: 'constrained-keyword', shown: false, exported: true, choices: callerIdTypes },
  calllistName:     { heading: 'Contact List',    column: 'call_list_name',  type: 'text',         filter: 'constrained-keyword', shown: false, exported: true, indexed: true },
  campaignName:     { heading: 'Campaign',        column: 'campaign_name',   type: 'text',         filter: 'constrained-keyword', shown: false, exported: true, indexed: true },
  campaigns:        { heading: 'Campaigns',       column: 'campaign_id',                           filter: 'multiple-constrained-keyword', indexed: true },
  callLists:        { heading: 'Contact Lists',   column: 'call_list_id',                          filter: 'multiple-constrained-keyword' },
  brake:            { heading: 'Brake',           column: 'entry_id',                              filter: 'constrained-keyword', choices: [brakeStopped] },
  abandonment:      { heading: 'Abandonment',     column: 'marks',                                 filter: 'constrained-keyword', choices: [countedAbandoned] },
  firstName:        { heading: 'First Name',      column: 'first_name',      type: 'text',         filter: 'keyword',             shown: true,  exported: true, indexed: true },
  lastName:         { heading: 'Last Name',       column: 'last_name',       type: 'text',         filter: 'keyword',             shown: true,  exported: true, indexed: true },
  middleName:       { heading: 'Middle Name',     column: 'middle_name',     type: 'text',         filter: 'keyword',             shown: false, exported: true, indexed: true },
  dateOfBirth:      { heading: 'Date of Birth',   column: 'date_of_birth',   type: 'dateOfBirth',  filter: 'keyword',             shown: false, exported: true, indexed: true },
  ssn:              { heading: 'SSN',             column: 'ssn',             type: 'ssn',          filter: 'keyword',             shown: false, exported: true, indexed: true },
  city:             { heading: 'City',            column: 'city',            type: 'text',         filter: 'keyword',             shown: false, exported: true, indexed: true },
  state:            { heading: 'State',           column: 'state_code',      type: 'text',         filter: 'keyword',             shown: false, exported: true },
  zipCode:          { heading: 'Zip Code',        column: 'zip_code',        type: 'text',         filter: 'keyword',             shown: false, exported: true, indexed: true },
  externalId:       { heading: 'External Id',     column: 'external_id',     type: 'text',         filter: 'keyword',             shown: false, exported: true, indexed: true },
  keyPressed:       { heading: 'Key Pressed',     column: 'key_pressed',     type: 'text',         filter: 'keyword',             shown: false, exported: false },
  messageVersion:   { heading: 'Message Version', column: 'message_version', type: 'count',        filter: 'numeric-range',       shown: false, exported: false },
  carrierWords:     { heading: "Carrier's Words", column: 'carrier_words',   type: 'text',         filter: 'keyword',             shown: false, exported: false },
} as const satisfies Record<string, ReportColumn | OnlyFilter>;

type CallRecordTable = typeof callRecordTable;

/** What the report can be filtered by: every column, and the campaigns. */
export type FilterColumn = keyof CallRecordTable;
/** The columns of the report, of one type or of any. */
export type CallRecordColumn<T extends ColumnType = ColumnType> = {
  [C in FilterColumn]: CallRecordTable[C] extends { type: T } ? C : never;
}[FilterColumn];

export const filterColumns = Object.keys(callRecordTable) as FilterColumn[];
export const indexedFilters = filterColumns.filter(
  (column) => 'indexed' in callRecordTable[column],
);
/** In the report's order. */
export const callRecordColumns = filterColumns.filter(
  (column): column is CallRecordColumn => 'type' in callRecordTable[column],
);
/** The 22 columns of document 2, in the order of its file. */
export const exportedColumns = callRecordColumns.filter(
  (column) => callRecordTable[column].exported,
);
/** What the whole report can be sorted by: sealed values have no order that the database sees. */
export const sortableColumns = callRecordColumns.filter(
  (column) => !['ssn', 'dateOfBirth'].includes(callRecordTable[column].type),
);

/** For each column of the report what M has for the column's type. */
export type ByColumn<M extends Record<ColumnType, unknown>> = {
  [C in CallRecordColumn]: M[CallRecordTable[C]['type']];
};

/** Makes something for each column of the report, in its order, by the column's type. */
export function byColumn<M extends Record<ColumnType, unknown>>(
  make: <T extends ColumnType>(type: T, column: CallRecordColumn<T>) => M[T],
): ByColumn<M> {
  const made: Partial<Record<CallRecordColumn, unknown>> = {};
  for (const column of callRecordColumns) {
    made[column] = make(callRecordTable[column].type, column as never);
  }
  return made as ByColumn<M>;
}
