/** Rows on their way to the database: filled here, sealed in a thread, sent by COPY, each in its turn. */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type copyStreams from 'pg-copy-streams';
import { type CopyBuffer, copyEnd, copyStart } from './copy-buffer.ts';
import type { LoadState } from './load-state.ts';
import type { SealThread } from './seal-thread.ts';

export type CopyStream = ReturnType<typeof copyStreams.from>;

/** Bytes worth a write; more than a socket's own high-water mark. */
const enough = 256 * 1024;

/**
 * Three buffers take turns: one is filled, one is sealed and one is sent. Below `enough` nothing is
 * sent, because a smaller write may complete while its bytes still wait.
 */
export class CopySender {
  readonly #copy: CopyStream;
  readonly #sealer: SealThread;
  readonly #failure: Promise<never>;
  /** The last two buffers, each free again once its promise is kept. */
  #older: Promise<CopyBuffer | undefined> = Promise.resolve(undefined);
  #newer: Promise<CopyBuffer | undefined> = Promise.resolve(undefined);

  constructor(copy: CopyStream, sealer: SealThread) {
    this.#copy = copy;
    this.#sealer = sealer;
    copy.write(copyStart);
    this.#failure = once(copy, 'error').then(([error]) => Promise.reject(error as Error));
    // Its rejection is handled below; without this it would count as unhandled in between.
    this.#failure.catch(() => {});
  }

  async send({ writer, tools }: LoadState): Promise<void> {
    if (writer.out.length < enough) return;
    tools.onProgress('loading', writer.counts.accounts);
    const free = await Promise.race([this.#older, this.#failure]);
    this.#pass(writer.exchange(free));
    // The scanner's next step is long. What the thread has sealed meanwhile is sent before it.
    await nextTurn();
  }

  async finish({ writer }: LoadState): Promise<void> {
    if (writer.out.length > 0) this.#pass(writer.exchange());
    await Promise.race([this.#newer, this.#failure]);
    this.#copy.end(copyEnd);
    await Promise.race([once(this.#copy, 'finish'), this.#failure]);
  }

  #pass(filled: CopyBuffer): void {
    this.#older = this.#newer;
    this.#newer = this.#sent(this.#sealer.seal(filled), this.#newer);
    // As with the failure above.
    this.#newer.catch(() => {});
  }

  /** Writes a buffer once it is sealed and the one before it is sent. */
  async #sent(sealing: Promise<CopyBuffer>, before: Promise<unknown>): Promise<CopyBuffer> {
    const [sealed] = await Promise.all([sealing, before]);
    return new Promise((free) => this.#copy.write(sealed.content(), () => free(sealed)));
  }
}
