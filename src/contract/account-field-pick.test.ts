import { expect, test } from 'vitest';
import { accountField, listAccountFields } from './account-field.ts';
import { pickAccountField } from './account-field-pick.ts';

const field = {
  id: 7,
  clientId: 1,
  customIndex: 3,
  name: 'Balance Due',
  messageEnabled: true,
  used: false,
};

test('each value of an account field is coerced to its type', () => {
  expect(pickAccountField(field)).toEqual(field);
  const asText = { id: '7', clientId: '1', customIndex: '3', messageEnabled: 'true', used: 0 };
  expect(pickAccountField({ ...asText, name: 'Balance Due', more: 'left out' })).toEqual(field);
  expect(pickAccountField({ ...field, name: 12, used: 'false' })).toEqual({ ...field, name: '12' });
  expect(pickAccountField({ ...field, name: null }).name).toBe('');
});

test.each([
  ['id', { ...field, id: 'seven' }],
  ['clientId', { ...field, clientId: null }],
  ['customIndex', { ...field, customIndex: undefined }],
  ['customIndex', { ...field, customIndex: '' }],
  ['id', {}],
  ['id', null],
  ['id', 'nothing like it'],
])('a number that becomes NaN is an error that names %s', (name, responded) => {
  const sentence = `could not pick ${name}: Expected a valid number but got NaN`;
  expect(() => pickAccountField(responded)).toThrow(sentence);
  expect(() => listAccountFields.response.parse([field, responded])).toThrow(sentence);
});

test('a response is picked before it is checked', () => {
  const responded = [{ ...field, id: '7', more: true }];
  expect(listAccountFields.response.parse(responded)).toEqual([{ ...field, sensitive: false }]);
  expect(accountField.safeParse(responded[0]).success).toBe(false);
});
