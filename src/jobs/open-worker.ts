/** The thread that opens the personal values of one report. */
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from '#db/encryption.ts';
import { openBatch, type SealedBatch } from './sealed-batch.ts';
import type { OpenKey } from './sealed-values.ts';

const { clientId, shown, sealState } = workerData as OpenKey;
const vault = createVault(sealState);

parentPort?.on('message', (batch: SealedBatch) => {
  const opened = openBatch(vault, clientId, shown, batch);
  parentPort?.postMessage(opened, [opened.bytes.buffer, opened.ends.buffer]);
});
