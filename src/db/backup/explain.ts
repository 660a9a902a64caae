import { BackupError } from './format.ts';

/** What the server or the system refuses, by SQLSTATE or by the system's code, as an operator's sentence. */
const sentences: Record<string, string> = {
  '53100': 'The disk of the database is full. Free some space and try again.',
  '53200':
    'The server of the database has too few locks for so many partitions. Set max_locks_per_transaction to 1024, restart it and try again.',
  '55P03':
    'Another connection holds a table of the database for too long. Find it in pg_stat_activity, or try again later.',
  '57014': 'The server of the database ended the work. Try again.',
  ENOSPC: 'The disk is full: the file could not be written. Free some space and try again.',
  EDQUOT: 'The quota of this user is used up: the file could not be written.',
};

/** The error itself where there is nothing better to say. */
export function explained(error: unknown): unknown {
  const sentence = sentences[(error as { code?: string }).code ?? ''];
  return sentence === undefined ? error : new BackupError(sentence, { cause: error });
}
