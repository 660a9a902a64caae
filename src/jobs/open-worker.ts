/** The thread that opens the personal values of one report. */
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from '#db/encryption.ts';
import type { OpenKey, OpenReply, OpenRequest } from './sealed-columns.ts';

const { clientId, dataKey } = workerData as OpenKey;
const vault = createVault(dataKey);

parentPort?.on('message', ({ field, bytes, ends }: OpenRequest) => {
  const sealed = Buffer.from(bytes);
  let start = 0;
  let length = 0;
  for (const [at, end] of ends.entries()) {
    // A text is shorter than its sealed value, so it never reaches one that is still to be read.
    if (end > start) {
      length += sealed.write(vault.open(sealed.subarray(start, end), { clientId, field }), length);
    }
    ends[at] = length;
    start = end;
  }
  parentPort?.postMessage({ bytes, ends } satisfies OpenReply, [bytes, ends.buffer]);
});
