/**
 * SQL functions are in src/db/functions, one or a small family per file, and are replaced as a
 * whole. A line of a migration names the files that it applies, each with the beginning of the
 * SHA-256 of the text that it was written for:
 *
 *     -- Functions: enqueue 7d2c1d8d, list-load 4909210d
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MigrationError } from './migration-error.ts';

const functionsFolder = fileURLToPath(new URL('./functions/', import.meta.url));

const functionsLine = /^-- Functions:(.*)$/gm;
const namedFile = /^([a-z][a-z0-9-]*) [0-9a-f]{8}$/;

/**
 * A migration with today's text of the functions behind the line that names them, also where a later
 * migration replaces them once more.
 *
 * @param name of the migration, for error messages
 * @throws MigrationError when the line cannot be read, or a file is missing
 */
export function withFunctions(name: string, sql: string, folder = functionsFolder): string {
  return sql.replaceAll(functionsLine, (line, files: string) => {
    const texts = files.split(',').map((file) => functionText(name, file.trim(), folder));
    return [line, ...texts].join('\n');
  });
}

function functionText(migration: string, named: string, folder: string): string {
  const file = namedFile.exec(named)?.[1];
  if (file === undefined) {
    throw new MigrationError(
      `${migration} names functions as "${named}"; write it like "enqueue 7d2c1d8d".`,
    );
  }
  try {
    return readFileSync(join(folder, `${file}.sql`), 'utf8').replaceAll('\r\n', '\n');
  } catch (cause) {
    throw new MigrationError(`${migration} names the functions ${file}, which have no file.`, {
      cause,
    });
  }
}
