import { expect, test } from 'vitest';
import type { NumberZone } from '#contract/number.ts';
import type { PolicyRule } from '#contract/policy.ts';
import { regionsOf } from './regions.ts';

const now = Date.parse('2026-11-20T15:00:00Z');
const order: PolicyRule = {
  ...{ ruleId: 1, purpose: null, campaignId: null, country: null, state: 'FL', channel: 'any' },
  ...{ preset: null, source: 'Order 26-1', sourceDate: null },
  terms: {
    ...{ kind: 'hours', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
    ...{ open: null, close: null, from: '2026-11-20', until: '2026-11-22' },
  },
};
const zone: NumberZone = {
  ...{ zone: 'America/New_York', because: [{ code: 'area_code', value: '305' }] },
  ...{ localTime: '10:00', open: true },
  ...{ opens: '2026-11-20T13:00:00Z', closes: '2026-11-21T02:00:00Z' },
};
const words = 'Florida: No calls or texts from Nov 20 through Nov 22, 2026 (Order 26-1).';
const said = (more: Partial<NumberZone>) =>
  regionsOf([{ ...zone, ...more }], now).map(({ hours, rule }) => [hours, rule]);

test('a zone that an order closes says when it opens, and names the order', () => {
  expect(said({})).toEqual([['Open until 9:00 PM', '']]);
  const closed = { open: false, opens: '2026-11-23T13:00:00Z', closes: '2026-11-24T02:00:00Z' };
  expect(said({ ...closed, closedBy: { rule: order, all: true } })).toEqual([
    ['Opens Nov 23, 8:00 AM (8:00 AM there)', words],
  ]);
  expect(said({ closedBy: { rule: order, all: false } })).toEqual([
    ['Open until 9:00 PM', `Closed for some campaigns: ${words}`],
  ]);
  const beyond = { open: false, closedBeyond: true as const, closedBy: { rule: order, all: true } };
  expect(said(beyond)).toEqual([['Closed for more than 14 days', words]]);
});
