/** What the parts of an import share. */
import { problem } from '#contract/errors.ts';
import type { Database, Tx } from '#db/database.ts';
import type { ListLoad } from '#db/queries/call-list-load.ts';
import type { UploadStage } from '#db/queries/call-list-upload.ts';
import type { AccountWriter } from './account-writer.ts';
import type { DroppedFile } from './dropped-file.ts';
import type { ImportJob } from './import-job.ts';
import type { ImportPlan } from './import-plan.ts';
import type { RejectFile } from './reject-file.ts';
import type { SealThread } from './seal-thread.ts';

export interface LoadTools {
  db: Database;
  sealer: SealThread;
  /** Called with the server process that works for it, to cancel a long statement. */
  onBackend(pid: number): void;
  onProgress(stage: UploadStage, rows: number): void;
}

/** What is written to the database after the entries. */
export interface Spools {
  rejects: RejectFile;
  dropped: DroppedFile;
}

export interface LoadState extends Spools {
  job: ImportJob;
  tools: LoadTools;
  tx: Tx;
  load: ListLoad;
  headers: readonly string[];
  plan: ImportPlan;
  writer: AccountWriter;
  /** Lines of the file as an editor counts them. */
  lines: number;
}

/** Throws `canceled` once the import has to stop. */
export function checkStop({ stop }: ImportJob): void {
  if (Atomics.load(new Int32Array(stop), 0) !== 0) {
    throw problem('canceled', 'The upload was canceled. Nothing was kept.');
  }
}
