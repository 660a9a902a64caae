import type { CallRecordColumn, FilterColumn } from '../../../contract/call-record.ts';

/** In the order of document 2; `campaigns` is a filter without a column. */
export const columnNames = {
  phoneNumber: 'Phone Number',
  startTime: 'Start Time',
  answerTime: 'Answer Time',
  finishTime: 'Finish Time',
  duration: 'Duration',
  billedDuration: 'Billed Duration',
  minuteCost: 'Minute Cost',
  cost: 'Cost',
  callTypeName: 'Call Type',
  callerId: 'Caller ID',
  callerIdTypeName: 'Caller ID Type',
  calllistName: 'Contact List',
  campaignName: 'Campaign',
  firstName: 'First Name',
  lastName: 'Last Name',
  middleName: 'Middle Name',
  dateOfBirth: 'Date of Birth',
  ssn: 'SSN',
  city: 'City',
  state: 'State',
  zipCode: 'Zip Code',
  externalId: 'External Id',
  campaigns: 'Campaigns',
} as const satisfies Record<FilterColumn, string>;

export const allColumns = Object.keys(columnNames).filter(
  (id): id is CallRecordColumn => id !== 'campaigns',
);

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
