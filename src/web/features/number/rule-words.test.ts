import { expect, test } from 'vitest';
import type { RuleReading } from '#contract/rule-reading.ts';
import { ruleWords } from './rule-words.ts';

const now = Date.parse('2026-11-29T19:00:00Z');
const reading = (more: object): RuleReading => ({
  rule: 'calling_hours',
  passed: false,
  read: {
    ...{ rule: null, opens: '08:00', closes: '21:00', open: false, zone: 'America/New_York' },
    ...{ until: '2026-12-06T13:00:00.000Z', ...more },
  },
});

test('a day on which a rule forbids contact has no hours', () => {
  expect(ruleWords([reading({})], now)[0]?.label).toBe('Calling hours, 8:00 AM to 9:00 PM');
  const closed = ruleWords([reading({ closes: '08:00' })], now)[0];
  expect(closed?.label).toBe('Calling hours, none today');
  expect(closed?.read).toContain('Not open in Eastern Time before Dec 6');
});
