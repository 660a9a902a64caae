/** Makes the file of one report archive. */
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { isOutOfRoom, withoutRowValues } from '#db/errors.ts';
import type { Jobs } from '#db/job-queue.ts';
import { beginRun, failRun } from '#db/queries/report-run.ts';
import type { TaskContext } from './deps.ts';
import {
  Superseded,
  TooLarge,
  type WriteLimits,
  writeLimits,
  writeReport,
} from './write-report.ts';

/**
 * Ends as READY or ERROR, and leaves parts only when READY; throws to be retried. After a killed
 * process, the next try begins again.
 */
export async function reportExport(
  context: TaskContext,
  job: Jobs['report-export'],
  limits: WriteLimits = writeLimits,
): Promise<void> {
  const { db, reports, vault, log, lastTry, signal } = context;
  const { clientId } = job;
  const run = await asClient(db, clientId, (tx) => beginRun(tx, job, vault));
  if (!run) return;
  try {
    await writeReport({ db, vault, signal, ...(reports && { reports }) }, run, limits);
  } catch (error) {
    if (error instanceof Superseded) return;
    // The end of the process is not a failure of the report.
    if (signal.aborted) throw error;
    const hopeless = error instanceof TooLarge || isOutOfRoom(error);
    const end = { reason: reasonOf(error), final: hopeless || lastTry };
    const again = await asClient(db, clientId, (tx) => failRun(tx, run, end));
    if (again) throw withoutRowValues(error);
    log.error({ ...job, error: withoutRowValues(error) }, 'could not generate a report');
  }
}

function reasonOf(error: unknown): Reason {
  if (error instanceof TooLarge) return { code: 'report_too_large' };
  return { code: isOutOfRoom(error) ? 'report_no_room' : 'report_failed' };
}
