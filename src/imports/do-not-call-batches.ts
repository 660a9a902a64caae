/** A file of numbers in batches, with its counts: for the client's list and for the national one. */
import type { Readable } from 'node:stream';
import { type DncColumn, readDncFile } from './do-not-call-file.ts';

/** Large enough that a million numbers take only a hundred statements. */
const batchSize = 10_000;

export interface NumbersFile {
  input: Readable;
  column: DncColumn;
  /** After each batch. */
  onProgress?: (counts: DncCounts) => void;
  onWrong?: (line: number, value: string) => void;
}

export interface DncCounts {
  /** Lines with a number. */
  numbers: number;
  /** Of them, those that were not on the list. */
  added: number;
  wrong: number;
}

/** @param write stores a batch; resolves to how many of it were not on the list */
export async function inBatches(
  { input, column, onProgress, onWrong }: NumbersFile,
  write: (phones: string[]) => Promise<number>,
): Promise<DncCounts> {
  const counts = { numbers: 0, added: 0, wrong: 0 };
  let batch: string[] = [];
  const flush = async () => {
    const phones = batch;
    batch = [];
    counts.added += await write(phones);
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
  return counts;
}
