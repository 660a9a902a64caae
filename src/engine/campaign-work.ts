/** What a campaign does, calls or texts, and what it may ask of the runner that leads its steps. */
import type { Note } from '#contract/note.ts';
import type { Reason } from '#contract/reason.ts';
import type { RunSettings } from '#db/queries/lease.ts';

/** What a kind of campaign does in each step. */
export interface CampaignWork {
  /** Why attempts end as unknown, by what had become of them, and the log's words for it. */
  notes: { takeover: Note; lostAnswer: Note; shutdown: Note; log: string };
  has(attemptId: string): boolean;
  size(): number;
  /** Gives up what was silent for too long. */
  endSilent?(): void;
  /** Commits what has come in. */
  settle(): Promise<void>;
  /** Why it cannot start now; undefined when it can. */
  cannotStart(settings: RunSettings): Reason | undefined;
  /** It has just been started. */
  begun?(settings: RunSettings): void;
  /** Of texting: the campaign is being stopped; what has not left its carrier is not to. */
  stopping?(): Promise<void>;
  /** Does what is due. Returns what the campaign waits for, null when it works. */
  run(settings: RunSettings): Promise<Reason | null>;
  /** An orphaned attempt has ended: its carrier is to let go of what it still holds of it. */
  orphaned?(attemptId: string, at: number): void;
  /** Of voice: so many agents are in calls that may still be in flight at another engine. */
  spared?(agents: number): void;
  /** Of voice: says that calls with an agent go on here, although another engine has the campaign. */
  hold?(): Promise<void>;
  callAgents?(): void;
  /** Whether something that `run` began is still under way to the carrier. */
  isHandingOver?(): boolean;
  /**
   * Whether all that is in flight goes on without the lease. When absent: only when nothing is in flight.
   */
  mayPass?(): boolean;
  /** Resolves when the carrier has answered all that was submitted. */
  answered?(): Promise<unknown>;
  /** Drops what is in flight, at a shutdown; commits what is known of it. */
  forget(): void | Promise<void>;
}

/** What the work may ask of its runner. */
export interface RunnerSide {
  settings(): RunSettings;
  /** The campaign was running under another engine: its rate must hold over the change. */
  takenOver: boolean;
  /** A claim may have been committed without an answer, or was not submitted. */
  onDoubt(): void;
  /**
   * A carrier's answer to a submission, or `late` when there is none in time. Other campaigns and the
   * lease's renewal do not wait for it.
   */
  answerOf<T>(work: Promise<T>, late: T): Promise<T>;
}
