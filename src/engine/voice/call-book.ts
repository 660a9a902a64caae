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
import { type Breaker, createBreaker } from './breaker.ts';
import { type Action, type Call, endUnplaced, followBroadcast } from './call.ts';
import { isNews, silentAt } from './call-silence.ts';
import { createKeyOptOuts } from './key-opt-outs.ts';
import { followLinkback, holdsAgent } from './linkback.ts';
import { createPersonAnswers } from './person-answers.ts';
import { isOptOutKey } from './stray-keys.ts';

export interface CallBook extends CallFollower {
  /** Of a Linkback: who is free, and how many calls are in flight. */
  readonly agents: Agents;
  /** Whether the trunk carries these calls at all. */
  readonly breaker: Breaker;
  has(attemptId: string): boolean;
  add(call: Call): void;
  /** The call is over without an event: the carrier did not take it. */
  end(call: Call, ended: EndedCall): void;
  /** Surely no call was placed: its entry is to wait again, for the carrier or only for its turn. */
  giveBack(call: Call, waitsFor: 'carrier' | 'turn'): void;
  /** Commits what was given back. Answers the lists that have something to call again. */
  storeGivenBack(now: number): Promise<number[]>;
  /**
   * Calls of which nothing was heard for too long end as unknown.
   *
   * @param heardUntil when the carriers were heard last: a step that came late is no silence
   */
  endSilent(heardUntil: number): void;
  /** Commits results and opt-outs. On an error they wait for the next time. */
  record(): Promise<void>;
  /** Another engine has the campaign: says that the calls with an agent go on here. */
  holdAgentCalls(): Promise<void>;
  /**
   * Whether another engine may go on with the campaign while these calls are followed here. Not while
   * one waits in vain for an agent, whom only the campaign's engine may call, or for its list; nor while
   * the trunk may have failed with calls that the other engine does not count.
   */
  mayPass(): boolean;
  /** Calls in progress, and ended ones whose result is not committed. */
  size(): number;
  /**
   * At a shutdown: hangs up what is in progress. Who answered is known, so an answered call ends with
   * its result; the rest is dropped. On an error it was hung up all the same.
   */
  forget(now: number, note: Note): Promise<void>;
}

const outcomeNotTold: Note = { code: 'outcome_not_told' };

interface Result {
  call: Call;
  ended: EndedCall;
  /** Acknowledged with its commit: the end, and what else is told of the call until then. */
  events: CallEvent[];
}

export function createCallBook(
  deps: RunnerDeps,
  lease: Lease,
  carrier: VoiceCarrier | undefined,
  settings: () => RunSettings,
): CallBook {
  const { db, vault, metrics } = deps;
  const { clientId } = lease;
  const calls = new Map<string, Call>();
  const agents = createAgents(deps, lease, { carrier, calls: () => calls.values(), settings });
  const breaker = createBreaker(deps, lease, carrier, settings().trunkFailures);
  const results: Result[] = [];
  const optOuts = createKeyOptOuts(deps, clientId, carrier);
  const answers = createPersonAnswers(deps, clientId, acknowledgeOld);
  const givenBack: { call: Call; reason: GateReason | null }[] = [];
  let lookAt = 0;
  /** Not acknowledged yet, because what they led to is not committed: they are told again. */
  const pending = new WeakSet<CallEvent>();

  async function storeResults(): Promise<void> {
    while (results.length > 0) {
      const some = results.slice(0, resultBatch);
      for (const { call } of some) await deps.ensureMonth(call.attemptedAt);
      const ended = some.map((result) => result.ended);
      const noted = await asClient(db, clientId, async (tx) => {
        // First: the campaign's row is locked before any other, as a claim does.
        const after = await breaker.note(tx);
        await recordResults(tx, vault, clientId, ended);
        return after;
      });
      noted();
      results.splice(0, some.length);
      carrier?.acknowledge(some.flatMap(({ events }) => events));
      for (const { call, ended } of some) {
        drop(call);
        metrics.ended(lease, ended.result);
      }
    }
  }

  function drop({ attemptId }: Call): void {
    calls.delete(attemptId);
    deps.inProgress.delete(attemptId);
    breaker.unplaced(attemptId);
  }

  const react = (call: Call, event: CallEvent): Action =>
    call.linkback
      ? followLinkback(call, call.linkback, event, agents)
      : followBroadcast(call, event);

  /** What is done at once; the rest waits for its commit. */
  function instruct({ attemptId }: Call, action: Action, at: number): void {
    if (action.kind === 'play') carrier?.play(attemptId, action.sound, at);
    if (action.kind === 'hang_up') carrier?.hangUp(attemptId, at);
    if (action.kind === 'play_to_agent') carrier?.playToAgent(attemptId, action.sound, at);
    if (action.kind === 'connect') carrier?.connect(attemptId, at);
  }

  /** A call ends once: its carrier may tell the end while a doubt about it is being settled. */
  function close(result: Result): void {
    if (result.call.over) return;
    result.call.over = true;
    results.push(result);
  }

  /** Of a call whose result is not committed: a carrier may take any end that is acknowledged for the end. */
  function acknowledgeOld(call: Call, event: CallEvent): void {
    const result = results.find((one) => one.call === call);
    if (result) {
      pending.add(event);
      result.events.push(event);
    } else carrier?.acknowledge([event]);
  }

  const book: CallBook = {
    agents,
    breaker,
    has: (attemptId) => calls.has(attemptId),
    add(call) {
      calls.set(call.attemptId, call);
      breaker.placed(call.attemptId);
      deps.inProgress.set(call.attemptId, book);
    },
    takes(event) {
      const call = calls.get(event.attemptId);
      return call !== undefined && !(call.over && isOptOutKey(event) && !pending.has(event));
    },
    follow(event) {
      const call = calls.get(event.attemptId);
      if (!call || pending.has(event)) return false;
      // What comes after the end, or once more, changes nothing.
      if (call.over || !isNews(call, event)) {
        acknowledgeOld(call, event);
        return false;
      }
      breaker.heard(event);
      const action = react(call, event);
      pending.add(event);
      const isKept = answers.follow(call, event);
      if (action.kind === 'end') close({ call, ended: action.ended, events: [event] });
      else if (action.kind === 'dial_agent') agents.ask(call, event);
      else if (action.kind === 'opt_out') {
        if (call.linkback) carrier?.hangUpAgent(call.attemptId, event.at);
        optOuts.add(call, event);
      } else {
        // The person does not wait until the answer is kept; its acknowledgment does.
        instruct(call, action, event.at);
        if (isKept) return true;
        pending.delete(event);
        carrier?.acknowledge([event]);
        return true;
      }
      return false;
    },
    end(call, ended) {
      close({ call, ended, events: [] });
    },
    giveBack(call, waitsFor) {
      if (call.over) return;
      call.over = true;
      const reason = waitsFor === 'carrier' ? gateReasons.carrierBusy : null;
      givenBack.push({ call, reason });
    },
    async storeGivenBack(now) {
      const lists = new Set<number>();
      for (let first = givenBack[0]; first !== undefined; first = givenBack[0]) {
        const { reason } = first;
        const some = givenBack.filter((one) => one.reason === reason).map(({ call }) => call);
        await asClient(db, clientId, (tx) => giveBack(tx, lease, some, new Date(now), reason));
        const done = new Set(some);
        for (const call of some) drop(call);
        for (const { callListId } of some) lists.add(callListId);
        givenBack.splice(0, Infinity, ...givenBack.filter(({ call }) => !done.has(call)));
      }
      return [...lists];
    },
    endSilent(heardUntil) {
      if (heardUntil < lookAt) return;
      lookAt = heardUntil + 1_000;
      for (const call of calls.values()) {
        if (call.over || heardUntil < silentAt(call)) continue;
        // Should it be up all the same, nobody is left on the line, customer or agent.
        carrier?.hangUp(call.attemptId, heardUntil);
        book.end(call, endUnplaced(call, heardUntil, 'unknown', call.doubt ?? outcomeNotTold));
      }
    },
    async record() {
      await agents.call();
      await optOuts.store();
      await answers.store();
      await storeResults();
    },
    async holdAgentCalls() {
      const own = [...calls.values()].filter((call) => !call.over && holdsAgent(call));
      if (own.length === 0) return;
      const seconds = deps.leaseSeconds ?? 8;
      const holder = { clientId, engineId: deps.engineId };
      await asClient(db, clientId, (tx) => holdCalls(tx, holder, own, seconds));
    },
    mayPass: () =>
      givenBack.length === 0 &&
      agents.isQuiet() &&
      breaker.isQuiet() &&
      [...calls.values()].every((call) => call.over || !call.linkback || holdsAgent(call)),
    size: () => calls.size,
    async forget(now, note) {
      for (const call of [...calls.values()]) {
        carrier?.hangUp(call.attemptId, now);
        // Nobody yet, as far as was heard: somebody may answer at this very moment.
        if (call.over || !call.answered) continue;
        const at = Math.max(now, call.answered.at);
        const action = react(call, {
          kind: 'ended',
          ...{ attemptId: call.attemptId, at, note },
          cause: 'hangup',
        });
        if (action.kind === 'end') book.end(call, action.ended);
      }
      await book.record();
      for (const call of [...calls.values()]) drop(call);
    },
  };
  return book;
}
