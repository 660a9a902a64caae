import { expect, test } from 'vitest';
import { textCampaignInput } from './text-campaign.ts';

const kept = { name: 'Reminders', textPerMinute: 0, sendersNumberId: 1, messageTextId: 2 };
const complaints = (input: object) =>
  textCampaignInput.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message]);

test('a campaign that keeps the rules has no errors; none a minute is allowed', () => {
  expect(complaints(kept)).toBeUndefined();
});

test.each([
  [{ name: ' ' }, 'name', 'Name is Required'],
  [{ textPerMinute: -1 }, 'textPerMinute', /0 or more/],
  [{ textPerMinute: 1.5 }, 'textPerMinute', /whole number/],
  [{ textPerMinute: undefined }, 'textPerMinute', /whole number/],
  [{ textPerMinute: 100_001 }, 'textPerMinute', /at most 100,000/],
  [{ sendersNumberId: 0 }, 'sendersNumberId', 'A sender number is required'],
  [{ messageTextId: 0 }, 'messageTextId', 'A text message is required'],
])('%o breaks the rule of %s', (change, path, message) => {
  expect(complaints({ ...kept, ...change })).toEqual([[path, expect.stringMatching(message)]]);
});
