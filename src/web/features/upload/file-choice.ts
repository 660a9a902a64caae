/** What a chosen file says by itself: its delimiter, and a name for the list. */
import { delimiterKindOf } from './delimiter.ts';
import type { Draft } from './draft.ts';
import { headText } from './file-head.ts';
import { guessDelimiter } from './guess-delimiter.ts';
import { nameFromFile } from './list-name.ts';

/** The delimiter that the first lines speak for; undefined also for a file that cannot be read. */
export async function delimiterOfFile(file: File): Promise<string | undefined> {
  return headText(file).then(guessDelimiter, () => undefined);
}

/**
 * What changes in the draft with the file. A delimiter that the manager chose, and a name that the
 * manager typed, stay; a different delimiter is then only suggested.
 */
export function withFile(
  draft: Draft,
  file: File,
  suggestedDelimiter: string | undefined,
): Partial<Draft> {
  return {
    file,
    mapping: undefined,
    suggestedDelimiter,
    ...(!draft.delimiterChosen && guessed(suggestedDelimiter)),
    ...((draft.name === '' || draft.nameGuessed) && {
      name: nameFromFile(file.name),
      nameGuessed: true,
    }),
  };
}

/** Back to the comma when nothing was found. */
export function guessed(delimiter: string | undefined): Partial<Draft> {
  return { ...delimiterKindOf(delimiter ?? ','), delimiterGuessed: delimiter !== undefined };
}
