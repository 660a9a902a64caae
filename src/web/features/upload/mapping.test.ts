import { expect, test } from 'vitest';
import { uploadSettings } from '#contract/call-list-upload.ts';
import { cutRows, fromSaved, mappableFields, phoneColumns, toMapList } from './mapping.ts';

const balance = {
  id: 1,
  clientId: 1,
  customIndex: 3,
  name: 'Balance',
  messageEnabled: true,
  sensitive: false,
  used: false,
};
const fields = mappableFields([balance]);
const headers = ['First', 'Cell', 'Home', 'Due', 'ST'];
const mapping = { columns: { 1: 0, 14: 3 }, phones: [1, 2] };

test('custom fields have the mapping id customIndex + 11, and consent has ids of its own', () => {
  expect(fields.map(({ id }) => id)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, -1, -2, -3, -4,
  ]);
});

test('a mapping goes on the wire with the phone columns as account field 0', () => {
  const list = toMapList(mapping, fields, headers);
  expect(list).toEqual([
    {
      accountField: { id: 0, value: 'Phone Number' },
      selectedCallListField: [
        { fieldColumn: 1, fieldName: 'Cell' },
        { fieldColumn: 2, fieldName: 'Home' },
      ],
    },
    {
      accountField: { id: 1, value: 'First Name' },
      selectedCallListField: [{ fieldColumn: 0, fieldName: 'First' }],
    },
    {
      accountField: { id: 14, value: 'Balance' },
      selectedCallListField: [{ fieldColumn: 3, fieldName: 'Due' }],
    },
  ]);
  const settings = { callListName: 'a', campaignId: 1, delimiter: ',', callListMapList: list };
  expect(uploadSettings.safeParse(settings).success).toBe(true);
});

test('a field that becomes sensitive is marked on the wire, and no other one', () => {
  const list = toMapList(mapping, fields, headers, [14]);
  expect(list.map(({ sensitive }) => sensitive)).toEqual([undefined, undefined, true]);
});

test('a saved mapping is taken up again, without fields that are gone', () => {
  const saved = toMapList(mapping, fields, headers);
  expect(fromSaved(saved, fields, headers)).toEqual(mapping);
  expect(fromSaved(saved, mappableFields([]), headers).columns).toEqual({ 1: 0 });
});

test('columns that look like telephone numbers come first, with how many rows hold one', () => {
  const rows = [
    ['Ann', '(302) 555-0148', '', '10', 'Delaware'],
    ['Bo', '1 302 555 0149', '302.555.0193', '20', 'DE'],
    ['Cy', 'none', '', '30', 'DE'],
  ];
  expect(phoneColumns(headers, rows).map(({ name, numbers }) => [name, numbers])).toEqual([
    ['Cell', 2],
    ['Home', 1],
    ['First', 0],
    ['Due', 0],
    ['ST', 0],
  ]);
});

test('a value that would be cut is counted; an SSN is measured without its spaces', () => {
  const state = { id: 9, label: 'State', size: 2 };
  const ssn = { id: 5, label: 'SSN', size: 11 };
  expect(cutRows(state, 0, [['Delaware'], ['DE'], [' PA '], []])).toBe(1);
  expect(cutRows(ssn, 0, [['123 - 45 - 6789'], ['123-45-6789 x'], ['123-45-67890-1']])).toBe(1);
});
