import { expect, test } from 'vitest';
import { askedFor, dataToEdit, typeToEdit } from './editor-state.ts';

const campaigns = [
  { campaignId: 7, campaignType: 1 },
  { campaignId: 8, campaignType: 2 },
  { campaignId: 9, campaignType: 3 },
];

test('an address asks for the list, a new campaign of a type, or a stored one', () => {
  expect(askedFor({})).toEqual({ campaignId: undefined, type: 'broadcast' });
  expect(askedFor({ campaignId: 0, type: 'linkback' })).toEqual({
    campaignId: 0,
    type: 'linkback',
  });
  expect(askedFor({ campaignId: 7 })).toEqual({ campaignId: 7, type: 'broadcast' });
  expect([typeToEdit(campaigns, 7), typeToEdit(campaigns, 8)]).toEqual(['broadcast', 'linkback']);
});

test('a campaign id that is none leaves the editor in an invalid state', () => {
  for (const campaignId of [-1, 1.5, 'seven', null]) {
    expect(() => askedFor({ campaignId })).toThrow('Campaign editor is in an invalid state!');
  }
});

test('a new campaign of a type without an editor is unsupported', () => {
  for (const type of ['texting', 3, null]) {
    expect(() => askedFor({ campaignId: 0, type })).toThrow(
      'Attempting to create an unsupported campaign type!',
    );
  }
});

test('a campaign that is not there cannot be edited', () => {
  expect(() => typeToEdit(campaigns, 10)).toThrow('Attempting to edit non-existent campaign!');
});

test('a campaign without its data cannot be edited', () => {
  expect(() => dataToEdit(undefined)).toThrow(
    'Attempting to edit a campaign without any associated data!',
  );
  expect(dataToEdit(campaigns[0])).toBe(campaigns[0]);
});

test('a text campaign has an editor of its own: its type is invalid here', () => {
  expect(() => typeToEdit(campaigns, 9)).toThrow('Invalid campaign type!');
});
