import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doNotCallSources } from '#contract/do-not-call.ts';
import { decide, gateReasons, undecidedWait } from './gate.ts';
import { simMs } from './milliseconds.ts';
import { waitingReason } from './reasons.ts';

const now = simMs(1_000_000);
const open = { allowed: true, until: now + 21, zone: null, ruleId: null };
const nobodyElse = { stopped: false, reached: false, inCall: false };
const held = {
  undecided: false,
  replied: false,
  settled: null,
  partOfDay: null,
  gapUntil: null,
  account: nobodyElse,
};
const usual = {
  submissionTakes: simMs(20),
  notDialed: false,
  policy: null,
  consent: null,
  ...held,
};
const closed = { allowed: false, until: now + 7, zone: 'Pacific/Honolulu', ruleId: null };
const cap = fc.constantFrom(null, ...[-1, 0, 1, 99].map((ms) => simMs(now + ms)));
const source = fc.option(fc.constantFrom(...doNotCallSources), { nil: null });

const standing = fc.record({
  stopped: fc.boolean(),
  reached: fc.boolean(),
  inCall: fc.boolean(),
});
const facts = fc.record({
  doNotCall: source,
  inCall: fc.boolean(),
  cappedUntil: cap,
  gapUntil: cap,
  account: standing,
  hours: fc.constantFrom(open, closed),
});

test('a number calls through only when nothing speaks against it', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const verdict = decide({ now, ...usual, ...given });
      const { doNotCall, inCall, account, hours } = given;
      const holds = (until: number | null) => until !== null && until > now;
      const barred = doNotCall !== null || account.stopped || account.reached;
      const waits = inCall || account.inCall || holds(given.cappedUntil) || holds(given.gapUntil);
      expect(verdict.kind === 'bar').toBe(barred);
      expect(verdict.kind === 'call').toBe(!barred && !waits && hours.allowed);
    }),
  );
});

test('the state of another number of the account has a reason of its own', () => {
  const question = { now, doNotCall: null, inCall: false, cappedUntil: null, hours: open };
  const says = (account: Partial<typeof nobodyElse>) =>
    decide({ ...question, ...usual, account: { ...nobodyElse, ...account } });
  expect(says({ stopped: true, reached: true })).toEqual({ kind: 'bar', reason: 'account_stop' });
  expect(says({ reached: true, inCall: true })).toEqual({ kind: 'bar', reason: 'already_reached' });
  expect(says({ inCall: true })).toMatchObject({ kind: 'wait', reason: 'account_in_call' });
});

test('a number that was just tried waits for the gap, once it is known whether that try counts', () => {
  const question = { now, doNotCall: null, cappedUntil: null, ...usual, gapUntil: simMs(now + 9) };
  const waits = { kind: 'wait', until: now + 9, reason: 'least_gap' };
  expect(decide({ ...question, inCall: false, hours: open })).toEqual(waits);
  expect(decide({ ...question, inCall: true, hours: open })).toMatchObject({ reason: 'in_call' });
  expect(decide({ ...question, inCall: false, gapUntil: now, hours: open }).kind).toBe('call');
});

test.each([
  ['manager', 'do_not_call'],
  ['operator', 'do_not_call'],
  ['key', 'opt_out_key'],
  ['text', 'opt_out_text'],
] as const)('a number blocked by %s is barred as %s', (doNotCall, reason) => {
  const verdict = decide({
    now,
    doNotCall,
    inCall: true,
    cappedUntil: simMs(now + 9),
    hours: closed,
    ...usual,
  });
  expect(verdict).toEqual({ kind: 'bar', reason });
});

test('a number rests until a manager decides on its text, whatever else it waits for', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), cap, (inCall, allowed, cappedUntil) => {
      const hours = allowed ? open : closed;
      const question = { ...usual, now, doNotCall: null, inCall, cappedUntil, hours };
      expect(decide({ ...question, undecided: true })).toEqual({
        ...{ kind: 'wait', until: now + undecidedWait, reason: gateReasons.undecidedText },
      });
      // What bars for good comes first.
      expect(decide({ ...question, undecided: true, doNotCall: 'text' }).kind).toBe('bar');
    }),
  );
});

test('waiting ends when the hours open, or soon after the call in progress', () => {
  const question = { now, doNotCall: null, cappedUntil: null, ...usual };
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

test('where no day has hours, a number is looked at again at the beginning of a day, which no sentence names', () => {
  const never = { ...closed, zone: null, until: now + 14 * 86_400_000 };
  const verdict = decide({
    ...usual,
    now,
    doNotCall: null,
    cappedUntil: null,
    inCall: false,
    hours: never,
  });
  if (verdict.kind !== 'wait') throw new Error(verdict.kind);
  expect(verdict.until).toBeGreaterThan(now + 13 * 86_400_000);
  expect(verdict.until).toBeLessThanOrEqual(never.until);
  expect(waitingReason(verdict.reason, verdict.until)).toEqual({ code: 'calling_hours' });
});

test('a capped number waits until the cap lets it go, once it is known whether its call counts', () => {
  const question = { now, doNotCall: null, cappedUntil: simMs(now + 9), hours: closed, ...usual };
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

test('nobody is called in the last moments of the hours, which a submission may take', () => {
  const question = { doNotCall: null, inCall: false, cappedUntil: null, hours: open, ...usual };
  expect(decide({ ...question, now })).toEqual({ kind: 'call', until: now + 1 });
  expect(decide({ ...question, now: simMs(now + 1) })).toEqual({
    ...{ kind: 'wait', until: open.until, reason: gateReasons.callingHours },
  });
});
