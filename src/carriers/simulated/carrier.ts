/**
 * The simulated carrier: a model of one, so that no call leaves the machine. What a callee does
 * hangs only on the seed and the attempt, never on the order or the speed of things.
 */
import type {
  CallEvent,
  CallRequest,
  CarrierSettings,
  Placement,
  Sound,
  VoiceCarrier,
} from '../port.ts';
import { drawAgent } from './agent.ts';
import { type AgentLeg, agentLeg } from './agent-leg.ts';
import { openCallLog } from './call-log.ts';
import { type Callee, drawCallee } from './callee.ts';
import { type CarrierProfile, usualProfile } from './profile.ts';
import { createTimeline } from './timeline.ts';

interface Call {
  attemptId: string;
  callee: Callee;
  answered: boolean;
  ended: boolean;
  /** Counts what was played: an event planned for an earlier sound no longer happens. */
  sounds: number;
  /** Was told an event that is not acknowledged: what is due waits here until it is. */
  toldOf: CallEvent | undefined;
  held: Planned[];
  agent: AgentLeg | undefined;
}

/** Planned: happens only if the call is still up and `still` holds. */
interface Planned {
  call: Call;
  event: CallEvent;
  still: () => boolean;
}

export interface SimulatedSettings extends CarrierSettings {
  profile?: CarrierProfile;
  /** Bytes of one file of its log; 100 MB unless given. */
  logBytes?: number;
}

/** The model, with what a test may look at. */
export interface SimulatedCarrier extends VoiceCarrier {
  /** Agents whose telephone rings or who are in a call. */
  agentsInCall(): number;
}

export function simulatedCarrier(settings: SimulatedSettings): SimulatedCarrier {
  const { clock, randomOf, dataFolder, profile = usualProfile, logBytes } = settings;
  const log = openCallLog(dataFolder, logBytes);
  const timeline = createTimeline<Planned>();
  const calls = new Map<string, Call>();
  /** Happened, and not acknowledged yet. */
  const told = new Set<CallEvent>();

  const plan = (call: Call, event: CallEvent, still: () => boolean = () => true) =>
    timeline.add(event.at, { call, event, still });
  /** Happens only while nothing else is played to the customer. */
  const planHearing = (call: Call, event: CallEvent) => {
    const { sounds } = call;
    plan(call, event, () => sounds === call.sounds);
  };

  const begin = ({ attemptId }: CallRequest, at: number) => {
    // The attempt id is the idempotency key: handed over again it is logged, and no second call.
    if (calls.has(attemptId)) return;
    const callee = drawCallee(randomOf(attemptId), profile);
    const call: Call = {
      attemptId,
      callee,
      answered: false,
      ended: false,
      sounds: 0,
      toldOf: undefined,
      held: [],
      agent: undefined,
    };
    calls.set(attemptId, call);
    if (callee.kind === 'person' || callee.kind === 'machine') {
      const answeredAt = at + callee.answersAfter;
      plan(call, { attemptId, at: answeredAt, kind: 'answered', by: callee.kind });
      const greeting = callee.kind === 'machine' ? callee.greeting : 0;
      if (greeting > 0)
        plan(call, { attemptId, at: answeredAt + greeting, kind: 'greeting_ended' });
      const nine = callee.kind === 'machine' ? callee.pressesNineAfter : null;
      if (nine !== null) plan(call, { attemptId, at: answeredAt + nine, kind: 'key', key: '9' });
      const bored = answeredAt + greeting + callee.patience;
      planHearing(call, { attemptId, at: bored, kind: 'ended', cause: 'hangup' });
    } else {
      plan(call, { attemptId, at: at + callee.endsAfter, kind: 'ended', cause: callee.kind });
    }
  };

  const happen = (planned: Planned) => {
    const { call, event, still } = planned;
    if (call.ended || !still()) return;
    if (call.toldOf) {
      call.held.push(planned);
      return;
    }
    if (event.kind === 'answered') call.answered = true;
    if (event.kind === 'ended') call.ended = true;
    if (event.kind === 'agent_answered') call.agent?.answer();
    if (event.kind === 'ended' || event.kind === 'agent_ended') call.agent?.end();
    call.toldOf = event;
    told.add(event);
  };

  /** The call, if somebody is on the line. */
  const lineOf = (attemptId: string) => {
    const call = calls.get(attemptId);
    return call?.answered && !call.ended ? call : undefined;
  };

  return {
    name: 'simulated',
    connected: () => true,
    async place(requests, mayPlace = () => true): Promise<Placement[]> {
      if (!mayPlace()) return requests.map(() => notPlaced);
      const now = clock.now();
      const at = new Date(now).toISOString();
      log.append(requests.map(({ attemptId, to }) => ({ at, attemptId, kind: 'call', to })));
      for (const request of requests) begin(request, now);
      return requests.map(() => ({ kind: 'accepted' }));
    },
    events() {
      for (const { item } of timeline.takeUntil(clock.now())) happen(item);
      return [...told];
    },
    acknowledge(events) {
      for (const event of events) {
        told.delete(event);
        const call = calls.get(event.attemptId);
        if (call?.toldOf !== event) continue;
        call.toldOf = undefined;
        for (const planned of call.held.splice(0)) timeline.add(planned.event.at, planned);
        if (event.kind === 'ended') calls.delete(event.attemptId);
      }
    },
    play(attemptId, sound, at) {
      const call = lineOf(attemptId);
      if (!call) return;
      call.sounds += 1;
      for (const { event, always } of heard(call, sound, at, profile)) {
        if (always) plan(call, event, () => call.agent === undefined);
        else planHearing(call, event);
      }
    },
    hangUp(attemptId, at) {
      const call = calls.get(attemptId);
      if (call) plan(call, { attemptId, at, kind: 'ended', cause: 'hangup' });
    },
    dialAgent(attemptId, { to, answerWithin }, at) {
      log.append([{ at: new Date(clock.now()).toISOString(), attemptId, kind: 'agent', to }]);
      const call = lineOf(attemptId);
      if (!call || call.agent) return;
      call.sounds += 1;
      const agent = drawAgent(randomOf(`${attemptId}-agent`), profile);
      const leg = agentLeg(attemptId, agent, (event, still) => plan(call, event, still));
      call.agent = leg;
      leg.ring(answerWithin, at);
      const bored = { attemptId, at: at + agent.patience, kind: 'ended', cause: 'hangup' } as const;
      plan(call, bored, () => leg.isUp() && !leg.isConnected());
    },
    playToAgent(attemptId, sound, at) {
      if (lineOf(attemptId)) calls.get(attemptId)?.agent?.play(sound, at);
    },
    connect(attemptId, at) {
      if (lineOf(attemptId)) calls.get(attemptId)?.agent?.connect(at);
    },
    hangUpAgent(attemptId, at) {
      calls.get(attemptId)?.agent?.hangUp(at);
    },
    agentsInCall: () => [...calls.values()].filter((call) => call.agent?.isUp()).length,
    async close() {
      log.close();
    },
  };
}

const notPlaced: Placement = {
  kind: 'rejected',
  note: { code: 'unwanted', what: 'call' },
  retryable: true,
};

/**
 * How the callee takes a sound. `always`: also when the sound is over by then, or another one has
 * followed.
 */
function heard(
  { attemptId, callee }: Call,
  sound: Sound,
  at: number,
  profile: CarrierProfile,
): { event: CallEvent; always?: boolean }[] {
  const played = { event: { attemptId, at: at + sound.durationMs, kind: 'played' } as const };
  const habit = callee.kind === 'person' && sound.kind === 'message' ? callee.habit : undefined;
  if (!habit || habit.kind === 'listens') return [played];
  const after = (ms: number) => at + Math.floor(habit.fraction * ms);
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
