/** A witness at work; see witness.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Hold, HoldFacts } from '#contract/hold.ts';
import type { Reason } from '#contract/reason.ts';
import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { Journal, JournalEntry, Lifting } from '#db/journal.ts';
import { holdRest, restLeft, worldOf } from '#db/queries/hold.ts';
import { endWitness, type HeardOf } from '#db/queries/witness.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import type { Slot, WitnessFolder } from './folder.ts';
import {
  type Answering,
  type HandOver,
  HandOverJournal,
  type JournalTrouble,
  type Said,
} from './hand-overs.ts';
import { knownEnd } from './known-end.ts';
import { joinReconciliation, type Known, lookAtDatabase } from './look.ts';
import { writeMark } from './mark.ts';
import { createSweep } from './sweep.ts';

export interface Witness extends Journal {
  /** Why nothing may be placed; undefined while the database is the one that it knows. */
  off(): { reason: Reason } | undefined;
  /** The world that claims are to be made in (`current_world()`). */
  world(): string;
  /**
   * Before a carrier is told. `repeated`: one of them was handed over before, so the database forgot
   * it; the platform is held. `refused`: the journal cannot be written, or nothing may be placed.
   */
  handingOver(calls: readonly HandOver[]): Said;
  /** The same for answers to inbound texts. */
  answering(answers: readonly Answering[]): Said;
  /** What it knows of a hold, as of the last look. */
  hold(): Hold | null;
  /** Looks at the database now, and takes its part in a reconciliation; as it does once a second. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface WitnessDeps {
  db: Database;
  vault: Vault;
  dataFolder: string;
  log: Logger;
  /** Told whether the journal can be written. */
  trouble?: JournalTrouble;
  /** This process will place calls. */
  placesCalls: boolean;
  /** One sentence each, while it starts. */
  note(sentence: string): void;
}

/** Real milliseconds between two looks. */
const lookEvery = 1_000;

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
  readonly #journal: HandOverJournal;
  readonly #stopping = new AbortController();
  #known: Known;
  /** The database has the journal up to here for sure. */
  #committed: number;
  /** The journal is on the disk and committed up to here. */
  #synced: number;
  /** The hold that it saw last, and since when. */
  #met: { holdId: string | null; at: number } | undefined;
  #loop = Promise.resolve();
  #looking = Promise.resolve();

  constructor(deps: WitnessDeps, { folder, slot, known, position }: Start) {
    this.#deps = deps;
    this.#folder = folder;
    this.#slot = slot;
    this.#known = known;
    this.#committed = position;
    this.#synced = position;
    const { trouble } = deps;
    const atLeast = knownEnd(slot.path, position);
    this.#journal = new HandOverJournal({ slotFolder: slot.path, atLeast, trouble });
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

  handingOver(calls: readonly HandOver[]): Said {
    return this.hold() ? 'refused' : this.#journal.handingOver(calls);
  }

  answering(answers: readonly Answering[]): Said {
    return this.hold() ? 'refused' : this.#journal.answering(answers);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.look().catch(() => {});
    await this.#end().catch(() => {});
    this.#journal.close();
    this.#slot.release();
  }

  /** An engine's journal is waited for in any case: it is the one that may have called. */
  async #end(): Promise<void> {
    if (this.hold() || this.#deps.placesCalls) return;
    const key = keyOf(this.#folder, this.#slot);
    const end = this.#journal.end();
    await asPlatform(this.#deps.db, (tx) => endWitness(tx, key, end));
  }

  async #run(): Promise<void> {
    const { db, log } = this.#deps;
    const { signal } = this.#stopping;
    const sweep = createSweep(db, this.#folder, () => this.hold() !== null);
    for (;;) {
      await sleep(lookEvery, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.look().catch((error) => log.debug({ err: error }, 'no look at the database'));
      await sweep
        .whenDue()
        .catch((error) => log.warn({ err: error }, 'old journals were not removed'));
    }
  }

  /** One at a time: each begins where the last one ended. */
  look(): Promise<void> {
    const look = this.#looking.then(() => this.#look());
    this.#looking = look.catch(() => {});
    return look;
  }

  async #look(): Promise<void> {
    const to = this.#journal.committed();
    try {
      await this.#onDisk(this.#journal.sync());
      this.#synced = to;
    } finally {
      // Also where the disk fails: a hold is to be seen.
      await this.#lookAtDatabase();
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
      onReport: (report) => log.warn({ ...report }, 'the journal was compared with the database'),
    });
    if (ended) await this.#lookAtDatabase();
  }

  async #lookAtDatabase(): Promise<void> {
    const before = this.#known;
    // The database may outlive this machine: it is told of lines that do, too.
    const to = this.#synced;
    const self = keyOf(this.#folder, this.#slot);
    this.#known = await lookAtDatabase(this.#deps.db, {
      ...{ self, before, from: this.#committed, to, forgot: this.#journal.forgot },
      ...{ ahead: this.#ahead(), others: this.#others() },
    });
    this.#tell(before.world.hold, this.hold());
    const { world } = this.#known;
    if (!world.hold && world.generation > before.world.generation) this.#journal.reconciled();
    if (this.hold()) this.#journal.forgetThat();
    else this.#committed = Math.max(this.#committed, to);
  }

  /** The database's clock may say that a hold began hours from now: it rests no longer than by a steady one. */
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

  #tell(before: Hold | null, now: Hold | null): void {
    const { log } = this.#deps;
    if (now && now.code !== before?.code) log.error({ ...now }, reasonSentence(holdReason(now)));
    if (before && !now) log.warn({}, 'the hold is over: calls and texts go on');
  }

  /** A process that does not know this database leaves no mark: a later one would trust it. */
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

  /** What is beside the journal tells of a full disk, too, while nobody calls. */
  async #onDisk(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#deps.trouble?.journalFailed(error);
      throw error;
    }
  }

  #others(): HeardOf[] {
    const others = this.#known.rows
      .filter(({ witnessId }) => witnessId !== this.#folder.witnessId)
      .sort((a, b) => a.seenAt.getTime() - b.seenAt.getTime());
    // Of a folder's slots the one that was seen last.
    const byId = new Map(others.map((row) => [row.witnessId, row]));
    return [...byId.values()].map(({ witnessId, name, seenAt }) => ({
      ...{ witnessId, name },
      seenAt: seenAt.toISOString(),
    }));
  }
}
