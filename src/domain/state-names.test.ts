import { expect, test } from 'vitest';
import { knownState } from './address-zones.ts';
import { stateCodeOfName } from './state-names.ts';

test.each([
  ['Alaska', 'AK'],
  ['ARIZONA', 'AZ'],
  ['  new   york ', 'NY'],
  ['Washington, D.C.', 'DC'],
  ['Hawai’i', 'HI'],
  ['Québec', 'QC'],
])('%s is %s', (name, code) => {
  expect(stateCodeOfName(name)).toBe(code);
  expect(knownState(code)).toBe(code);
});

test('what is no name of a state has no code', () => {
  for (const name of ['', 'AK', 'Albania', 'Alaska Street']) {
    expect(stateCodeOfName(name)).toBeUndefined();
  }
});
