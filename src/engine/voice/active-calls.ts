/**
 * The calls in progress of one campaign, and the results that wait for their commit. An event is
 * acknowledged to the carrier only when what it led to is committed (promise 3).
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import type { Note } from '#contract/note.ts';
import { asClient } from '#db/database.ts';
import { giveBack } from '#db/queries/give-back.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { type EndedCall, recordResults, resultBatch } from '#db/queries/record.ts';
import { holdCalls } from '#db/queries/recovery.ts';
import { type GateReason, gateReasons } from '#domain/gate.ts';
import type { CallFollower, RunnerDeps } from '../deps.ts';
import { type Agents, createAgents } from './agents.ts';
import { Breaker } from './breaker.ts';
import { type Action, type Call, endUnplaced, followBroadcast } from './call.ts';
import { isNews, silentAt } from './call-silence.ts';
import { createKeyOptOuts, type KeyOptOuts } from './key-opt-outs.ts';
import { followLinkback, holdsAgent } from './linkback.ts';
import { createPersonAnswers, type PersonAnswers } from './person-answers.ts';
import { isOptOutKey } from './stray-keys.ts';

const outcomeNotTold: Note = { code: 'outcome_not_told' };

interface Result {
  call: Call;
  ended: EndedCall;
  /** Acknowledged with its commit: the end, and what else the carrier reports of the call until then. */
  events: CallEvent[];
}

export class ActiveCalls implements CallFollower {
  /** Of a Linkback: who is free, and how many calls are in flight. */
  readonly agents: Agents;
  /** Whether the trunk carries these calls at all. */
  readonly breaker: Breaker;
  readonly #deps: RunnerDeps;
  readonly #lease: Lease;
  readonly #carrier: VoiceCarrier | undefined;
  /** By attempt id: those in progress, and ended ones whose result is not committed. */
  readonly #calls = new Map<string, Call>();
  /** They wait for their commit. */
  readonly #results: Result[] = [];
  readonly #optOuts: KeyOptOuts;
  readonly #answers: PersonAnswers;
  /** Surely not placed: their entries are to wait again. */
  readonly #givenBack: { call: Call; reason: GateReason | null }[] = [];
  /** On the engine's clock: silent calls are looked for again. */
  #silenceAt = 0;
  /** Not acknowledged yet, because what they led to is not committed: the carrier gives them again. */
  readonly #pending = new WeakSet<CallEvent>();

  constructor(
    deps: RunnerDeps,
    lease: Lease,
    carrier: VoiceCarrier | undefined,
    settings: () => RunSettings,
  ) {
    this.#deps = deps;
    this.#lease = lease;
    this.#carrier = carrier;
    const calls = () => this.#calls.values();
    this.agents = createAgents(deps, lease, { carrier, calls, settings });
    this.breaker = new Breaker(deps, lease, carrier, settings().trunkFailures);
    this.#optOuts = createKeyOptOuts(deps, lease.clientId, carrier);
    this.#answers = createPersonAnswers(deps, lease.clientId, (call, event) =>
      this.#acknowledgeOld(call, event),
    );
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
    return call !== undefined && !(call.over && isOptOutKey(event) && !this.#pending.has(event));
  }

  follow(event: CallEvent): boolean {
    const call = this.#calls.get(event.attemptId);
    if (!call || this.#pending.has(event)) return false;
    // What comes after the end, or once more, changes nothing.
    if (call.over || !isNews(call, event)) {
      this.#acknowledgeOld(call, event);
      return false;
    }
    this.breaker.heard(event);
    const action = this.#react(call, event);
    this.#pending.add(event);
    const isKept = this.#answers.follow(call, event);
    if (action.kind === 'end') this.#close({ call, ended: action.ended, events: [event] });
    else if (action.kind === 'dial_agent') this.agents.ask(call, event);
    else if (action.kind === 'opt_out') {
      if (call.linkback) this.#carrier?.hangUpAgent(call.attemptId, event.at);
      this.#optOuts.add(call, event);
    } else {
      // The person does not wait until the answer is kept; its acknowledgment does.
      this.#instruct(call, action, event.at);
      if (isKept) return true;
      this.#pending.delete(event);
      this.#carrier?.acknowledge([event]);
      return true;
    }
    return false;
  }

  /** The call is over without an event: the carrier did not take it. */
  end(call: Call, ended: EndedCall): void {
    this.#close({ call, ended, events: [] });
  }

  /** Surely no call was placed: its entry is to wait again, for the carrier or only for its turn. */
  giveBack(call: Call, waitsFor: 'carrier' | 'turn'): void {
    if (call.over) return;
    call.over = true;
    const reason = waitsFor === 'carrier' ? gateReasons.carrierBusy : null;
    this.#givenBack.push({ call, reason });
  }

  /** Commits what was given back. Returns the lists that have something to call again. */
  async storeGivenBack(now: number): Promise<number[]> {
    const { db } = this.#deps;
    const lists = new Set<number>();
    for (let first = this.#givenBack[0]; first !== undefined; first = this.#givenBack[0]) {
      const { reason } = first;
      const some = this.#givenBack.filter((one) => one.reason === reason).map(({ call }) => call);
      await asClient(db, this.#lease.clientId, (tx) =>
        giveBack(tx, this.#lease, some, new Date(now), reason),
      );
      const done = new Set(some);
      for (const call of some) this.#drop(call);
      for (const { callListId } of some) lists.add(callListId);
      this.#givenBack.splice(0, Infinity, ...this.#givenBack.filter(({ call }) => !done.has(call)));
    }
    return [...lists];
  }

  /**
   * Calls whose carrier was silent about them for too long end as unknown.
   *
   * @param heardUntil when the carriers' events were last read: a step that came late is no silence
   */
  endSilent(heardUntil: number): void {
    if (heardUntil < this.#silenceAt) return;
    this.#silenceAt = heardUntil + 1_000;
    for (const call of this.#calls.values()) {
      if (call.over || heardUntil < silentAt(call)) continue;
      // Should it be up all the same, nobody is left on the line, customer or agent.
      this.#carrier?.hangUp(call.attemptId, heardUntil);
      this.end(call, endUnplaced(call, heardUntil, 'unknown', call.doubt ?? outcomeNotTold));
    }
  }

  /** Commits results and opt-outs. On an error they wait for the next time. */
  async record(): Promise<void> {
    await this.agents.call();
    await this.#optOuts.store();
    await this.#answers.store();
    await this.#storeResults();
  }

  /** Another engine has the campaign: says that the calls with an agent go on here. */
  async holdAgentCalls(): Promise<void> {
    const own = [...this.#calls.values()].filter((call) => !call.over && holdsAgent(call));
    if (own.length === 0) return;
    const { db, engineId, leaseSeconds = 8 } = this.#deps;
    const { clientId } = this.#lease;
    await asClient(db, clientId, (tx) => holdCalls(tx, { clientId, engineId }, own, leaseSeconds));
  }

  /**
   * Whether another engine may go on with the campaign while these calls are followed here. Not while
   * one waits in vain for an agent, whom only the campaign's engine may call, or for its list; nor while
   * the trunk may have failed with calls that the other engine does not count.
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
   * At a shutdown: hangs up what is in progress. Who answered is known, so an answered call ends with
   * its result; the rest is dropped. On an error it was hung up all the same.
   */
  async forget(now: number, note: Note): Promise<void> {
    for (const call of [...this.#calls.values()]) {
      this.#carrier?.hangUp(call.attemptId, now);
      // Nobody yet, as far as is known: somebody may answer at this very moment.
      if (call.over || !call.answered) continue;
      const at = Math.max(now, call.answered.at);
      const { attemptId } = call;
      const action = this.#react(call, { kind: 'ended', cause: 'hangup', attemptId, at, note });
      if (action.kind === 'end') this.end(call, action.ended);
    }
    await this.record();
    for (const call of [...this.#calls.values()]) this.#drop(call);
  }

  #react(call: Call, event: CallEvent): Action {
    return call.linkback
      ? followLinkback(call, call.linkback, event, this.agents)
      : followBroadcast(call, event);
  }

  /** What is done at once; the rest waits for its commit. */
  #instruct({ attemptId }: Call, action: Action, at: number): void {
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
    this.#results.push(result);
  }

  async #storeResults(): Promise<void> {
    const { db, vault, metrics, ensureMonth } = this.#deps;
    while (this.#results.length > 0) {
      const some = this.#results.slice(0, resultBatch);
      for (const { call } of some) await ensureMonth(call.attemptedAt);
      const ended = some.map((result) => result.ended);
      const noted = await asClient(db, this.#lease.clientId, async (tx) => {
        // First: the campaign's row is locked before any other, as a claim does.
        const after = await this.breaker.note(tx);
        await recordResults(tx, vault, this.#lease.clientId, ended);
        return after;
      });
      noted();
      this.#results.splice(0, some.length);
      this.#carrier?.acknowledge(some.flatMap(({ events }) => events));
      for (const { call, ended } of some) {
        this.#drop(call);
        metrics.ended(this.#lease, ended.result);
      }
    }
  }

  #drop({ attemptId }: Call): void {
    this.#calls.delete(attemptId);
    this.#deps.inProgress.delete(attemptId);
    this.breaker.unplaced(attemptId);
  }

  /** Of a call whose result is not committed: a carrier may take any end that is acknowledged for the end. */
  #acknowledgeOld(call: Call, event: CallEvent): void {
    const result = this.#results.find((one) => one.call === call);
    if (result) {
      this.#pending.add(event);
      result.events.push(event);
    } else this.#carrier?.acknowledge([event]);
  }
}
