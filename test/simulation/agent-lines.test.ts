import { expect, test } from 'vitest';
import type { AgentRequest, CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { type AgentLines, createAgentLines } from './agent-lines.ts';
import { againstLines, type TalkRecord } from './line-judge.ts';

const request: AgentRequest = {
  ...{ to: '12125550101', callerId: { kind: 'default' }, answerWithin: simMs(20_000) },
};

/** An exchange with two agents, and a carrier that reports what it is given. */
function exchange() {
  const clock = { speed: 1, time: 0, now: () => clock.time };
  const seen: string[] = [];
  const told: CallEvent[] = [];
  const lines = createAgentLines({ clock, seed: 'test', seen, mostAgents: () => 2 });
  const nothing = () => {};
  const plain = {
    ...{ play: nothing, hangUp: nothing, dialAgent: nothing, acknowledge: nothing },
    waitingAgents: { call: nothing, play: nothing, connect: nothing, hangUp: nothing },
    place: async (calls: readonly unknown[]) => calls.map(() => ({ kind: 'accepted' })),
    events: () => told.splice(0),
  } as unknown as VoiceCarrier;
  const life = (name: string) => {
    const engine = { name, dead: false };
    return { engine, carrier: lines.of(engine, plain) };
  };
  const tell = (event: Omit<CallEvent, 'at'>) =>
    told.push({ at: simMs(clock.time), ...event } as CallEvent);
  return { clock, seen, lines, life, tell };
}

const verdict = (lines: AgentLines, records: TalkRecord[] = []) =>
  againstLines({
    ...{ lines: lines.all(), bridged: lines.bridged, records, knownTime: 80_000 },
    diedAt: (line) => lines.diedAt(line),
  });

const talk = (attemptId: string): TalkRecord => ({
  ...{ attemptId, result: 'person', transferred: true, abandoned: false, hasOwnAgent: false },
});

test("the judge sees an agent's line that is given to two customers, or has ended", () => {
  const { seen, lines, life, tell } = exchange();
  const { carrier } = life('engine 1.1');
  const { waitingAgents } = carrier;
  for (const id of ['0-1-1', '0-2-1']) waitingAgents.call(id, request, simMs(0));
  waitingAgents.connect('1-1-1', '0-1-1', simMs(0));
  expect(seen).toEqual([]);
  waitingAgents.connect('1-1-2', '0-1-1', simMs(0));
  expect(seen).toEqual(["the agent's line 0-1-1 is given to 1-1-1 and to 1-1-2"]);
  tell({ attemptId: '0-2-1', kind: 'agent_ended', cause: 'hangup' } as CallEvent);
  carrier.events();
  waitingAgents.connect('1-1-3', '0-2-1', simMs(0));
  expect(seen[1]).toBe('1-1-3 is connected with the line 0-2-1, which is known to have ended');
  expect(verdict(lines, [talk('1-1-1'), talk('1-1-3')])).toContainEqual(
    '1-1-3 was bridged to a line that had ended, and counts as a talk',
  );
});

test('the judge sees two customers who are called for one agent at a time', async () => {
  const { seen, life, tell } = exchange();
  const { carrier } = life('engine 1.1');
  carrier.waitingAgents.call('0-1-1', request, simMs(0));
  const call = (attemptId: string) => ({
    ...{ attemptId, to: '12125550100', callerId: { kind: 'default' } as const, agentId: '0-1-1' },
  });
  await carrier.place([call('1-1-1')]);
  tell({ attemptId: '1-1-1', kind: 'ended', cause: 'busy' } as CallEvent);
  carrier.events();
  await carrier.place([call('1-1-2')]);
  expect(seen).toEqual([]);
  await carrier.place([call('1-1-3')]);
  expect(seen).toEqual(["the agent's line 0-1-1 is given to 1-1-2 and to 1-1-3"]);
});

test('the judge sees more lines than agents, and one that a living engine forgot', () => {
  const { clock, seen, life } = exchange();
  const { carrier } = life('engine 1.1');
  for (const id of ['0-1-1', '0-2-1']) carrier.waitingAgents.call(id, request, simMs(0));
  expect(seen).toEqual([]);
  carrier.waitingAgents.call('0-3-1', request, simMs(0));
  expect(seen).toEqual(["3 agents' lines of 12125550101 with 2 agents on duty"]);
  clock.time = 200_000;
  carrier.events();
  expect(seen).toContainEqual("a living engine forgot the agent's line 0-1-1");
});

test("a dead engine's line reports itself to its next life, and ends by itself without one", () => {
  const { clock, seen, lines, life } = exchange();
  const first = life('engine 1.1');
  for (const id of ['0-1-1', '0-2-1']) first.carrier.waitingAgents.call(id, request, simMs(0));
  first.engine.dead = true;
  lines.died(first.engine);
  clock.time = 30_000;
  expect(life('engine 2.1').carrier.events()).toEqual([]);
  const second = life('engine 1.2').carrier;
  expect(second.events().map(({ attemptId }) => attemptId)).toEqual(['0-1-1', '0-2-1']);
  second.waitingAgents.hangUp('0-1-1', simMs(30_000));
  expect(lines.up().map(({ id }) => id)).toEqual(['0-2-1']);
  expect(verdict(lines)).toEqual(['an agent is left on the line 0-2-1, which waits']);
  clock.time = 90_000;
  expect(lines.up()).toEqual([]);
  expect(verdict(lines)).toEqual(['an agent is left on the line 0-2-1 for 81000 ms']);
  expect(seen).toEqual([]);
});
