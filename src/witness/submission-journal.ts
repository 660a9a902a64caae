/** The journal of one process, and what the process remembers of it. */

import type { Reason } from '#contract/reason.ts';
import { type JournalEntry, JournalError, type Lifting } from '#db/journal.ts';
import type { TroubleWatch } from '#db/trouble.ts';
import { realMs } from '#domain/milliseconds.ts';
import { openJournal, type WrittenJournal } from './journal.ts';
import { createRecent } from './recent.ts';

export type SubmissionEntry = Extract<JournalEntry, { kind: 'submission' }>;

/** An auto-reply; `tries`: how often the carrier rejected it so far. */
export interface ReplyAttempt {
  entry: Extract<JournalEntry, { kind: 'reply' }>;
  tries: number;
}

/**
 * Whether submissions were recorded in the journal. `repeated`: one of them was submitted before.
 * `refused`: the journal cannot be written.
 */
export type Recorded = 'written' | 'repeated' | 'refused';

/** Learns whether the journal can be written. */
export type JournalTrouble = Pick<TroubleWatch, 'journalFailed' | 'journalWritten'>;

export interface JournalDeps {
  slotFolder: string;
  /** The offset that this journal is known to have reached. */
  atLeast: number;
  trouble?: JournalTrouble | undefined;
}

/** How long nothing is attempted after the journal could not be written. */
const restAfterFailure = realMs(1_000);

export class SubmissionJournal {
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
      // An entry that was given back before it was submitted needs no line.
      const written = entries.filter(
        (one) =>
          one.kind !== 'givenBack' || this.#recent.has(keyOf(one)) || this.#settled.has(keyOf(one)),
      );
      const over = written.length > 0 ? this.#journal.append(written) : () => {};
      this.#unwritable = undefined;
      if (written.length > 0) this.#trouble?.journalWritten();
      return over;
    } catch (error) {
      if (error instanceof JournalError) this.#noteUnwritable(error);
      throw error;
    }
  }

  lift(entries: readonly Lifting[]): (committed: boolean) => void {
    return this.#journal.lift(entries);
  }

  /** Called before they are submitted; see `Witness`. */
  recordSubmissions(entries: readonly SubmissionEntry[]): Recorded {
    return this.#record(entries.map(keyOf), entries);
  }

  recordReplies(replies: readonly ReplyAttempt[]): Recorded {
    // A reply that the carrier rejected for now is submitted again, with one more try.
    const keys = replies.map(
      ({ entry, tries }) => `reply-${entry.clientId}-${entry.textReplyId}-${tries}`,
    );
    const entries = replies.map(({ entry }) => entry);
    const recorded = this.#record(keys, entries);
    if (recorded === 'written') for (const key of keys) this.#recent.add(key);
    return recorded;
  }

  #record(keys: readonly string[], entries: readonly JournalEntry[]): Recorded {
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

  /** The database offered an attempt a second time, and no hold has begun for that yet. */
  get forgot(): boolean {
    return this.#forgot;
  }

  clearForgot(): void {
    this.#forgot = false;
  }

  /**
   * A hold has ended, and this journal was compared: the database has its entries, or no longer
   * offers them. An attempt with the same name is another one from now on. Not earlier: a database
   * that was not repaired must not call the persons again who were called in the lost time.
   */
  reconciled(): void {
    this.#settled = this.#recent;
    this.#recent = createRecent();
  }

  /** When it last recorded a submission, ISO 8601 in real time. */
  get newestClaim(): string | undefined {
    return this.#newestClaim;
  }

  /** Why nothing may be submitted; undefined while the journal can be written. */
  off(): { reason: Reason } | undefined {
    if (this.#forgot) return { reason: { code: 'issued_twice' } };
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
      if (entry.kind === 'submission') {
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
