import { expect, test } from 'vitest';
import { reasonInFewWords } from './reason-words.ts';

test('a reason of a newer version has no few words', () => {
  expect(reasonInFewWords({ code: 'of_tomorrow' })).toBeUndefined();
});

test('why a campaign stands still fits beside its status in a narrow column', () => {
  const narrow = [
    { code: 'no_list' },
    { code: 'message_not_ready', message: 'Reminder of the second notice, November' },
    { code: 'carrier_disconnected' },
    { code: 'trunk_failed', calls: 30, said: '503 Service Unavailable' },
    { code: 'waits_for_trunk' },
    { code: 'waits_for_follow_ups', campaign: 'Reminder of the second notice, November' },
  ].map((reason) => reasonInFewWords(reason));
  expect(narrow).toEqual([
    'no contact list',
    'no message ready',
    'carrier disconnected',
    'trunk failed',
    'trunk does not respond',
    'waits for follow-ups',
  ]);
});
