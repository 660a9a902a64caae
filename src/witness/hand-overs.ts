/** What a process writes into its journal, and what it remembers of it. */
import type { Reason } from '#contract/reason.ts';
import { type JournalEntry, JournalError, type Lifting } from '#db/journal.ts';
import type { TroubleWatch } from '#db/trouble.ts';
import { openJournal, type WrittenJournal } from './journal.ts';
import { createRecent } from './recent.ts';

export type HandOver = Extract<JournalEntry, { kind: 'handOver' }>;

/** An answer to an inbound text; `tries`: so often its carrier surely did not take it. */
export interface Answering {
  entry: Extract<JournalEntry, { kind: 'reply' }>;
  tries: number;
}

/**
 * Whether what is to be handed over stands in the journal. `repeated`: one of them was handed over
 * before. `refused`: the journal cannot be written.
 */
export type Said = 'written' | 'repeated' | 'refused';

/** Told whether the journal can be written. */
export type JournalTrouble = Pick<TroubleWatch, 'journalFailed' | 'journalWritten'>;

export interface JournalDeps {
  slotFolder: string;
  /** The place that this journal is known to have reached. */
  atLeast: number;
  trouble?: JournalTrouble | undefined;
}

/** Real milliseconds in which nothing more is tried after the journal could not be written. */
const restAfterFailure = 1_000;

/** The journal of one process, at work. */
export class HandOverJournal {
  readonly #journal: WrittenJournal;
  #recent = createRecent();
  /** Before the last reconciliation. */
  #settled = createRecent();
  readonly #trouble: JournalTrouble | undefined;
  #newestClaim: string | undefined;
  #forgot = false;
  #unwritable: { reason: Reason; until: number } | undefined;

  constructor({ slotFolder, atLeast, trouble }: JournalDeps) {
    this.#trouble = trouble;
    this.#journal = openJournal(slotFolder, atLeast, (entries) => this.#noteRecent(entries));
  }

  append(entries: readonly JournalEntry[]): () => void {
    try {
      // What was put back before it was handed over needs no line.
      const said = entries.filter(
        (one) =>
          one.kind !== 'givenBack' || this.#recent.has(keyOf(one)) || this.#settled.has(keyOf(one)),
      );
      const over = said.length > 0 ? this.#journal.append(said) : () => {};
      this.#unwritable = undefined;
      if (said.length > 0) this.#trouble?.journalWritten();
      return over;
    } catch (error) {
      if (error instanceof JournalError) this.#noteUnwritable(error);
      throw error;
    }
  }

  lift(entries: readonly Lifting[]): (committed: boolean) => void {
    return this.#journal.lift(entries);
  }

  /** Before a carrier is told; see `Witness`. */
  handingOver(calls: readonly HandOver[]): Said {
    return this.#handingOver(calls.map(keyOf), calls);
  }

  answering(answers: readonly Answering[]): Said {
    // One that the carrier refused for now is given out again, with one try more.
    const keys = answers.map(
      ({ entry, tries }) => `reply-${entry.clientId}-${entry.textReplyId}-${tries}`,
    );
    const entries = answers.map(({ entry }) => entry);
    const said = this.#handingOver(keys, entries);
    if (said === 'written') for (const key of keys) this.#recent.add(key);
    return said;
  }

  #handingOver(keys: readonly string[], entries: readonly JournalEntry[]): Said {
    if (keys.some((key) => this.#recent.has(key))) {
      this.#forgot = true;
      return 'repeated';
    }
    try {
      this.append(entries)();
      return 'written';
    } catch (error) {
      if (error instanceof JournalError) return 'refused';
      throw error;
    }
  }

  /** The database gave out a call a second time, and no hold stands yet for that. */
  get forgot(): boolean {
    return this.#forgot;
  }

  forgetThat(): void {
    this.#forgot = false;
  }

  /**
   * A hold is over, and this journal was compared: what it said stands in the database, or is not there to be given
   * out. What has the same name from now on is another one. Not before: who was called in the lost time must
   * not be called again by a database that was not repaired.
   */
  reconciled(): void {
    this.#settled = this.#recent;
    this.#recent = createRecent();
  }

  /** When it handed over last, ISO 8601 in real time. */
  get newestClaim(): string | undefined {
    return this.#newestClaim;
  }

  /** Why nothing may be handed over; undefined while the journal can be written. */
  off(): { reason: Reason } | undefined {
    if (this.#forgot) return { reason: { code: 'given_twice' } };
    if (this.#unwritable && performance.now() < this.#unwritable.until) return this.#unwritable;
    return undefined;
  }

  committed(): number {
    return this.#journal.committed();
  }

  /** After its last line. */
  end(): number {
    return this.#journal.end();
  }

  sync(): Promise<void> {
    return this.#journal.sync();
  }

  close(): void {
    this.#journal.close();
  }

  #noteRecent(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      if (entry.kind === 'handOver') {
        this.#recent.add(keyOf(entry));
        this.#newestClaim = new Date().toISOString();
      } else if (entry.kind === 'givenBack') this.#recent.delete(keyOf(entry));
    }
  }

  #noteUnwritable(error: JournalError): void {
    this.#trouble?.journalFailed(error);
    const reason = { code: 'journal_unwritable', said: error.message } as const;
    this.#unwritable = { reason, until: performance.now() + restAfterFailure };
  }
}

type OfEntry = Extract<JournalEntry, { callListId: number }>;

const keyOf = ({ clientId, callListId, entryId }: OfEntry) =>
  `${clientId}-${callListId}-${entryId}`;
