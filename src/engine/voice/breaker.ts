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
import { createTrunkRow, roomAtTrunk, trunkLimit } from '#domain/trunk-row.ts';
import type { RunnerDeps } from '../deps.ts';

export interface Breaker {
  /** A start: what was counted before. */
  begin(failures: number): void;
  placed(attemptId: string): void;
  heard(event: CallEvent): void;
  /** The carrier did not take it, or nothing is known of its end. */
  unplaced(attemptId: string, trunk?: TrunkFailure, note?: Note): void;
  /** Calls that may be placed now. */
  room(): number;
  /** What it waits for, with no room; null when it does not. */
  waitsFor(): Reason | null;
  /** Whether what stands stored is all that counts: something came back of every call. */
  isQuiet(): boolean;
  /** Inside the transaction of results. Answers what is to be done after its commit. */
  note(tx: Tx): Promise<() => void>;
  /** Stops the campaign when its row is full. Answers why. */
  stop(): Promise<Reason | undefined>;
}

export function createBreaker(
  { db, log }: Pick<RunnerDeps, 'db' | 'log'>,
  lease: Lease,
  carrier: VoiceCarrier | undefined,
  first: number,
): Breaker {
  let row = createTrunkRow(first);
  let noted = first;
  let full = first >= trunkLimit;
  let last: Note | undefined;

  /** Asked of those calls only of which nothing is known. */
  function look(): { failures: number; open: number } {
    const tells = carrier?.showsLife !== undefined;
    if (!tells && row.failures() === 0) return { failures: 0, open: Number.NEGATIVE_INFINITY };
    let open = 0;
    for (const id of row.open()) {
      if (carrier?.showsLife?.(id)) row.lives(id);
      else open += 1;
    }
    return { failures: row.failures(), open };
  }

  function failed(attemptId: string, trunk: TrunkFailure, note: Note | undefined): void {
    look();
    const away = trunk === 'silent' && !carrier?.connected();
    // It is known by now that the trunk is silent: that is waited for, and nobody has to come.
    const spared = away && row.failures() >= trunkLimit - 1;
    row.ended(attemptId, spared ? 'untold' : 'failed');
    last = note;
    if (row.failures() >= trunkLimit) full = true;
  }

  return {
    begin(failures) {
      row = createTrunkRow(failures);
      noted = failures;
      full = failures >= trunkLimit;
    },
    placed: (attemptId) => row.placed(attemptId),
    heard(event) {
      if (event.kind === 'answered') row.lives(event.attemptId);
      if (event.kind !== 'ended') return;
      const { attemptId, cause, trunk, note } = event;
      if (trunk) failed(attemptId, trunk, note);
      else row.ended(attemptId, cause === 'lost' || cause === 'hangup' ? 'untold' : 'lived');
    },
    unplaced(attemptId, trunk, note) {
      if (trunk) failed(attemptId, trunk, note);
      else row.ended(attemptId, 'untold');
    },
    room() {
      if (full) return 0;
      const { failures, open } = look();
      return roomAtTrunk(failures, open);
    },
    waitsFor: () => (row.failures() > 0 ? { code: 'trunk_tried' } : null),
    isQuiet() {
      const { failures, open } = look();
      return !full && open <= 0 && failures === noted;
    },
    async note(tx) {
      const now = full ? trunkLimit : row.failures();
      if (now !== noted) await noteTrunkFailures(tx, lease, now);
      return () => {
        noted = now;
      };
    },
    async stop() {
      if (!full) return undefined;
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
      noted = trunkLimit;
      return reason;
    },
  };
}
