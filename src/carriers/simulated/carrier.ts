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
}

/** Planned: happens only if the call is still up and, for `sound`, that sound is still the last. */
interface Planned {
  call: Call;
  event: CallEvent;
  sound?: number;
}

export interface SimulatedSettings extends CarrierSettings {
  profile?: CarrierProfile;
}

export function simulatedCarrier(settings: SimulatedSettings): VoiceCarrier {
  const { clock, randomOf, dataFolder, profile = usualProfile } = settings;
  const log = openCallLog(dataFolder);
  const timeline = createTimeline<Planned>();
  const calls = new Map<string, Call>();
  /** Happened, and not acknowledged yet. */
  const told = new Set<CallEvent>();

  const plan = (call: Call, event: CallEvent, sound?: number) =>
    timeline.add(event.at, sound === undefined ? { call, event } : { call, event, sound });

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
    };
    calls.set(attemptId, call);
    if (callee.kind === 'person' || callee.kind === 'machine') {
      const answeredAt = at + callee.answersAfter;
      plan(call, { attemptId, at: answeredAt, kind: 'answered', by: callee.kind });
      const greeting = callee.kind === 'machine' ? callee.greeting : 0;
      if (greeting > 0)
        plan(call, { attemptId, at: answeredAt + greeting, kind: 'greeting_ended' });
      const bored = answeredAt + greeting + callee.patience;
      plan(call, { attemptId, at: bored, kind: 'ended', cause: 'hangup' }, 0);
    } else {
      plan(call, { attemptId, at: at + callee.endsAfter, kind: 'ended', cause: callee.kind });
    }
  };

  const happen = (planned: Planned) => {
    const { call, event, sound } = planned;
    if (call.ended || (sound !== undefined && sound !== call.sounds)) return;
    if (call.toldOf) {
      call.held.push(planned);
      return;
    }
    if (event.kind === 'answered') call.answered = true;
    if (event.kind === 'ended') call.ended = true;
    call.toldOf = event;
    told.add(event);
  };

  return {
    name: 'simulated',
    connected: () => true,
    async place(requests): Promise<Placement[]> {
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
      const call = calls.get(attemptId);
      if (!call?.answered || call.ended) return;
      call.sounds += 1;
      planSound(call, sound, at, (event) => plan(call, event, call.sounds));
    },
    hangUp(attemptId, at) {
      const call = calls.get(attemptId);
      if (call) plan(call, { attemptId, at, kind: 'ended', cause: 'hangup' });
    },
    async close() {
      log.close();
    },
  };
}

/** How the callee takes a sound. */
function planSound(call: Call, sound: Sound, at: number, plan: (event: CallEvent) => void): void {
  const { attemptId, callee } = call;
  const habit = callee.kind === 'person' && sound.kind === 'message' ? callee.habit : undefined;
  const during =
    at + Math.floor((habit && 'fraction' in habit ? habit.fraction : 0) * sound.durationMs);
  if (habit?.kind === 'hangs_up') plan({ attemptId, at: during, kind: 'ended', cause: 'hangup' });
  if (habit?.kind === 'presses_nine') plan({ attemptId, at: during, kind: 'key', key: '9' });
  plan({ attemptId, at: at + sound.durationMs, kind: 'played' });
}
