import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { ReportsDatabase } from '#db/reports-database.ts';
import type { Speaker } from '#domain/speech/speaker.ts';

/** The dependencies of background jobs; main.ts (or a test) provides them. */
export interface JobDeps {
  db: Database;
  /** Where reports are read; absent: in `db`. */
  reports?: ReportsDatabase;
  /** Opens SSN and date of birth, and seals files that hold them. */
  vault: Vault;
  log: Logger;
  speaker: Speaker;
  /** Whether the clock of this machine is off, so that it must not decide what is old. */
  clockOff?: () => boolean;
}

export interface TaskContext extends JobDeps {
  /** This is the last try. */
  lastTry: boolean;
  /**
   * Aborts when the process stops and has waited long enough: the job then returns to the queue.
   */
  signal: AbortSignal;
}
