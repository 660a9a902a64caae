/** Builds that are wrong about a dead trunk; see wrong-builds.ts. */
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import type { DeadTrunk } from '../harness/trouble/trouble-profile.ts';
import type { WrongBuild } from './wrong-build.ts';

type Ended = CallEvent & { kind: 'ended' };

/** Almost the whole run, so that every seed meets it. */
function longDead(start: number, speed: number): DeadTrunk[] {
  const second = 1_000 * speed;
  return [{ from: start + 2 * second, until: start + 29 * second, how: 'refused' }];
}

export const trunkBuilds: Readonly<Record<string, WrongBuild>> = {
  'no-breaker': {
    mistake: 'goes on calling over a trunk that refuses every call',
    symptom: /calls over a dead trunk/,
    likelySeed: 8,
    deadTrunk: longDead,
    carrier: (carrier) => reporting(carrier, ({ trunk: _, ...event }) => event),
  },
  'silent-is-no-answer': {
    mistake: 'takes a dead trunk for a telephone that nobody answers',
    symptom: /over a dead trunk is no_answer/,
    deadTrunk: longDead,
    carrier: (carrier) =>
      reporting(carrier, ({ trunk, ...event }) => ({
        ...event,
        ...(trunk && { cause: 'no_answer' as const }),
      })),
  },
};

/** A carrier that reports the ends of calls in another way, and never shows life. */
function reporting(carrier: VoiceCarrier, change: (event: Ended) => CallEvent): VoiceCarrier {
  const changed = new WeakMap<CallEvent, CallEvent>();
  const original = new WeakMap<CallEvent, CallEvent>();
  return {
    ...carrier,
    showsLife: undefined,
    events: () =>
      carrier.events().map((event) => {
        if (event.kind !== 'ended') return event;
        const copy = changed.get(event) ?? change(event);
        changed.set(event, copy);
        original.set(copy, event);
        return copy;
      }),
    acknowledge: (events) =>
      carrier.acknowledge(events.map((event) => original.get(event) ?? event)),
  };
}
