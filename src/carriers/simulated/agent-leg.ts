/** The simulated leg to an agent, beside the customer's call. */
import { later, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CallEvent, Sound } from '../port.ts';
import type { Agent } from './agent.ts';

export interface AgentLeg {
  /** Rings until the agent answers or is busy, or until `answerWithin` has passed. */
  ring(answerWithin: SimMs, at: SimMs): void;
  play(sound: Sound, at: SimMs): void;
  connect(at: SimMs): void;
  /** Ends the leg, and reports its end. */
  hangUp(at: SimMs): void;
  /** These planned events have happened: the agent answered, the leg ended. */
  answer(): void;
  end(): void;
  isUp(): boolean;
  isConnected(): boolean;
}

/** @param plan makes the event happen at its instant if the call is up and `still()` is true */
export function agentLeg(
  attemptId: string,
  agent: Agent,
  plan: (event: CallEvent, still: () => boolean) => void,
): AgentLeg {
  let up = true;
  let answered = false;
  let connected = false;
  /** Number of sounds played, as for the customer. */
  let sounds = 0;
  const isUp = () => up;
  const leaves = (at: SimMs): CallEvent => ({
    attemptId,
    at,
    kind: 'agent_ended',
    cause: 'hangup',
  });

  return {
    ring(answerWithin, at) {
      const { kind, after } = agent.answers;
      if (after >= answerWithin) {
        const silent = { attemptId, at: later(at, answerWithin), kind: 'agent_ended' } as const;
        plan({ ...silent, cause: 'no_answer' }, isUp);
      } else if (kind === 'answered') {
        plan({ attemptId, at: later(at, after), kind: 'agent_answered' }, isUp);
      } else {
        plan({ attemptId, at: later(at, after), kind: 'agent_ended', cause: kind }, isUp);
      }
    },
    play(sound, at) {
      if (!up || !answered) return;
      sounds += 1;
      const now = sounds;
      const hears = () => up && sounds === now;
      const { leavesAt } = agent;
      if (leavesAt !== undefined)
        plan(leaves(later(at, simMs(Math.floor(leavesAt * sound.durationMs)))), hears);
      plan({ attemptId, at: later(at, simMs(sound.durationMs)), kind: 'agent_played' }, hears);
    },
    connect(at) {
      if (!up || !answered || connected) return;
      connected = true;
      sounds += 1;
      const over = later(at, agent.talk.lasts);
      if (agent.talk.endedByAgent) plan(leaves(over), isUp);
      else plan({ attemptId, at: over, kind: 'ended', cause: 'hangup' }, isUp);
    },
    hangUp(at) {
      if (up) plan(leaves(at), isUp);
    },
    answer() {
      answered = true;
    },
    end() {
      up = false;
      connected = false;
    },
    isUp,
    isConnected: () => connected,
  };
}
