import { expect, test } from 'vitest';
import { senderNumber, textCampaignErrors } from './text-campaign-rules.ts';

const kept = { name: 'Reminders', textPerMinute: 0, sendersNumberId: 1, messageTextId: 2 };

test('a campaign that keeps the rules has no errors; none a minute is allowed', () => {
  expect(textCampaignErrors(kept)).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'name', 'Name is Required'],
  [{ textPerMinute: -1 }, 'textPerMinute', /not below 0/],
  [{ textPerMinute: 1.5 }, 'textPerMinute', /whole number/],
  [{ textPerMinute: undefined }, 'textPerMinute', /whole number/],
  [{ textPerMinute: 100_001 }, 'textPerMinute', /at most 100,000/],
  [{ sendersNumberId: 0 }, 'sendersNumberId', 'A sender number is required'],
  [{ messageTextId: 0 }, 'messageTextId', 'A text message is required'],
])('%o breaks the rule of %s', (change, path, message) => {
  expect(textCampaignErrors({ ...kept, ...change })).toEqual([
    { path, message: expect.stringMatching(message) },
  ]);
});

test('a sender number has eleven digits and begins with 1', () => {
  expect(senderNumber({ phoneNumber: '13025550148' })).toBeDefined();
  for (const phoneNumber of ['3025550148', '23025550148', '130255501489', '1302555014x', '']) {
    expect(senderNumber({ phoneNumber })).toBeUndefined();
  }
});
