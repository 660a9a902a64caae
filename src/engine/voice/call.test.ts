import { describe, expect, test } from 'vitest';
import type { CallEvent } from '#carriers/port.ts';
import { simMs } from '#domain/milliseconds.ts';
import { type Call, endUnplaced, followBroadcast } from './call.ts';

const message = { voiceMessageId: 7, version: 2, soundId: 5, durationMs: 9_000, perAccount: false };

function aCall(given: Partial<Call> = {}): Call {
  return {
    attemptId: '1-2-3',
    clientId: 1,
    callListId: 2,
    entryId: 3,
    phone: '12125550100',
    attemptedAt: simMs(0),
    callerId: { kind: 'default' },
    customerMessage: message,
    machineMessage: { ...message, voiceMessageId: 8 },
    ...given,
  };
}

type Happening = Distribute<CallEvent>;
type Distribute<E> = E extends CallEvent ? Omit<E, 'attemptId'> : never;
const follows = (call: Call, ...happenings: Happening[]) =>
  happenings.map((event) =>
    followBroadcast(call, { attemptId: call.attemptId, ...event } as CallEvent),
  );

describe('Broadcast', () => {
  test('plays the customer message to a person and hangs up after it', () => {
    expect(
      follows(
        aCall(),
        { kind: 'answered', by: 'person', at: simMs(5) },
        { kind: 'played', at: simMs(9_005) },
        { kind: 'ended', cause: 'hangup', at: simMs(9_006) },
      ),
    ).toEqual([
      { kind: 'play', sound: { kind: 'message', clientId: 1, ...message } },
      { kind: 'hang_up' },
      {
        kind: 'end',
        ended: {
          callListId: 2,
          entryId: 3,
          result: 'person',
          answeredAt: 5,
          finishedAt: 9_006,
          note: null,
        },
      },
    ]);
  });

  test('waits for the end of a greeting before the machine message', () => {
    const actions = follows(
      aCall(),
      { kind: 'answered', by: 'machine', at: simMs(5) },
      { kind: 'greeting_ended', at: simMs(50) },
    );
    expect(actions).toMatchObject([
      { kind: 'wait' },
      { kind: 'play', sound: { voiceMessageId: 8 } },
    ]);
  });

  test('hangs up on whom it has no message for', () => {
    expect(
      follows(aCall({ customerMessage: null }), { kind: 'answered', by: 'person', at: simMs(5) }),
    ).toEqual([{ kind: 'hang_up' }]);
    expect(
      follows(aCall({ machineMessage: null }), { kind: 'answered', by: 'machine', at: simMs(5) }),
    ).toEqual([{ kind: 'hang_up' }]);
  });

  test('takes 9 as an opt-out, and no other key', () => {
    const person = aCall();
    expect(
      follows(
        person,
        { kind: 'answered', by: 'person', at: simMs(5) },
        { kind: 'key', key: '1', at: simMs(6) },
        { kind: 'key', key: '9', at: simMs(7) },
      ).slice(1),
    ).toEqual([{ kind: 'wait' }, { kind: 'opt_out' }]);
  });

  const machine = { kind: 'answered', by: 'machine', at: simMs(5) } as const;
  const nine = { kind: 'key', key: '9', at: simMs(9) } as const;
  test.each<[string, Happening[], string[]]>([
    [
      'while its greeting seems to go on',
      [machine, nine, { kind: 'greeting_ended', at: simMs(10) }],
      ['wait', 'opt_out', 'wait'],
    ],
    [
      'while the machine message plays',
      [machine, { kind: 'greeting_ended', at: simMs(6) }, nine],
      ['wait', 'play', 'opt_out'],
    ],
  ])(
    'who was taken for a machine and presses 9 %s is a person: blocked, informed, hung up',
    (_, before, kinds) => {
      const actions = follows(
        aCall(),
        ...before,
        { kind: 'played', at: simMs(3_000) },
        { kind: 'ended', cause: 'hangup', at: simMs(3_001) },
      );
      expect(actions.map(({ kind }) => kind)).toEqual([...kinds, 'hang_up', 'end']);
      expect(actions.at(-1)).toMatchObject({ ended: { result: 'person', answeredAt: 5 } });
    },
  );

  test('no other key makes a machine a person', () => {
    const actions = follows(
      aCall(),
      machine,
      { kind: 'key', key: '1', at: simMs(6) },
      { kind: 'ended', cause: 'hangup', at: simMs(7) },
    );
    expect(actions).toMatchObject([{}, { kind: 'wait' }, { ended: { result: 'machine' } }]);
  });

  test('a call that ended unanswered says why; one never placed has no answer', () => {
    for (const [cause, result] of [
      ['busy', 'busy'],
      ['no_answer', 'no_answer'],
      ['failed', 'failed'],
      ['hangup', 'no_answer'],
    ] as const) {
      expect(follows(aCall(), { kind: 'ended', cause, at: simMs(5) })).toMatchObject([
        { kind: 'end', ended: { result, answeredAt: null, finishedAt: 5 } },
      ]);
    }
    const timeout = { code: 'no_response' } as const;
    expect(endUnplaced(aCall(), simMs(5), 'unknown', timeout)).toMatchObject({
      result: 'unknown',
      answeredAt: null,
      note: timeout,
    });
  });
});
