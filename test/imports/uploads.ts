/** Uploads as the console makes them. */
import { readFileSync } from 'node:fs';
import type { MappingItem } from '../../src/contract/call-list-upload.ts';
import type { ListConsent } from '../../src/contract/consent.ts';

export interface UploadGiven {
  campaignId: number;
  name?: string;
  delimiter?: string;
  mapping: MappingItem[];
  restriction?: { restrictionType: number; pastXDays?: string | null };
  headers?: string[];
  consent?: ListConsent;
  /** The file's part comes first, as the documents list it. */
  fileFirst?: boolean;
}

export function uploadForm(file: Uint8Array | string, given: UploadGiven): FormData {
  const form = new FormData();
  const part = () =>
    form.append('fileSelect', new Blob([file as Uint8Array<ArrayBuffer>]), 'contacts.csv');
  if (given.fileFirst) part();
  const { campaignId, name = 'A list', delimiter = ',', mapping, restriction } = given;
  form.append(
    'callListMap',
    JSON.stringify({
      callListName: name,
      campaignId,
      delimiter,
      callListMapList: mapping,
      consent: given.consent ?? null,
      restriction: restriction ?? { restrictionType: 2, pastXDays: null },
    }),
  );
  if (given.headers) form.append('headers', JSON.stringify(given.headers));
  if (!given.fileFirst) part();
  return form;
}

const fieldIds: Record<string, number> = {
  'First Name': 1,
  'Middle Name': 2,
  'Last Name': 3,
  'Date of Birth': 4,
  SSN: 5,
  Address: 6,
  'Address 2': 7,
  City: 8,
  State: 9,
  'Zip Code': 10,
  'External Id': 11,
  Consent: -1,
  'Consent Source': -2,
  'Consent Date': -3,
  'Consent Words': -4,
};

/** A mapping by names: account fields to columns, and the phone columns. */
export function mappingOf(
  headers: readonly string[],
  phones: readonly string[],
  fields: Record<string, string> = {},
): MappingItem[] {
  const column = (fieldName: string) => ({ fieldColumn: headers.indexOf(fieldName), fieldName });
  return [
    { accountField: { id: 0, value: 'Phone Number' }, selectedCallListField: phones.map(column) },
    ...Object.entries(fields).map(([value, name]) => ({
      accountField: { id: fieldIds[value] ?? Number(value), value },
      selectedCallListField: [column(name)],
    })),
  ];
}

export interface Sample {
  bytes: Buffer;
  headers: string[];
  delimiter: string;
  mapping: MappingItem[];
  expected: Record<string, number>;
}

const delimiters: Record<string, string> = { comma: ',', semicolon: ';', tab: '\t' };

/** A file of test/data with what must come of it. */
export function sample(name: string): Sample {
  const path = (end: string) => new URL(`../data/${name}${end}`, import.meta.url);
  const sample = JSON.parse(readFileSync(path('.expected.json'), 'utf8'));
  const delimiter = delimiters[sample.delimiter] ?? ',';
  const headers = [
    ...['Account #', 'First', 'Middle', 'Last', 'DOB', 'SSN', 'Street', 'City', 'ST', 'Zip'],
    ...['Home Phone', 'Cell', 'Balance'],
  ];
  return {
    bytes: readFileSync(path('.csv')),
    headers,
    delimiter,
    mapping: mappingOf(headers, sample.phoneColumns, sample.mapping),
    expected: sample.expected,
  };
}

/** What the first step of the wizard sends. */
export function previewForm(file: Uint8Array | string, delimiter: string): FormData {
  const form = new FormData();
  form.append('delimiter', delimiter);
  form.append('fileSelect', new Blob([file as Uint8Array<ArrayBuffer>]), 'x.csv');
  return form;
}
