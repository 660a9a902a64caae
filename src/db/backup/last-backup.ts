import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { TakenBackup } from './take-backup.ts';

const name = 'last-backup.json';

const lastBackup = z.object({
  /** Absolute; `-` for standard output. */
  file: z.string(),
  /** The instant of its snapshot, and the one at which it was complete: ISO 8601, real time. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Of the file. */
  bytes: z.number(),
  rows: z.number(),
  /** Rows of each table. */
  counts: z.record(z.string(), z.number()),
  carillon: z.string(),
  generation: z.number(),
  withKey: z.boolean(),
  sha256: z.string(),
});

/** What is remembered of the last backup that was made with a data folder. */
export type LastBackup = z.infer<typeof lastBackup>;

/** Written beside and renamed, so that half of it is never read. */
export function rememberBackup(
  dataFolder: string,
  file: string,
  { manifest, footer, bytes }: TakenBackup,
): void {
  const counts: Record<string, number> = {};
  for (const { table, rows } of footer.parts) counts[table] = (counts[table] ?? 0) + rows;
  const { takenAt, carillon, generation } = manifest;
  const content: LastBackup = {
    ...{ file, takenAt, finishedAt: new Date().toISOString(), bytes, rows: footer.rows, counts },
    ...{ carillon, generation, withKey: manifest.key !== undefined, sha256: footer.sha256 },
  };
  const draft = join(dataFolder, `${name}.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(dataFolder, name));
}

/** Undefined when none was made with this data folder, or the note cannot be read. */
export function readLastBackup(dataFolder: string): LastBackup | undefined {
  try {
    return lastBackup.parse(JSON.parse(readFileSync(join(dataFolder, name), 'utf8')));
  } catch {
    return undefined;
  }
}
