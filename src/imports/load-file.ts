/**
 * One file into one list, in one transaction: read, decode, split, check, COPY, restrict, index,
 * attach. Runs in a thread of its own (import-worker.ts), so that requests stay quick. Not repeated:
 * refused rows go to a file as they are met.
 */
import type { UploadResult } from '#contract/call-list.ts';
import { asClient, asClientOnce } from '#db/database.ts';
import { type AccountStop, noteAccountStops } from '#db/queries/account-numbers.ts';
import { barWaiting } from '#db/queries/do-not-call-import.ts';
import { copyFile } from './copy-file.ts';
import { finishList } from './finish-list.ts';
import type { ImportJob } from './import-job.ts';
import type { LoadTools } from './load-state.ts';
import { RejectFile } from './reject-file.ts';

/** @throws ProblemError bad_file, rule_broken or cancelled; nothing is then left in the database */
export async function loadFile(job: ImportJob, tools: LoadTools): Promise<UploadResult> {
  const rejects = new RejectFile(job.spoolFolder);
  try {
    const { result, stops } = await asClientOnce(tools.db, job.clientId, async (tx) => {
      const backend = await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      tools.onBackend(backend?.pid ?? 0);
      const state = await copyFile(job, tools, tx, rejects);
      return finishList(state);
    });
    await keepStops(job, tools, stops);
    return result;
  } finally {
    rejects.close();
  }
}

/**
 * A number of the file asked to stop before: what this file calls its account is to stop in other lists
 * too. After the import's own transaction, which would hold up for minutes whoever wants to stop.
 */
async function keepStops({ clientId }: ImportJob, { db }: LoadTools, stops: AccountStop[]) {
  if (stops.length === 0) return;
  await asClient(db, clientId, async (tx) => {
    await noteAccountStops(tx, clientId, stops);
    await barWaiting(tx, clientId, [...new Set(stops.map(({ asked }) => asked))]);
  });
}
