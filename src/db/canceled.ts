/** Reads that end in PostgreSQL, too, once nobody waits for them any more. */
import { problem } from '#contract/errors.ts';
import { asClientSnapshot, asOwner, type Database, type Tx } from './database.ts';

/**
 * As `asClientSnapshot`, until `gone` is aborted: then the statement in progress is canceled. The
 * transaction ends after the cancellation was sent, so that it meets nobody else's statement.
 *
 * @param beside other connections of the same login, which the client's reads cannot use up
 * @throws `canceled` once `gone` is aborted
 */
export function asClientSnapshotUnless<T>(
  gone: AbortSignal,
  { db, beside }: { db: Database; beside: Database },
  clientId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return asClientSnapshot(db, clientId, async (tx) => {
    if (gone.aborted) throw canceled();
    const backend = await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    let cancellation: Promise<unknown> | undefined;
    const cancel = () => {
      // Where it fails, the statement runs to its end or its time limit.
      cancellation = asOwner(beside, (own) =>
        own.row('SELECT pg_cancel_backend($1)', [backend?.pid]),
      ).catch(() => undefined);
    };
    gone.addEventListener('abort', cancel, { once: true });
    try {
      if (gone.aborted) throw canceled();
      return await work(tx);
    } catch (error) {
      throw gone.aborted ? canceled() : error;
    } finally {
      gone.removeEventListener('abort', cancel);
      await cancellation;
    }
  });
}

const canceled = () => problem('canceled', 'The request was canceled.');
