/**
 * Blocks the numbers of a file in batches, each as decision 012 has it for a single number: when a
 * batch is settled, none of its numbers is called any more.
 */
import type { Readable } from 'node:stream';
import type { Database, Tx } from '#db/database.ts';
import { type FileSender, importDoNotCall } from '#db/queries/do-not-call-import.ts';
import { settleOptOuts } from '#db/queries/opt-out-settled.ts';
import { type DncColumn, readDncFile } from './do-not-call-file.ts';

/** Large enough that a million numbers take only a hundred statements. */
const batchSize = 10_000;

export interface DncFile {
  input: Readable;
  column: DncColumn;
  sender: FileSender;
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

export async function blockFile(
  db: Database,
  clientId: number,
  { input, column, sender, onProgress, onWrong }: DncFile,
): Promise<DncCounts> {
  const counts = { numbers: 0, added: 0, wrong: 0 };
  let batch: string[] = [];
  const flush = async () => {
    const phones = batch;
    batch = [];
    const write = (tx: Tx) => importDoNotCall(tx, clientId, phones, sender);
    counts.added += await settleOptOuts(db, clientId, write, () => phones);
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
