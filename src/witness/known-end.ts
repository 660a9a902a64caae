/** How far a slot's journal is known to reach, even if its files were removed. */
import { journalEnd } from './journal.ts';
import { readMark } from './mark.ts';

/** @param position how far this database has it; 0 if the database does not know it */
export function knownEnd(slotFolder: string, position: number): number {
  return Math.max(journalEnd(slotFolder), readMark(slotFolder)?.position ?? 0, position);
}
