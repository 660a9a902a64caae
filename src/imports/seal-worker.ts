/** The thread that seals the personal values of one import. */
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from '#db/encryption.ts';
import { sealSlots } from './seal-slots.ts';
import type { SealKey, SealReply, SealRequest } from './seal-thread.ts';

const { sealState, ...list } = workerData as SealKey;
const vault = createVault(sealState);

parentPort?.on('message', ({ bytes, slots }: SealRequest) => {
  sealSlots(vault, list, Buffer.from(bytes), slots);
  parentPort?.postMessage(bytes satisfies SealReply, [bytes]);
});
