import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { Speaker } from '#domain/speech/speaker.ts';

/** What background jobs need from the outside; main.ts (or a test) puts it together. */
export interface JobDeps {
  db: Database;
  /** Opens SSN and date of birth, and seals files that hold them. */
  vault: Vault;
  log: Logger;
  speaker: Speaker;
  /** Whether the clock of this machine is off, so that nothing may be called old by it. */
  clockOff?: () => boolean;
}

export interface TaskContext extends JobDeps {
  /** No further try follows when this one fails. */
  lastTry: boolean;
  /** Aborts when the process ends and has waited long enough: the job is then given back. */
  signal: AbortSignal;
}
