import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doNotCallSources } from '#contract/do-not-call.ts';
import { decide, gateReasons } from './gate.ts';

const now = 1_000_000;
const open = { allowed: true, until: now + 1, zone: null };
const closed = { allowed: false, until: now + 7, zone: 'Pacific/Honolulu' };
const source = fc.option(fc.constantFrom(...doNotCallSources), { nil: null });

test('a number calls through only when nothing speaks against it', () => {
  fc.assert(
    fc.property(source, fc.boolean(), fc.boolean(), (doNotCall, inCall, allowed) => {
      const verdict = decide({ now, doNotCall, inCall, hours: allowed ? open : closed });
      expect(verdict.kind === 'call').toBe(doNotCall === null && !inCall && allowed);
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
  const verdict = decide({ now, doNotCall, inCall: true, hours: closed });
  expect(verdict).toEqual({ kind: 'bar', reason });
});

test('waiting ends when the hours open, or soon after the call in progress', () => {
  expect(decide({ now, doNotCall: null, inCall: true, hours: closed })).toEqual({
    kind: 'wait',
    until: now + 7,
    reason: gateReasons.callingHours,
  });
  expect(decide({ now, doNotCall: null, inCall: true, hours: open })).toMatchObject({
    kind: 'wait',
    reason: gateReasons.inCall,
  });
});
