/** Seals the personal values of buffers in a thread beside the scanner (docs/decisions/008-bulk-seal.md). */
import { Worker } from 'node:worker_threads';
import type { CopyBuffer } from './copy-buffer.ts';

export interface SealKey {
  clientId: number;
  dataKey: Uint8Array;
}

/** Bytes and slots belong to the thread until they come back. */
export interface SealRequest {
  bytes: ArrayBuffer;
  slots: Int32Array<ArrayBuffer>;
}

/** The sealed bytes. */
export type SealReply = ArrayBuffer;

export class SealThread {
  readonly #key: SealKey;
  #worker: Worker | undefined;
  /** Requests without a reply, in their order. */
  #waiting: PromiseWithResolvers<ArrayBuffer>[] = [];
  #failure: Error | undefined;

  constructor({ clientId, dataKey }: SealKey) {
    this.#key = { clientId, dataKey };
  }

  /** Seals the buffer's values in clear; nobody else may touch it meanwhile. */
  async seal(buffer: CopyBuffer): Promise<CopyBuffer> {
    if (buffer.slots.length === 0) return buffer;
    if (this.#failure) throw this.#failure;
    // Started by the first value: most files have none.
    this.#worker ??= this.#start();
    const bytes = buffer.bytes.buffer as ArrayBuffer;
    const slots = Int32Array.from(buffer.slots);
    const reply = Promise.withResolvers<ArrayBuffer>();
    this.#waiting.push(reply);
    this.#worker.postMessage({ bytes, slots } satisfies SealRequest, [bytes, slots.buffer]);
    buffer.bytes = Buffer.from(await reply.promise);
    buffer.slots = [];
    return buffer;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), {
      workerData: this.#key,
      // It makes short-lived objects only, and memory is promised.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
    });
    worker.on('message', (sealed: SealReply) => this.#waiting.shift()?.resolve(sealed));
    worker.on('error', (error: Error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('The thread that seals personal values ended.')));
    return worker;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const reply of this.#waiting.splice(0)) reply.reject(error);
  }
}
