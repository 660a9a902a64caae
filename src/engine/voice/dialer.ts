/**
 * Places a campaign's calls, a Broadcast's at its pace and a Linkback's as its agents are free.
 *
 *   campaign-runner -> voice-runner -> dial(settings)   at each step
 *     campaign-pace -> sounds.ready         how many have what they will speak prepared
 *                   -> claim               one transaction: the gate judges, attempts are written
 *                   -> submit              only after its commit:
 *                        #thatMayBePlaced  what may not go any more waits in its list again
 *                        #thatFit          in a Linkback, no more than there are free agents for
 *                        witness           the journal beside the database, synced
 *                        carrier.place     with the attempt's id as its idempotency key
 *                        #follow           accepted, unknown or rejected
 *                   -> lists.poll          when nothing is due: what the campaign waits for
 */

import type { CallRequest, Placement, VoiceCarrier } from '#carriers/port.ts';
import { campaignType } from '#contract/campaign.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient, asClientOnce } from '#db/database.ts';
import { claimBatch, claimCalls } from '#db/queries/claim.ts';
import type { ClaimedCall } from '#db/queries/claim-request.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { type GuardedRoom, guardedRoom } from '#domain/governor/guarded-pacing.ts';
import { agentsBeyond } from '#domain/linkback-pacing.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { attemptIdOf } from '../attempt-id.ts';
import { type Batch, CampaignPace, type PacedWork } from '../campaign-pace.ts';
import type { RunnerSide } from '../campaign-work.ts';
import type { RunnerDeps } from '../deps.ts';
import { haltOf } from '../halt.ts';
import type { LeaseHold } from '../lease-holds.ts';
import { journalEntryOf, stillWanted } from '../submission.ts';
import type { ActiveCalls } from './active-calls.ts';
import { type Call, endUnplaced, ownSoundsOf } from './call.ts';
import { type CallerIds, createCallerIds, shownAs } from './caller-id.ts';
import { createPlayedRenderings } from './played-renderings.ts';
import { SomebodyCallable } from './somebody-callable.ts';
import { SoundsAhead } from './sounds-ahead.ts';

/** Entries that a look for somebody who may be called judges at a time. */
const probed = 100;

type DialerOptions = Omit<RunnerSide, 'settings'>;

export class CampaignDialer implements PacedWork<RunSettings, ClaimedCall> {
  readonly #deps: RunnerDeps;
  readonly #lease: Lease;
  readonly #carrier: VoiceCarrier | undefined;
  /** The calls in flight. */
  readonly #calls: ActiveCalls;
  readonly #options: DialerOptions;
  readonly #pace: CampaignPace;
  readonly #callerIds: CallerIds;
  readonly #played = createPlayedRenderings();
  readonly #sounds: SoundsAhead;
  readonly #callable: SomebodyCallable;

  constructor(
    deps: RunnerDeps,
    lease: Lease,
    carrier: VoiceCarrier | undefined,
    calls: ActiveCalls,
    options: DialerOptions,
  ) {
    const { takenOver } = options;
    this.#deps = deps;
    this.#lease = lease;
    this.#carrier = carrier;
    this.#calls = calls;
    this.#options = options;
    this.#pace = new CampaignPace(deps, lease, carrier, {
      takenOver,
      inFlight: () => calls.size(),
    });
    this.#callerIds = createCallerIds(deps);
    this.#sounds = new SoundsAhead(deps, lease, carrier);
    this.#callable = new SomebodyCallable(deps.clock);
  }

  /** Places what is due. Returns what the campaign waits for, or null while it dials. */
  async dial(settings: RunSettings): Promise<Reason | null> {
    const { breaker, agents } = this.#calls;
    await agents.adaptive.recall();
    const wanted = isLinkback(settings)
      ? this.#roomOfAgents()
      : this.#pace.due(settings.callsPerMinute);
    const due = Math.min(wanted, breaker.room());
    const waitsFor = await this.#pace.step(settings, due, this);
    const idle = this.#pace.idle();
    // The list is done, or its hours have ended.
    if (idle && this.#calls.size() === 0) this.#calls.agents.waiting.rest(idle.nextDue);
    if (isLinkback(settings)) {
      const isDialing = waitsFor === undefined && !idle;
      this.#tendAgents(isDialing && (await this.#isSomebodyCallable(settings, due)));
    }
    if (waitsFor !== undefined) return waitsFor;
    const held = wanted > due ? breaker.waitsFor() : null;
    return held ?? this.#sounds.slowness() ?? idle?.reason ?? null;
  }

  /** Makes the calls that the carrier did not take wait again. */
  async settle(): Promise<void> {
    this.#pace.lists.forget(await this.#calls.storeGivenBack(this.#deps.clock.now()));
  }

  most(): number {
    return claimBatch;
  }

  ready(settings: RunSettings, wanted: number): number {
    return this.#sounds.ready(settings, wanted, this.#pace.lists.atRest(this.#deps.clock.now()));
  }

  owed(settings: RunSettings, left: number): number {
    return isLinkback(settings) ? 0 : left;
  }

  /** Agents may have become busy meanwhile: the next step counts them again. */
  stillDue(settings: RunSettings, left: number): number {
    return isLinkback(settings) ? Math.min(left, this.#roomOfAgents()) : left;
  }

  async claim(settings: RunSettings, wanted: number): Promise<Batch<ClaimedCall>> {
    const { db, clock, claim = claimCalls } = this.#deps;
    const callerId = await this.#callerIds.forClaim(settings);
    try {
      // Not repeated: the caller IDs that it chooses are counted in memory.
      let committed = () => {};
      const outcome = await asClientOnce(db, this.#lease.clientId, async (tx) => {
        // Made inside the transaction, because getting a connection may have taken time.
        const request = this.#pace.claimRequest(settings, wanted, clock.now());
        const claimed = await claim(tx, { ...request, callerId });
        if (claimed.kind === 'claimed') {
          committed = await this.#played.note(tx, settings, claimed.calls);
        }
        return claimed;
      });
      committed();
      if (outcome.kind === 'limited') return outcome;
      if (outcome.kind !== 'claimed') return { kind: 'refused' };
      this.#pace.lists.note(outcome);
      this.#callable.note(outcome.callableUntil);
      this.#sounds.claimed(outcome.calls);
      return { kind: 'claimed', claimed: outcome.calls, more: outcome.more };
    } catch (error) {
      this.#options.onDoubt();
      throw error;
    }
  }

  async submit(settings: RunSettings, claimed: ClaimedCall[], hold: LeaseHold): Promise<void> {
    const { log, clock, witness, metrics } = this.#deps;
    const lease = this.#lease;
    const { onDoubt, responseOf } = this.#options;
    if (!this.#carrier || !hold.isSure()) {
      // Another engine may own the campaign by now; what was not placed ends as unknown.
      log.warn({ ...lease, calls: claimed.length }, 'lease expired before calls were placed');
      onDoubt();
      return;
    }
    const calls = this.#thatFit(settings, this.#thatMayBePlaced(claimed, settings));
    if (calls.length === 0) return;
    const witnessed = witness?.recordSubmissions(calls.map((call) => journalEntryOf(call, lease)));
    if (witnessed === 'repeated') {
      // The database forgot that they were called. Their outcome is not known: they end as unknown.
      log.error(
        { ...lease, calls: calls.length },
        'database returned calls that were already submitted',
      );
      for (const { linkback } of calls) {
        if (linkback?.waitingAgent !== undefined)
          this.#calls.agents.waiting.release(linkback.waitingAgent);
      }
      onDoubt();
      return;
    }
    if (witnessed === 'refused') {
      for (const call of calls) this.#putBack(call);
      return;
    }
    for (const call of calls) this.#calls.add(call);
    metrics.attempted(lease, calls.length);
    const mayPlace = stillWanted(hold, clock, claimed, () => haltOf(this.#deps) !== undefined);
    const requests = calls.map((call) => requestOf(call, lease));
    this.#follow(calls, await responseOf(this.#carrier.place(requests, mayPlace), []));
  }

  #follow(calls: readonly Call[], placements: readonly Placement[]): void {
    for (const [index, call] of calls.entries()) {
      const placement = placements[index] ?? { kind: 'unknown', note: { code: 'no_response' } };
      if (placement.kind === 'accepted') this.#pace.taken();
      // It may have been placed all the same: its events, or their absence, will show.
      else if (placement.kind === 'unknown') call.doubt = placement.note;
      else if (placement.retryable) this.#calls.giveBack(call, 'carrier');
      else {
        const { note, trunk } = placement;
        this.#calls.breaker.unplaced(call.attemptId, trunk, note);
        this.#calls.end(call, endUnplaced(call, this.#deps.clock.now(), 'failed', note));
      }
    }
    const refused = placements.some((one) => one.kind === 'rejected' && one.retryable);
    if (refused) this.#pace.refused();
  }

  /** Calling hours may have ended since the claim: such a call waits in its list again. */
  #thatMayBePlaced(claimed: ClaimedCall[], settings: RunSettings): Call[] {
    const now = this.#deps.clock.now();
    return claimed.flatMap((entry) => {
      const call = callOf(entry, settings, now);
      if (now < entry.callableUntil) return [call];
      this.#putBack(call);
      return [];
    });
  }

  /**
   * Somebody may have pressed 1 while the claim was being committed: then fewer agents are free,
   * and the surplus waits in its list again. Nothing is awaited between this and `place`.
   */
  #thatFit(settings: RunSettings, calls: Call[]): Call[] {
    if (!isLinkback(settings)) return calls;
    const { waiting } = this.#calls.agents;
    let { open, own } = this.#guardedRoom();
    return calls.filter((call) => {
      const agentId = own > 0 ? waiting.assign(call.attemptId) : undefined;
      own -= 1;
      if (agentId !== undefined) call.linkback = { stage: 'message', waitingAgent: agentId };
      else if (open > 0) open -= 1;
      else {
        this.#putBack(call);
        return false;
      }
      return true;
    });
  }

  /** `own`: at most the agents who wait and are on duty. */
  #guardedRoom(): Required<GuardedRoom> {
    const { roomForCalls, guardedRoom: guarded = guardedRoom } = this.#deps;
    const { agents } = this.#calls;
    const state = agents.guarded();
    const adaptive = agents.adaptive.room();
    const { own = Number.POSITIVE_INFINITY, ...room } = guarded(state, adaptive ?? roomForCalls);
    // Who is not on duty any more gets no customer.
    const onDuty = Math.max(0, agents.waiting.ready() - agentsBeyond(state));
    return { ...room, own: Math.min(own, onDuty) };
  }

  /** Calls that may be placed now: by the guard's leave, or for agents who wait for a customer. */
  #roomOfAgents(): number {
    const { open, own } = this.#guardedRoom();
    return open + own;
  }

  /**
   * @param isDialing false: nobody is called where no customer may be called now, except for calls in flight that
   * share the agents who wait
   */
  #tendAgents(isDialing: boolean): void {
    const { agents, breaker } = this.#calls;
    const state = agents.guarded();
    const { inFlight, ahead } = state;
    agents.waiting.letGoBeyond(agentsBeyond(state), inFlight);
    if (ahead && inFlight > 0) agents.waiting.expect();
    const missing = ahead ? inFlight - ahead.ready - ahead.coming.length : 0;
    const most = isDialing ? Number.POSITIVE_INFINITY : missing;
    agents.waiting.callMore(Math.min(most, breaker.room(), this.#guardedRoom().agentsFirst));
  }

  /**
   * No agent is called for customers whose hours are over. Where no call has room before an agent waits, nothing
   * is claimed that would show it: the gate judges what is due without taking any.
   *
   * @param due calls that this step could place: its claim has shown it
   */
  async #isSomebodyCallable(settings: RunSettings, due: number): Promise<boolean> {
    if (this.#callable.isKnown()) return true;
    if (due > 0 || this.#guardedRoom().agentsFirst <= 0) return false;
    const { db, clock, claim = claimCalls } = this.#deps;
    const callerId = { type: settings.callerIdType, number: '' };
    const outcome = await asClient(db, this.#lease.clientId, (tx) => {
      const request = this.#pace.claimRequest(settings, probed, clock.now());
      return claim(tx, { ...request, callerId, probe: true });
    });
    if (outcome.kind !== 'claimed') return false;
    const { rests, calls, callableUntil } = outcome;
    this.#pace.lists.note({ rests, calls });
    this.#callable.note(callableUntil);
    return this.#callable.isKnown();
  }

  /** Makes the call wait in its list again. */
  #putBack(call: Call): void {
    this.#calls.add(call);
    this.#calls.giveBack(call, 'turn');
  }
}

function isLinkback(settings: RunSettings): boolean {
  return settings.campaignType === campaignType.linkback;
}

function requestOf(call: Call, { clientId, campaignId }: Lease): CallRequest {
  const { attemptId, phone, callerId } = call;
  const ownSounds = ownSoundsOf(call);
  const agentId = call.linkback?.waitingAgent;
  return {
    ...{ attemptId, to: phone, callerId, sender: { clientId, campaignId } },
    ...(ownSounds.length > 0 && { ownSounds }),
    ...(agentId !== undefined && { agentId }),
  };
}

function callOf(entry: ClaimedCall, settings: RunSettings, now: SimMs): Call {
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
