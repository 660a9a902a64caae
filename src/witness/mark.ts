/** The high-water mark of a slot: what its process knew to be committed, at most a second old. */

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#domain/operator-error.ts';

const mark = z.object({
  format: z.literal(1),
  systemIdentifier: z.string().nullable(),
  timeline: z.string(),
  generation: z.number(),
  /** The journal is committed up to here in that database. */
  position: z.number(),
  /** Signs of life that the database has counted. */
  beat: z.number(),
  /** The newest submission, ISO 8601 in real time; null before the first. */
  newestClaim: z.string().nullable(),
  /** When it was written. */
  at: z.string(),
  /** The other folders that the database knew; each has its own journals. */
  others: z.array(
    z.object({
      witnessId: z.string(),
      name: z.string(),
      /** Its last sign of life, ISO 8601 by the database's clock; absent in older versions. */
      seenAt: z.string().optional(),
    }),
  ),
  /** The last holds that ended: a database in which one of them is in force is an older one. */
  endedHolds: z.array(z.string()).default([]),
});
export type Mark = z.infer<typeof mark>;

const fileOf = (slotFolder: string) => join(slotFolder, 'mark.json');

/** @throws an error with a sentence if there is a mark that cannot be read */
export function readMark(slotFolder: string): Mark | undefined {
  let text: string;
  try {
    text = readFileSync(fileOf(slotFolder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return mark.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorError(
      `Cannot read ${fileOf(slotFolder)}, so it is unknown whether the database is up to date. Move the file away, start with --hold, and then run "carillon restore reconcile".`,
      { cause },
    );
  }
}

/** The mark is complete and on disk when this resolves. The caller holds the slot. */
export async function writeMark(slotFolder: string, given: Mark): Promise<void> {
  const draft = `${fileOf(slotFolder)}.${randomBytes(4).toString('hex')}.new`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(given)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, fileOf(slotFolder));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes what a process left behind that was killed while writing. The caller holds the slot. */
export function dropDrafts(slotFolder: string): void {
  for (const name of readdirSync(slotFolder)) {
    if (/^mark\.json\.(.+\.)?new$/.test(name)) rmSync(join(slotFolder, name), { force: true });
  }
}
