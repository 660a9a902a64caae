/**
 * Stops a campaign whose trunk fails: the carrier tells of each call whether the trunk itself failed,
 * and at most `trunkLimit` in a row are tried. The count is kept with the campaign, so that another
 * engine goes on counting, and only a person's start forgets it.
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
  /** The count that stands stored with the campaign. */
  #noted: number;
  /** As many calls in a row failed as are tried. */
  #full: boolean;
  /** Of the newest call that failed. */
  #last: Note | undefined;

  /** @param first what was counted before */
  constructor(deps: BreakerDeps, lease: Lease, carrier: VoiceCarrier | undefined, first: number) {
    this.#deps = deps;
    this.#lease = lease;
    this.#carrier = carrier;
    this.#row = createTrunkRow(first);
    this.#noted = first;
    this.#full = first >= trunkLimit;
  }

  /** A start: what was counted before. */
  begin(failures: number): void {
    this.#row = createTrunkRow(failures);
    this.#noted = failures;
    this.#full = failures >= trunkLimit;
  }

  placed(attemptId: string): void {
    this.#row.placed(attemptId);
  }

  heard(event: CallEvent): void {
    if (event.kind === 'answered') this.#row.lives(event.attemptId);
    if (event.kind !== 'ended') return;
    const { attemptId, cause, trunk, note } = event;
    if (trunk) this.#failed(attemptId, trunk, note);
    else this.#row.ended(attemptId, cause === 'lost' || cause === 'hangup' ? 'untold' : 'lived');
  }

  /** The carrier did not take it, or nothing is known of its end. */
  unplaced(attemptId: string, trunk?: TrunkFailure, note?: Note): void {
    if (trunk) this.#failed(attemptId, trunk, note);
    else this.#row.ended(attemptId, 'untold');
  }

  /** Calls that may be placed now. */
  room(): number {
    if (this.#full) return 0;
    const { failures, open } = this.#look();
    return roomAtTrunk(failures, open);
  }

  /** What it waits for, with no room; null when it does not. */
  waitsFor(): Reason | null {
    return this.#row.failures() > 0 ? { code: 'trunk_tried' } : null;
  }

  /** Whether what stands stored is all that counts: something came back of every call. */
  isQuiet(): boolean {
    const { failures, open } = this.#look();
    return !this.#full && open <= 0 && failures === this.#noted;
  }

  /** Inside the transaction of results. Answers what is to be done after its commit. */
  async note(tx: Tx): Promise<() => void> {
    const now = this.#full ? trunkLimit : this.#row.failures();
    if (now !== this.#noted) await noteTrunkFailures(tx, this.#lease, now);
    return () => {
      this.#noted = now;
    };
  }

  /** Stops the campaign when its row is full. Answers why. */
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
        'a campaign is stopped: its trunk fails',
      );
    }
    this.#noted = trunkLimit;
    return reason;
  }

  /** Asked of those calls only of which nothing is known. */
  #look(): { failures: number; open: number } {
    const row = this.#row;
    const carrier = this.#carrier;
    const tells = carrier?.showsLife !== undefined;
    if (!tells && row.failures() === 0) return { failures: 0, open: Number.NEGATIVE_INFINITY };
    let open = 0;
    for (const id of row.open()) {
      if (carrier?.showsLife?.(id)) row.lives(id);
      else open += 1;
    }
    return { failures: row.failures(), open };
  }

  #failed(attemptId: string, trunk: TrunkFailure, note: Note | undefined): void {
    this.#look();
    const away = trunk === 'silent' && !this.#carrier?.connected();
    // It is known by now that the trunk is silent: that is waited for, and nobody has to come.
    const spared = away && this.#row.failures() >= trunkLimit - 1;
    this.#row.ended(attemptId, spared ? 'untold' : 'failed');
    this.#last = note;
    if (this.#row.failures() >= trunkLimit) this.#full = true;
  }
}
