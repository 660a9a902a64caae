/** The call to an agent for one customer: a call of its own, until both talk in one room. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Note } from '#contract/note.ts';
import type { AgentRequest, CallEvent, Sound } from '../port.ts';
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { callSound } from './call-sound.ts';
import { endOf, isOver } from './call-status.ts';
import type { CallPlacement } from './place-call.ts';
import type { Heard } from './twiml.ts';

export interface AgentLeg {
  readonly leg: CallLeg;
  /** What the webhooks tell. */
  answered(sid: string): void;
  played(step: Step): void;
  waits(step: Step): void;
  stands(status: string, sipCode?: string): void;
  play(sound: Sound): void;
  connect(room: string): void;
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

type AgentNews =
  | { kind: 'agent_answered' }
  | { kind: 'agent_played' }
  | { kind: 'agent_ended'; cause: (CallEvent & { kind: 'agent_ended' })['cause']; note?: Note };

export interface AgentOptions {
  attemptId: string;
  placeAgent: PlaceAgent;
  /** Epoch milliseconds of the engine's clock, of the event that is being handled. */
  now(): number;
  heardOf(sound: Sound): Heard;
  emit(news: AgentNews): void;
}

/** Milliseconds between two tries to hand the call over, while Twilio takes none. */
const tryAgain = 500;

/** Calls the agent at once. */
export function callAgent(request: AgentRequest, options: AgentOptions): AgentLeg {
  const { heardOf, emit } = options;
  const { leg, base, place } = options.placeAgent(request);
  const sound = callSound(leg, base, { hearsKeys: false, clock: options.now });
  const until = performance.now() + request.answerWithin;
  const hangUp = () => leg.hangUp();
  let answered = false;
  let over = false;

  function end(news: AgentNews & { kind: 'agent_ended' }): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    emit(news);
  }

  const timer = setTimeout(() => {
    if (answered || over) return;
    leg.hangUp();
    end({ kind: 'agent_ended', cause: 'no_answer' });
  }, request.answerWithin);

  async function begin(): Promise<void> {
    for (;;) {
      const placement = await place();
      if (placement.sid !== undefined) leg.adopt(placement.sid);
      // Of one in doubt its webhooks tell, or that none comes in time.
      if (placement.kind !== 'rejected' || over) return;
      if (!placement.retryable || performance.now() + tryAgain > until) {
        return end({ kind: 'agent_ended', cause: 'failed', note: placement.note });
      }
      await sleep(tryAgain);
      if (over) return;
    }
  }
  void begin();

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
    stands(status, sipCode) {
      if (!isOver(status)) return;
      leg.over();
      end({ kind: 'agent_ended', ...endOf(status, answered, sipCode) });
    },
    play(what) {
      if (answered && !over)
        sound.play(heardOf(what), () => emit({ kind: 'agent_played' }), hangUp);
    },
    connect(room) {
      if (answered && !over) sound.talk(room, hangUp);
    },
    hangUp,
    drop() {
      over = true;
      clearTimeout(timer);
      leg.hangUp();
    },
  };
}
