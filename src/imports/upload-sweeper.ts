import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { sweepUploads } from '#db/queries/call-list-upload.ts';

const every = 10_000;

/**
 * Removes, now and every ten seconds, what uploads of dead processes left. Several processes may do
 * so at once.
 *
 * @returns the function that ends it
 */
export function startUploadSweeper(db: Database, log: Logger): () => void {
  const sweep = async () => {
    try {
      const lists = await sweepUploads(db);
      if (lists > 0) log.warn({ lists }, 'removed the contact lists of abandoned uploads');
    } catch (error) {
      log[levelOf(error, 'warn')]({ err: error }, 'could not check for abandoned uploads');
    }
  };
  void sweep();
  const timer = setInterval(() => void sweep(), every);
  return () => clearInterval(timer);
}
