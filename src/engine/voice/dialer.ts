/**
 * Places a campaign's calls, a Broadcast's at its pace and a Linkback's as its agents are free:
 * claim in one transaction, hand over only after its commit, and say what there is to wait for when
 * nothing is due.
 */

import type { CallRequest, VoiceCarrier } from '#carriers/port.ts';
import { campaignType } from '#contract/campaign.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient, asClientOnce } from '#db/database.ts';
import { claimBatch, claimCalls } from '#db/queries/claim.ts';
import type { ClaimedCall } from '#db/queries/claim-request.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { completeRun } from '#db/queries/run-transition.ts';
import { roomForCalls } from '#domain/linkback-pacing.ts';
import { createPacer } from '#domain/pacing.ts';
import { waitingReason } from '#domain/reasons.ts';
import { createThrottle } from '#domain/throttle.ts';
import { attemptIdOf } from '../attempt-id.ts';
import type { RunnerSide } from '../campaign-runner.ts';
import { createCarrierRoom } from '../carrier-room.ts';
import type { RunnerDeps } from '../deps.ts';
import { createEntryGate } from '../entry-gate.ts';
import { haltOf } from '../halt.ts';
import { handOverOf, stillWanted } from '../hand-over.ts';
import type { LeaseHold } from '../lease-holds.ts';
import { createListWatch, type Outlook } from '../list-watch.ts';
import { type Call, endUnplaced, ownSoundsOf } from './call.ts';
import type { CallBook } from './call-book.ts';
import { createCallerIds, shownAs } from './caller-id.ts';

export interface Dialer {
  /** Places what is due. Answers what the campaign waits for, null when it dials. */
  dial(settings: RunSettings): Promise<Reason | null>;
  /** Lets the calls that the carrier did not take wait again. */
  settle(): Promise<void>;
}

/** Real milliseconds of calls that a late step may make up for, and between two looks at what is left. */
const catchUp = 1_000;
const lookEvery = 500;
/** Real milliseconds: other campaigns and the lease's renewal wait for the end of a step. */
const longestPlacing = 250;

const carrierBusy: Reason = { code: 'carrier_busy' };
const loadingList: Reason = { code: 'waits_for_list' };

type DialerOptions = Omit<RunnerSide, 'settings'>;

export function createDialer(
  deps: RunnerDeps,
  lease: Lease,
  carrier: VoiceCarrier | undefined,
  book: CallBook,
  { takenOver, onDoubt, answerOf }: DialerOptions,
): Dialer {
  const { db, clock, log } = deps;
  const claim = deps.claim ?? claimCalls;
  const lists = createListWatch(deps, lease);
  const callerIds = createCallerIds(deps);
  const pacer = createPacer(catchUp * clock.speed, takenOver ? clock.now() : undefined);
  const throttle = createThrottle(clock.speed);
  const room = createCarrierRoom(carrier, lease);
  /** Nothing is due before `until`. */
  let idle: { until: number; reason: Reason | null } | undefined;
  /** Looked at before the first claim. */
  let lookAt = Number.NEGATIVE_INFINITY;
  const judgeAt = createEntryGate(deps);

  async function take(settings: RunSettings, wanted: number) {
    const callerId = await callerIds.forClaim(settings);
    /** Asked inside the transaction: a connection may have been waited for. */
    const request = () => {
      const now = clock.now();
      return {
        lease,
        now: new Date(now),
        wanted,
        skip: lists.atRest(now),
        turns: lists.turns(),
        judge: judgeAt(settings, now),
        world: deps.witness?.world(),
        callerId,
      };
    };
    try {
      // Once: the caller IDs that it chooses are counted in memory.
      const outcome = await asClientOnce(db, lease.clientId, (tx) => claim(tx, request()));
      if (outcome.kind === 'claimed') lists.note(outcome);
      return outcome;
    } catch (error) {
      onDoubt();
      throw error;
    }
  }

  const requested = (call: Call): CallRequest => {
    const { clientId, campaignId } = lease;
    return { ...requestOf(call), sender: { clientId, campaignId } };
  };

  /** It waits in its list again. */
  function putBack(call: Call): void {
    book.add(call);
    book.giveBack(call, 'turn');
  }

  /** Calling hours may have ended since the claim: such a call waits in its list again. */
  function thatMayBePlaced(claimed: ClaimedCall[], settings: RunSettings): Call[] {
    const now = clock.now();
    return claimed.flatMap((entry) => {
      const call = callOf(entry, settings, now);
      if (now < entry.callableUntil) return [call];
      putBack(call);
      return [];
    });
  }

  /**
   * Somebody may have pressed 1 while the claim was being committed: then fewer agents are free, and
   * what does not fit any more waits in its list again. Nothing is awaited between this and `place`.
   */
  function thatFit(settings: RunSettings, calls: Call[]): Call[] {
    if (!isLinkback(settings)) return calls;
    const most = (deps.roomForCalls ?? roomForCalls)(book.agents.state());
    calls.slice(most).forEach(putBack);
    return calls.slice(0, most);
  }

  async function handOver(
    settings: RunSettings,
    claimed: ClaimedCall[],
    hold: LeaseHold,
  ): Promise<void> {
    if (!carrier || !hold.isSure()) {
      // Another engine may have the campaign by now; what was not handed over ends as unknown.
      log.warn({ ...lease, calls: claimed.length }, 'the lease ran out before calls were placed');
      onDoubt();
      return;
    }
    const calls = thatFit(settings, thatMayBePlaced(claimed, settings));
    if (calls.length === 0) return;
    const witnessed = deps.witness?.handingOver(calls.map((call) => handOverOf(call, lease)));
    if (witnessed === 'repeated') {
      // The database forgot that they were called. What becomes of them is not known, so they end so.
      log.error({ ...lease, calls: calls.length }, 'the database gave out calls a second time');
      onDoubt();
      return;
    }
    if (witnessed === 'refused') {
      for (const call of calls) putBack(call);
      return;
    }
    for (const call of calls) book.add(call);
    deps.metrics.attempted(lease, calls.length);
    const mayPlace = stillWanted(hold, clock, claimed, () => haltOf(deps) !== undefined);
    const placements = await answerOf(carrier.place(calls.map(requested), mayPlace), []);
    for (const [index, call] of calls.entries()) {
      const placement = placements[index] ?? { kind: 'unknown', note: { code: 'no_answer' } };
      if (placement.kind === 'accepted') throttle.taken();
      // It may have been placed all the same: its events will tell, or their absence.
      else if (placement.kind === 'unknown') call.doubt = placement.note;
      else if (placement.retryable) book.giveBack(call, 'carrier');
      else {
        const { note, trunk } = placement;
        book.breaker.unplaced(call.attemptId, trunk, note);
        book.end(call, endUnplaced(call, clock.now(), 'failed', note));
      }
    }
    const refused = placements.some((one) => one.kind === 'rejected' && one.retryable);
    if (refused) throttle.refused(clock.now(), room.hasTurns());
  }

  /**
   * Places so many calls, in batches; what does not fit into one step is not made up for.
   *
   * @returns `all` when no entry is due any more, `none` when this engine may place no call
   */
  async function place(settings: RunSettings, due: number): Promise<'some' | 'all' | 'none'> {
    const end = performance.now() + longestPlacing;
    for (let left = due; left > 0 && performance.now() < end; ) {
      const hold = deps.holdOf(lease);
      if (!hold.isSure()) return 'none';
      const wanted = room.ask(Math.min(left, claimBatch), isLinkback(settings) ? 0 : left);
      if (wanted === 0) return 'some';
      const outcome = await take(settings, wanted);
      if (outcome.kind !== 'claimed') return 'none';
      const { calls, more } = outcome;
      if (calls.length > 0) {
        idle = undefined;
        await handOver(settings, calls, hold);
        if (throttle.isWaiting(clock.now())) return 'some';
      }
      left -= calls.length;
      // Agents who became busy meanwhile: the next step counts them anew.
      if (isLinkback(settings)) left = Math.min(left, roomForCalls(book.agents.state()));
      if (left > 0 && !more) return 'all';
      // Entries were passed over: the next step goes on behind them.
      if (calls.length === 0) return 'some';
    }
    return 'some';
  }

  /** What is left when nothing is due, or when it was not looked at for a while. */
  async function look(): Promise<Reason | null> {
    const now = clock.now();
    lookAt = now + lookEvery * clock.speed;
    const outlook = await lists.look(now);
    const { nextDue, loading } = outlook;
    idle = undefined;
    if (nextDue <= now) return null;
    idle = { until: Math.min(lookAt, nextDue), reason: reasonOf(outlook) };
    if (nextDue === Number.POSITIVE_INFINITY && !loading && book.size() === 0) {
      await asClient(db, lease.clientId, (tx) => completeRun(tx, lease));
    }
    return idle.reason;
  }

  return {
    async dial(settings) {
      const now = clock.now();
      const wanted = isLinkback(settings)
        ? roomForCalls(book.agents.state())
        : room.due(pacer.take(now, settings.callsPerMinute), settings.callsPerMinute);
      const due = Math.min(wanted, book.breaker.room());
      if (throttle.isWaiting(now)) return carrierBusy;
      if (now >= lookAt) await look();
      if (due > 0 && !(idle && now < idle.until)) {
        const used = await place(settings, due);
        if (throttle.isWaiting(clock.now()) || room.waitsLong()) return carrierBusy;
        if (used !== 'some') room.rest();
        if (used === 'all') return look();
        if (used === 'none') return null;
      }
      const held = wanted > due ? book.breaker.waitsFor() : null;
      return held ?? idle?.reason ?? null;
    },
    async settle() {
      lists.forget(await book.storeGivenBack(clock.now()));
    },
  };
}

function isLinkback(settings: RunSettings): boolean {
  return settings.campaignType === campaignType.linkback;
}

function reasonOf({ nextDue, reason, loading }: Outlook): Reason | null {
  if (nextDue !== Number.POSITIVE_INFINITY) return waitingReason(reason, nextDue);
  return loading ? loadingList : null;
}

function requestOf(call: Call): CallRequest {
  const { attemptId, phone, callerId } = call;
  const ownSounds = ownSoundsOf(call);
  return { attemptId, to: phone, callerId, ...(ownSounds.length > 0 && { ownSounds }) };
}

function callOf(entry: ClaimedCall, settings: RunSettings, now: number): Call {
  const { callListId, entryId, phone, hasOthers } = entry;
  const { clientId, customerMessage, machineMessage } = settings;
  const attemptId = attemptIdOf(clientId, callListId, entryId);
  return {
    attemptId,
    clientId,
    callListId,
    entryId,
    phone,
    ...(hasOthers && { hasOthers }),
    attemptedAt: now,
    customerMessage,
    machineMessage,
    callerId: shownAs(entry.callerId, settings.callerIdName),
    ...(isLinkback(settings) ? { linkback: { stage: 'message' } } : {}),
  };
}
