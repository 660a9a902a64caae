/** What `backup` and `restore` share: the file's name on the command line, the key, the sentences. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { BackupReader } from '#db/backup/file-reader.ts';
import type { Footer } from '#db/backup/format.ts';
import { Progress, sizeOf } from '#db/backup/progress.ts';
import { type Context, Refusal } from './command.ts';

/** Standard input or output instead of a file. */
export const isPipe = (file: string) => file === '-';

/** The path as it is recorded: absolute, so that it can be found from any folder. */
export const absolute = (file: string) => (isPipe(file) ? file : resolve(file));

/** @throws Refusal when the file is missing or cannot be read */
export function openBackup(file: string): BackupReader {
  if (isPipe(file)) return new BackupReader(process.stdin, 'of standard input');
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw new Refusal(`The file ${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  return BackupReader.ofFile(file);
}

/**
 * Reads the whole file before anything is changed, and returns its footer. Undefined for a pipe, which
 * can be read only once, by the restore itself.
 */
export async function verifyFile(file: string, context: Context): Promise<Footer | undefined> {
  if (isPipe(file)) return undefined;
  const reader = openBackup(file);
  const progress = new Progress(context.note);
  try {
    return await reader.verify((bytes) =>
      progress.tick(() => `${sizeOf(bytes)} of the file checked …`),
    );
  } finally {
    reader.close();
  }
}
