import { expect, test } from 'vitest';
import { shownNumberSetting } from './shown-number.ts';

const said = (phone: string | undefined) =>
  shownNumberSetting.safeParse(phone).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['19005550148', 'Premium-rate numbers (900) cannot be used'],
  ['15005550148', 'Personal numbers (500 and its like) cannot be used'],
  ['11111111111', 'is no telephone number'],
  ['10255501481', 'is no telephone number'],
  ['3025550148', 'must be 11 digits'],
])('people do not call back %s: «%s»', (phone, sentence) => {
  expect(said(phone)).toContain(sentence);
});

test('a number of a place, a toll-free one and none at all may be shown', () => {
  for (const phone of ['13025550148', '18005550148', undefined]) expect(said(phone)).toEqual([]);
});
