import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import type { CallEvent, Sound } from '../port.ts';
import { callLogName } from './call-log.ts';
import { simulatedCarrier } from './carrier.ts';
import { type CarrierProfile, usualProfile } from './profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-carrier-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const person: Partial<CarrierProfile> = {
  person: 1,
  setup: [1_000, 1_000],
  personRings: [5_000, 5_000],
  patience: [8_000, 8_000],
  hangsUpEarly: 0,
  pressesNine: 0,
};
const sound: Sound = {
  kind: 'message',
  clientId: 1,
  voiceMessageId: 1,
  version: 1,
  soundId: 5,
  durationMs: 10_000,
  perAccount: false,
};

/** One Lehmer sequence for all; seeds are tested elsewhere. */
let state = 1;
const next = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};
const random = {
  next,
  between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
};

function open(profile: Partial<CarrierProfile>) {
  let now = 0;
  const clock = {
    now: () => simMs(now),
    advance(ms: number) {
      now += ms;
    },
  };
  const carrier = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf: () => random,
    profile: { ...usualProfile, ...profile },
  });
  return { clock, carrier };
}

const call = (attemptId: string) => ({
  attemptId,
  to: '12125550100',
  callerId: { kind: 'default' } as const,
});
const brief = (events: CallEvent[]) => events.map(({ kind, at }) => `${kind}@${at}`);

test('an answered call waits for the engine, however late it polls', async () => {
  const { clock, carrier } = open(person);
  await carrier.place([call('a')]);
  clock.advance(3_600_000);
  const answered = carrier.events();
  expect(brief(answered)).toEqual(['answered@6000']);
  expect(carrier.events()).toEqual(answered);
  carrier.play('a', sound, simMs(6_000));
  carrier.acknowledge(answered);
  const played = carrier.events();
  expect(brief(played)).toEqual(['played@16000']);
  carrier.hangUp('a', simMs(16_000));
  carrier.acknowledge(played);
  expect(brief(carrier.events())).toEqual(['ended@16000']);
});

test('an end is reported until it is acknowledged, and only once', async () => {
  const { clock, carrier } = open({ person: 0, machine: 0, busy: 1, setup: [2_000, 2_000] });
  await carrier.place([call('b')]);
  clock.advance(1_999);
  expect(carrier.events()).toEqual([]);
  clock.advance(1);
  const ended = carrier.events();
  expect(ended).toEqual([{ attemptId: 'b', at: 2_000, kind: 'ended', cause: 'busy' }]);
  expect(carrier.events()).toEqual(ended);
  carrier.acknowledge(ended);
  clock.advance(100_000);
  expect(carrier.events()).toEqual([]);
});

test('a person who hears nothing hangs up', async () => {
  const { clock, carrier } = open(person);
  await carrier.place([call('c')]);
  clock.advance(60_000);
  carrier.acknowledge(carrier.events());
  expect(brief(carrier.events())).toEqual(['ended@14000']);
});

test('an attempt submitted twice is logged twice and called once', async () => {
  const { clock, carrier } = open(person);
  await carrier.place([call('d')]);
  await carrier.place([call('d')]);
  clock.advance(60_000);
  expect(carrier.events().length).toBe(1);
  const lines = readFileSync(join(folder, callLogName), 'utf8').split('\n').filter(Boolean);
  const own = lines.map((line) => JSON.parse(line)).filter((line) => line.attemptId === 'd');
  expect(own).toEqual([
    { at: '1970-01-01T00:00:00.000Z', attemptId: 'd', kind: 'call', to: '12125550100' },
    { at: '1970-01-01T00:00:00.000Z', attemptId: 'd', kind: 'call', to: '12125550100' },
  ]);
});

test('the usual profile gives roughly its shares', async () => {
  const { clock, carrier } = open({});
  await carrier.place(Array.from({ length: 5_000 }, (_, index) => call(`1-1-${index}`)));
  const seen: Record<string, number> = {};
  for (let second = 0; second < 120; second += 1) {
    clock.advance(1_000);
    const events = carrier.events();
    for (const event of events) {
      const kind = event.kind === 'answered' ? event.by : event.kind === 'ended' ? event.cause : '';
      seen[kind] = (seen[kind] ?? 0) + 1;
    }
    carrier.acknowledge(events);
  }
  expect((seen.person ?? 0) / 5_000).toBeCloseTo(usualProfile.person, 1);
  expect((seen.machine ?? 0) / 5_000).toBeCloseTo(usualProfile.machine, 1);
  expect((seen.busy ?? 0) / 5_000).toBeCloseTo(usualProfile.busy, 1);
  expect(seen.hangup).toBe((seen.person ?? 0) + (seen.machine ?? 0));
});

describe('an agent', () => {
  const presses: Partial<CarrierProfile> = {
    ...person,
    pressesOne: 1,
    keyDelay: 0,
    agentPatience: [60_000, 60_000],
    agentAnswers: 1,
    agentBusy: 0,
    agentRings: [3_000, 3_000],
    agentLeavesEarly: 0,
    talk: [30_000, 30_000],
    agentEndsTalk: 0,
  };
  const agent = {
    to: '13025550100',
    callerId: { kind: 'default' },
    answerWithin: simMs(20_000),
  } as const;

  /** A call whose customer has pressed 1, and its events since then. */
  async function asked(attemptId: string, given: Partial<CarrierProfile> = {}) {
    const { clock, carrier } = open({ ...presses, ...given });
    await carrier.place([call(attemptId)]);
    clock.advance(6_000);
    const answered = carrier.events();
    carrier.play(attemptId, sound, simMs(6_000));
    carrier.acknowledge(answered);
    clock.advance(10_000);
    const [key] = carrier.events();
    if (key?.kind !== 'key') throw new Error('No key was pressed.');
    carrier.dialAgent(attemptId, agent, key.at);
    carrier.acknowledge([key]);
    const next = (ms: number) => {
      clock.advance(ms);
      const events = carrier.events();
      carrier.acknowledge(events);
      return events.map((event) => `${event.kind}@${event.at - key.at}`);
    };
    return { carrier, key, next };
  }

  test('rings, answers, hears the message and talks until the customer hangs up', async () => {
    const { carrier, key, next } = await asked('agent-1');
    expect(carrier.agentsInCall()).toBe(1);
    expect(next(4_000)).toEqual(['agent_answered@4000']);
    carrier.playToAgent('agent-1', { ...sound, durationMs: 2_000 }, simMs(key.at + 4_000));
    expect(next(2_000)).toEqual(['agent_played@6000']);
    carrier.connect('agent-1', simMs(key.at + 6_000));
    expect(next(60_000)).toEqual(['ended@36000']);
    expect(carrier.agentsInCall()).toBe(0);
  });

  test('hangs up first, is busy, or does not answer in time', async () => {
    const first = await asked('agent-2', { agentEndsTalk: 1 });
    first.next(4_000);
    first.carrier.connect('agent-2', simMs(first.key.at + 4_000));
    expect(first.next(60_000)).toEqual(['agent_ended@34000']);
    expect(first.carrier.agentsInCall()).toBe(0);
    const busy = await asked('agent-3', { agentAnswers: 0, agentBusy: 1 });
    expect(busy.next(60_000)).toEqual(['agent_ended@1000']);
    const slow = await asked('agent-4', { agentRings: [19_000, 19_000] });
    expect(slow.next(60_000)).toEqual(['agent_ended@20000']);
  });

  test('is disconnected when the customer does not wait, or when the engine says so', async () => {
    const left = await asked('agent-5', { agentPatience: [2_000, 2_000] });
    expect(left.next(60_000)).toEqual(['ended@2000']);
    expect(left.carrier.agentsInCall()).toBe(0);
    const ended = await asked('agent-6');
    ended.carrier.hangUpAgent('agent-6', simMs(ended.key.at + 1_000));
    expect(ended.next(1_000)).toEqual(['agent_ended@1000']);
    // The customer is still there, and hears what follows.
    ended.carrier.play(
      'agent-6',
      { kind: 'silence', durationMs: 500 },
      simMs(ended.key.at + 1_000),
    );
    expect(ended.next(1_000)).toEqual(['played@1500']);
  });

  test('is called once per call, and each request is in the log', async () => {
    const { carrier, key, next } = await asked('agent-7');
    carrier.dialAgent('agent-7', agent, key.at);
    expect(carrier.agentsInCall()).toBe(1);
    expect(next(4_000)).toEqual(['agent_answered@4000']);
    const lines = readFileSync(join(folder, callLogName), 'utf8').split('\n').filter(Boolean);
    const own = lines.map((line) => JSON.parse(line)).filter((line) => line.kind === 'agent');
    expect(own.filter((line) => line.attemptId === 'agent-7')).toMatchObject([
      { to: '13025550100' },
      { to: '13025550100' },
    ]);
  });
});
