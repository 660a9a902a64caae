/** A running witness; see witness.ts. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Hold, HoldFacts } from '#contract/hold.ts';
import type { Reason } from '#contract/reason.ts';
import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { levelOf } from '#db/errors.ts';
import type { Journal, JournalEntry, Lifting } from '#db/journal.ts';
import { holdRest, restLeft, worldOf } from '#db/queries/hold.ts';
import { endWitness, type SeenFolder } from '#db/queries/witness.ts';
import { realMs } from '#domain/milliseconds.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import { checkDatabase, joinReconciliation, type Known } from './database-check.ts';
import type { Slot, WitnessFolder } from './folder.ts';
import { knownEnd } from './known-end.ts';
import { writeMark } from './mark.ts';
import { createRedaction } from './redaction.ts';
import {
  type JournalTrouble,
  type Recorded,
  type ReplyAttempt,
  type SubmissionEntry,
  SubmissionJournal,
} from './submission-journal.ts';
import { createSweep } from './sweep.ts';

export interface Witness extends Journal {
  /** Why nothing may be submitted; undefined while the database is the one that it knows. */
  off(): { reason: Reason } | undefined;
  /** The world that claims must be made in (`current_world()`). */
  world(): string;
  /**
   * Call this before submitting to a carrier. `repeated`: one of them was submitted before, so the
   * database forgot it and a hold begins. `refused`: the journal cannot be written, or a hold is in
   * force.
   */
  recordSubmissions(entries: readonly SubmissionEntry[]): Recorded;
  /** The same for auto-replies. */
  recordReplies(replies: readonly ReplyAttempt[]): Recorded;
  /** The hold as of the last check. */
  hold(): Hold | null;
  /** Checks the database now, and takes part in a reconciliation; happens once a second anyway. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

export interface WitnessDeps {
  db: Database;
  vault: Vault;
  dataFolder: string;
  log: Logger;
  /** Learns whether the journal can be written. */
  trouble?: JournalTrouble;
  /** This process will submit calls. */
  placesCalls: boolean;
  /** One sentence each, while it starts. */
  note(sentence: string): void;
}

/** Between two checks. */
const checkEvery = realMs(1_000);

export interface Start {
  folder: WitnessFolder;
  slot: Slot;
  known: Known;
  /** The database has the journal up to here for sure. */
  position: number;
}

export const keyOf = ({ witnessId, name }: WitnessFolder, { slot }: Slot) => ({
  witnessId,
  name,
  slot,
});

export class RunningWitness implements Witness {
  readonly #deps: WitnessDeps;
  readonly #folder: WitnessFolder;
  readonly #slot: Slot;
  readonly #journal: SubmissionJournal;
  readonly #stopping = new AbortController();
  #known: Known;
  /** The database has the journal up to here for sure. */
  #committed: number;
  /** The journal is on the disk and committed up to here. */
  #synced: number;
  /** The hold that it saw last, and when it first saw it. */
  #met: { holdId: string | null; at: number } | undefined;
  #loop = Promise.resolve();
  #checking = Promise.resolve();

  constructor(deps: WitnessDeps, { folder, slot, known, position }: Start) {
    this.#deps = deps;
    this.#folder = folder;
    this.#slot = slot;
    this.#known = known;
    this.#committed = position;
    this.#synced = position;
    const { trouble } = deps;
    const atLeast = knownEnd(slot.path, position);
    this.#journal = new SubmissionJournal({ slotFolder: slot.path, atLeast, trouble });
  }

  async begin(): Promise<void> {
    await this.#mark();
    const hold = this.hold();
    if (hold) this.#deps.note(reasonSentence(holdReason(hold)));
    this.#loop = this.#run();
  }

  append(entries: readonly JournalEntry[]): () => void {
    return this.#journal.append(entries);
  }

  lift(entries: readonly Lifting[]): (committed: boolean) => void {
    return this.#journal.lift(entries);
  }

  off(): { reason: Reason } | undefined {
    const hold = this.hold();
    return hold ? { reason: holdReason(hold) } : this.#journal.off();
  }

  hold(): Hold | null {
    return this.#known.world.hold;
  }

  world(): string {
    return worldOf(this.#known.world);
  }

  recordSubmissions(entries: readonly SubmissionEntry[]): Recorded {
    return this.hold() ? 'refused' : this.#journal.recordSubmissions(entries);
  }

  recordReplies(replies: readonly ReplyAttempt[]): Recorded {
    return this.hold() ? 'refused' : this.#journal.recordReplies(replies);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.check().catch(() => {});
    await this.#end().catch(() => {});
    this.#journal.close();
    this.#slot.release();
  }

  /** An engine never ends its journal: it may have called, so a hold must wait for it. */
  async #end(): Promise<void> {
    if (this.hold() || this.#deps.placesCalls) return;
    const key = keyOf(this.#folder, this.#slot);
    const end = this.#journal.end();
    await asPlatform(this.#deps.db, (tx) => endWitness(tx, key, end));
  }

  async #run(): Promise<void> {
    const { db, log } = this.#deps;
    const { signal } = this.#stopping;
    const redaction = createRedaction(db, this.#deps, signal);
    let redacting: Promise<void> | undefined;
    const sweep = createSweep(db, this.#folder, () => this.hold() !== null);
    for (;;) {
      await sleep(checkEvery, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      await this.check().catch((error) =>
        log.debug({ err: error }, 'could not check the database'),
      );
      // Beside the checks: a large journal takes a while.
      redacting ??= redaction
        .whenDue()
        .catch((error) => {
          if (!signal.aborted)
            log[levelOf(error, 'warn')]({ err: error }, 'could not erase numbers in files');
        })
        .finally(() => {
          redacting = undefined;
        });
      await sweep
        .whenDue()
        .catch((error) => log.warn({ err: error }, 'could not remove old journals'));
    }
    await redacting;
  }

  /** One at a time: each begins where the last one ended. */
  check(): Promise<void> {
    const check = this.#checking.then(() => this.#check());
    this.#checking = check.catch(() => {});
    return check;
  }

  async #check(): Promise<void> {
    const to = this.#journal.committed();
    try {
      await this.#onDisk(this.#journal.sync());
      this.#synced = to;
    } finally {
      // Even if the disk fails, a hold must be noticed.
      await this.#checkDatabase();
    }
    const hold = this.hold();
    if (!hold) {
      this.#met = undefined;
      return this.#mark();
    }
    this.#deps.trouble?.journalWritten();
    if (!this.#hasRested()) return;
    const { db, vault, log } = this.#deps;
    const ended = await joinReconciliation(hold, {
      ...{ db, vault, folder: this.#folder, ahead: this.#ahead() },
      onReport: (report) => log.warn({ ...report }, 'compared the journal with the database'),
    });
    if (ended) await this.#checkDatabase();
  }

  async #checkDatabase(): Promise<void> {
    const before = this.#known;
    // The database may outlive this machine, so only synced lines are reported to it.
    const to = this.#synced;
    const self = keyOf(this.#folder, this.#slot);
    this.#known = await checkDatabase(this.#deps.db, {
      ...{ self, before, from: this.#committed, to, forgot: this.#journal.forgot },
      ...{ ahead: this.#ahead(), others: this.#others() },
    });
    this.#logHold(before.world.hold, this.hold());
    const { world } = this.#known;
    if (!world.hold && world.generation > before.world.generation) this.#journal.reconciled();
    if (this.hold()) this.#journal.clearForgot();
    else this.#committed = Math.max(this.#committed, to);
  }

  /** Limited by the steady clock, because the database clock may be hours off. */
  #hasRested(): boolean {
    const { world } = this.#known;
    if (this.#met?.holdId !== world.holdId) {
      this.#met = { holdId: world.holdId, at: performance.now() };
    }
    return restLeft(world) === 0 || performance.now() - this.#met.at >= holdRest;
  }

  #ahead(): HoldFacts {
    const { newestClaim } = this.#journal;
    return { ...(newestClaim && { aheadUntil: newestClaim }), witness: this.#folder.name };
  }

  #logHold(before: Hold | null, now: Hold | null): void {
    const { log } = this.#deps;
    if (now && now.code !== before?.code) log.error({ ...now }, reasonSentence(holdReason(now)));
    if (before && !now) log.warn({}, 'hold ended: calls and texts resume');
  }

  /** A process that does not know this database writes no mark, which others would trust. */
  async #mark(): Promise<void> {
    if (this.hold() || !this.#known.knows) return;
    const { beat, world } = this.#known;
    const { timeline, generation, systemIdentifier, endedHolds } = world;
    const mark = {
      ...{ systemIdentifier, timeline, generation, position: this.#committed, beat },
      ...{ newestClaim: this.#journal.newestClaim ?? null, others: this.#others() },
    };
    await this.#onDisk(
      writeMark(this.#slot.path, {
        ...{ format: 1, ...mark, endedHolds: [...endedHolds] },
        at: new Date().toISOString(),
      }),
    );
    this.#deps.trouble?.journalWritten();
  }

  /** These writes detect a full disk even while nothing is submitted. */
  async #onDisk(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#deps.trouble?.journalFailed(error);
      throw error;
    }
  }

  #others(): SeenFolder[] {
    const others = this.#known.rows
      .filter(({ witnessId }) => witnessId !== this.#folder.witnessId)
      .sort((a, b) => a.seenAt.getTime() - b.seenAt.getTime());
    // For each folder, the slot that was seen last.
    const byId = new Map(others.map((row) => [row.witnessId, row]));
    return [...byId.values()].map(({ witnessId, name, seenAt }) => ({
      ...{ witnessId, name },
      seenAt: seenAt.toISOString(),
    }));
  }
}
