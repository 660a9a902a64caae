import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, gateReasons } from './gate.ts';

const now = 1_000_000;
const open = { allowed: true, until: now + 1 };

test('a number calls through only when nothing speaks against it', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (doNotCall, inCall, allowed) => {
      const verdict = decide({ now, doNotCall, inCall, hours: { allowed, until: now + 5 } });
      expect(verdict.kind === 'call').toBe(!doNotCall && !inCall && allowed);
      if (doNotCall) expect(verdict).toEqual({ kind: 'bar', reason: gateReasons.doNotCall });
    }),
  );
});

test('waiting ends when the hours open, or soon after the call in progress', () => {
  expect(
    decide({ now, doNotCall: false, inCall: true, hours: { allowed: false, until: now + 7 } }),
  ).toEqual({ kind: 'wait', until: now + 7, reason: gateReasons.callingHours });
  expect(decide({ now, doNotCall: false, inCall: true, hours: open })).toMatchObject({
    kind: 'wait',
    reason: gateReasons.inCall,
  });
});
