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

type AgentEnded = AgentEvent & { kind: 'agent_ended' };

/** Calls the agent at once. */
export function callAgent(request: AgentRequest, options: AgentOptions): AgentLeg {
  return new AgentCall(request, options);
}

class AgentCall implements AgentLeg {
  readonly leg: CallLeg;
  readonly #options: AgentOptions;
  readonly #sound: ReturnType<typeof callSound>;
  readonly #timer: NodeJS.Timeout;
  #emit: (event: AgentEvent) => void;
  /** Before the answer, the timer ends it. */
  #quietUntil = Number.POSITIVE_INFINITY;
  #answered = false;
  #over = false;
  /** With a customer: who is to talk with the agent, and Twilio took the instruction for it. */
  #meeting: 'none' | 'asked' | 'met' = 'none';

  constructor(request: AgentRequest, options: AgentOptions) {
    const { leg, base, place } = options.placeAgent(request);
    this.leg = leg;
    this.#options = options;
    this.#emit = options.emit;
    this.#sound = callSound(leg, base, { gathersKeys: false, clock: options.now });
    const answerWithin = toReal(request.answerWithin, 1);
    const until = later(realMs(performance.now()), answerWithin);
    leg.whenGone(() => {
      // In case Twilio only could not change it at this moment.
      leg.hangUp();
      this.#legOver({ kind: 'agent_ended', cause: 'hangup' });
    });
    this.#timer = setTimeout(() => this.#unanswered(), answerWithin);
    void placed(leg, place, { until, isOver: () => this.#over }).then((note) => {
      if (note !== undefined) this.#legOver({ kind: 'agent_ended', cause: 'failed', note });
    });
  }

  answered(sid: string): void {
    this.leg.adopt(sid);
    if (this.#over || this.#answered) return;
    this.#answered = true;
    this.#resetQuiet();
    clearTimeout(this.#timer);
    this.#emit({ kind: 'agent_answered' });
  }

  played(step: Step): void {
    this.#resetQuiet();
    this.#sound.played(step);
  }

  waits(step: Step): void {
    this.#resetQuiet();
    this.#sound.waits(step, this.#options.now());
  }

  statusChanged(status: string, sipCode?: string): void {
    if (!isOver(status)) return;
    this.leg.over();
    this.#legOver({ kind: 'agent_ended', ...endOf(status, this.#answered, sipCode) });
  }

  found({ status }: Pick<CallResource, 'status'>): void {
    this.#resetQuiet(this.#meeting === 'none' ? 0 : talkPatience);
    this.statusChanged(status);
  }

  quietUntil(): number {
    return this.#quietUntil;
  }

  play(what: Sound): void {
    if (!this.#answered || this.#over) return;
    this.#resetQuiet(what.durationMs);
    const audio = this.#options.audioOf(what);
    const played = () => this.#emit({ kind: 'agent_played' });
    this.#sound.play(audio, played, () => this.hangUp());
  }

  connect(room: string): void {
    if (!this.#answered || this.#over) return;
    if (this.#meeting === 'none') this.#meeting = 'asked';
    this.#resetQuiet(talkPatience);
    const taken = () => {
      if (this.#meeting === 'asked') this.#meeting = 'met';
    };
    this.#sound.talk(room, () => this.hangUp(), taken);
  }

  adopt(next: (event: AgentEvent) => void): void {
    this.#emit = next;
    this.#meeting = 'asked';
    if (this.#over) this.#emit({ kind: 'agent_ended', cause: 'missed' });
  }

  hangUp(): void {
    this.#resetQuiet();
    this.leg.hangUp();
  }

  drop(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.hangUp();
  }

  #resetQuiet(longer = 0): void {
    this.#quietUntil = performance.now() + patience + longer;
  }

  #unanswered(): void {
    if (this.#answered || this.#over) return;
    this.hangUp();
    this.#end({ kind: 'agent_ended', cause: 'no_answer' });
  }

  #end(event: AgentEnded): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#emit(this.#meeting === 'asked' ? { ...event, cause: 'missed' } : event);
  }

  /** Twilio has no such call any more: nothing else is reported of it. */
  #legOver(event: AgentEnded): void {
    this.#quietUntil = Number.POSITIVE_INFINITY;
    this.#options.onLegOver?.();
    this.#end(event);
  }
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
