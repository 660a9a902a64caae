/**
 * The loop that calls and texts share: each step claims and submits in batches what is due. When
 * nothing is due, the lists say what the campaign waits for.
 */

import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import type { ClaimRequest } from '#db/queries/claim-request.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { completeRun } from '#db/queries/run-transition.ts';
import { later, realMs, type SimMs, simMs, soonest, toSim } from '#domain/milliseconds.ts';
import { createPacer, type Pacer } from '#domain/pacing.ts';
import { waitingReason } from '#domain/reasons.ts';
import { createThrottle, type Throttle } from '#domain/throttle.ts';
import { type CarrierRoom, createCarrierRoom, type WithRoom } from './carrier-room.ts';
import type { RunnerDeps } from './deps.ts';
import { createEntryGate, type EntryGate } from './entry-gate.ts';
import type { LeaseHold } from './lease-holds.ts';
import { createListWatch, type ListWatch, type Outlook } from './list-watch.ts';
import { createRegistryWatch, type RegistryWatch } from './registry-watch.ts';

/** What differs between a dialer and a sender. */
export interface PacedWork<Settings extends RunSettings, Claimed> {
  /** The most that may be claimed now; 0: the carrier owes too many responses. */
  most(): number;
  /** How many of `wanted` may be claimed now; the rest waits for the next step. Absent: all. */
  ready?(settings: Settings, wanted: number): number;
  /** How many of `left` are caught up on later when the carrier has no room. */
  owed(settings: Settings, left: number): number;
  claim(settings: Settings, wanted: number, left: number): Promise<Batch<Claimed>>;
  /** Submits a batch to the carrier. What must not go ends, or waits in its list again. */
  submit(settings: Settings, claimed: Claimed[], hold: LeaseHold): Promise<void>;
  /** How many of `left` are still wanted after a batch. */
  stillDue(settings: Settings, left: number): number;
}

export type Batch<Claimed> =
  | { kind: 'claimed'; claimed: Claimed[]; more: boolean }
  /** The sending number cannot send more now. */
  | { kind: 'paced' }
  /** The client's limit of the day is reached. */
  | { kind: 'limited'; reason: Reason }
  /** This engine does not own the campaign, or it is stopped. */
  | { kind: 'refused' };

/**
 * `all`: no entry is due any more. `none`: this engine may submit nothing. `full`: the carrier owes
 * too many responses. `paced`: the sending number cannot send more now. `limited`: the client may
 * take no more on this day.
 */
type Used = 'some' | 'all' | 'none' | 'full' | 'paced' | 'limited';

export interface PaceOptions {
  /** Another engine ran the campaign until now: its rate must hold across the takeover. */
  takenOver: boolean;
  /** Calls or texts in flight; the campaign is not complete before there are none. */
  inFlight(): number;
}

/** How much time a late step may make up for. */
const catchUp = realMs(1_000);
/** Between two claims of a campaign whose client has reached its limit of the day. */
const limitedFor = realMs(1_000);
/** Between two polls of the lists. */
const pollEvery = realMs(500);
/** Between two looks whether a campaign with nothing left still waits for follow-ups. */
const leadingEvery = realMs(2_000);
/** The same for replies, which may take days: the look passes all that wait. */
const repliesEvery = realMs(15_000);
/** Other campaigns and the lease's renewal wait for the end of a step. */
const longestStep = realMs(250);

const carrierBusy: Reason = { code: 'carrier_busy' };
const loadingList: Reason = { code: 'waits_for_list' };

export class CampaignPace {
  readonly lists: ListWatch;
  readonly #deps: RunnerDeps;
  readonly #lease: Lease;
  readonly #inFlight: () => number;
  readonly #pacer: Pacer;
  readonly #throttle: Throttle;
  readonly #room: CarrierRoom;
  readonly #gateAt: EntryGate;
  readonly #registry: RegistryWatch;
  /** Nothing is due before `until`. */
  #idle: { until: SimMs; nextDue: SimMs; reason: Reason | null } | undefined;
  /** The limit of the day was reached; asked again from `until` on, because it may be raised. */
  #limit: { until: SimMs; reason: Reason } | undefined;
  /** Follow-ups of another campaign, or of its own texts, may come; asked again from `until` on. */
  #leading: { until: SimMs; reason: Reason } | undefined;
  /** The lists are polled before the first claim. */
  #pollAt = simMs(Number.NEGATIVE_INFINITY);

  constructor(
    deps: RunnerDeps,
    lease: Lease,
    carrier: WithRoom | undefined,
    { takenOver, inFlight }: PaceOptions,
  ) {
    const { clock } = deps;
    this.lists = createListWatch(deps, lease);
    this.#deps = deps;
    this.#lease = lease;
    this.#inFlight = inFlight;
    this.#pacer = createPacer(toSim(catchUp, clock.speed), takenOver ? clock.now() : undefined);
    this.#throttle = createThrottle(clock.speed);
    this.#room = createCarrierRoom(carrier, lease);
    this.#gateAt = createEntryGate(deps);
    this.#registry = createRegistryWatch(deps, lease);
  }

  /** How many became due since the last step, plus those that had no room then. */
  due(perMinute: number): number {
    return this.#room.due(this.#pacer.take(this.#deps.clock.now(), perMinute), perMinute);
  }

  /**
   * What the campaign waited for at the last poll, and when its next entry is due (Infinity: none is);
   * undefined when something was due.
   */
  idle(): { reason: Reason | null; nextDue: SimMs } | undefined {
    return this.#idle;
  }

  /**
   * Submits what is due.
   *
   * @param mayClaim called when something is due
   * @returns what the campaign waits for, or null while it works; undefined when nothing was due or
   * everything due is done: the caller then decides what it waits for
   */
  async step<Settings extends RunSettings, Claimed>(
    settings: Settings,
    due: number,
    work: PacedWork<Settings, Claimed>,
    mayClaim: (now: SimMs) => boolean = () => true,
  ): Promise<Reason | null | undefined> {
    const { clock } = this.#deps;
    const now = clock.now();
    if (this.#throttle.isWaiting(now)) return carrierBusy;
    if (now >= this.#pollAt) await this.#poll();
    if (this.#idle && now < this.#idle.until) return undefined;
    if (due <= 0 && this.#registry.reason()) return this.#registry.reason();
    if (this.#limit && (due <= 0 || now < this.#limit.until)) return this.#limit.reason;
    if (due <= 0 || !mayClaim(now)) return undefined;
    const used = await this.#submitDue(settings, due, work);
    const isBusy = used === 'full' || this.#throttle.isWaiting(clock.now());
    if (isBusy || this.#room.waitsLong()) return carrierBusy;
    if (used !== 'some') this.#room.rest();
    if (used === 'all') return this.#poll();
    // A list that has nothing left is complete, limit or not.
    if (used === 'limited') {
      await this.#poll();
      return this.#idle ? undefined : this.#limit?.reason;
    }
    return used === 'none' ? null : undefined;
  }

  /** What a claim asks for at this instant, whatever the work. */
  claimRequest(settings: RunSettings, wanted: number, now: SimMs): Omit<ClaimRequest, 'callerId'> {
    return {
      lease: this.#lease,
      now: new Date(now),
      wanted,
      skip: this.lists.atRest(now),
      turns: this.lists.turns(),
      ...this.#gateAt(settings, now),
      world: this.#deps.witness?.world(),
      longestMs: Math.max(
        settings.customerMessage?.durationMs ?? 0,
        settings.machineMessage?.durationMs ?? 0,
      ),
    };
  }

  /** The carrier accepted one. */
  taken(): void {
    this.#throttle.taken();
  }

  /** The carrier takes no more for now. */
  refused(): void {
    this.#throttle.refused(this.#deps.clock.now(), this.#room.hasTurns());
  }

  /** In batches. What does not fit into one step is not caught up on later. */
  async #submitDue<Settings extends RunSettings, Claimed>(
    settings: Settings,
    due: number,
    work: PacedWork<Settings, Claimed>,
  ): Promise<Used> {
    const { clock, holdOf } = this.#deps;
    const end = performance.now() + longestStep;
    for (let left = due; left > 0 && performance.now() < end; ) {
      const most = work.most();
      if (most <= 0) return 'full';
      const hold = holdOf(this.#lease);
      if (!hold.isSure()) return 'none';
      const some = Math.min(left, most);
      const ready = work.ready?.(settings, some) ?? some;
      const owed = work.owed(settings, left);
      if (ready === 0) this.#room.owe(owed);
      const wanted = ready && this.#room.ask(ready, owed);
      if (wanted === 0) return 'some';
      const batch = await work.claim(settings, wanted, left);
      if (batch.kind === 'paced') return 'paced';
      this.#limit = undefined;
      if (batch.kind === 'limited') {
        const until = later(clock.now(), toSim(limitedFor, clock.speed));
        this.#limit = { until, reason: batch.reason };
        return 'limited';
      }
      if (batch.kind === 'refused') return 'none';
      const { claimed, more } = batch;
      if (claimed.length > 0) {
        this.#idle = undefined;
        await work.submit(settings, claimed, hold);
        if (this.#throttle.isWaiting(clock.now())) return 'some';
      }
      left = work.stillDue(settings, left - claimed.length);
      if (left > 0 && !more) return 'all';
      // Entries were skipped: the next step continues after them.
      if (claimed.length === 0) return 'some';
    }
    return 'some';
  }

  /**
   * Polls the lists when nothing is due, or when they were not polled for a while. A text that
   * waits for its receipt does not keep its campaign running, unless a rule sends it again without a
   * reply: the engine that receives the receipt records it, even days later.
   */
  async #poll(): Promise<Reason | null> {
    const { clock } = this.#deps;
    const now = clock.now();
    this.#pollAt = later(now, toSim(pollEvery, clock.speed));
    const outlook = await this.lists.poll(now);
    const { nextDue, loading, asksRegistry } = outlook;
    const left = nextDue !== Number.POSITIVE_INFINITY;
    await this.#registry.poll(now, asksRegistry && left);
    this.#idle = undefined;
    if (nextDue <= now) return null;
    const reason = this.#registry.reason() ?? reasonOf(outlook);
    const idle = { until: soonest(this.#pollAt, nextDue), nextDue, reason };
    this.#idle = idle;
    if (!left && !loading && this.#inFlight() === 0) {
      idle.reason = await this.#completeUnlessLed(now);
    } else this.#leading = undefined;
    return idle.reason;
  }

  /** @returns the follow-ups that it waits for, or null when it is Completed or soon will be */
  async #completeUnlessLed(now: SimMs): Promise<Reason | null> {
    if (this.#leading && now < this.#leading.until) return this.#leading.reason;
    const { db, clock } = this.#deps;
    const { leading, replies } = await asClient(db, this.#lease.clientId, (tx) =>
      completeRun(tx, this.#lease),
    );
    const until = later(now, toSim(replies ? repliesEvery : leadingEvery, clock.speed));
    const led: Reason | null =
      leading === null ? null : { code: 'waits_for_follow_ups', campaign: leading };
    const reason: Reason | null = replies ? { code: 'waits_for_replies' } : led;
    this.#leading = reason ? { until, reason } : undefined;
    return reason;
  }
}

function reasonOf({ nextDue, reason, loading }: Outlook): Reason | null {
  if (nextDue !== Number.POSITIVE_INFINITY) return waitingReason(reason, nextDue);
  return loading ? loadingList : null;
}
