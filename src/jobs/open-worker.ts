/** The thread that opens the personal values of one report. */
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from '#db/encryption.ts';
import { contextAt, type OpenKey, type OpenReply, type OpenRequest } from './sealed-columns.ts';

const { clientId, sealState } = workerData as OpenKey;
const vault = createVault(sealState);

parentPort?.on('message', ({ field, bytes, ends, rows }: OpenRequest) => {
  const sealed = Buffer.from(bytes);
  let start = 0;
  let length = 0;
  for (const [at, end] of ends.entries()) {
    // A text is shorter than its sealed value, so it never reaches one that is still to be read.
    if (end > start) {
      const text = vault.open(
        sealed.subarray(start, end),
        contextAt({ clientId, field, rows }, at),
      );
      length += sealed.write(text, length);
    }
    ends[at] = length;
    start = end;
  }
  parentPort?.postMessage({ bytes, ends } satisfies OpenReply, [bytes, ends.buffer]);
});
