/** Agents who are called before there is a customer (decision 085). */
import type { CarrierSurroundings } from '../kind.ts';
import type { CallEvent, Sound, WaitingAgents } from '../port.ts';
import { type AgentEvent, AgentLeg, agentIdOf } from './agent-leg.ts';
import type { AsteriskCall } from './call.ts';
import type { Playable } from './leg-sound.ts';
import type { AsteriskNode } from './node.ts';
import type { AsteriskSettings } from './settings.ts';

interface WaitingOptions {
  settings: AsteriskSettings;
  around: CarrierSurroundings;
  calls: ReadonlyMap<string, AsteriskCall>;
  playableOf(attemptId: string, sound: Sound): Playable;
  emit(agentId: string, event: CallEvent): void;
}

/** Undefined with several nodes: a bridge cannot join the channels of two. */
export function asteriskWaitingAgents(
  [node, ...others]: readonly AsteriskNode[],
  options: WaitingOptions,
): WaitingAgents | undefined {
  return node && others.length === 0 ? waitingOn(node, options) : undefined;
}

function waitingOn(node: AsteriskNode, options: WaitingOptions): WaitingAgents {
  const { settings, around, calls, playableOf, emit } = options;
  const legs = new Map<string, AgentLeg>();

  function take(agentId: string): AgentLeg | undefined {
    const leg = legs.get(agentId);
    legs.delete(agentId);
    return leg;
  }

  function emitted(agentId: string, event: AgentEvent): void {
    if (event.kind === 'agent_ended') legs.delete(agentId);
    emit(agentId, { attemptId: agentId, at: around.clock.now(), ...event });
  }

  return {
    call(agentId, request) {
      if (legs.has(agentId)) return;
      const leg = new AgentLeg(request, {
        ...{ attemptId: agentId, waits: true, node, settings },
        playableOf: (sound) => playableOf(agentId, sound),
        emit: (event) => emitted(agentId, event),
      });
      legs.set(agentId, leg);
    },
    play: (agentId, sound) => legs.get(agentId)?.play(sound),
    connect(attemptId, agentId) {
      const leg = take(agentId);
      const call = calls.get(attemptId);
      if (leg && call) call.connectWaiting(leg);
      else if (call) call.missAgent();
      else leg?.drop();
    },
    hangUp(agentId) {
      const leg = take(agentId);
      if (leg) leg.drop();
      // Of another engine, or of this one before a restart.
      else node.hangUp(agentIdOf(agentId));
    },
  };
}
