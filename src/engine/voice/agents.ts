/**
 * The agents of one Linkback campaign: who is free, and the calls to them. An agent is called once
 * for a customer: this is committed before the carrier is asked.
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import { asClient } from '#db/database.ts';
import { noteAgentCall } from '#db/queries/agent-call.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { freeAgents, type LinkbackState } from '#domain/linkback-pacing.ts';
import type { RunnerDeps } from '../deps.ts';
import type { Call } from './call.ts';
import { type AgentDesk, abandon, agentRequest, holdsAgent } from './linkback.ts';

export interface Agents extends AgentDesk {
  /** Agents and calls in flight, as they are now. */
  state(): LinkbackState;
  /** Requests the agent that the customer of this call was just promised. */
  ask(call: Call, event: CallEvent): void;
  /** Sets the number of agents in calls that may still be in flight at another engine. */
  elsewhere(agents: number): void;
  /** Calls the agents that were asked for. After an error the rest waits for the next time. */
  call(): Promise<void>;
  /** Whether every agent that was asked for is being called. */
  isQuiet(): boolean;
}

export interface AgentsOptions {
  carrier: VoiceCarrier | undefined;
  calls: () => Iterable<Call>;
  /** Read each time: an edit counts at once. */
  settings: () => RunSettings;
}

export function createAgents(
  { db, holdOf }: RunnerDeps,
  lease: Lease,
  { carrier, calls, settings }: AgentsOptions,
): Agents {
  const asked: { call: Call; event: CallEvent }[] = [];
  let calling: Promise<void> | undefined;
  let elsewhere = 0;

  function state(): LinkbackState {
    const { agentCount, callRatio } = settings();
    let agentsBusy = elsewhere;
    let inFlight = 0;
    for (const call of calls()) {
      if (call.over) continue;
      if (holdsAgent(call)) agentsBusy += 1;
      else inFlight += 1;
    }
    return { agentCount, callRatio, agentsBusy, inFlight };
  }

  async function callAsked(): Promise<void> {
    for (let next = asked[0]; next !== undefined; next = asked[0]) {
      const { call, event } = next;
      const at = new Date(event.at);
      const hold = holdOf(lease);
      const noted = await asClient(db, lease.clientId, (tx) => noteAgentCall(tx, lease, call, at));
      asked.shift();
      // The commit may have taken so long that another engine owns the campaign and its agents.
      begin(call, event, noted && hold.isSure());
      carrier?.acknowledge([event]);
    }
  }

  function begin(call: Call, event: CallEvent, may: boolean): void {
    // Over or opted out meanwhile: no agent is called any more.
    if (call.over || !call.linkback || !holdsAgent(call)) return;
    if (may) {
      const request = agentRequest(call, settings().linkbackNumber);
      carrier?.dialAgent(call.attemptId, request, event.at);
      return;
    }
    const apology = abandon(call.linkback);
    if (apology.kind === 'play') carrier?.play(call.attemptId, apology.sound, event.at);
  }

  return {
    state,
    hasFreeAgent: () => freeAgents(state()) > 0,
    agentMessage: () => settings().agentMessage,
    elsewhere(agents) {
      elsewhere = agents;
    },
    ask(call, event) {
      asked.push({ call, event });
    },
    call() {
      calling ??= callAsked().finally(() => {
        calling = undefined;
      });
      return calling;
    },
    isQuiet: () => asked.length === 0 && calling === undefined,
  };
}
