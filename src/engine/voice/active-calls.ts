/**
 * The calls in progress of one campaign, and the results that wait for their commit. An event is
 * acknowledged to the carrier only when its outcome is committed (promise 3).
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import type { Note } from '#contract/note.ts';
import { asClient, type Tx } from '#db/database.ts';
import type { EndedCall } from '#db/queries/ended-call.ts';
import { giveBack } from '#db/queries/give-back.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { resultBatch } from '#db/queries/record.ts';
import { holdCalls } from '#db/queries/recovery.ts';
import { type GateReason, gateReasons } from '#domain/gate.ts';
import { later, latest, type SimMs, simMs } from '#domain/milliseconds.ts';
import { Brake } from '../brake.ts';
import type { CallFollower, RunnerDeps } from '../deps.ts';
import { stageOf } from './adaptive-pace.ts';
import { type AgentWaits, createAgentWaits } from './agent-waits.ts';
import { type Agents, createAgents } from './agents.ts';
import { Breaker } from './breaker.ts';
import { type Action, type Call, endUnplaced, followBroadcast } from './call.ts';
import { noteCourse } from './call-course.ts';
import { isNewEvent, silentAt } from './call-silence.ts';
import { createKeyOptOuts, type KeyOptOuts } from './key-opt-outs.ts';
import { followLinkback, holdsAgent } from './linkback.ts';
import { isOptOutKey } from './orphan-keys.ts';
import { createPersonAnswers, type PersonAnswers } from './person-answers.ts';
import type { Result, ResultSource } from './result-store.ts';

const noOutcome: Note = { code: 'outcome_not_reported' };

/** A campaign with more results than this that are not committed submits nothing more. */
const mostUnstored = 2 * resultBatch;

export class ActiveCalls implements CallFollower, ResultSource {
  /** Linkback: who is free, and how many calls are in flight. */
  readonly agents: Agents;
  /** Whether the trunk carries these calls at all. */
  readonly breaker: Breaker;
  readonly brake: Brake;
  readonly lease: Lease;
  readonly #deps: RunnerDeps;
  readonly #carrier: VoiceCarrier | undefined;
  /** By attempt id: those in progress, and ended ones whose result is not committed. */
  readonly #calls = new Map<string, Call>();
  /** Results that wait for their commit. */
  readonly #results: Result[] = [];
  /** How many of them may be stored: what else their calls said is stored. */
  #ready = 0;
  /** They could not be stored: the next step waits until they are. */
  #mustWait = false;
  readonly #optOuts: KeyOptOuts;
  readonly #answers: PersonAnswers;
  readonly #waits: AgentWaits;
  /** Surely not placed: their entries will wait again. */
  readonly #givenBack: { call: Call; reason: GateReason | null }[] = [];
  /** When to search for silent calls again. */
  #silenceAt = simMs(0);

  constructor(
    deps: RunnerDeps,
    lease: Lease,
    carrier: VoiceCarrier | undefined,
    settings: () => RunSettings,
  ) {
    this.#deps = deps;
    this.lease = lease;
    this.#carrier = carrier;
    const calls = () => this.#calls.values();
    this.brake = new Brake(deps, lease, settings);
    this.agents = createAgents(deps, lease, { carrier, calls, settings, counts: this.brake });
    this.breaker = new Breaker(deps, lease, carrier, settings().trunkFailures);
    this.#optOuts = createKeyOptOuts(deps, lease.clientId, carrier);
    this.#waits = createAgentWaits(deps, lease.clientId);
    this.#answers = createPersonAnswers(deps, lease.clientId, {
      calls,
      talksCount: () => settings().talksCount ?? false,
      acknowledge: (call, event) => this.#acknowledgeOld(call, event),
    });
  }

  has(attemptId: string): boolean {
    return this.#calls.has(attemptId);
  }

  /** Calls in progress, and ended ones whose result is not committed. */
  size(): number {
    return this.#calls.size;
  }

  add(call: Call): void {
    this.#calls.set(call.attemptId, call);
    this.breaker.placed(call.attemptId);
    this.#deps.inProgress.set(call.attemptId, this);
  }

  takes(event: CallEvent): boolean {
    const call = this.#calls.get(event.attemptId);
    return call !== undefined && !(call.over && isOptOutKey(event) && !call.pending?.has(event));
  }

  follow(event: CallEvent): boolean {
    const call = this.#calls.get(event.attemptId);
    if (!call || call.pending?.has(event)) return false;
    // An event after the end, or a repeated one, changes nothing.
    if (call.over || !isNewEvent(call, event)) {
      this.#acknowledgeOld(call, event);
      return false;
    }
    this.breaker.onEvent(event);
    const action = this.#react(call, event);
    wait(call, event);
    const isKept = this.#answers.follow(call, event);
    this.#waits.follow(call);
    if (action.kind === 'end') {
      this.#takeAgentBack(call, event.at);
      this.#close({ call, ended: action.ended, events: [event] });
    } else if (action.kind === 'dial_agent') this.agents.ask(call, event);
    else if (action.kind === 'connect_waiting') {
      // No new leg is called: the two that there are talk at once, and the commit follows.
      this.agents.waiting.connect(action.agentId, call.attemptId, event.at);
      this.agents.ask(call, event);
    } else if (action.kind === 'opt_out') {
      if (call.linkback) this.#carrier?.hangUpAgent(call.attemptId, event.at);
      this.#letAgentWait(call);
      this.#optOuts.add(call, event);
    } else {
      // The person does not wait until the answer is stored; its acknowledgment does.
      this.#instruct(call, action, event.at);
      if (isKept) return true;
      call.pending?.delete(event);
      this.#carrier?.acknowledge([event]);
      return true;
    }
    return false;
  }

  /** Ends the call without an event: the carrier did not take it. */
  end(call: Call, ended: EndedCall): void {
    this.#close({ call, ended, events: [] });
  }

  /** Surely no call was placed: its entry waits again, for the carrier or only for its turn. */
  giveBack(call: Call, waitsFor: 'carrier' | 'turn'): void {
    if (call.over) return;
    call.over = true;
    this.#letAgentWait(call);
    const reason = waitsFor === 'carrier' ? gateReasons.carrierBusy : null;
    this.#givenBack.push({ call, reason });
  }

  /** Commits what was given back. Returns the lists that have something to call again. */
  async storeGivenBack(now: SimMs): Promise<number[]> {
    const { db } = this.#deps;
    const lists = new Set<number>();
    for (let first = this.#givenBack[0]; first !== undefined; first = this.#givenBack[0]) {
      const { reason } = first;
      const some = this.#givenBack.filter((one) => one.reason === reason).map(({ call }) => call);
      await asClient(db, this.lease.clientId, (tx) =>
        giveBack(tx, this.lease, some, new Date(now), reason),
      );
      const done = new Set(some);
      for (const call of some) this.#drop(call);
      for (const { callListId } of some) lists.add(callListId);
      this.#givenBack.splice(0, Infinity, ...this.#givenBack.filter(({ call }) => !done.has(call)));
    }
    return [...lists];
  }

  /**
   * Ends calls as unknown that their carrier was silent about for too long.
   *
   * @param polledUntil when the carriers were last polled: a late step is not silence
   */
  endSilent(polledUntil: SimMs): void {
    if (polledUntil < this.#silenceAt) return;
    this.#silenceAt = later(polledUntil, simMs(1_000));
    for (const call of this.#calls.values()) {
      if (call.over || polledUntil < silentAt(call)) continue;
      // If it is up all the same, neither customer nor agent is left on the line.
      this.#carrier?.hangUp(call.attemptId, polledUntil);
      this.end(call, endUnplaced(call, polledUntil, 'unknown', call.doubt ?? noOutcome));
    }
  }

  /**
   * Commits opt-outs and answers, and begins to commit results, beside what the step does next.
   * After an error they wait for the next time, and nothing else is done before they are stored.
   */
  async record(): Promise<void> {
    await this.agents.call();
    await this.brake.store();
    // A 9 is stored before the result of its call: the carrier may forget a call whose end it knows
    // to be stored.
    const newest = this.#results.at(-1);
    await this.#optOuts.store();
    await this.#answers.store();
    await this.#waits.store();
    // Some may have been committed meanwhile.
    this.#ready = newest ? this.#results.indexOf(newest) + 1 : 0;
    if (this.#ready === 0) return;
    const stored = this.#store();
    if (this.#mustWait || this.#ready > mostUnstored) await stored;
    else stored.catch(() => {});
  }

  async #store(): Promise<void> {
    try {
      await this.#deps.results.store(this);
      this.#mustWait = false;
    } catch (error) {
      this.#mustWait = true;
      throw error;
    }
  }

  /** The results that may be stored, the oldest first. */
  ready(): readonly Result[] {
    return this.#results.slice(0, this.#ready);
  }

  /** In the transaction of results. Returns what to do after its commit. */
  note(tx: Tx): Promise<() => void> {
    return this.breaker.note(tx);
  }

  /** The oldest results are committed. */
  stored(count: number): void {
    const some = this.#results.splice(0, count);
    this.#ready -= count;
    this.#carrier?.acknowledge(some.flatMap(({ events }) => events));
    for (const { call, ended } of some) {
      this.#drop(call);
      this.agents.stored(ended, call);
      this.#deps.metrics.ended(this.lease, ended.result);
    }
  }

  /** Another engine owns the campaign: records that the calls with an agent continue here. */
  async holdAgentCalls(): Promise<void> {
    this.agents.waiting.letGo();
    const own = [...this.#calls.values()].filter((call) => !call.over && holdsAgent(call));
    if (own.length === 0) return;
    const { db, engineId, leaseSeconds = 8 } = this.#deps;
    const { clientId } = this.lease;
    await asClient(db, clientId, (tx) => holdCalls(tx, { clientId, engineId }, own, leaseSeconds));
  }

  /**
   * Whether another engine may continue the campaign while these calls are followed here. Not while
   * a call waits for an agent, whom only the campaign's engine may call, or waits to be given back;
   * nor while the trunk may have failed with calls that the other engine does not count.
   */
  mayPass(): boolean {
    return (
      this.#givenBack.length === 0 &&
      this.agents.isQuiet() &&
      this.breaker.isQuiet() &&
      [...this.#calls.values()].every((call) => call.over || !call.linkback || holdsAgent(call))
    );
  }

  /**
   * At a shutdown: hangs up the calls in progress. An answered call ends with its result, because
   * who answered is known; the rest is dropped. They are hung up even if storing fails.
   */
  async forget(now: SimMs, note: Note): Promise<void> {
    this.agents.waiting.letGo('all');
    for (const call of [...this.#calls.values()]) {
      this.#carrier?.hangUp(call.attemptId, now);
      // Not answered as far as is known; somebody may answer at this very moment.
      if (call.over || !call.answered) continue;
      const at = latest(now, call.answered.at);
      const { attemptId } = call;
      const action = this.#react(call, { kind: 'ended', cause: 'hangup', attemptId, at, note });
      if (action.kind === 'end') this.end(call, action.ended);
    }
    try {
      await this.record();
      if (this.#ready > 0) await this.#store();
    } finally {
      for (const call of [...this.#calls.values()]) this.#drop(call);
    }
  }

  #react(call: Call, event: CallEvent): Action {
    const before = stageOf(call);
    const action = call.linkback
      ? followLinkback(call, call.linkback, event, this.agents)
      : followBroadcast(call, event);
    if (call.linkback) this.agents.adaptive.follow(before, call, event);
    noteCourse(call, event, action);
    return action;
  }

  /** Does what happens at once; the rest waits for its commit. */
  #instruct({ attemptId }: Call, action: Action, at: SimMs): void {
    const carrier = this.#carrier;
    if (action.kind === 'play') carrier?.play(attemptId, action.sound, at);
    if (action.kind === 'hang_up') carrier?.hangUp(attemptId, at);
    if (action.kind === 'play_to_agent') carrier?.playToAgent(attemptId, action.sound, at);
    if (action.kind === 'connect') carrier?.connect(attemptId, at);
  }

  /** A call ends once: its carrier may report the end while a doubt about it is being settled. */
  #close(result: Result): void {
    if (result.call.over) return;
    result.call.over = true;
    this.#letAgentWait(result.call);
    this.#results.push(result);
  }

  /** The agent who was called first for this customer is free for the next one. */
  #letAgentWait({ linkback }: Call): void {
    if (linkback?.waitingAgent === undefined || linkback.connectedAt !== undefined) return;
    this.agents.waiting.release(linkback.waitingAgent);
    linkback.waitingAgent = undefined;
  }

  /** The customer ended the talk: the line of the agent who was called first stays. */
  #takeAgentBack({ linkback }: Call, at: SimMs): void {
    const { waitingAgent, connectedAt, talkEndedAt } = linkback ?? {};
    if (waitingAgent === undefined || connectedAt === undefined || talkEndedAt !== undefined)
      return;
    this.agents.takeBack(waitingAgent, at);
  }

  /** Whatever else was reported of the call is an orphan from now on. */
  #drop({ attemptId, pending }: Call): void {
    this.#calls.delete(attemptId);
    this.#deps.inProgress.delete(attemptId);
    this.breaker.unplaced(attemptId);
    if (pending?.size) this.#carrier?.tellAgain([...pending]);
  }

  /** Not before the result is committed: a carrier may take any acknowledged end for the end. */
  #acknowledgeOld(call: Call, event: CallEvent): void {
    const result = this.#results.find((one) => one.call === call);
    if (result) {
      wait(call, event);
      result.events.push(event);
    } else this.#carrier?.acknowledge([event]);
  }
}

function wait(call: Call, event: CallEvent): void {
  call.pending ??= new Set();
  call.pending.add(event);
}
