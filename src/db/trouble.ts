/**
 * Whether this process can write: to the database, and to the journal beside it. Learned from the
 * errors of real transactions and from a small write of its own, every two seconds and immediately
 * when in doubt. The log gets one line when trouble begins and one when it ends; failures in
 * between are logged at debug.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { realMs } from '#domain/milliseconds.ts';
import type { TroubleKind } from '#domain/trouble-words.ts';
import { troubleOf } from './errors.ts';
import { createSpell, type Spell, type Trouble } from './trouble-spell.ts';

export interface TroubleDeps {
  log: Pick<Logger, 'error' | 'warn'>;
  /** Monotonic milliseconds. */
  steady?: () => number;
}

/** Between two small writes, in good times and in trouble. */
const writeEvery = { well: realMs(2_000), trouble: realMs(1_000) };
/** The shortest pause between two immediate writes. */
const doubtEvery = 250;
/** A database that does not respond for this long is unreachable. */
const patience = 10_000;

export class TroubleWatch {
  readonly #steady: () => number;
  readonly #database: Spell;
  readonly #journal: Spell;
  /** How many campaigns this process runs. */
  #campaigns = () => 0;
  readonly #stopping = new AbortController();
  #probing = false;
  /** On `steady`. */
  #probedAt = Number.NEGATIVE_INFINITY;
  /** Ends the wait for the next small write. */
  #wake = () => {};
  #loop = Promise.resolve();

  constructor({ log, steady = () => performance.now() }: TroubleDeps) {
    const campaigns = () => this.#campaigns();
    this.#steady = steady;
    this.#database = createSpell({ log, steady, thing: 'the database', campaigns });
    this.#journal = createSpell({ log, steady, thing: 'the journal', campaigns });
  }

  /** Trouble of the database; undefined while it accepts writes. */
  database(): Trouble | undefined {
    return this.#database.trouble();
  }

  /** Of the journal. */
  journal(): Trouble | undefined {
    return this.#journal.trouble();
  }

  /** For `Database.failed`: called for each failed transaction, whatever the reason. */
  failed(error: unknown): void {
    const kind = troubleOf(error);
    if (!kind || kind === 'journal') return;
    const known = this.#database.kind();
    // A single lost connection, as by pg_terminate_backend, is not trouble yet.
    if (kind === 'unreachable' && known === undefined) this.#doubt();
    else if (kind !== 'unreachable' || known === 'unreachable') this.#database.met(kind, error);
    else this.#doubt();
  }

  journalFailed(error: unknown): void {
    this.#journal.met('journal', error);
    this.#journal.block();
  }

  /** A line of it, or the mark beside it. */
  journalWritten(): void {
    // One may succeed where the other fails.
    if (this.#journal.isQuiet()) this.#journal.end();
  }

  /** How many campaigns this process runs, for the log. */
  countCampaigns(by: () => number): void {
    this.#campaigns = by;
  }

  /** Starts the regular small write. @param write rejects when it fails */
  begin(write: () => Promise<void>): void {
    this.#loop = this.#run(write);
  }

  /** The small write, now. Never rejects. */
  async probe(write: () => Promise<void>): Promise<void> {
    this.#probing = true;
    try {
      // The first may have hit a lost connection: the second one decides.
      await inTime(write()).catch((error) => {
        if (troubleOf(error) !== 'unreachable') throw error;
        return inTime(write());
      });
      this.#written();
    } catch (error) {
      const kind = error instanceof Silent ? 'unreachable' : troubleOf(error);
      if (kind && kind !== 'journal') this.#confirmed(kind, error);
    } finally {
      this.#probing = false;
      this.#probedAt = this.#steady();
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(write: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const wait = this.#database.kind() ? writeEvery.trouble : writeEvery.well;
      const slept = new AbortController();
      const ends = AbortSignal.any([signal, slept.signal]);
      await Promise.race([sleep(wait, undefined, { signal: ends }).catch(() => {}), promise]);
      slept.abort();
      if (!signal.aborted) await this.probe(write);
    }
  }

  #doubt(): void {
    if (!this.#probing && this.#steady() - this.#probedAt > doubtEvery) this.#wake();
  }

  /** A failure of the small write itself: it surely concerns everybody. */
  #confirmed(kind: TroubleKind, error: unknown): void {
    // `failed` reported it, too.
    if (this.#database.kind() !== kind) this.#database.met(kind, error);
    this.#database.block();
  }

  #written(): void {
    // Others may be refused a connection or find no room for a row even when this write succeeds:
    // it reuses an existing page.
    const isOver = this.#database.kind() === 'unreachable' || this.#database.isQuiet();
    if (isOver) this.#database.end();
    else this.#database.unblock();
  }
}

class Silent extends Error {}

async function inTime(work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(patience, undefined, { signal: timer.signal }).then(
    () => {
      throw new Silent(`It did not respond within ${patience / 1_000} seconds.`);
    },
    () => {},
  );
  work.catch(() => {});
  await Promise.race([work, late]).finally(() => timer.abort());
}
