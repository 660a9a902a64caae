import { afterEach, expect, test, vi } from 'vitest';
import type { CallEvent } from '../port.ts';
import { TwilioCall } from './call.ts';
import type { CallLeg } from './call-leg.ts';

vi.useFakeTimers();
afterEach(() => vi.clearAllTimers());

const nothing = () => {};
const sid = `CA${'0c'.repeat(16)}`;
const leg: CallLeg = {
  ...{ sid: () => sid, adopt: nothing, tell: nothing, hangUp: nothing, over: nothing },
};
const callerId = { kind: 'shown', number: '12125550199', name: '' } as const;

/** A call whose answerer is to be found out, and the events that it has told. */
function placed() {
  const told: CallEvent[] = [];
  const call = new TwilioCall(
    { attemptId: '1-1-1', to: '12125550100', callerId },
    {
      ...{ leg, base: 'https://x.example', detects: true, ringSeconds: 30, now: () => Date.now() },
      heardOf: ({ durationMs }) => ({ kind: 'silence', durationMs }),
      ringing: () => ({ kind: 'ringing', url: '' }),
      place: async () => ({ kind: 'accepted', sid }),
      placeAgent: () => ({ leg, base: '', place: async () => ({ kind: 'accepted' }) }),
      ...{ prepare: nothing, onOver: nothing, emit: (event: CallEvent) => told.push(event) },
    },
  );
  return { call, told };
}

test('a call of which Twilio never says who answered is a person after its longest time for that', async () => {
  const { call, told } = placed();
  await call.begin();
  call.answered(sid);
  // Twilio looks for 59 seconds at most.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toMatchObject([{ kind: 'answered', by: 'person' }]);
});

test('a 9 before it is known who answered says that it is a person, at once', async () => {
  const { call, told } = placed();
  await call.begin();
  call.answered(sid);
  call.pressed('9', { sound: 0, round: 1 });
  call.detected('machine_end_beep');
  expect(told).toMatchObject([
    { kind: 'answered', by: 'person' },
    { kind: 'key', key: '9' },
  ]);
});
