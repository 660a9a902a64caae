/** The call to an agent for one customer: a separate call, until both talk in one room. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Note } from '#contract/note.ts';
import { later, realMs, type SimMs, toReal } from '#domain/milliseconds.ts';
import type { AgentEndCause, AgentRequest, Sound } from '../port.ts';
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { callSound } from './call-sound.ts';
import { type CallResource, endOf, isOver } from './call-status.ts';
import type { CallPlacement } from './place-call.ts';
import type { Audio } from './twiml.ts';

export interface AgentLeg {
  readonly leg: CallLeg;
  /** What the webhooks report. */
  answered(sid: string): void;
  played(step: Step): void;
  waits(step: Step): void;
  statusChanged(status: string, sipCode?: string): void;
  /** The response to our request for its status. */
  found(resource: Pick<CallResource, 'status'>): void;
  /** On `performance.now()`: by then a webhook should have come. Infinity: none is awaited. */
  quietUntil(): number;
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
/** Twilio is asked after this long without a webhook: short, because a customer may hear ringing meanwhile. */
const patience = realMs(5_000);
/** The same while both talk. */
const talkPatience = realMs(60_000);

/** Calls the agent at once. */
export function callAgent(request: AgentRequest, options: AgentOptions): AgentLeg {
  const { audioOf } = options;
  let { emit } = options;
  const { leg, base, place } = options.placeAgent(request);
  const sound = callSound(leg, base, { gathersKeys: false, clock: options.now });
  const answerWithin = toReal(request.answerWithin, 1);
  const until = later(realMs(performance.now()), answerWithin);
  /** Before the answer, the timer ends it. */
  let quietUntil = Number.POSITIVE_INFINITY;
  const resetQuiet = (longer = 0) => {
    quietUntil = performance.now() + patience + longer;
  };
  let answered = false;
  let over = false;
  /** With a customer: who is to talk with the agent, and Twilio took the instruction for it. */
  let meeting: 'none' | 'asked' | 'met' = 'none';

  function end(event: AgentEvent & { kind: 'agent_ended' }): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    emit(meeting === 'asked' ? { ...event, cause: 'missed' } : event);
  }

  function hangUp(): void {
    resetQuiet();
    leg.hangUp();
  }

  /** Twilio has no such call any more: nothing else is reported of it. */
  function legOver(event: AgentEvent & { kind: 'agent_ended' }): void {
    quietUntil = Number.POSITIVE_INFINITY;
    options.onLegOver?.();
    end(event);
  }

  function statusChanged(status: string, sipCode?: string): void {
    if (!isOver(status)) return;
    leg.over();
    legOver({ kind: 'agent_ended', ...endOf(status, answered, sipCode) });
  }

  leg.whenGone(() => {
    // In case Twilio only could not change it at this moment.
    leg.hangUp();
    legOver({ kind: 'agent_ended', cause: 'hangup' });
  });

  const timer = setTimeout(() => {
    if (answered || over) return;
    hangUp();
    end({ kind: 'agent_ended', cause: 'no_answer' });
  }, answerWithin);

  void placed(leg, place, { until, isOver: () => over }).then((note) => {
    if (note !== undefined) legOver({ kind: 'agent_ended', cause: 'failed', note });
  });

  return {
    leg,
    answered(sid) {
      leg.adopt(sid);
      if (over || answered) return;
      answered = true;
      resetQuiet();
      clearTimeout(timer);
      emit({ kind: 'agent_answered' });
    },
    played(step) {
      resetQuiet();
      sound.played(step);
    },
    waits(step) {
      resetQuiet();
      sound.waits(step, options.now());
    },
    statusChanged,
    found({ status }) {
      resetQuiet(meeting === 'none' ? 0 : talkPatience);
      statusChanged(status);
    },
    quietUntil: () => quietUntil,
    play(what) {
      if (!answered || over) return;
      resetQuiet(what.durationMs);
      sound.play(audioOf(what), () => emit({ kind: 'agent_played' }), hangUp);
    },
    connect(room) {
      const taken = () => {
        if (meeting === 'asked') meeting = 'met';
      };
      if (!answered || over) return;
      if (meeting === 'none') meeting = 'asked';
      resetQuiet(talkPatience);
      sound.talk(room, hangUp, taken);
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
      hangUp();
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
