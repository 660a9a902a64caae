/**
 * Agents of one Linkback campaign who are called before there is a customer, hear their message and then
 * wait. A customer who is called for a waiting agent cannot be abandoned (decision 085). They are kept
 * in memory alone: an agent's leg is no attempt, and whoever finds one that it does not know hangs it up.
 */
import type { AgentRequest, CallEvent, Sound, VoiceCarrier } from '#carriers/port.ts';
import type { PlayableMessage } from '#db/queries/lease.ts';
import { agentAgainAfter, restAfterTalk } from '#domain/linkback-pacing.ts';
import { elapsed, later, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CallFollower, RunnerDeps } from '../deps.ts';
import { waitingAgentId } from './waiting-agent-id.ts';

interface WaitingAgent {
  /** `resting`: after a talk, before the next customer. */
  stage: 'calling' | 'message' | 'waiting' | 'resting';
  /** The attempt of the customer who is called for this agent. */
  attemptId?: string | undefined;
  /** Since when nobody is called for this agent. */
  aloneSince: SimMs;
  /** When the carrier reported something of the leg, or of its beginning. */
  heardAt: SimMs;
  calledAt: SimMs;
}

/** Played again and again, so that nobody thinks the line is dead, and a leg that its engine forgot reports itself. */
const holdTone: Sound = { kind: 'hold_tone', durationMs: 15_000 };
/** An agent for whom nobody is called for so long is let go. */
const longestAlone = simMs(60_000);
/** Whoever was called, or ended a talk, so long ago, and has no customer, is let go and called again: a telephone may lie off the hook. */
const longestOnLine = simMs(600_000);
/** A leg reports itself at the end of each sound: one that does not is gone, as after a reopening. */
const longestQuiet = simMs(180_000);

interface Surroundings extends Pick<RunnerDeps, 'inProgress'> {
  clock: { now(): SimMs };
}

export interface WaitingAgentsOptions {
  carrier: VoiceCarrier | undefined;
  request: () => AgentRequest;
  message: () => PlayableMessage | null;
  /** An agent of a customer who is being called has gone. */
  onLeft(attemptId: string): void;
  counts: FirstAgentCounts;
  /**
   * An agent waits from now on, or will not.
   *
   * @param age since the agent was called
   */
  onSettled?(age: SimMs, waits: boolean): void;
}

/** For the brake, in the order of the calls. */
export interface FirstAgentCounts {
  agentCalled(id: string, at: SimMs): void;
  /** @param answered undefined: the telephone never rang, or nobody waited for the answer */
  agentSettled(id: string, answered: boolean | undefined): void;
}

export class WaitingAgents implements CallFollower {
  readonly #deps: Surroundings;
  readonly #clientId: number;
  readonly #options: WaitingAgentsOptions;
  readonly #agents = new Map<string, WaitingAgent>();
  readonly #newId: () => string;
  /** When agents did not answer, for a while. */
  #missed: SimMs[] = [];

  constructor(
    deps: Surroundings,
    clientId: number,
    options: WaitingAgentsOptions,
    newId = () => waitingAgentId(clientId),
  ) {
    this.#deps = deps;
    this.#clientId = clientId;
    this.#options = options;
    this.#newId = newId;
  }

  /** Agents who are being called or wait, also those for whom a customer is being called. */
  busy(): number {
    this.#dropQuiet();
    return this.#agents.size;
  }

  /** Agents who wait and have no customer. */
  ready(): number {
    return this.#alone().length;
  }

  /** For each agent who was called and does not wait yet, how long ago the call began. */
  coming(): SimMs[] {
    const now = this.#deps.clock.now();
    return [...this.#agents.values()]
      .filter(({ stage }) => stage === 'calling' || stage === 'message')
      .map(({ calledAt }) => elapsed(calledAt, now));
  }

  /** For each agent who rests after a talk, how long still. */
  resting(): SimMs[] {
    const now = this.#deps.clock.now();
    return [...this.#agents.values()]
      .filter(({ stage }) => stage === 'resting')
      .map(({ calledAt }) => simMs(Math.max(0, elapsed(now, calledAt))));
  }

  /** Whether an agent's line stays when the customer of a talk hangs up. */
  keeps(): boolean {
    return this.#options.carrier?.waitingAgents.takeBack !== undefined;
  }

  /** Calls in flight share those who wait: each stays for a minute more. */
  expect(): void {
    const now = this.#deps.clock.now();
    for (const [, agent] of this.#alone()) agent.aloneSince = now;
  }

  /** Calls more agents: not again at once where one was busy or did not answer. */
  callMore(count: number): void {
    const { clock, inProgress } = this.#deps;
    const { carrier, request } = this.#options;
    const now = clock.now();
    this.#missed = this.#missed.filter((at) => now < later(at, agentAgainAfter));
    for (let left = count - this.#missed.length; left > 0; left -= 1) {
      const id = this.#newId();
      this.#agents.set(id, { stage: 'calling', aloneSince: now, heardAt: now, calledAt: now });
      inProgress.set(id, this);
      this.#options.counts.agentCalled(id, now);
      carrier?.waitingAgents.call(id, request(), now);
    }
  }

  /**
   * Returns an agent who waits from now on for this customer; undefined when nobody is free.
   *
   * @param placed the customer's call is in flight: only an agent who can be connected with it
   */
  assign(attemptId: string, placed = false): string | undefined {
    const waiting = this.#options.carrier?.waitingAgents;
    const suits = (id: string) => !placed || (waiting?.canConnect?.(attemptId, id) ?? true);
    const first = this.#alone().find(([id]) => suits(id));
    if (!first) return undefined;
    const [id, agent] = first;
    agent.attemptId = attemptId;
    return id;
  }

  /** The customer did not ask for the agent, who waits for the next one. */
  release(id: string): void {
    const agent = this.#agents.get(id);
    if (!agent) return;
    agent.attemptId = undefined;
    agent.aloneSince = this.#deps.clock.now();
  }

  /** Agent and customer talk: the leg is a part of the customer's call from now on. */
  connect(id: string, attemptId: string, at: SimMs): void {
    this.#forget(id);
    this.#options.carrier?.waitingAgents.connect(attemptId, id, at);
  }

  /** The customer hung up: the agent rests, and waits for the next one. */
  takeBack(id: string, at: SimMs): void {
    const waiting = this.#options.carrier?.waitingAgents;
    if (!waiting?.takeBack) return;
    const from = later(at, restAfterTalk);
    this.#agents.set(id, { stage: 'resting', aloneSince: from, heardAt: from, calledAt: from });
    this.#deps.inProgress.set(id, this);
    waiting.takeBack(id, at);
    // The tone says that the talk is over.
    waiting.play(id, { ...holdTone, durationMs: restAfterTalk }, at);
  }

  /**
   * Hangs up those for whom no customer is being called; all of them at a shutdown.
   *
   * @param keep of those, how many stay for calls in flight: first who waits already
   */
  letGo(which: 'alone' | 'all' = 'alone', keep = 0): void {
    const now = this.#deps.clock.now();
    const waitsFirst = [...this.#agents].sort(
      ([, one], [, other]) => Number(other.stage === 'waiting') - Number(one.stage === 'waiting'),
    );
    let left = keep;
    for (const [id, agent] of waitsFirst) {
      if (which === 'alone' && (agent.attemptId !== undefined || left-- > 0)) continue;
      this.#forget(id);
      this.#options.carrier?.waitingAgents.hangUp(id, now);
    }
  }

  /**
   * More agents are there than are on duty: hangs up those beyond for whom no customer is being called.
   *
   * @param shared who stays all the same: one for each call in flight, which may ask for an agent
   */
  letGoBeyond(beyond: number, shared: number): void {
    if (beyond <= 0) return;
    const agents = [...this.#agents.values()];
    const alone = agents.filter(({ attemptId }) => attemptId === undefined).length;
    this.letGo('alone', Math.max(shared, alone - beyond));
  }

  /** Nobody is called before `nextDue`: those who would be let go by then are let go now. */
  rest(nextDue: SimMs): void {
    if (nextDue > later(this.#deps.clock.now(), longestAlone)) this.letGo();
  }

  takes(event: CallEvent): boolean {
    return this.#agents.has(event.attemptId);
  }

  follow(event: CallEvent): boolean {
    const { attemptId: id, at, kind } = event;
    const agent = this.#agents.get(id);
    this.#options.carrier?.acknowledge([event]);
    if (!agent) return false;
    agent.heardAt = at;
    if (kind === 'agent_answered') this.#greet(id, agent, at);
    else if (kind === 'agent_played') this.#wait(id, agent, at);
    else if (kind === 'agent_ended') this.#left(id, agent, event.note?.code !== 'throttled');
    return true;
  }

  #greet(id: string, agent: WaitingAgent, at: SimMs): void {
    if (agent.stage !== 'calling') return;
    this.#options.counts.agentSettled(id, true);
    const message = this.#options.message();
    if (!message) {
      this.#wait(id, agent, at);
      return;
    }
    agent.stage = 'message';
    const sound: Sound = { kind: 'message', clientId: this.#clientId, ...message };
    this.#options.carrier?.waitingAgents.play(id, sound, at);
  }

  /** The message or a hold tone is over. */
  #wait(id: string, agent: WaitingAgent, at: SimMs): void {
    if (agent.stage !== 'waiting') {
      const isNew = agent.stage !== 'resting';
      agent.stage = 'waiting';
      agent.aloneSince = at;
      if (isNew) this.#options.onSettled?.(elapsed(agent.calledAt, at), true);
    }
    const waiting = this.#options.carrier?.waitingAgents;
    const isLong =
      at >= later(agent.aloneSince, longestAlone) || at >= later(agent.calledAt, longestOnLine);
    if (agent.attemptId === undefined && isLong) {
      this.#forget(id);
      waiting?.hangUp(id, at);
    } else waiting?.play(id, holdTone, at);
  }

  /** @param called false: the carrier had no room, so that the agent's telephone never rang */
  #left(id: string, agent: WaitingAgent, called = true): void {
    const now = this.#deps.clock.now();
    const isNew = agent.stage === 'calling' || agent.stage === 'message';
    if (isNew) this.#options.onSettled?.(elapsed(agent.calledAt, now), false);
    if (agent.stage === 'calling') {
      this.#missed.push(now);
      if (called) this.#options.counts.agentSettled(id, false);
    }
    this.#forget(id);
    if (agent.attemptId !== undefined) this.#options.onLeft(agent.attemptId);
  }

  #dropQuiet(): void {
    const now = this.#deps.clock.now();
    for (const [id, agent] of [...this.#agents]) {
      const plays = agent.stage === 'message' ? (this.#options.message()?.durationMs ?? 0) : 0;
      if (now < later(agent.heardAt, simMs(longestQuiet + plays))) continue;
      this.#options.carrier?.waitingAgents.hangUp(id, now);
      this.#left(id, agent);
    }
  }

  #alone(): [string, WaitingAgent][] {
    return [...this.#agents].filter(
      ([, { stage, attemptId }]) => stage === 'waiting' && attemptId === undefined,
    );
  }

  #forget(id: string): void {
    this.#options.counts.agentSettled(id, undefined);
    this.#agents.delete(id);
    this.#deps.inProgress.delete(id);
  }
}
