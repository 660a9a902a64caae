/** Runs an import in its thread, and stops it on demand. */
import { Worker } from 'node:worker_threads';
import type { UploadResult } from '#contract/call-list-upload.ts';
import { problem } from '#contract/errors.ts';
import { asOwner, type Database } from '#db/database.ts';
import type { UploadStage } from '#db/queries/call-list-upload.ts';
import type { ImportJob, ImportMessage } from './import-job.ts';

export interface RunningImport {
  /** Rejects with a ProblemError, or an Error of something that broke. */
  result: Promise<UploadResult>;
  /** Makes `result` reject with `canceled`, unless the list is complete already. */
  stop(): void;
}

/** Milliseconds after which a thread that does not react to a stop is terminated. */
const stopWithin = 10_000;

export function runImport(
  db: Database,
  given: Omit<ImportJob, 'connection' | 'stop'>,
  onProgress: (stage: UploadStage, rows: number) => void,
): RunningImport {
  // Parsers are functions, which cannot be passed to a thread; the thread makes its own.
  const { types: _types, ...connection } = db.connection;
  const stop = new SharedArrayBuffer(4);
  const job: ImportJob = { ...given, connection, stop };
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: job,
    // Small young generations: the thread makes little garbage, and memory is promised.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
  });
  let backend = 0;
  const result = new Promise<UploadResult>((resolve, reject) => {
    worker.on('message', (message: ImportMessage) => {
      if (message.kind === 'backend') backend = message.pid;
      else if (message.kind === 'progress') onProgress(message.stage, message.rows);
      else if (message.kind === 'done') resolve(message.result);
      else reject(errorOf(message));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The import ended without a result.')));
  });
  return {
    result,
    stop() {
      Atomics.store(new Int32Array(stop), 0, 1);
      if (backend !== 0) cancelStatement(db, backend);
      const timer = setTimeout(() => void worker.terminate(), stopWithin);
      worker.once('exit', () => clearTimeout(timer));
    },
  };
}

function errorOf(message: Extract<ImportMessage, { kind: 'refused' | 'failed' }>): Error {
  if (message.kind === 'refused') {
    const { code, sentence, errors } = message;
    return problem(code, sentence, errors ? { errors } : {});
  }
  const error = new Error(message.message);
  if (message.stack !== undefined) error.stack = message.stack;
  return error;
}

/**
 * The statement may take long and does not check the stop flag. If this fails, the timeout ends it.
 */
function cancelStatement(db: Database, pid: number): void {
  asOwner(db, (tx) => tx.run('SELECT pg_cancel_backend($1)', [pid])).catch(() => {});
}
