/** Agents who are called before there is a customer (decision 085). */
import type { CarrierSurroundings } from '../kind.ts';
import type { CallEvent, Sound, WaitingAgents } from '../port.ts';
import { type AgentEvent, AgentLeg } from './agent-leg.ts';
import type { AsteriskCall } from './call.ts';
import { agentIdOf } from './leg-ids.ts';
import type { Playable } from './leg-sound.ts';
import type { AsteriskNode } from './node.ts';
import { chooseForAgent } from './nodes.ts';
import type { AsteriskSettings } from './settings.ts';

interface WaitingOptions {
  settings: AsteriskSettings;
  around: CarrierSurroundings;
  calls: ReadonlyMap<string, AsteriskCall>;
  playableOf(attemptId: string, sound: Sound): Playable;
  emit(agentId: string, event: CallEvent): void;
}

export interface AsteriskWaiting extends WaitingAgents {
  /**
   * The nodes on which a customer may be called: all, or the one where this agent waits, because a bridge
   * is on one node. None for an agent who has left: nobody is called for nobody.
   */
  nodesFor(agentId: string | undefined): readonly AsteriskNode[];
}

export function asteriskWaitingAgents(
  nodes: readonly AsteriskNode[],
  options: WaitingOptions,
): AsteriskWaiting {
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

  const nodeOf = (agentId: string) => legs.get(agentId)?.node;

  return {
    nodesFor(agentId) {
      if (agentId === undefined) return nodes;
      const node = nodeOf(agentId);
      return node ? [node] : [];
    },
    call(agentId, request) {
      const node = chooseForAgent(nodes);
      if (legs.has(agentId) || !node) return;
      const leg = new AgentLeg(request, {
        ...{ attemptId: agentId, waits: true, node, settings },
        playableOf: (sound) => playableOf(agentId, sound),
        emit: (event) => emitted(agentId, event),
      });
      legs.set(agentId, leg);
    },
    play: (agentId, sound) => legs.get(agentId)?.play(sound),
    canConnect(attemptId, agentId) {
      const node = nodeOf(agentId);
      return node !== undefined && node === calls.get(attemptId)?.node;
    },
    connect(attemptId, agentId) {
      const leg = take(agentId);
      const call = calls.get(attemptId);
      if (leg && call?.node === leg.node) call.connectWaiting(leg);
      else {
        leg?.drop();
        call?.missAgent();
      }
    },
    hangUp(agentId) {
      const leg = take(agentId);
      if (leg) leg.drop();
      // Of another engine, or of this one before a restart, on an unknown node.
      else for (const node of nodes) node.hangUp(agentIdOf(agentId));
    },
  };
}
