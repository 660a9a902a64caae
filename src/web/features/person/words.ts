/** What the screen of a person calls places, fields and values. */
import { callOutcomeNames } from '#contract/call-outcome.ts';
import {
  customPrefix,
  type PersonPlace,
  type PersonReceipt,
  type PersonRow,
  type PlaceData,
} from '#contract/person-data.ts';
import { formatNumber, formatPhone } from '#web/lib/format.ts';
import { formatRecordTime } from '#web/lib/local-time.ts';

export const placeNames: Record<PersonPlace, string> = {
  entries: 'Contact lists',
  accountNumbers: 'Numbers of accounts',
  calls: 'Call records',
  attempts: 'Attempts',
  textsSent: 'Texts sent',
  textsReceived: 'Texts received',
  autoReplies: 'Auto-replies',
  receipts: 'Carrier receipts',
  rejectedRows: 'Rejected rows',
  reports: 'Archived reports',
  savedFilters: 'Saved filters',
  recordings: 'Recordings',
  doNotCall: 'Do Not Call',
  scrubAnswers: 'Answers of scrub services',
  lifts: 'Lifted opt-outs',
  audit: 'Audit log',
  mentions: "Mentions in other people's rows and texts",
};

const fieldNames: Record<string, string> = {
  at: 'Time',
  ssn: 'SSN',
  zipCode: 'ZIP code',
  callerId: 'Caller ID',
  externalId: 'External Id',
  consent: 'Consent',
  consentSource: 'Consent Source',
  consentDate: 'Consent Date',
  consentWords: 'Consent Words',
  address2: 'Address 2',
  search: 'Filter',
  seconds: 'Duration (s)',
};

/** "Date of birth", from `dateOfBirth`; a custom field as its client wrote it. */
export function fieldName(name: string): string {
  if (name.startsWith(customPrefix)) return name.slice(customPrefix.length);
  const known = fieldNames[name];
  if (known) return known;
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const sources: Record<string, string> = {
  manager: 'Manager',
  key: 'Pressed 9 in a call',
  text: 'Opt-out text',
  operator: 'Operator',
};
const outcomes: Record<string, string> = callOutcomeNames;
const phoneFields = ['phone', 'callerId', 'textingNumber'];
const times = ['at', 'created', 'loaded', 'restingSince', 'decided'];
const decisions: Record<string, string> = { optOut: 'Opt out', keep: 'Not an opt-out' };

/** A value as the console writes it elsewhere. */
export function fieldValue(name: string, value: string): string {
  if (times.includes(name)) return formatRecordTime(value) || value;
  if (name === 'phone' && value.startsWith('#')) return 'Kept as a keyed hash';
  if (phoneFields.includes(name)) return formatPhone(value);
  if (name === 'result' || name === 'outcome') return outcomes[value] ?? value;
  if (name === 'decision') return decisions[value] ?? value;
  if (name === 'source') return sources[value] ?? value;
  return value;
}

/** In the order of the API, without what every row has in common: the number that was asked for. */
export function fieldsOf(row: PersonRow, phone: string): { name: string; value: string }[] {
  return Object.entries(row)
    .filter(([name, value]) => !(name === 'phone' && value === phone))
    .map(([name, value]) => ({ name, value: fieldValue(name, value) }));
}

/** "2", or "First 100 of 1,204". */
export const countOf = ({ total, rows }: PlaceData) =>
  rows.length < total
    ? `First ${formatNumber(rows.length)} of ${formatNumber(total)}`
    : formatNumber(total);

/** "2026-11-20 10:41:07 AM by Ann Lee". */
export const erasedWhen = ({ at, by }: PersonReceipt) =>
  `${formatRecordTime(at)} by ${by ?? 'the operator'}`;

/** In the order of the screen; places without a row are left out. */
export function erasedCounts({ counts }: PersonReceipt): { name: string; count: string }[] {
  return (Object.keys(placeNames) as PersonPlace[]).flatMap((place) => {
    const count = counts[place] ?? 0;
    return count > 0 ? [{ name: placeNames[place], count: formatNumber(count) }] : [];
  });
}
