import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { sweepUploads } from '#db/queries/call-list-upload.ts';

const every = 10_000;

/**
 * Takes away, now and every ten seconds, what uploads of processes that died have left. Several
 * processes may do so at once.
 *
 * @returns the function that ends it
 */
export function startUploadSweeper(db: Database, log: Logger): () => void {
  const sweep = async () => {
    try {
      const lists = await sweepUploads(db);
      if (lists > 0) log.warn({ lists }, 'lists of uploads that died were removed');
    } catch (error) {
      log[levelOf(error, 'warn')]({ err: error }, 'uploads that died could not be looked for');
    }
  };
  void sweep();
  const timer = setInterval(() => void sweep(), every);
  return () => clearInterval(timer);
}
