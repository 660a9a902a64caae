import { expect, test } from 'vitest';
import { holdReason, stopReason, waitingReason } from './reasons.ts';

test("the gate's reasons keep their codes, and their times are whole minutes", () => {
  const due = Date.parse('2026-11-21T13:00:59.999Z');
  const until = '2026-11-21T13:00:00.000Z';
  for (const code of ['calling_hours', 'attempt_cap', 'least_gap'] as const) {
    expect(waitingReason(code, due)).toEqual({ code, until });
  }
  for (const code of ['account_in_call', 'undecided_text', 'no_consent', 'in_call'] as const) {
    expect(waitingReason(code, due)).toEqual({ code });
  }
  expect(waitingReason('carrier_busy', due)).toEqual({ code: 'due_later', until });
  expect(waitingReason(null, due)).toEqual({ code: 'due_later', until });
});

test('the instant of another look is no date that anybody is told', () => {
  const again = Date.parse('2026-12-31T00:00:00Z');
  expect(waitingReason('contact_policy', again)).toEqual({ code: 'contact_policy' });
  expect(waitingReason('calling_hours', again + 1)).toEqual({ code: 'calling_hours' });
  expect(waitingReason('attempt_cap', again)).toHaveProperty('until');
  // Hours may open at it: 5:00 PM in Arizona.
  expect(waitingReason('calling_hours', again)).toHaveProperty('until');
});

test('a hold and a stop pass on what is known of them', () => {
  const since = '2026-11-22T16:02:00.000Z';
  expect(holdReason({ code: 'failover', since, asked: true, lost: 'east' })).toEqual({
    ...{ code: 'hold', hold: 'failover', asked: true, lost: 'east' },
  });
  const stop = {
    scope: 'all',
    carrier: null,
    since: '2026-11-22T16:02:00+00:00',
    reason: 'Why',
    by: null,
  };
  expect(stopReason({ ...stop, scope: 'all' })).toEqual({
    ...{ code: 'operator_stop', scope: 'all', carrier: null, since, said: 'Why' },
  });
  expect(stopReason({ ...stop, scope: 'carrier', carrier: 'trunk', by: 'Ann Lee' })).toEqual({
    ...{ code: 'client_stop', carrier: 'trunk', since, said: 'Why', by: 'Ann Lee' },
  });
});
