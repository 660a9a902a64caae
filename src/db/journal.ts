/**
 * What is written beside the database before it takes effect, so that a restored backup cannot undo
 * it: calls and texts that are submitted, and stops that are confirmed. The files are
 * src/witness's; transactions and the engine write to this port.
 */
import type { RealMs, SimMs } from '#domain/milliseconds.ts';

/** `at` is epoch ms: by the engine's clock for what is submitted, in real time for the rest. */
export type JournalEntry =
  | {
      kind: 'submission';
      clientId: number;
      campaignId: number;
      callListId: number;
      entryId: number;
      phone: string;
      at: SimMs;
    }
  /** The carrier rejected it: it waits in its list again. */
  | { kind: 'givenBack'; clientId: number; callListId: number; entryId: number; at: RealMs }
  | { kind: 'optOut'; clientId: number; phone: string; source: OptOutWitness; at: RealMs }
  /** `source`: what is lifted, only what a text said, or all. */
  | { kind: 'optIn'; clientId: number; phone: string; source: 'text' | 'all'; at: RealMs }
  /** An auto-reply to an inbound text. */
  | { kind: 'reply'; clientId: number; textReplyId: number; phone: string; at: SimMs }
  | ErasureEntry
  | StopEntry
  /** Exactly the stop that began at `since` was lifted. */
  | (Omit<StopEntry, 'kind' | 'reason' | 'stoppedBy'> & { kind: 'stopLifted' });

/** A stop by the operator or an administrator (decisions 048 and 075). */
export interface StopEntry {
  kind: 'stop';
  by: 'operator' | 'administrator';
  scope: 'all' | 'client' | 'carrier';
  /** 0: no client's alone. */
  clientId: number;
  carrier: string | null;
  reason: string;
  stoppedBy: string;
  /** Epoch ms, real time. */
  since: number;
  at: RealMs;
}

/** A person who was erased (decision 073): it has a file of its own, which is kept for good. */
export interface ErasureEntry {
  kind: 'erasure';
  clientId: number;
  /** The keyed hash of the number. */
  hash: string;
  /** The do-not-call entry is that hash, too. */
  hashed: boolean;
  /** Its person had asked for the whole account. */
  wholeAccount: boolean;
  /** Of its receipt. */
  key: string;
  at: RealMs;
}

export type Lifting = Extract<JournalEntry, { kind: 'optIn' }>;

type OptOutWitness = 'manager' | 'key' | 'text' | 'operator';

export interface Journal {
  /**
   * Written when this returns; it survives a crash of the process, and after a second a crash of
   * the machine.
   *
   * @returns to be called when the transaction that it belongs to is over, however it ended
   * @throws JournalError: what was to be written must not take effect
   */
  append(entries: readonly JournalEntry[]): () => void;
  /**
   * Stops that the transaction lifts; called right before its commit. A lifting that is not written keeps the
   * stop after a restore, which is the safe side: so it is written last, and never fails.
   *
   * @returns to be called with whether the commit surely succeeded
   */
  lift(entries: readonly Lifting[]): (committed: boolean) => void;
}

/** The journal cannot be written: the disk is full, say. */
export class JournalError extends Error {
  override name = 'JournalError';
}
