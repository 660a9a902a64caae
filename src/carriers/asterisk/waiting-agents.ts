/** Agents who are called before there is a customer (decision 085). */
import type { CarrierSurroundings } from '../kind.ts';
import type { AgentRequest, CallEvent, Sound, WaitingAgents } from '../port.ts';
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
  /** The customer's call, which has its own slot from now on. */
  placed(agentId: string | undefined, attemptId: string): void;
}

/** Milliseconds between two looks for a free slot. */
const lookEvery = 100;
const noSlot = { kind: 'agent_ended', cause: 'failed', note: { code: 'throttled' } } as const;

export function asteriskWaitingAgents(
  nodes: readonly AsteriskNode[],
  options: WaitingOptions,
): AsteriskWaiting {
  const { settings, around, calls, playableOf, emit } = options;
  const legs = new Map<string, AgentLeg>();
  const talking = createTalking();
  /** The customers who are called for agents. */
  const customers = new Map<string, string>();

  function forget(agentId: string): void {
    legs.delete(agentId);
    customers.delete(agentId);
    turns.forget(agentId);
  }

  const promised = (node: AsteriskNode) =>
    promisedOn(node, legs, (id) => calls.has(customers.get(id) ?? ''));
  const turns = turnsOfAgents(nodes, {
    promised,
    dial,
    refuse: (agentId) => emitted(agentId, noSlot),
  });

  function dial(agentId: string, request: AgentRequest, node: AsteriskNode): void {
    const own = { attemptId: agentId, waits: true, node, settings };
    const playable = (sound: Sound) => playableOf(agentId, sound);
    const emitOwn = (event: AgentEvent) => emitted(agentId, event);
    legs.set(agentId, new AgentLeg(request, { ...own, playableOf: playable, emit: emitOwn }));
  }

  function emitted(agentId: string, event: AgentEvent): void {
    // After its talk, and not taken back yet: whoever takes it back learns that.
    if (talking.has(agentId)) return;
    if (event.kind === 'agent_ended') forget(agentId);
    emit(agentId, { attemptId: agentId, at: around.clock.now(), ...event });
  }
  const nodeOf = (agentId: string) => legs.get(agentId)?.node;

  return {
    nodesFor: (agentId) =>
      agentId === undefined ? nodes : nodes.filter((node) => node === nodeOf(agentId)),
    placed(agentId, attemptId) {
      if (agentId !== undefined) customers.set(agentId, attemptId);
    },
    call(agentId, request) {
      if (!legs.has(agentId) && !turns.has(agentId)) turns.take(agentId, request);
    },
    play: (agentId, sound) => legs.get(agentId)?.play(sound),
    canConnect: (attemptId, agentId) => isOn(nodeOf(agentId), calls.get(attemptId)),
    isDivided: () => nodes.length > 1,
    connect(attemptId, agentId) {
      const leg = legs.get(agentId);
      forget(agentId);
      const call = calls.get(attemptId);
      if (leg && call?.node === leg.node) {
        talking.add(agentId, leg);
        call.connectWaiting(leg);
      } else {
        leg?.drop();
        call?.missAgent();
      }
    },
    takeBack(agentId) {
      const leg = talking.takeBack(agentId);
      if (leg) legs.set(agentId, leg);
      else emitted(agentId, { kind: 'agent_ended', cause: 'hangup' });
    },
    hangUp(agentId) {
      if (talking.hangUp(agentId)) return;
      const isDialed = !turns.has(agentId);
      const leg = legs.get(agentId);
      forget(agentId);
      if (!isDialed) return;
      if (leg) leg.drop();
      // Of another engine, or of this one before a restart, on an unknown node.
      else for (const node of nodes) node.hangUp(agentIdOf(agentId));
    },
  };
}

/** Agents who talk, or whose customer has hung up and whom nobody has taken back. */
function createTalking() {
  const talking = new Map<string, AgentLeg>();
  return {
    has: (agentId: string) => talking.has(agentId),
    add(agentId: string, leg: AgentLeg): void {
      for (const [id, one] of talking) if (one.isOver()) talking.delete(id);
      talking.set(agentId, leg);
    },
    takeBack(agentId: string): AgentLeg | undefined {
      const leg = talking.get(agentId);
      talking.delete(agentId);
      if (leg?.isParted()) return leg;
      leg?.drop();
      return undefined;
    },
    /** @returns whether that is all: a late word about a line in a talk changes nothing */
    hangUp(agentId: string): boolean {
      const leg = talking.get(agentId);
      if (leg?.talks()) return true;
      leg?.drop();
      return talking.delete(agentId);
    },
  };
}

function isOn(node: AsteriskNode | undefined, call: AsteriskCall | undefined): boolean {
  return node !== undefined && node === call?.node;
}

/** Slots that agents on a node leave: those who have a customer in flight have found theirs. */
function promisedOn(
  node: AsteriskNode,
  legs: ReadonlyMap<string, AgentLeg>,
  hasCustomer: (agentId: string) => boolean,
): number {
  return [...legs].filter(([agentId, leg]) => leg.node === node && !hasCustomer(agentId)).length;
}

interface TurnsOptions {
  promised(node: AsteriskNode): number;
  dial(agentId: string, request: AgentRequest, node: AsteriskNode): void;
  /** There was no slot in time. */
  refuse(agentId: string): void;
}

/** Nothing passes the limits of a node: without a free slot the agent is called a little later. */
function turnsOfAgents(nodes: readonly AsteriskNode[], options: TurnsOptions) {
  const { promised, dial, refuse } = options;
  /** Who has no slot, or no turn, yet. */
  const waiting = new Map<string, NodeJS.Timeout>();

  function begin(agentId: string, request: AgentRequest, patience: number): void {
    const chosen = chooseForAgent(nodes, agentIdOf(agentId), promised);
    const wait = chosen?.wait ?? lookEvery;
    if (!chosen && patience <= 0) {
      waiting.delete(agentId);
      refuse(agentId);
    } else if (chosen && wait === 0) {
      waiting.delete(agentId);
      dial(agentId, request, chosen.node);
    } else waiting.set(agentId, setTimeout(next, wait).unref());

    function next(): void {
      if (chosen) {
        waiting.delete(agentId);
        dial(agentId, request, chosen.node);
      } else begin(agentId, request, patience - lookEvery);
    }
  }

  return {
    has: (agentId: string) => waiting.has(agentId),
    take: (agentId: string, request: AgentRequest) => begin(agentId, request, request.answerWithin),
    forget(agentId: string): void {
      clearTimeout(waiting.get(agentId));
      if (!waiting.delete(agentId)) return;
      // It may have a turn and no leg.
      for (const node of nodes) node.disown(agentIdOf(agentId));
    },
  };
}
