/** Seals the personal values of buffers in a thread beside the scanner (docs/decisions/008-bulk-seal.md). */
import type { SealState } from '#db/key-set.ts';
import { VaultThread } from '#db/vault-thread.ts';
import type { CopyBuffer } from './copy-buffer.ts';
import type { SealedList } from './seal-slots.ts';

export interface SealKey extends SealedList {
  sealState: SealState;
}

/** Bytes and slots belong to the thread until they come back. */
export interface SealRequest {
  bytes: ArrayBuffer;
  slots: Int32Array<ArrayBuffer>;
}

/** The sealed bytes. */
export type SealReply = ArrayBuffer;

export class SealThread {
  readonly #thread: VaultThread<SealRequest, SealReply>;

  constructor({ clientId, callListId, sealState }: SealKey) {
    this.#thread = new VaultThread({
      module: new URL('./seal-worker.ts', import.meta.url),
      workerData: { clientId, callListId, sealState } satisfies SealKey,
      task: 'seals personal values',
    });
  }

  /** Seals the buffer's values in clear; nothing else may touch it meanwhile. */
  async seal(buffer: CopyBuffer): Promise<CopyBuffer> {
    if (buffer.slots.length === 0) return buffer;
    const bytes = buffer.bytes.buffer as ArrayBuffer;
    const slots = Int32Array.from(buffer.slots);
    const sealed = await this.#thread.request({ bytes, slots }, [bytes, slots.buffer]);
    buffer.bytes = Buffer.from(sealed);
    buffer.slots = [];
    return buffer;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
