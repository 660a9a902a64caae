/** How far a slot's journal is known to reach, also where its files were removed. */
import { journalEnd } from './journal.ts';
import { readMark } from './mark.ts';

/** @param position what this state of the database knows of it; 0 where it knows nothing */
export function knownEnd(slotFolder: string, position: number): number {
  return Math.max(journalEnd(slotFolder), readMark(slotFolder)?.position ?? 0, position);
}
