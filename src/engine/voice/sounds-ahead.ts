/**
 * Has the sounds of the next calls prepared before they are placed. A campaign whose messages speak
 * values of the account looks ahead at the entries that its next claims will inspect, and has their
 * values spoken one after the other. A call whose values are not spoken is not claimed yet: this says
 * how many may be, never which. What fails, or takes too long, no longer holds its call back, which
 * then plays as if nothing had been prepared.
 */

import type { Sound, VoiceCarrier } from '#carriers/port.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { entriesAhead, type ListAhead } from '#db/queries/entries-ahead.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { later, type RealMs, realMs } from '#domain/milliseconds.ts';
import { attemptIdOf } from '../attempt-id.ts';
import type { RunnerDeps } from '../deps.ts';
import { ownSoundsOf } from './call.ts';

interface EntryKey {
  callListId: number;
  entryId: number;
}

type Speaking = Pick<
  RunSettings,
  'clientId' | 'customerMessage' | 'machineMessage' | 'callsPerMinute'
>;

interface Preparation {
  began: RealMs;
  isOver: boolean;
}

/** Entries of a list that are looked at: two seconds of the pace, within these. */
const fewest = 16;
const most = 100;
const secondsAhead = 2;
/** Accounts of a campaign that are spoken for at the same time; the carrier bounds all of them. */
const atOnce = 2;
/** Between two reads of the lists. */
const readEvery = realMs(200);
/** The same when most of what was read is claimed, and after a failure. */
const readUsedUp = realMs(40);
const afterFailure = realMs(1_000);
/** Then a call is no longer held back. */
const longestWait = realMs(10_000);
/** Calls were held back at every step for this long: the manager should know. */
const worthSaying = realMs(3_000);

const long = realMs(Number.NEGATIVE_INFINITY);
const spokenSlowly: Reason = { code: 'speaking_values' };

export class SoundsAhead {
  readonly #deps: Pick<RunnerDeps, 'db' | 'clock' | 'log'>;
  readonly #lease: Lease;
  readonly #carrier: Pick<VoiceCarrier, 'prepare'> | undefined;
  readonly #now: () => RealMs;
  /** What the next claims inspect. Undefined before the first read. */
  #lists: ListAhead[] | undefined;
  /** By attempt id. */
  readonly #preparations = new Map<string, Preparation>();
  #sounds: readonly Sound[] = [];
  #version = '';
  #isReading = false;
  #readAt = long;
  #askedAt = long;
  /** Since when nothing is known of the lists, and since when calls are held back. */
  #blindSince: RealMs | undefined;
  #heldSince: RealMs | undefined;
  #atWork = 0;

  constructor(
    deps: Pick<RunnerDeps, 'db' | 'clock' | 'log'>,
    lease: Lease,
    carrier: Pick<VoiceCarrier, 'prepare'> | undefined,
    now = () => realMs(performance.now()),
  ) {
    this.#deps = deps;
    this.#lease = lease;
    this.#carrier = carrier;
    this.#now = now;
  }

  /**
   * How many of `wanted` calls may be claimed now; what is behind them is prepared meanwhile.
   *
   * @param skip lists known to have nothing due
   */
  ready(settings: Speaking, wanted: number, skip: readonly number[]): number {
    if (!this.#carrier?.prepare) return wanted;
    this.#speakOf(settings);
    if (this.#sounds.length === 0) return wanted;
    const now = this.#now();
    this.#askedAt = now;
    const ready = this.#known(wanted, now);
    const window = Math.ceil((settings.callsPerMinute / 60) * secondsAhead);
    const size = Math.min(most, Math.max(fewest, window, wanted));
    const pause = this.#isUsedUp(size) ? readUsedUp : readEvery;
    if (!this.#isReading && now - this.#readAt >= pause) void this.#read(skip, size);
    this.#prepareNext();
    this.#heldSince = ready < wanted ? (this.#heldSince ?? now) : undefined;
    return ready;
  }

  /** These are being placed. What is not prepared of them is, while it rings. */
  claimed(calls: readonly EntryKey[]): void {
    if (!this.#carrier?.prepare || this.#sounds.length === 0) return;
    for (const call of calls) {
      const list = this.#lists?.find(({ callListId }) => callListId === call.callListId);
      if (list) list.entryIds = list.entryIds.filter((id) => id !== call.entryId);
      const attemptId = this.#attemptOf(call);
      if (!this.#preparations.has(attemptId)) this.#begin(attemptId);
    }
  }

  /** Why the campaign is slower than it should be; undefined while it is not. */
  slowness(): Reason | undefined {
    const since = this.#heldSince;
    return since !== undefined && this.#now() - since > worthSaying ? spokenSlowly : undefined;
  }

  #attemptOf({ callListId, entryId }: EntryKey): string {
    return attemptIdOf(this.#lease.clientId, callListId, entryId);
  }

  /** Another message, or another version of it, says something else. */
  #speakOf(settings: Speaking): void {
    const sounds = ownSoundsOf(settings);
    const version = JSON.stringify(sounds);
    if (version === this.#version) return;
    this.#sounds = sounds;
    this.#version = version;
    this.#lists = undefined;
    this.#readAt = long;
    this.#preparations.clear();
  }

  #known(wanted: number, now: RealMs): number {
    if (this.#lists) return Math.min(wanted, ...this.#lists.map((list) => this.#headOf(list, now)));
    this.#blindSince ??= now;
    return now - this.#blindSince > longestWait ? wanted : 0;
  }

  /** Entries at the head of a list that need not wait. */
  #headOf({ callListId, entryIds, isAll }: ListAhead, now: RealMs): number {
    const at = entryIds.findIndex((entryId) => {
      const known = this.#preparations.get(this.#attemptOf({ callListId, entryId }));
      return !known || !(known.isOver || now - known.began > longestWait);
    });
    if (at >= 0) return at;
    return isAll ? Number.POSITIVE_INFINITY : entryIds.length;
  }

  #isUsedUp(size: number): boolean {
    const short = ({ entryIds, isAll }: ListAhead) => !isAll && entryIds.length < size / 2;
    return !this.#lists || this.#lists.some(short);
  }

  async #read(skip: readonly number[], size: number): Promise<void> {
    const { db, clock, log } = this.#deps;
    const { clientId, campaignId } = this.#lease;
    this.#isReading = true;
    this.#readAt = this.#now();
    const version = this.#version;
    const query = { clientId, campaignId, now: new Date(clock.now()), skip, most: size };
    try {
      const lists = await asClient(db, clientId, (tx) => entriesAhead(tx, query));
      if (version !== this.#version) return;
      this.#lists = lists;
      this.#blindSince = undefined;
      const next = new Set(this.#inTurns());
      for (const [attemptId, { isOver }] of this.#preparations)
        if (isOver && !next.has(attemptId)) this.#preparations.delete(attemptId);
      this.#prepareNext();
    } catch (error) {
      log.warn({ ...this.#lease, err: error }, 'could not look ahead at the next calls');
      this.#readAt = later(this.#now(), afterFailure);
    } finally {
      this.#isReading = false;
    }
  }

  #prepareNext(): void {
    // A campaign that no longer asks has stopped, or has nothing to place.
    if (this.#atWork >= atOnce || this.#now() - this.#askedAt > longestWait) return;
    for (const attemptId of this.#inTurns()) {
      if (this.#atWork >= atOnce) return;
      if (!this.#preparations.has(attemptId)) this.#begin(attemptId);
    }
  }

  #begin(attemptId: string): void {
    const preparation = { began: this.#now(), isOver: false };
    this.#preparations.set(attemptId, preparation);
    this.#atWork += 1;
    void this.#carrier?.prepare?.(attemptId, this.#sounds).then(() => {
      preparation.isOver = true;
      this.#atWork -= 1;
      this.#prepareNext();
    });
  }

  /** The attempts that the next claims may write; the lists take turns. */
  *#inTurns(): Generator<string> {
    const lists = this.#lists ?? [];
    const longest = Math.max(0, ...lists.map(({ entryIds }) => entryIds.length));
    for (let at = 0; at < longest; at += 1) {
      for (const { callListId, entryIds } of lists) {
        const entryId = entryIds[at];
        if (entryId !== undefined) yield this.#attemptOf({ callListId, entryId });
      }
    }
  }
}
