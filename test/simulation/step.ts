/** What an actor of a simulation does next, and what can go wrong at it. */

export interface Actor {
  readonly name: string;
  /** Nothing that it still had to do happens. */
  dead: boolean;
}

export type Mishap =
  /** The process dies before the step, or after it without having seen its response. */
  | 'die_before'
  | 'die_after'
  /** The line to the database breaks before the step reaches it, or on the way back. */
  | 'cut_before'
  | 'cut_after';

export interface Step {
  actor: Actor;
  /** For the trace. */
  what: string;
  run(): Promise<unknown>;
  /** Whether it waits for another's lock; until it is known, the stage stands still. */
  isBlocked?(): Promise<boolean>;
  /**
   * While it waits for a lock its process is stopped: of several that get their locks at once, by one
   * commit, each goes on when it is its turn and not when the machine lets it.
   */
  pause?(): void;
  goOn?(): void;
  /** The line broke: what stands open on it is rolled back. Steps without one know no cuts. */
  abort?(): Promise<void>;
  /** It waits for a lock no longer than this many milliseconds; then it fails. */
  lockPatience?: { ms: number; giveUp(): Promise<void> } | undefined;
}

export class LineBroke extends Error {
  constructor() {
    super('Connection terminated unexpectedly');
  }
}
