/** The thread of one import. */
import { parentPort, workerData } from 'node:worker_threads';
import { ProblemError } from '#contract/errors.ts';
import { connectionOf } from '#db/connection.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import type { ImportJob, ImportMessage } from './import-job.ts';
import { loadFile } from './load-file.ts';
import { checkStop } from './load-state.ts';
import { SealThread } from './seal-thread.ts';

const job = workerData as ImportJob;
const say = (message: ImportMessage) => parentPort?.postMessage(message);

function explained(error: unknown): ImportMessage {
  if (error instanceof ProblemError) {
    const { code, message: sentence, errors } = error;
    return { kind: 'refused', code, sentence, errors };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', message, stack };
}

const db = openDatabase({ ...connectionOf(job.connection, 'import'), max: 1 });
const sealer = new SealThread(job);
try {
  const result = await loadFile(job, {
    db,
    sealer,
    onBackend: (pid) => say({ kind: 'backend', pid }),
    onProgress: (stage, rows) => say({ kind: 'progress', stage, rows }),
  });
  say({ kind: 'done', result });
} catch (error) {
  say(explained(afterStop(error)));
} finally {
  await sealer.close();
  await closeDatabase(db);
}

/**
 * A statement that was canceled because the import has to stop reports `canceled`, not the
 * database error.
 */
function afterStop(error: unknown): unknown {
  try {
    checkStop(job);
    return error;
  } catch (stopped) {
    return stopped;
  }
}
