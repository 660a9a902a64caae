/** The marks of a folder, and the other folders that they name. */
import type { SeenFolder } from '#db/queries/witness.ts';
import { slotPath, slotsOf, type WitnessFolder } from './folder.ts';
import { type Mark, readMark } from './mark.ts';

export type MarkOfSlot = Mark & { slot: number };

export function marksOf(folder: WitnessFolder): MarkOfSlot[] {
  return slotsOf(folder).flatMap((slot) => {
    const mark = readMark(slotPath(folder, slot));
    return mark ? [{ ...mark, slot }] : [];
  });
}

/** This folder and those that its marks name: each has a journal to compare. */
export function foldersToCompare(folder: WitnessFolder, marks: readonly Mark[]): SeenFolder[] {
  const { witnessId, name } = folder;
  const others = marks.flatMap((mark) =>
    mark.others.map((other) => ({ ...other, seenAt: other.seenAt ?? mark.at })),
  );
  return [{ witnessId, name }, ...others];
}
