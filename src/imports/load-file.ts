/**
 * One file into one list, in one transaction: read, decode, split, check, COPY, restrict, index,
 * attach. Runs in a thread of its own (import-worker.ts), so that requests stay quick. Not repeated:
 * refused rows go to a file as they are met.
 */
import type { UploadResult } from '#contract/call-list.ts';
import { asClientOnce } from '#db/database.ts';
import { copyFile } from './copy-file.ts';
import { finishList } from './finish-list.ts';
import type { ImportJob } from './import-job.ts';
import type { LoadTools } from './load-state.ts';
import { RejectFile } from './reject-file.ts';

/** @throws ProblemError bad_file, rule_broken or cancelled; nothing is then left in the database */
export async function loadFile(job: ImportJob, tools: LoadTools): Promise<UploadResult> {
  const rejects = new RejectFile(job.spoolFolder);
  try {
    return await asClientOnce(tools.db, job.clientId, async (tx) => {
      const backend = await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      tools.onBackend(backend?.pid ?? 0);
      const state = await copyFile(job, tools, tx, rejects);
      return finishList(state);
    });
  } finally {
    rejects.close();
  }
}
