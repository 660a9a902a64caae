/** The sealed values of a report's pages, opened in a thread beside the one that writes the file. */
import type { Vault } from '#db/encryption.ts';
import type { SealState } from '#db/key-set.ts';
import { VaultThread } from '#db/vault-thread.ts';
import { type OpenedBatch, openBatch, type SealedBatch, type Shown } from './sealed-batch.ts';

export interface OpenKey {
  clientId: number;
  shown: Shown;
  sealState: SealState;
}

export class SealedValues {
  readonly #vault: Vault;
  readonly #clientId: number;
  readonly #shown: Shown;
  #thread: VaultThread<SealedBatch, OpenedBatch>;
  /** The keys that the thread has. */
  #state: SealState;
  #batches = 0;

  constructor({ vault, clientId }: { vault: Vault; clientId: number }, shown: Shown) {
    this.#vault = vault;
    this.#clientId = clientId;
    this.#shown = shown;
    this.#state = vault.state;
    this.#thread = this.#newThread();
  }

  #newThread(): VaultThread<SealedBatch, OpenedBatch> {
    const [clientId, shown, sealState] = [this.#clientId, this.#shown, this.#state];
    const key: OpenKey = { clientId, shown, sealState };
    return new VaultThread({
      module: new URL('./open-worker.ts', import.meta.url),
      workerData: key,
      task: 'opens personal values',
    });
  }

  /** The values of the next page may have been sealed with a key that came after the thread. */
  async #renewThread(): Promise<void> {
    if (this.#state === this.#vault.state) return;
    await this.#thread.close();
    this.#state = this.#vault.state;
    this.#thread = this.#newThread();
  }

  /**
   * The batch belongs to the thread from here on.
   *
   * @throws SealError when a value was sealed for another row, its key is missing, or it was changed
   */
  async open(batch: SealedBatch): Promise<OpenedBatch> {
    await this.#renewThread();
    if (batch.ends.length === 0) return { bytes: new Uint8Array(0), ends: batch.ends };
    this.#batches += 1;
    if (this.#batches === 1) {
      // Opening the values of one page takes less than starting a thread.
      return openBatch(this.#vault, this.#clientId, this.#shown, batch);
    }
    const { bytes, ends, fields, rows } = batch;
    return this.#thread.request(batch, [bytes.buffer, ends.buffer, fields.buffer, rows.buffer]);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
