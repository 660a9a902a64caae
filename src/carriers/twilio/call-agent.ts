/** The call to an agent for one customer: a separate call, until both talk in one room. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Note } from '#contract/note.ts';
import { later, realMs, type SimMs, toReal } from '#domain/milliseconds.ts';
import type { AgentEndCause, AgentRequest, Sound } from '../port.ts';
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { callSound } from './call-sound.ts';
import { endOf, isOver } from './call-status.ts';
import type { CallPlacement } from './place-call.ts';
import type { Audio } from './twiml.ts';

export interface AgentLeg {
  readonly leg: CallLeg;
  /** What the webhooks report. */
  answered(sid: string): void;
  played(step: Step): void;
  waits(step: Step): void;
  statusChanged(status: string, sipCode?: string): void;
  play(sound: Sound): void;
  connect(room: string): void;
  /** From now on its end is emitted to this customer's call. */
  adopt(emit: (event: AgentEvent) => void): void;
  /** Ends the leg, and emits its end. */
  hangUp(): void;
  /** Ends the leg because the customer's call did: emits nothing. */
  drop(): void;
}

/** What an agent's call is made with. */
export type PlaceAgent = (agent: AgentRequest) => {
  leg: CallLeg;
  base: string;
  place(): Promise<CallPlacement>;
};

export type AgentEvent =
  | { kind: 'agent_answered' }
  | { kind: 'agent_played' }
  | { kind: 'agent_ended'; cause: AgentEndCause; note?: Note };

export interface AgentOptions {
  placeAgent: PlaceAgent;
  /** When the event that is being handled happened. */
  now(): SimMs;
  audioOf(sound: Sound): Audio;
  emit(event: AgentEvent): void;
  /** Twilio reported its end, or never took it. */
  onLegOver?(): void;
}

/** Between two tries to originate the call, while Twilio accepts none. */
const retryAfter = realMs(500);

/** Calls the agent at once. */
export function callAgent(request: AgentRequest, options: AgentOptions): AgentLeg {
  const { audioOf } = options;
  let { emit } = options;
  const { leg, base, place } = options.placeAgent(request);
  const sound = callSound(leg, base, { gathersKeys: false, clock: options.now });
  const answerWithin = toReal(request.answerWithin, 1);
  const until = later(realMs(performance.now()), answerWithin);
  const hangUp = () => leg.hangUp();
  let answered = false;
  let over = false;
  /** Of an agent who waited: a customer has asked, and Twilio took the instruction to let them talk. */
  let meeting: 'none' | 'asked' | 'met' = 'none';

  function end(event: AgentEvent & { kind: 'agent_ended' }): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    emit(meeting === 'asked' ? { ...event, cause: 'missed' } : event);
  }

  const timer = setTimeout(() => {
    if (answered || over) return;
    leg.hangUp();
    end({ kind: 'agent_ended', cause: 'no_answer' });
  }, answerWithin);

  void placed(leg, place, { until, isOver: () => over }).then((note) => {
    if (note === undefined) return;
    options.onLegOver?.();
    end({ kind: 'agent_ended', cause: 'failed', note });
  });

  return {
    leg,
    answered(sid) {
      leg.adopt(sid);
      if (over || answered) return;
      answered = true;
      clearTimeout(timer);
      emit({ kind: 'agent_answered' });
    },
    played: sound.played,
    waits: (step) => sound.waits(step, options.now()),
    statusChanged(status, sipCode) {
      if (!isOver(status)) return;
      leg.over();
      options.onLegOver?.();
      end({ kind: 'agent_ended', ...endOf(status, answered, sipCode) });
    },
    play(what) {
      if (answered && !over)
        sound.play(audioOf(what), () => emit({ kind: 'agent_played' }), hangUp);
    },
    connect(room) {
      const taken = () => {
        if (meeting === 'asked') meeting = 'met';
      };
      if (answered && !over) sound.talk(room, hangUp, taken);
    },
    adopt(next) {
      emit = next;
      meeting = 'asked';
      if (over) emit({ kind: 'agent_ended', cause: 'missed' });
    },
    hangUp,
    drop() {
      over = true;
      clearTimeout(timer);
      leg.hangUp();
    },
  };
}

/**
 * Tries again while Twilio accepts none.
 *
 * @returns why it was not placed; undefined: it was, or its webhooks decide, or the timer
 */
async function placed(
  leg: CallLeg,
  place: () => Promise<CallPlacement>,
  { until, isOver: isEnded }: { until: number; isOver(): boolean },
): Promise<Note | undefined> {
  for (;;) {
    const placement = await place();
    if (placement.sid !== undefined) leg.adopt(placement.sid);
    if (placement.kind !== 'rejected') return undefined;
    const isLast = !placement.retryable || performance.now() + retryAfter > until;
    if (isLast || isEnded()) return placement.note;
    await sleep(retryAfter);
    if (isEnded()) return placement.note;
  }
}
