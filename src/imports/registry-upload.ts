/** A file of the national do-not-call list, in batches; it counts once all of it is in. */
import type { Readable } from 'node:stream';
import { asClient, type Database } from '#db/database.ts';
import { recheckPolicy } from '#db/queries/policy-recheck.ts';
import { addRegistryNumbers, finishRegistryFile } from '#db/queries/registry.ts';
import { type DncColumn, readDncFile } from './do-not-call-file.ts';
import type { DncCounts } from './do-not-call-upload.ts';

const batchSize = 10_000;

export interface RegistryFile {
  input: Readable;
  column: DncColumn;
  /** `YYYY-MM-DD`. */
  asOf: string;
  /** Numbers of files of earlier dates are no longer on the list. */
  replaces: boolean;
  onProgress?: (counts: DncCounts) => void;
  onWrong?: (line: number, value: string) => void;
}

/** A file without a number says nothing about the age of the list. */
export async function importRegistry(
  db: Database,
  clientId: number,
  { input, column, asOf, replaces, onProgress, onWrong }: RegistryFile,
): Promise<DncCounts & { gone: number }> {
  const counts = { numbers: 0, added: 0, wrong: 0, gone: 0 };
  let batch: string[] = [];
  const flush = async () => {
    const phones = batch;
    batch = [];
    counts.added += await asClient(db, clientId, (tx) =>
      addRegistryNumbers(tx, clientId, phones, asOf),
    );
    onProgress?.(counts);
  };
  for await (const item of readDncFile(input, column)) {
    if ('wrong' in item) {
      counts.wrong += 1;
      onWrong?.(item.line, item.wrong);
      continue;
    }
    counts.numbers += 1;
    batch.push(item.phone);
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  if (counts.numbers === 0) return counts;
  counts.gone = await finishRegistryFile(db, clientId, { asOf, replaces });
  await recheckPolicy(db, clientId);
  return counts;
}
