import { afterEach, expect, test, vi } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import type { CallEvent } from '../port.ts';
import { TwilioCall, type TwilioCallOptions } from './call.ts';
import { type AgentEvent, callAgent } from './call-agent.ts';
import type { CallLeg } from './call-leg.ts';
import type { CallPlacement } from './place-call.ts';

vi.useFakeTimers();
afterEach(() => vi.clearAllTimers());

const nothing = () => {};
const sid = `CA${'0c'.repeat(16)}`;
const leg: CallLeg = {
  ...{ sid: () => sid, adopt: nothing, instruct: nothing, hangUp: nothing, over: nothing },
  whenGone: nothing,
};
const callerId = { kind: 'shown', number: '12125550199', name: '' } as const;

/** A call that waits for Twilio's verdict, and the events that it has emitted. */
function placed(more: Partial<TwilioCallOptions> = {}) {
  const emitted: CallEvent[] = [];
  const call = new TwilioCall(
    { attemptId: '1-1-1', to: '12125550100', callerId },
    {
      ...{
        leg,
        base: 'https://x.example',
        detects: true,
        ringSeconds: 30,
        now: () => simMs(Date.now()),
      },
      audioOf: ({ durationMs }) => ({ kind: 'silence', durationMs }),
      ringing: () => ({ kind: 'ringing', url: '' }),
      place: async () => ({ kind: 'accepted', sid }),
      placeAgent: () => ({ leg, base: '', place: async () => ({ kind: 'accepted' }) }),
      ...{ prepare: nothing, onOver: nothing, letGo: nothing },
      emit: (event) => void emitted.push(event),
      ...more,
    },
  );
  return { call, emitted };
}

test('without a verdict from Twilio in its longest time, a call counts as answered by a person', async () => {
  const { call, emitted } = placed();
  await call.begin();
  call.answered(sid);
  // Twilio listens for 59 seconds at most.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(emitted).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(emitted).toMatchObject([{ kind: 'answered', by: 'person' }]);
});

test('a 9 before the verdict makes the call answered by a person at once', async () => {
  const { call, emitted } = placed();
  await call.begin();
  call.answered(sid);
  call.pressed('9', { sound: 0, round: 1 });
  call.detected('machine_end_beep');
  expect(emitted).toMatchObject([
    { kind: 'answered', by: 'person' },
    { kind: 'key', key: '9' },
  ]);
});

test('an agent who waited is missed when the leg ends before Twilio took the talk, and left after it', async () => {
  const takes: (() => void)[] = [];
  const instruct: CallLeg['instruct'] = (_, __, taken) => void (taken && takes.push(taken));
  const events: AgentEvent[][] = [];
  for (const isTaken of [false, true]) {
    const own: AgentEvent[] = [];
    const agent = callAgent(
      { to: '13025550100', callerId, answerWithin: simMs(20_000) },
      {
        placeAgent: () => ({
          ...{ leg: { ...leg, instruct }, base: '' },
          place: async () => ({ kind: 'accepted', sid }),
        }),
        ...{ now: () => simMs(0), emit: nothing },
        audioOf: ({ durationMs }) => ({ kind: 'silence', durationMs }),
      },
    );
    agent.answered(sid);
    agent.adopt((event) => own.push(event));
    agent.connect('room');
    if (isTaken) takes.at(-1)?.();
    agent.statusChanged('completed');
    events.push(own);
  }
  expect(events).toMatchObject([
    [{ kind: 'agent_ended', cause: 'missed' }],
    [{ kind: 'agent_ended', cause: 'hangup' }],
  ]);
});

test('a call that Twilio does not have is let go of once it was hung up, but not while its submission is under way', async () => {
  let respond = (_: CallPlacement) => {};
  const letGo = vi.fn();
  const { call } = placed({
    leg: { ...leg, sid: () => undefined },
    place: () => new Promise((resolve) => (respond = resolve)),
    letGo,
  });
  const begun = call.begin();
  call.hangUp();
  call.notFound();
  expect(letGo).not.toHaveBeenCalled();
  respond({ kind: 'unknown', note: { code: 'not_reported', system: 'Twilio' } });
  await begun;
  call.notFound();
  expect(letGo).toHaveBeenCalledOnce();
});
