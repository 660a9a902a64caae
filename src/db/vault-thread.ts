/** A thread for sealing or opening many personal values: one of them takes microseconds, a file has millions. */
import { Worker } from 'node:worker_threads';

interface VaultThreadOptions {
  /** The module that the thread runs: it replies to each message, in their order. */
  module: URL;
  workerData: unknown;
  /** For the error when the thread ends: "seals personal values". */
  task: string;
}

export class VaultThread<Request, Reply> {
  readonly #options: VaultThreadOptions;
  #worker: Worker | undefined;
  /** Requests without a reply, in their order. */
  #waiting: PromiseWithResolvers<Reply>[] = [];
  #failure: Error | undefined;

  constructor(options: VaultThreadOptions) {
    this.#options = options;
  }

  /**
   * @param transfer buffers that belong to the thread until they come back
   * @throws Error when the thread failed or was closed, now or earlier
   */
  async request(request: Request, transfer: ArrayBuffer[]): Promise<Reply> {
    if (this.#failure) throw this.#failure;
    // Started by the first request: most files have no such values.
    this.#worker ??= this.#start();
    const reply = Promise.withResolvers<Reply>();
    this.#waiting.push(reply);
    this.#worker.postMessage(request, transfer);
    return reply.promise;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { module, workerData, task } = this.#options;
    const worker = new Worker(module, {
      workerData,
      // It makes short-lived objects only, and memory is promised.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
    });
    worker.on('message', (reply: Reply) => this.#waiting.shift()?.resolve(reply));
    worker.on('error', (error: Error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error(`The thread that ${task} ended.`)));
    return worker;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const reply of this.#waiting.splice(0)) reply.reject(error);
  }
}
