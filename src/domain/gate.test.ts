import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doNotCallSources } from '#contract/do-not-call.ts';
import { decide, gateReasons } from './gate.ts';

const now = 1_000_000;
const open = { allowed: true, until: now + 21, zone: null };
const takes = { handOverTakes: 20, notDialed: false };
const closed = { allowed: false, until: now + 7, zone: 'Pacific/Honolulu' };
const cap = fc.constantFrom(null, now - 1, now, now + 1, now + 99);
const source = fc.option(fc.constantFrom(...doNotCallSources), { nil: null });

test('a number calls through only when nothing speaks against it', () => {
  fc.assert(
    fc.property(source, fc.boolean(), fc.boolean(), cap, (doNotCall, inCall, allowed, until) => {
      const hours = allowed ? open : closed;
      const verdict = decide({ now, doNotCall, inCall, cappedUntil: until, hours, ...takes });
      const capped = until !== null && until > now;
      expect(verdict.kind === 'call').toBe(doNotCall === null && !inCall && allowed && !capped);
      expect(verdict.kind === 'bar').toBe(doNotCall !== null);
    }),
  );
});

test.each([
  ['manager', 'do_not_call'],
  ['operator', 'do_not_call'],
  ['key', 'opt_out_key'],
  ['text', 'opt_out_text'],
] as const)('a number listed by %s is barred as %s', (doNotCall, reason) => {
  const verdict = decide({
    now,
    doNotCall,
    inCall: true,
    cappedUntil: now + 9,
    hours: closed,
    ...takes,
  });
  expect(verdict).toEqual({ kind: 'bar', reason });
});

test('waiting ends when the hours open, or soon after the call in progress', () => {
  const question = { now, doNotCall: null, cappedUntil: null, ...takes };
  expect(decide({ ...question, inCall: true, hours: closed })).toEqual({
    kind: 'wait',
    until: now + 7,
    reason: gateReasons.callingHours,
  });
  expect(decide({ ...question, inCall: true, hours: open })).toMatchObject({
    kind: 'wait',
    reason: gateReasons.inCall,
  });
});

test('a capped number waits until the cap lets it go, once it is known whether its call counts', () => {
  const question = { now, doNotCall: null, cappedUntil: now + 9, hours: closed, ...takes };
  expect(decide({ ...question, inCall: false })).toEqual({
    ...{ kind: 'wait', until: now + 9, reason: gateReasons.attemptCap },
  });
  expect(decide({ ...question, inCall: true, hours: open })).toMatchObject({
    reason: gateReasons.inCall,
  });
  expect(decide({ ...question, inCall: false, cappedUntil: now, hours: open })).toEqual({
    kind: 'call',
    until: now + 1,
  });
});

test('nobody is called in the last moments of the hours, which a hand-over may take', () => {
  const question = { doNotCall: null, inCall: false, cappedUntil: null, hours: open, ...takes };
  expect(decide({ ...question, now })).toEqual({ kind: 'call', until: now + 1 });
  expect(decide({ ...question, now: now + 1 })).toEqual({
    ...{ kind: 'wait', until: open.until, reason: gateReasons.callingHours },
  });
});
