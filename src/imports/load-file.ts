/**
 * One file into one list, in one transaction: read, decode, split, check, COPY, restrict, index,
 * attach. Runs in a thread of its own (import-worker.ts), so that requests stay quick. Not repeated:
 * refused rows go to a file as they are met.
 */
import type { UploadResult } from '#contract/call-list-upload.ts';
import { asClientOnce, type Tx } from '#db/database.ts';
import { createVault } from '#db/encryption.ts';
import { enqueue } from '#db/job-queue.ts';
import { jsonResponse, respondInside } from '#db/kept-response.ts';
import type { AccountStop } from '#db/queries/account-phone.ts';
import { readSealingKey, shareSealing } from '#db/queries/data-key.ts';
import { barAgain } from '#db/queries/opt-out-commit.ts';
import { copyFile } from './copy-file.ts';
import { DroppedFile } from './dropped-file.ts';
import { finishList } from './finish-list.ts';
import type { ImportJob } from './import-job.ts';
import type { LoadTools } from './load-state.ts';
import { RejectFile } from './reject-file.ts';

/** @throws ProblemError bad_file, rule_broken or canceled; nothing is then left in the database */
export async function loadFile(job: ImportJob, tools: LoadTools): Promise<UploadResult> {
  const spools = {
    rejects: new RejectFile(job.spoolFolder),
    dropped: new DroppedFile(job.spoolFolder),
  };
  try {
    const { result, stops } = await asClientOnce(tools.db, job.clientId, async (tx) => {
      const backend = await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      tools.onBackend(backend?.pid ?? 0);
      const state = await copyFile(job, tools, tx, spools);
      const finished = await finishList(state);
      if (job.keyed) {
        await respondInside(
          tx,
          createVault(job.sealState),
          job.keyed,
          jsonResponse(finished.result),
        );
      }
      await resealIfOutdated(tx, job);
      return finished;
    });
    await barNow(job, tools, stops);
    return result;
  } finally {
    spools.rejects.close();
    spools.dropped.close();
  }
}

/**
 * The key that seals may have changed since the import began: then the list is sealed again. The lock
 * makes the change wait for this commit, or this wait for the change.
 */
async function resealIfOutdated(tx: Tx, { clientId, callListId, sealState }: ImportJob) {
  await shareSealing(tx);
  const { keyId } = await readSealingKey(tx);
  if (keyId === null || keyId === sealState.sealing) return;
  await enqueue(tx, 'reseal', `reseal:${clientId}:${callListId}`, { clientId, callListId });
}

/**
 * Bars and counts waiting entries of other lists under the External Ids that this file gives to
 * numbers whose person asked to stop. The list is complete, so a failure here does not fail the
 * upload: the stops are stored with the list, and the gate applies them.
 */
async function barNow({ clientId }: ImportJob, { db }: LoadTools, stops: AccountStop[]) {
  if (stops.length === 0) return;
  const asked = [...new Set(stops.map((stop) => stop.asked))];
  await barAgain(db, clientId, asked).catch(() => {});
}
