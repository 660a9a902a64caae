/** A file of the national do-not-call list, in batches; it counts once all of it is in. */
import { asClient, type Database } from '#db/database.ts';
import { recheckPolicy } from '#db/queries/recheck.ts';
import { addRegistryNumbers, finishRegistryFile } from '#db/queries/registry.ts';
import { type DncCounts, inBatches, type NumbersFile } from './do-not-call-batches.ts';

export interface RegistryFile extends NumbersFile {
  /** `YYYY-MM-DD`. */
  asOf: string;
  /** Numbers of files of earlier dates are no longer on the list. */
  replaces: boolean;
}

/** A file without a number says nothing about the age of the list. */
export async function importRegistry(
  db: Database,
  clientId: number,
  { asOf, replaces, ...file }: RegistryFile,
): Promise<DncCounts & { gone: number }> {
  const counts = await inBatches(file, (phones) =>
    asClient(db, clientId, (tx) => addRegistryNumbers(tx, clientId, phones, asOf)),
  );
  if (counts.numbers === 0) return { ...counts, gone: 0 };
  const gone = await finishRegistryFile(db, clientId, { asOf, replaces });
  await recheckPolicy(db, clientId);
  return { ...counts, gone };
}
