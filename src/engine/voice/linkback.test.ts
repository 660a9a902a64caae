import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallEvent } from '#carriers/port.ts';
import type { Action, Call } from './call.ts';
import { type AgentDesk, followLinkback, holdsAgent } from './linkback.ts';
import type { LinkbackProgress } from './linkback-progress.ts';

const message = { voiceMessageId: 7, version: 2, soundId: 5, durationMs: 9_000, perAccount: false };

function aCall(given: Partial<Call> = {}): Call & { linkback: LinkbackProgress } {
  return {
    attemptId: '1-2-3',
    clientId: 1,
    callListId: 2,
    entryId: 3,
    phone: '12125550100',
    attemptedAt: 0,
    customerMessage: message,
    machineMessage: { ...message, voiceMessageId: 8 },
    callerId: { kind: 'default' },
    linkback: { stage: 'message' },
    ...given,
  } as Call & { linkback: LinkbackProgress };
}

const desk = (given: Partial<AgentDesk> = {}): AgentDesk => ({
  hasFreeAgent: () => true,
  takeWaiting: () => undefined,
  linkbackNumber: () => '12125550199',
  agentMessage: () => ({ ...message, voiceMessageId: 9 }),
  ...given,
});

type Distribute<E> = E extends CallEvent ? Omit<E, 'attemptId' | 'at'> : never;
type Happening = Distribute<CallEvent>;

/** Events a second apart, from second 1 on. */
function follows(call: Call & { linkback: LinkbackProgress }, at: AgentDesk, list: Happening[]) {
  return list.map((event, index) =>
    followLinkback(
      call,
      call.linkback,
      { ...event, attemptId: call.attemptId, at: (index + 1) * 1_000 } as CallEvent,
      at,
    ),
  );
}

const person: Happening = { kind: 'answered', by: 'person' };
const one: Happening = { kind: 'key', key: '1' };
const nine: Happening = { kind: 'key', key: '9' };
const played: Happening = { kind: 'played' };
const ended: Happening = { kind: 'ended', cause: 'hangup' };
const agentAnswers: Happening = { kind: 'agent_answered' };
const agentHeard: Happening = { kind: 'agent_played' };
const agentLeaves: Happening = { kind: 'agent_ended', cause: 'hangup' };
const apology = { kind: 'play', sound: { kind: 'apology', clientId: 1, number: '12125550199' } };

/** What has happened when a call stands at each moment of its life. */
const moments: Record<string, Happening[]> = {
  'in the message': [person],
  'in the seconds after it': [person, played],
  'while the agent rings': [person, one],
  'while the agent hears the message': [person, one, agentAnswers],
  'in the talk': [person, one, agentAnswers, agentHeard],
  'when the agent has hung up': [person, one, agentAnswers, agentHeard, agentLeaves],
  'in the apology': [person, one, { kind: 'agent_ended', cause: 'busy' }],
  'after an opt-out': [person, nine],
};

function at(moment: string, happening: Happening, free = desk()): Action | undefined {
  return follows(aCall(), free, [...(moments[moment] ?? []), happening]).at(-1);
}

describe('Linkback', () => {
  test('plays the message, waits five seconds for a key and hangs up', () => {
    expect(follows(aCall(), desk(), [person, played, played])).toEqual([
      { kind: 'play', sound: { kind: 'message', clientId: 1, ...message } },
      { kind: 'play', sound: { kind: 'silence', durationMs: 5_000 } },
      { kind: 'hang_up' },
    ]);
  });

  test.each([
    ['in the message', { kind: 'dial_agent' }],
    ['in the seconds after it', { kind: 'dial_agent' }],
    ['while the agent rings', { kind: 'wait' }],
    ['while the agent hears the message', { kind: 'wait' }],
    ['in the talk', { kind: 'wait' }],
    ['in the apology', { kind: 'wait' }],
    ['after an opt-out', { kind: 'wait' }],
  ])('1 %s: %o', (moment, action) => {
    expect(at(moment, one)).toEqual(action);
  });

  test.each([
    ['in the message', 'opt_out'],
    ['in the seconds after it', 'opt_out'],
    ['while the agent rings', 'opt_out'],
    ['while the agent hears the message', 'opt_out'],
    // Two people talk: a key responds to no message.
    ['in the talk', 'wait'],
    ['in the apology', 'opt_out'],
    ['when the agent has hung up', 'opt_out'],
    ['after an opt-out', 'wait'],
  ])('9 %s: %s', (moment, action) => {
    expect(at(moment, nine)?.kind).toBe(action);
  });

  test.each(Object.keys(moments))(
    'the customer hangs up %s: the call ends as a person',
    (moment) => {
      expect(at(moment, ended)).toMatchObject({ kind: 'end', ended: { result: 'person' } });
    },
  );

  test.each([
    ['while the agent rings', apology],
    ['while the agent hears the message', apology],
    ['in the talk', { kind: 'hang_up' }],
    ['after an opt-out', { kind: 'wait' }],
    ['in the apology', { kind: 'wait' }],
  ])('the agent hangs up %s: %o', (moment, action) => {
    expect(at(moment, agentLeaves)).toMatchObject(action);
  });

  test('no agent free: an apology, and the call counts as abandoned', () => {
    const nobody = desk({ hasFreeAgent: () => false });
    const actions = follows(aCall(), nobody, [person, one, played, ended]);
    expect(actions.slice(1)).toMatchObject([
      apology,
      { kind: 'hang_up' },
      { kind: 'end', ended: { result: 'person', abandoned: true } },
    ]);
    expect(actions[3]).not.toHaveProperty('ended.transferSeconds');
  });

  test('an agent who waited and left unseen: the next one who waits, else an apology, and no talk', () => {
    const missed: Happening = { kind: 'agent_ended', cause: 'missed' };
    const agents = ['0-2-1'];
    const call = aCall({ linkback: { stage: 'message', waitingAgent: '0-1-1' } });
    const waits = desk({ takeWaiting: () => agents.shift() });
    const actions = follows(call, waits, [person, one, missed, missed, ended]);
    expect(actions.slice(1)).toMatchObject([
      { kind: 'connect_waiting', agentId: '0-1-1' },
      { kind: 'connect_waiting', agentId: '0-2-1' },
      apology,
      {
        kind: 'end',
        ended: { abandoned: true, linkback: { wait: { end: 'no_agent', ms: 2_000 } } },
      },
    ]);
    expect(actions[4]).not.toHaveProperty('ended.transferSeconds');
  });

  test.each(['busy', 'no_answer', 'failed'] as const)(
    'an agent who is %s: an apology, abandoned',
    (cause) => {
      const list: Happening[] = [person, one, { kind: 'agent_ended', cause }, played, ended];
      expect(follows(aCall(), desk(), list).slice(2)).toMatchObject([
        apology,
        { kind: 'hang_up' },
        { kind: 'end', ended: { abandoned: true } },
      ]);
    },
  );

  test('the talk counts from the connection until one of both hangs up', () => {
    const toTalk = moments['in the talk'] ?? [];
    const byCustomer = follows(aCall(), desk(), [...toTalk, one, one, ended]).at(-1);
    expect(byCustomer).toMatchObject({ ended: { transferSeconds: 3 } });
    const byAgent = follows(aCall(), desk(), [...toTalk, agentLeaves, ended]).at(-1);
    expect(byAgent).toMatchObject({ ended: { transferSeconds: 1 } });
    expect(byAgent).not.toHaveProperty('ended.abandoned');
  });

  test('without an agent message both are connected when the agent answers', () => {
    const silent = desk({ agentMessage: () => null });
    expect(at('while the agent rings', agentAnswers, silent)).toEqual({ kind: 'connect' });
  });

  test('a machine hears its message after its greeting, and its tones call nobody', () => {
    const call = aCall();
    expect(
      follows(call, desk(), [
        { kind: 'answered', by: 'machine' },
        one,
        { kind: 'greeting_ended' },
        one,
        played,
      ]),
    ).toMatchObject([
      { kind: 'wait' },
      { kind: 'wait' },
      { kind: 'play', sound: { voiceMessageId: 8 } },
      { kind: 'wait' },
      { kind: 'hang_up' },
    ]);
    expect(holdsAgent(call)).toBe(false);
  });

  test('who was taken for a machine and presses 9 is a person: blocked, informed, hung up', () => {
    const machine: Happening = { kind: 'answered', by: 'machine' };
    const over: Happening = { kind: 'greeting_ended' };
    for (const before of [
      [nine, over],
      [over, nine],
    ]) {
      const actions = follows(aCall(), desk(), [machine, ...before, one, played, ended]);
      const kinds = actions.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'opt_out').length).toBe(1);
      expect(kinds.slice(-2)).toEqual(['hang_up', 'end']);
      expect(kinds.lastIndexOf('play')).toBeLessThan(kinds.indexOf('opt_out'));
      expect(actions.at(-1)).toMatchObject({ ended: { result: 'person' } });
    }
  });

  test('whatever happens in whatever order, one agent is called at most and held no longer than the call', () => {
    const happening = fc.constantFrom<Happening>(
      one,
      nine,
      played,
      agentAnswers,
      agentHeard,
      agentLeaves,
      { kind: 'agent_ended', cause: 'busy' },
      { kind: 'key', key: '5' },
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 12 }), fc.boolean(), (list, free) => {
        const call = aCall();
        const actions = follows(call, desk({ hasFreeAgent: () => free }), [person, ...list, ended]);
        const kinds = actions.map((action) => action.kind);
        const count = (kind: string) => kinds.filter((one) => one === kind).length;
        expect(count('dial_agent')).toBeLessThanOrEqual(free ? 1 : 0);
        expect(count('connect')).toBeLessThanOrEqual(count('dial_agent'));
        expect(count('opt_out')).toBeLessThanOrEqual(1);
        expect(holdsAgent(call)).toBe(false);
        const end = actions.at(-1);
        if (end?.kind !== 'end') throw new Error('The call did not end.');
        expect(end.ended.transferSeconds !== undefined).toBe(count('connect') === 1);
        if (end.ended.abandoned) expect(count('connect')).toBe(0);
      }),
    );
  });
});
