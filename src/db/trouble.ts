/**
 * Whether this process can write: to the database, and to the journal beside it. It is known from the
 * errors of real transactions and from a small write of its own, every two seconds and in doubt at once.
 * The log gets one line when trouble begins and one when it ends; who meets it meanwhile says so at debug.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { TroubleKind } from '#domain/trouble-words.ts';
import { troubleOf } from './errors.ts';
import { createSpell, type Trouble } from './trouble-spell.ts';

export interface TroubleWatch {
  /** Of the database; undefined while it takes what is written. */
  database(): Trouble | undefined;
  /** Of the journal. */
  journal(): Trouble | undefined;
  /** `Database.failed`: of each transaction that failed, whatever the reason. */
  failed(error: unknown): void;
  journalFailed(error: unknown): void;
  /** A line of it, or the mark beside it. */
  journalWritten(): void;
  /** How many campaigns this process runs, for the log. */
  countCampaigns(by: () => number): void;
}

export interface TroubleDeps {
  log: Pick<Logger, 'error' | 'warn'>;
  /** Milliseconds that only go on. */
  steady?: () => number;
}

export interface WriteWatch extends TroubleWatch {
  /** Begins a small write every now and then. @param write rejects when it could not be done */
  begin(write: () => Promise<void>): void;
  /** The small write, now. Never rejects. */
  probe(write: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Real milliseconds between two small writes, while all is well and while it is not. */
const writeEvery = { well: 2_000, trouble: 1_000 };
/** A doubt is cleared at once, but not more often than this. */
const doubtEvery = 250;
/** A database that answers nothing for so long is away. */
const patience = 10_000;
export function createTroubleWatch({
  log,
  steady = () => performance.now(),
}: TroubleDeps): WriteWatch {
  let campaigns = () => 0;
  const spellOf = (thing: string) =>
    createSpell({ log, steady, thing, campaigns: () => campaigns() });
  const database = spellOf('the database');
  const journal = spellOf('the journal');
  const stopping = new AbortController();
  let probing = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  let loop = Promise.resolve();

  function doubt(): void {
    if (!probing && steady() - probedAt > doubtEvery) wake();
  }

  /** What the small write itself met: that surely concerns everybody. */
  function confirmed(kind: TroubleKind, error: unknown): void {
    // It came by `failed`, too.
    if (database.kind() !== kind) database.met(kind, error);
    database.block();
  }

  function written(): void {
    // Somebody else's connection may be refused, or his row find no room, where this one passed: it
    // found room in a page that is there.
    const isOver = database.kind() === 'away' || database.isQuiet();
    if (isOver) database.end();
    else database.unblock();
  }

  async function probe(write: () => Promise<void>): Promise<void> {
    probing = true;
    try {
      // The first may have met a connection that was lost: its next one tells.
      await inTime(write()).catch((error) => {
        if (troubleOf(error) !== 'away') throw error;
        return inTime(write());
      });
      written();
    } catch (error) {
      const kind = error instanceof Silent ? 'away' : troubleOf(error);
      if (kind && kind !== 'journal') confirmed(kind, error);
    } finally {
      probing = false;
      probedAt = steady();
    }
  }

  async function run(write: () => Promise<void>): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const wait = database.kind() ? writeEvery.trouble : writeEvery.well;
      const slept = new AbortController();
      const ends = AbortSignal.any([signal, slept.signal]);
      await Promise.race([sleep(wait, undefined, { signal: ends }).catch(() => {}), promise]);
      slept.abort();
      if (!signal.aborted) await probe(write);
    }
  }

  return {
    database: database.told,
    journal: journal.told,
    failed(error) {
      const kind = troubleOf(error);
      if (!kind || kind === 'journal') return;
      // A single connection may be lost, as by pg_terminate_backend: that is no trouble yet.
      if (kind === 'away' && database.kind() === undefined) doubt();
      else if (kind !== 'away' || database.kind() === 'away') database.met(kind, error);
      else doubt();
    },
    journalFailed: (error) => {
      journal.met('journal', error);
      journal.block();
    },
    journalWritten() {
      // The one may pass where the other does not.
      if (journal.isQuiet()) journal.end();
    },
    countCampaigns(by) {
      campaigns = by;
    },
    begin(write) {
      loop = run(write);
    },
    probe,
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

class Silent extends Error {}

async function inTime(work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(patience, undefined, { signal: timer.signal }).then(
    () => {
      throw new Silent(`It did not answer within ${patience / 1_000} seconds.`);
    },
    () => {},
  );
  work.catch(() => {});
  await Promise.race([work, late]).finally(() => timer.abort());
}
