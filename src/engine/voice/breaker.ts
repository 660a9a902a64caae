/**
 * Stops a campaign whose trunk fails: the carrier reports for each call whether the trunk itself
 * failed, and at most `trunkLimit` in a row are tried. The count is stored with the campaign, so
 * that another engine continues it, and only a start by a person resets it.
 */

import type { CallEvent, TrunkFailure, VoiceCarrier } from '#carriers/port.ts';
import type { Note } from '#contract/note.ts';
import type { Reason, ReasonOf } from '#contract/reason.ts';
import { asClient, type Tx } from '#db/database.ts';
import type { Lease } from '#db/queries/lease.ts';
import { noteTrunkFailures, stopByTrunk } from '#db/queries/trunk-failures.ts';
import { loggedReason } from '#domain/reason-sentences.ts';
import { createTrunkRow, roomAtTrunk, type TrunkRow, trunkLimit } from '#domain/trunk-row.ts';
import type { RunnerDeps } from '../deps.ts';

type BreakerDeps = Pick<RunnerDeps, 'db' | 'log'>;

export class Breaker {
  readonly #deps: BreakerDeps;
  readonly #lease: Lease;
  readonly #carrier: VoiceCarrier | undefined;
  #row: TrunkRow;
  /** The count that is stored with the campaign. */
  #noted: number;
  /** `trunkLimit` calls in a row failed. */
  #full: boolean;
  /** Of the newest call that failed. */
  #last: Note | undefined;

  /** @param first the count before */
  constructor(deps: BreakerDeps, lease: Lease, carrier: VoiceCarrier | undefined, first: number) {
    this.#deps = deps;
    this.#lease = lease;
    this.#carrier = carrier;
    this.#row = createTrunkRow(first);
    this.#noted = first;
    this.#full = first >= trunkLimit;
  }

  /** A start, with the count before. */
  begin(failures: number): void {
    this.#row = createTrunkRow(failures);
    this.#noted = failures;
    this.#full = failures >= trunkLimit;
  }

  placed(attemptId: string): void {
    this.#row.placed(attemptId);
  }

  onEvent(event: CallEvent): void {
    if (event.kind === 'answered') this.#row.lives(event.attemptId);
    if (event.kind !== 'ended') return;
    const { attemptId, cause, trunk, note } = event;
    if (trunk) this.#failed(attemptId, trunk, note);
    else this.#row.ended(attemptId, cause === 'lost' || cause === 'hangup' ? 'unknown' : 'lived');
  }

  /** The carrier did not take the call, or nothing is known of its end. */
  unplaced(attemptId: string, trunk?: TrunkFailure, note?: Note): void {
    if (trunk) this.#failed(attemptId, trunk, note);
    else this.#row.ended(attemptId, 'unknown');
  }

  /** How many calls may be placed now. */
  room(): number {
    if (this.#full) return 0;
    const { failures, open } = this.#counts();
    return roomAtTrunk(failures, open);
  }

  /** What the campaign waits for when there is no room; null when it does not wait. */
  waitsFor(): Reason | null {
    return this.#row.failures() > 0 ? { code: 'trunk_failing' } : null;
  }

  /** Whether the stored count is complete: every call has shown life or ended. */
  isQuiet(): boolean {
    const { failures, open } = this.#counts();
    return !this.#full && open <= 0 && failures === this.#noted;
  }

  /** Inside the transaction of results. Returns what to do after its commit. */
  async note(tx: Tx): Promise<() => void> {
    const now = this.#full ? trunkLimit : this.#row.failures();
    if (now !== this.#noted) await noteTrunkFailures(tx, this.#lease, now);
    return () => {
      this.#noted = now;
    };
  }

  /** Stops the campaign when `trunkLimit` is reached. Returns why. */
  async stop(): Promise<Reason | undefined> {
    if (!this.#full) return undefined;
    const { db, log } = this.#deps;
    const lease = this.#lease;
    const last = this.#last;
    const reason: ReasonOf<'trunk_failed'> = {
      ...{ code: 'trunk_failed', calls: trunkLimit, said: last?.said ?? '' },
      ...(last && { note: last }),
    };
    if (await asClient(db, lease.clientId, (tx) => stopByTrunk(tx, lease, trunkLimit, reason))) {
      log.error(
        { ...lease, reason: loggedReason(reason) },
        'stopped a campaign because its trunk fails',
      );
    }
    this.#noted = trunkLimit;
    return reason;
  }

  /** Asks the carrier only about calls of which nothing is known. */
  #counts(): { failures: number; open: number } {
    const row = this.#row;
    const carrier = this.#carrier;
    const showsLife = carrier?.showsLife !== undefined;
    if (!showsLife && row.failures() === 0) return { failures: 0, open: Number.NEGATIVE_INFINITY };
    let open = 0;
    for (const id of row.open()) {
      if (carrier?.showsLife?.(id)) row.lives(id);
      else open += 1;
    }
    return { failures: row.failures(), open };
  }

  #failed(attemptId: string, trunk: TrunkFailure, note: Note | undefined): void {
    this.#counts();
    const disconnected = trunk === 'silent' && !this.#carrier?.connected();
    // The trunk is known to be silent: the campaign waits for it without a person having to act.
    const isKept = disconnected && this.#row.failures() >= trunkLimit - 1;
    this.#row.ended(attemptId, isKept ? 'unknown' : 'failed');
    this.#last = note;
    if (this.#row.failures() >= trunkLimit) this.#full = true;
  }
}
