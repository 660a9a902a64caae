/**
 * The simulated carrier: a model of one, so that no call leaves the machine. What a callee does
 * depends only on the seed and the attempt, never on order or speed.
 */
import { later, type SimMs, simMs } from '#domain/milliseconds.ts';
import { createNews } from '../news.ts';
import type {
  CallEvent,
  CallRequest,
  CarrierSettings,
  Placement,
  Sound,
  VoiceCarrier,
} from '../port.ts';
import { type Agent, drawAgent } from './agent.ts';
import { type AgentLeg, agentLeg } from './agent-leg.ts';
import { openCallLog } from './call-log.ts';
import { type Callee, drawCallee } from './callee.ts';
import { managerCallee } from './manager-callee.ts';
import { type CarrierProfile, usualProfile } from './profile.ts';
import { createTimeline } from './timeline.ts';

interface SimulatedCall {
  attemptId: string;
  callee: Callee;
  answered: boolean;
  ended: boolean;
  /** Number of sounds played: an event planned for an earlier sound no longer happens. */
  sounds: number;
  /** Its event that is not acknowledged yet: later ones wait in `held` until it is. */
  reported: CallEvent | undefined;
  held: Planned[];
  agent: AgentLeg | undefined;
  /** Of an agent who was called first. */
  drawn?: Agent;
  /** The line of the agent who was called first and talks in this call. */
  line?: string;
  /** The engine ends it: its agent's line ends, too. */
  isHungUp?: boolean;
}

/** Happens only if the call is still up and `still()` is true. */
interface Planned {
  call: SimulatedCall;
  event: CallEvent;
  still: () => boolean;
}

export interface SimulatedSettings extends CarrierSettings {
  profile?: CarrierProfile;
  /** Bytes per file of its log; 100 MB by default. */
  logBytes?: number;
}

/** The model, with a figure for tests. */
export interface SimulatedCarrier extends VoiceCarrier {
  /** Agents whose phone is ringing or who are in a call. */
  agentsInCall(): number;
}

/** How long an agent's line stays after a talk for an engine to take it back. */
const longestParted = simMs(10_000);

/** The calls, and their planned events. */
class Calls {
  readonly #randomOf: CarrierSettings['randomOf'];
  readonly #profile: CarrierProfile;
  readonly #timeline = createTimeline<Planned>();
  /** By attempt id. */
  readonly #calls = new Map<string, SimulatedCall>();
  /** Agents' lines whose customers hung up, by id: when, until they are taken back. */
  readonly #parted = new Map<string, SimMs>();
  /** How many customers each agent's line has had. */
  readonly #talks = new Map<string, number>();
  /** Happened, and not acknowledged yet. */
  readonly #reported = createNews<CallEvent>();

  constructor({ randomOf, profile = usualProfile }: SimulatedSettings) {
    this.#randomOf = randomOf;
    this.#profile = profile;
  }

  begin({ attemptId, to }: CallRequest, at: SimMs): void {
    // The attempt id is the idempotency key: a repeated submission is logged, but not called again.
    if (this.#calls.has(attemptId)) return;
    const callee =
      managerCallee(attemptId, to) ?? drawCallee(this.#randomOf(attemptId), this.#profile);
    const call = newCall(attemptId, callee);
    this.#calls.set(attemptId, call);
    if (callee.kind === 'person' || callee.kind === 'machine') {
      const answeredAt = later(at, callee.answersAfter);
      this.#plan(call, { attemptId, at: answeredAt, kind: 'answered', by: callee.kind });
      const greeting = callee.kind === 'machine' ? callee.greeting : simMs(0);
      const greetedAt = later(answeredAt, greeting);
      if (greeting > 0) this.#plan(call, { attemptId, at: greetedAt, kind: 'greeting_ended' });
      const nine = callee.kind === 'machine' ? callee.pressesNineAfter : null;
      if (nine !== null) {
        this.#plan(call, { attemptId, at: later(answeredAt, nine), kind: 'key', key: '9' });
      }
      const bored = later(greetedAt, callee.patience);
      this.#planHearing(call, { attemptId, at: bored, kind: 'ended', cause: 'hangup' });
    } else {
      this.#plan(call, {
        attemptId,
        at: later(at, callee.endsAfter),
        kind: 'ended',
        cause: callee.kind,
      });
    }
  }

  events(now: SimMs, reader?: object): CallEvent[] {
    for (const { item } of this.#timeline.takeUntil(now)) this.#happen(item);
    for (const [line, at] of this.#parted) if (now > later(at, longestParted)) this.#forget(line);
    return this.#reported.events(reader);
  }

  tellAgain(events: readonly CallEvent[]): void {
    this.#reported.tellAgain(events);
  }

  acknowledge(events: readonly CallEvent[]): void {
    for (const event of events) {
      this.#reported.end(event);
      const call = this.#calls.get(event.attemptId);
      if (call?.reported !== event) continue;
      call.reported = undefined;
      for (const planned of call.held.splice(0)) this.#timeline.add(planned.event.at, planned);
      if (event.kind === 'ended') this.#calls.delete(event.attemptId);
    }
  }

  play(attemptId: string, sound: Sound, at: SimMs): void {
    const call = this.#lineOf(attemptId);
    if (!call) return;
    call.sounds += 1;
    for (const { event, always } of reactionsTo(call, sound, at, this.#profile)) {
      if (always) this.#plan(call, event, () => call.agent === undefined);
      else this.#planHearing(call, event);
    }
  }

  hangUp(attemptId: string, at: SimMs): void {
    const call = this.#calls.get(attemptId);
    if (!call) return;
    call.isHungUp = true;
    this.#plan(call, { attemptId, at, kind: 'ended', cause: 'hangup' });
  }

  dialAgent(attemptId: string, answerWithin: SimMs, at: SimMs): void {
    const call = this.#lineOf(attemptId);
    if (!call || call.agent) return;
    call.sounds += 1;
    const agent = drawAgent(this.#randomOf(`${attemptId}-agent`), this.#profile);
    const leg = agentLeg(attemptId, agent, (event, still) => this.#plan(call, event, still));
    call.agent = leg;
    leg.ring(answerWithin, at);
    const bored = {
      attemptId,
      at: later(at, agent.patience),
      kind: 'ended',
      cause: 'hangup',
    } as const;
    this.#plan(call, bored, () => leg.isUp() && !leg.isConnected());
  }

  /** Under an id of its own: a line whose only party is the agent. */
  callWaiting(agentId: string, answerWithin: SimMs, at: SimMs): void {
    if (this.#calls.has(agentId)) return;
    const agent = drawAgent(this.#randomOf(`${agentId}-agent`), this.#profile);
    const line = newCall(agentId, { kind: 'no_answer', endsAfter: simMs(0) });
    line.answered = true;
    line.drawn = agent;
    line.agent = agentLeg(agentId, agent, (event, still) => this.#plan(line, event, still));
    this.#calls.set(agentId, line);
    line.agent.ring(answerWithin, at);
  }

  connectWaiting(attemptId: string, agentId: string, at: SimMs): void {
    const line = this.#calls.get(agentId);
    const isUp = line?.agent?.isUp() === true;
    this.endWaiting(agentId);
    const call = this.#lineOf(attemptId);
    if (!call || call.agent) return;
    if (!line?.drawn || !isUp) {
      this.#plan(call, { attemptId, at, kind: 'agent_ended', cause: 'missed' });
      return;
    }
    call.sounds += 1;
    const plan = (event: CallEvent, still: () => boolean) => this.#plan(call, event, still);
    call.agent = agentLeg(attemptId, line.drawn, plan);
    call.agent.answer();
    call.agent.connect(at);
    call.line = agentId;
  }

  /** The next talk of this line is another one. */
  takeBack(agentId: string, at: SimMs): void {
    if (this.#calls.has(agentId)) return;
    const line = newCall(agentId, { kind: 'no_answer', endsAfter: simMs(0) });
    line.answered = true;
    this.#calls.set(agentId, line);
    if (!this.#parted.delete(agentId)) {
      const gone = { attemptId: agentId, at, kind: 'agent_ended', cause: 'hangup' } as const;
      this.#plan(line, gone);
      return;
    }
    const talks = (this.#talks.get(agentId) ?? 0) + 1;
    this.#talks.set(agentId, talks);
    const { leavesAt: _, ...agent } = drawAgent(
      this.#randomOf(`${agentId}-agent-${talks}`),
      this.#profile,
    );
    line.drawn = { ...agent, leavesAt: undefined };
    line.agent = agentLeg(agentId, line.drawn, (event, still) => this.#plan(line, event, still));
    line.agent.answer();
  }

  endWaiting(agentId: string): void {
    if (this.#parted.has(agentId)) this.#forget(agentId);
    const line = this.#calls.get(agentId);
    if (!line) return;
    line.ended = true;
    line.agent?.end();
    if (line.reported) this.#reported.end(line.reported);
    this.#calls.delete(agentId);
  }

  /** Only while the customer is on the line. */
  agentOnLine(attemptId: string): AgentLeg | undefined {
    return this.#lineOf(attemptId)?.agent;
  }

  agent(attemptId: string): AgentLeg | undefined {
    return this.#calls.get(attemptId)?.agent;
  }

  agentsInCall(): number {
    const inCalls = [...this.#calls.values()].filter((call) => call.agent?.isUp());
    return inCalls.length + this.#parted.size;
  }

  #forget(line: string): void {
    this.#parted.delete(line);
    this.#talks.delete(line);
  }

  #plan(call: SimulatedCall, event: CallEvent, still: () => boolean = () => true): void {
    this.#timeline.add(event.at, { call, event, still });
  }

  /** Happens only if nothing else is played to the customer before. */
  #planHearing(call: SimulatedCall, event: CallEvent): void {
    const { sounds } = call;
    this.#plan(call, event, () => sounds === call.sounds);
  }

  #happen(planned: Planned): void {
    const { call, event, still } = planned;
    if (call.ended || !still()) return;
    if (call.reported) {
      call.held.push(planned);
      return;
    }
    if (event.kind === 'answered') call.answered = true;
    if (event.kind === 'ended') {
      call.ended = true;
      const stays = call.line !== undefined && !call.isHungUp && call.agent?.isUp();
      if (stays && call.line !== undefined) this.#parted.set(call.line, event.at);
    }
    if (event.kind === 'agent_answered') call.agent?.answer();
    if (event.kind === 'ended' || event.kind === 'agent_ended') call.agent?.end();
    call.reported = event;
    this.#reported.tell(event);
  }

  /** The call, if the customer is on the line. */
  #lineOf(attemptId: string): SimulatedCall | undefined {
    const call = this.#calls.get(attemptId);
    return call?.answered && !call.ended ? call : undefined;
  }
}

export function simulatedCarrier(settings: SimulatedSettings): SimulatedCarrier {
  const { clock, dataFolder, logBytes } = settings;
  const log = openCallLog(dataFolder, logBytes);
  const calls = new Calls(settings);
  return {
    name: 'simulated',
    connected: () => true,
    async place(requests, mayPlace = () => true): Promise<Placement[]> {
      if (!mayPlace()) return requests.map(() => notPlaced);
      const now = clock.now();
      const at = new Date(now).toISOString();
      log.append(requests.map(({ attemptId, to }) => ({ at, attemptId, kind: 'call', to })));
      for (const request of requests) calls.begin(request, now);
      return requests.map(() => ({ kind: 'accepted' }));
    },
    events: (reader) => calls.events(clock.now(), reader),
    acknowledge: (events) => calls.acknowledge(events),
    tellAgain: (events) => calls.tellAgain(events),
    play: (attemptId, sound, at) => calls.play(attemptId, sound, at),
    hangUp: (attemptId, at) => calls.hangUp(attemptId, at),
    dialAgent(attemptId, { to, answerWithin }, at) {
      log.append([{ at: new Date(clock.now()).toISOString(), attemptId, kind: 'agent', to }]);
      calls.dialAgent(attemptId, answerWithin, at);
    },
    playToAgent: (attemptId, sound, at) => calls.agentOnLine(attemptId)?.play(sound, at),
    connect: (attemptId, at) => calls.agentOnLine(attemptId)?.connect(at),
    hangUpAgent: (attemptId, at) => calls.agent(attemptId)?.hangUp(at),
    waitingAgents: {
      call(agentId, { to, answerWithin }, at) {
        log.append([
          { at: new Date(clock.now()).toISOString(), attemptId: agentId, kind: 'agent', to },
        ]);
        calls.callWaiting(agentId, answerWithin, at);
      },
      play: (agentId, sound, at) => calls.agentOnLine(agentId)?.play(sound, at),
      connect: (attemptId, agentId, at) => calls.connectWaiting(attemptId, agentId, at),
      takeBack: (agentId, at) => calls.takeBack(agentId, at),
      hangUp: (agentId) => calls.endWaiting(agentId),
    },
    agentsInCall: () => calls.agentsInCall(),
    async close() {
      log.close();
    },
  };
}

function newCall(attemptId: string, callee: Callee): SimulatedCall {
  return {
    attemptId,
    callee,
    answered: false,
    ended: false,
    sounds: 0,
    reported: undefined,
    held: [],
    agent: undefined,
  };
}

const notPlaced: Placement = {
  kind: 'rejected',
  note: { code: 'withdrawn', what: 'call' },
  retryable: true,
};

/**
 * How the callee reacts to a sound. `always`: even if the sound is over by then or was replaced.
 */
function reactionsTo(
  { attemptId, callee }: SimulatedCall,
  sound: Sound,
  at: SimMs,
  profile: CarrierProfile,
): { event: CallEvent; always?: boolean }[] {
  const played = {
    event: { attemptId, at: later(at, simMs(sound.durationMs)), kind: 'played' } as const,
  };
  const habit = callee.kind === 'person' && sound.kind === 'message' ? callee.habit : undefined;
  if (!habit || habit.kind === 'listens') return [played];
  const after = (ms: number) => later(at, simMs(Math.floor(habit.fraction * ms)));
  if (habit.kind === 'presses_one') {
    const pressed = after(sound.durationMs + profile.keyDelay);
    return [{ event: { attemptId, at: pressed, kind: 'key', key: '1' }, always: true }, played];
  }
  const during = after(sound.durationMs);
  if (habit.kind === 'presses_nine') {
    return [{ event: { attemptId, at: during, kind: 'key', key: '9' } }, played];
  }
  return [{ event: { attemptId, at: during, kind: 'ended', cause: 'hangup' } }, played];
}
