/** Agents who are called before there is a customer (decision 085). */
import type { WaitingAgents } from '../port.ts';
import type { TwilioCall } from './call.ts';
import type { AgentLeg } from './call-agent.ts';
import type { CallEvents } from './call-events.ts';
import type { CallMaker } from './call-maker.ts';

export interface WaitingOptions {
  /** Their legs by the agent's id, also those that talk: Twilio names them by it. */
  legs: Map<string, AgentLeg>;
  maker: CallMaker;
  callEvents: CallEvents;
  callOf(attemptId: string): TwilioCall | undefined;
}

export function twilioWaitingAgents(options: WaitingOptions): WaitingAgents {
  const { legs, maker, callEvents, callOf } = options;
  /** Those that have no customer. */
  const waiting = new Set<string>();

  return {
    call(agentId, request) {
      if (legs.has(agentId)) return;
      waiting.add(agentId);
      const leg = maker.makeWaiting(agentId, request, {
        emit(event) {
          if (event.kind === 'agent_ended') waiting.delete(agentId);
          callEvents.mailbox.emit({ attemptId: agentId, at: callEvents.now(), ...event });
        },
        onLegOver() {
          legs.delete(agentId);
          callEvents.over(agentId);
        },
      });
      legs.set(agentId, leg);
    },
    play: (agentId, sound) => legs.get(agentId)?.play(sound),
    connect(attemptId, agentId) {
      const leg = waiting.delete(agentId) ? legs.get(agentId) : undefined;
      const call = callOf(attemptId);
      if (leg && call) call.connectWaiting(leg);
      else if (call) call.missAgent();
      else leg?.drop();
    },
    hangUp(agentId) {
      const isOwn = waiting.delete(agentId);
      if (isOwn) legs.get(agentId)?.drop();
      else if (!legs.has(agentId)) callEvents.orphans.seek(agentId);
    },
  };
}
