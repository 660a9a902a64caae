import type { Jobs } from '#db/job-queue.ts';
import { sealSensitive } from '#db/queries/sensitive-fields.ts';
import type { TaskContext } from './deps.ts';

/** Seals what lists have in clear of the client's sensitive fields. */
export async function sealFields(
  { db, vault, log, signal }: TaskContext,
  { clientId }: Jobs['seal-fields'],
): Promise<void> {
  const { entries, unreadable } = await sealSensitive(db, vault, clientId, signal);
  if (entries > 0) log.info({ clientId, entries }, 'sealed values of sensitive account fields');
  if (unreadable > 0) {
    log.warn({ clientId, entries: unreadable }, 'could not seal values: earlier seals do not open');
  }
}
