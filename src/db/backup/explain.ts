import { BackupError } from './format.ts';

/**
 * Sentences for operators about what the server or the system refused, by SQLSTATE or system code.
 */
const sentences: Record<string, string> = {
  '53100': 'The database disk is full. Free some space and try again.',
  '53200':
    'The database server has too few locks for this many partitions. Set max_locks_per_transaction to 1024, restart it, and try again.',
  '55P03':
    'Another connection has locked a table for too long. Find it in pg_stat_activity, or try again later.',
  '57014': 'The database server canceled the work. Try again.',
  ENOSPC: 'The disk is full, so the file could not be written. Free some space and try again.',
  EDQUOT: 'This user has no disk quota left, so the file could not be written.',
};

/** Falls back to the error itself. */
export function explained(error: unknown): unknown {
  const sentence = sentences[(error as { code?: string }).code ?? ''];
  return sentence === undefined ? error : new BackupError(sentence, { cause: error });
}
