/**
 * Blocks the numbers of a file in batches, each as decision 012 has it for a single number: when a
 * batch is settled, none of its numbers is called any more.
 */
import type { Database, Tx } from '#db/database.ts';
import { type FileSender, importDoNotCall } from '#db/queries/do-not-call-import.ts';
import { settleOptOuts } from '#db/queries/opt-out-settled.ts';
import { type DncCounts, inBatches, type NumbersFile } from './do-not-call-batches.ts';

export function blockFile(
  db: Database,
  clientId: number,
  { sender, ...file }: NumbersFile & { sender: FileSender },
): Promise<DncCounts> {
  return inBatches(file, (phones) => {
    const write = (tx: Tx) => importDoNotCall(tx, clientId, phones, sender);
    return settleOptOuts(db, clientId, write, () => phones);
  });
}
