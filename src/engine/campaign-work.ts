/** What a campaign does, calls or texts, and what it may ask of the runner that takes its steps. */

import type { Note } from '#contract/note.ts';
import type { Reason } from '#contract/reason.ts';
import type { RunSettings } from '#db/queries/lease.ts';
import type { SimMs } from '#domain/milliseconds.ts';

/** What a kind of campaign does in each step. */
export interface CampaignWork {
  /** Why attempts end as unknown, by what happened to them, and the words of the log line. */
  notes: { takeover: Note; lostConnection: Note; shutdown: Note; log: string };
  has(attemptId: string): boolean;
  size(): number;
  /** Ends what was silent for too long. */
  endSilent?(): void;
  /** Commits what was received. */
  settle(): Promise<void>;
  /** Why it cannot start now; undefined when it can. */
  cannotStart(settings: RunSettings): Reason | undefined;
  /** It has just been started. */
  begun?(settings: RunSettings): void;
  /** It is stopping: texts that have not left their carrier are canceled, waiting agents hung up. */
  stopping?(): Promise<void>;
  /** Does what is due. Returns what the campaign waits for, or null while it works. */
  run(settings: RunSettings): Promise<Reason | null>;
  /** An orphaned attempt has ended: its carrier is to drop what it still holds of it. */
  orphaned?(attemptId: string, at: SimMs): void;
  /** Voice: the number of agents in calls that may still be in flight at another engine. */
  keptElsewhere?(agents: number): void;
  /** Voice: records that calls with an agent continue here under another engine's campaign. */
  hold?(): Promise<void>;
  callAgents?(): void;
  /** Whether something that `run` began is still being submitted. */
  isSubmitting?(): boolean;
  /**
   * Whether everything in flight can continue without the lease. When absent: only if nothing is in
   * flight.
   */
  mayPass?(): boolean;
  /** Resolves when the carrier has responded to everything submitted. */
  responded?(): Promise<unknown>;
  /** At a shutdown: drops what is in flight and commits what is known of it. */
  forget(): void | Promise<void>;
}

/** What the work may ask of its runner. */
export interface RunnerSide {
  settings(): RunSettings;
  /** The campaign was running under another engine: its rate must hold across the takeover. */
  takenOver: boolean;
  /** A claim may have been committed without a confirmation, or was not submitted. */
  onDoubt(): void;
  /**
   * A carrier's response to a submission, or `late` when it does not come in time. Other campaigns
   * and the lease's renewal do not wait for it.
   */
  responseOf<T>(work: Promise<T>, late: T): Promise<T>;
}
