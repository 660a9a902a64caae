/**
 * The agents of one Linkback campaign: who is free, and the calls to them. An agent is called once
 * for a customer: this is committed before the carrier is asked.
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import { runStatus } from '#contract/campaign.ts';
import { asClient } from '#db/database.ts';
import { noteAgentCall } from '#db/queries/agent-call.ts';
import type { EndedCall } from '#db/queries/ended-call.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { createAgentsOnDuty } from '#domain/agents-on-duty.ts';
import { callsAhead } from '#domain/governor/abandoned-call.ts';
import type { AbandonmentReading } from '#domain/governor/abandonment.ts';
import { type CountedAbandonment, dayOf, readingOf } from '#domain/governor/abandonment-days.ts';
import type { AgentsAhead, GuardedState } from '#domain/governor/guarded-pacing.ts';
import { freeAgents, type LinkbackState } from '#domain/linkback-pacing.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { RunnerDeps } from '../deps.ts';
import { type AdaptiveAgents, createAdaptiveAgents } from './adaptive-agents.ts';
import { createKnownResults, riskOf } from './at-risk.ts';
import type { Call } from './call.ts';
import {
  type AgentDesk,
  abandon,
  agentRequest,
  firstAgentRequest,
  holdsAgent,
} from './linkback.ts';
import { type FirstAgentCounts, WaitingAgents } from './waiting-agents.ts';

export interface Agents extends AgentDesk {
  /** Agents and calls in flight, as they are now. */
  state(): LinkbackState;
  /** The same, with what the guard of abandonment needs. */
  guarded(): GuardedState;
  /**
   * Nothing more is placed: who waits for nobody is let go, but not those whom calls in flight share. Where an
   * agent is missing for these, one is called if `mayCall`.
   */
  windDown(mayCall: boolean): void;
  /** Those who are called first. */
  readonly waiting: WaitingAgents;
  readonly adaptive: AdaptiveAgents;
  /** The customer of this agent's talk hung up: the line stays if the campaign needs the agent. */
  takeBack(agentId: string, at: SimMs): void;
  /** Requests the agent that the customer of this call was just promised. */
  ask(call: Call, event: CallEvent): void;
  /** Sets the number of agents in calls that may still be in flight at another engine. */
  elsewhere(agents: number): void;
  /** Calls the agents that were asked for. After an error the rest waits for the next time. */
  call(): Promise<void>;
  /** Whether every agent that was asked for is being called. */
  isQuiet(): boolean;
  /** A result was committed: the settings that are read from now on include it. */
  stored(ended: EndedCall, call: Call): void;
}

export interface AgentsOptions {
  carrier: VoiceCarrier | undefined;
  calls: () => Iterable<Call>;
  /** Read each time: an edit counts at once. */
  settings: () => RunSettings;
  /** Counts the agents who are called first. */
  counts: FirstAgentCounts;
}

export function createAgents(
  deps: RunnerDeps,
  lease: Lease,
  { carrier, calls, settings, counts }: AgentsOptions,
): Agents {
  const [{ clock }, known] = [deps, createKnownResults()];
  let elsewhere = 0;
  const readNow = createReading(clock);
  const onDuty = createAgentsOnDuty();
  const lost = () => elsewhere + known.losses();
  const adaptive = createAdaptiveAgents(deps, lease, { calls, settings, lost });
  const waiting = new WaitingAgents(deps, lease.clientId, {
    carrier,
    request: () => firstAgentRequest(settings(), [...calls()].at(-1)),
    message: () => settings().agentMessage,
    onLeft: lostAgent,
    onSettled: (age, waits) => adaptive.settled(age, waits),
    counts,
  });

  /** Another agent may wait for the customer, who can be abandoned otherwise. */
  function lostAgent(attemptId: string): void {
    for (const call of calls()) {
      if (call.attemptId !== attemptId || !call.linkback) continue;
      call.linkback.waitingAgent = call.over ? undefined : waiting.assign(attemptId, true);
    }
  }

  function state(): LinkbackState {
    const { callRatio } = settings();
    const agentCount = onDuty(agentsOf(settings()), clock.now());
    const { busy, inFlight } = countOf(calls());
    return { agentCount, callRatio, agentsBusy: elsewhere + waiting.busy() + busy, inFlight };
  }

  function guarded(): GuardedState {
    const { abandonment } = settings();
    if (!abandonment) return { ...state(), atRisk: 0, reading: undefined };
    const ahead = aheadOf(waiting, carrier, settings());
    const risk = riskOf(calls(), abandonment, clock.now());
    const ramp = { ventured: known.ventured(), lost: known.losses() + risk.lost };
    return {
      ...{ ...state(), ...(settings().pacing !== 'adaptive' && ramp) },
      ...{ atRisk: lost() + risk.atRisk, reading: readNow(abandonment), ahead },
    };
  }

  const mayStay = () => isNeeded(state(), settings()) && mayGoOn(deps, lease);
  function begin(call: Call, event: CallEvent, may: boolean): void {
    // Over or opted out meanwhile: no agent is called any more.
    if (call.over || !call.linkback || !holdsAgent(call)) return;
    // Who was called first talks already.
    if (call.linkback.waitingAgent !== undefined) return;
    const number = settings().linkbackNumber;
    if (may) {
      carrier?.dialAgent(call.attemptId, agentRequest(call, number), event.at);
      return;
    }
    const apology = abandon(call, call.linkback, { number, at: event.at });
    if (apology.kind === 'play') carrier?.play(call.attemptId, apology.sound, event.at);
  }

  return {
    state,
    guarded,
    windDown: (mayCall) => windDown(waiting, guarded(), mayCall),
    waiting,
    adaptive,
    takeBack: (...line) => takeBack(waiting, carrier, mayStay(), ...line),
    hasFreeAgent: () => freeAgents(state()) > 0,
    takeWaiting: (attemptId) => waiting.assign(attemptId, true),
    agentMessage: () => settings().agentMessage,
    linkbackNumber: () => settings().linkbackNumber,
    elsewhere(agents) {
      elsewhere = agents;
    },
    ...createRequests(deps, lease, { carrier, begin }),
    stored: (ended, call) => known.add(ended, call, settings().abandonment),
  };
}

function takeBack(
  waiting: WaitingAgents,
  carrier: VoiceCarrier | undefined,
  stays: boolean,
  ...[agentId, at]: [string, SimMs]
): void {
  if (!waiting.keeps()) return;
  if (stays) waiting.takeBack(agentId, at);
  else carrier?.waitingAgents.hangUp(agentId, at);
}

/** After a talk: the call that is just ending still counts as busy. */
function isNeeded(now: LinkbackState, settings: RunSettings): boolean {
  return now.agentsBusy <= now.agentCount && settings.runStatus === runStatus.running;
}

function mayGoOn({ isDraining, holdOf }: RunnerDeps, lease: Lease): boolean {
  return !isDraining() && holdOf(lease).isSure();
}

/** Undefined: an agent is called once somebody asks, or for a customer of their own. */
function aheadOf(
  waiting: WaitingAgents,
  carrier: VoiceCarrier | undefined,
  { abandonment, pacing }: RunSettings,
): AgentsAhead | undefined {
  if (pacing !== 'adaptive' || !abandonment || !callsAhead(abandonment)) return undefined;
  // Somebody on the line may be where no waiting agent can be connected.
  if (carrier?.waitingAgents.isDivided?.()) return undefined;
  return {
    ...{ ready: waiting.ready(), coming: waiting.coming() },
    ...{ keeps: waiting.keeps(), resting: waiting.resting() },
  };
}

function windDown(waiting: WaitingAgents, now: GuardedState, mayCall: boolean): void {
  const shared = now.ahead ? now.inFlight : 0;
  waiting.letGo('alone', shared);
  if (!now.ahead || !mayCall) return;
  const there = now.ahead.ready + now.ahead.coming.length;
  waiting.callMore(Math.min(shared - there, freeAgents(now)));
}

/** Agents in calls that they were not called before, and calls in flight without an agent. */
function countOf(calls: Iterable<Call>): { busy: number; inFlight: number } {
  let [busy, inFlight] = [0, 0];
  for (const call of calls) {
    if (call.over) continue;
    if (holdsAgent(call)) busy += 1;
    // Its agent is busy already.
    else if (call.linkback?.waitingAgent === undefined) inFlight += 1;
  }
  return { busy, inFlight };
}

function agentsOf({ agentCount, agentSchedule = [], agentsSet, agentsSetAt }: RunSettings) {
  return {
    agentCount,
    agentSchedule,
    agentsSet: agentsSet ?? null,
    agentsSetAt: agentsSetAt ?? null,
  };
}

/** The same object while nothing changes: what follows from it is then known. */
function createReading(clock: { now(): SimMs }) {
  let read: { counted: CountedAbandonment; today: number; reading: AbandonmentReading } | undefined;
  return (counted: CountedAbandonment): AbandonmentReading => {
    const today = dayOf(clock.now());
    if (read?.counted !== counted || read.today !== today) {
      read = { counted, today, reading: readingOf(counted, today) };
    }
    return read.reading;
  };
}

interface Requests {
  carrier: VoiceCarrier | undefined;
  /** @param may whether the agent may be called: it is noted, and the lease is held */
  begin(call: Call, event: CallEvent, may: boolean): void;
}

/** The agents that were asked for: each is noted before the carrier is asked. */
function createRequests(
  { db, holdOf }: RunnerDeps,
  lease: Lease,
  { carrier, begin }: Requests,
): Pick<Agents, 'ask' | 'call' | 'isQuiet'> {
  const asked: { call: Call; event: CallEvent }[] = [];
  let calling: Promise<void> | undefined;

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

  return {
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
