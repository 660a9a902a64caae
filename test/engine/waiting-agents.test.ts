/** Agents who are called before there is a customer (decision 085). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AgentRequest, CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../../src/carriers/simulated/profile.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import type { CallFollower } from '../../src/engine/deps.ts';
import { WaitingAgents } from '../../src/engine/voice/waiting-agents.ts';

const request: AgentRequest = {
  ...{ to: '13025550100', answerWithin: simMs(20_000) },
  callerId: { kind: 'default' },
};
const message = { voiceMessageId: 7, version: 1, soundId: 5, durationMs: 4_000, perAccount: false };

/** Agents of a simulated carrier who all answer within a second, and stay. */
function world(canConnect: (attemptId: string, agentId: string) => boolean = () => true) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-waiting-'));
  const clock = virtualClock(simMs(0));
  const simulated = simulatedCarrier({
    ...{ clock, dataFolder: folder, randomOf: (name) => seededRandom(`1/${name}`) },
    profile: {
      ...usualProfile,
      ...{ agentAnswers: 1, agentBusy: 0, agentLeavesEarly: 0, agentRings: [500, 500] },
      ...{ person: 1, machine: 0, busy: 0, failed: 0, agentEndsTalk: 0 },
    },
  });
  onTestFinished(async () => {
    await simulated.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const heard: string[] = [];
  const { waitingAgents } = simulated;
  const carrier: VoiceCarrier = {
    ...simulated,
    waitingAgents: {
      ...waitingAgents,
      canConnect,
      play(agentId, sound, at) {
        heard.push(sound.kind);
        waitingAgents.play(agentId, sound, at);
      },
    },
  };
  const left: string[] = [];
  const settled: [number, boolean][] = [];
  const inProgress = new Map<string, CallFollower>();
  let made = 0;
  const agents = new WaitingAgents(
    { clock, inProgress },
    1,
    {
      ...{ carrier, request: () => request, message: () => message },
      onLeft: (attemptId) => left.push(attemptId),
      counts: { agentCalled() {}, agentSettled() {} },
      onSettled: (age, waits) => settled.push([age, waits]),
    },
    () => `0-${++made}-1`,
  );
  const follow = (event: CallEvent) => agents.takes(event) && agents.follow(event);
  const run = (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end; clock.advance(simMs(250))) {
      for (const event of simulated.events()) follow(event);
    }
  };
  /** A whole talk, which its customer ends. */
  const talk = (attemptId: string, agentId: string) => {
    const callerId = { kind: 'default' } as const;
    void simulated.place([{ attemptId, to: '12125550100', callerId }]);
    const next = (kind: CallEvent['kind']) => {
      for (;;) {
        clock.advance(simMs(250));
        for (const event of simulated.events()) {
          simulated.acknowledge([event]);
          if (event.attemptId === attemptId && event.kind === kind) return event.at;
        }
      }
    };
    agents.connect(agentId, attemptId, next('answered'));
    agents.takeBack(agentId, next('ended'));
  };
  return {
    agents,
    clock,
    follow,
    talk,
    heard,
    inProgress,
    left,
    lines: simulated.agentsInCall,
    run,
    settled,
  };
}

test('an agent hears the message, then a tone every 15 seconds, and is let go after a minute with no customer', () => {
  const { agents, heard, inProgress, lines, run } = world();
  agents.callMore(2);
  run(9_000);
  expect([agents.busy(), agents.ready(), lines()]).toEqual([2, 2, 2]);
  expect(heard.filter((kind) => kind === 'message').length).toBe(2);
  run(30_000);
  expect(heard.filter((kind) => kind === 'hold_tone').length).toBe(6);
  const first = agents.assign('1-2-3');
  run(60_000);
  // The one for whom a customer is being called stays.
  expect([agents.busy(), agents.ready(), lines()]).toEqual([1, 0, 1]);
  agents.release(first ?? '');
  run(30_000);
  expect(agents.ready()).toBe(1);
  run(46_000);
  expect([agents.busy(), lines(), inProgress.size]).toEqual([0, 0, 0]);
});

test('when nobody is due within the minute, agents are let go at once; those of a customer stay', () => {
  const { agents, clock, lines, run } = world();
  agents.callMore(3);
  run(9_000);
  agents.assign('1-2-3');
  agents.rest(simMs(clock.now() + 30_000));
  expect(lines()).toBe(3);
  agents.rest(simMs(Number.POSITIVE_INFINITY));
  expect([agents.busy(), lines()]).toEqual([1, 1]);
  agents.letGo('all');
  expect([agents.busy(), lines()]).toEqual([0, 0]);
});

test('after a talk an agent rests, hears a tone, and waits; who hung up meanwhile is gone', () => {
  const { agents, clock, heard, lines, run, settled, talk } = world();
  agents.callMore(1);
  run(9_000);
  heard.length = 0;
  talk('1-2-3', agents.assign('1-2-3') ?? '');
  expect([agents.busy(), agents.ready(), lines()]).toEqual([1, 0, 1]);
  expect([heard, agents.coming()]).toEqual([['hold_tone'], []]);
  const [rest = 0] = agents.resting();
  expect(rest).toBeGreaterThan(2_700);
  run(2_000);
  expect([agents.ready(), agents.resting()]).toEqual([0, [rest - 2_000]]);
  run(2_000);
  expect([agents.ready(), agents.resting()]).toEqual([1, []]);
  // It is no call to an agent, of which is learned how long it takes.
  expect(settled).toHaveLength(1);
  // Nobody is called for a minute after the rest.
  run(61_000);
  expect([agents.busy(), lines()]).toEqual([0, 0]);
  agents.takeBack('0-1-1', clock.now());
  run(500);
  expect(agents.busy()).toBe(0);
});

test('a customer on the line gets only an agent who can be connected with the call', () => {
  const { agents, run } = world((_, agentId) => agentId === '0-2-1');
  agents.callMore(2);
  run(9_000);
  expect(agents.assign('1-2-3', true)).toBe('0-2-1');
  expect(agents.assign('1-2-4', true)).toBeUndefined();
  // A call that is not placed yet goes where its agent is.
  expect(agents.assign('1-2-4')).toBe('0-1-1');
});

test('an agent who hangs up is reported for the customer who is being called', () => {
  const { agents, clock, follow, left, run } = world();
  agents.callMore(1);
  run(9_000);
  const attemptId = agents.assign('1-2-3') ?? '';
  const at = clock.now();
  follow({ attemptId, at, kind: 'agent_ended', cause: 'hangup' });
  expect(left).toEqual(['1-2-3']);
  expect(agents.busy()).toBe(0);
});

test('an agent who is busy is not called again at once, whatever the steps of the engine', () => {
  const { agents, clock, follow } = world();
  const missed = () => {
    agents.callMore(2);
    const called = agents.busy();
    const at = clock.now();
    for (let n = 1; n <= 40; n += 1) {
      follow({ attemptId: `0-${n}-1`, at, kind: 'agent_ended', cause: 'busy' });
    }
    return called;
  };
  expect([missed(), missed(), missed()]).toEqual([2, 0, 0]);
  clock.advance(simMs(14_000));
  expect(missed()).toBe(0);
  clock.advance(simMs(1_000));
  expect(missed()).toBe(2);
});

test('who is shared by calls in flight stays, who waits before who rings; after ten minutes one is called again', () => {
  const { agents, inProgress, run } = world();
  agents.callMore(2);
  run(9_000);
  const there = new Set(inProgress.keys());
  agents.callMore(2);
  run(250);
  expect(agents.coming()).toEqual([250, 250]);
  agents.letGo('alone', 2);
  expect(new Set(inProgress.keys())).toEqual(there);
  for (let minute = 0; minute < 9; minute += 1) {
    agents.expect();
    run(60_000);
  }
  expect(agents.ready()).toBe(2);
  agents.expect();
  run(60_000);
  expect(agents.busy()).toBe(0);
});

test('how long an agent takes to wait is told once, also of one who does not come', () => {
  const { agents, follow, settled, run } = world();
  agents.callMore(2);
  follow({ attemptId: '0-2-1', at: simMs(0), kind: 'agent_ended', cause: 'busy' });
  run(40_000);
  expect(settled).toEqual([
    [0, false],
    [expect.any(Number), true],
  ]);
  expect(settled[1]?.[0]).toBeGreaterThan(4_000);
});
