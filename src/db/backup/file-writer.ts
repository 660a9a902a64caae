import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { blockBytes, type FrameKind, firstLine, frameHead } from './format.ts';

const compress = promisify(zstdCompress);
/** The rows are read faster than a higher level compresses them. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Blocks that are compressed at the same time, and so all that is held in memory. */
const mostInWork = 4;

/** Where the bytes go. */
export interface Sink {
  write(bytes: Buffer): Promise<void>;
  /** Everything is written: the backup is complete. */
  finish(): Promise<void>;
  /** Nothing of it is kept. */
  discard(): Promise<void>;
}

/** A file that only its owner can read; it gets its name when it is complete. */
export async function fileSink(path: string): Promise<Sink & { partial: string }> {
  const partial = `${path}.partial-${process.pid}`;
  const file = await open(partial, 'w', 0o600);
  return {
    partial,
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        at += (await file.write(bytes, at)).bytesWritten;
      }
    },
    async finish() {
      await file.sync();
      await file.close();
      await rename(partial, path);
      await syncFolder(dirname(path));
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/** Standard output, for a pipe. */
export function streamSink(stream: Writable): Sink {
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  return {
    async write(bytes) {
      if (stream.write(bytes)) return;
      await Promise.race([new Promise<void>((done) => stream.once('drain', done)), failed]);
    },
    finish: () =>
      Promise.race([new Promise<void>((done) => stream.write('', () => done())), failed]),
    async discard() {},
  };
}

/** So that the new name survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // Some file systems cannot do it.
  } finally {
    await handle?.close();
  }
}

/** Whether a name in that folder can be written. Throws what the system says. */
export async function assertWritable(path: string): Promise<void> {
  const probe = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await (await open(probe, 'w', 0o600)).close();
  await rm(probe);
}

/** Writes frames in order while blocks of rows are compressed beside each other. */
export class BackupWriter {
  readonly #sink: Sink;
  readonly #hash = createHash('sha256');
  readonly #inWork: Promise<Buffer>[] = [];
  #block: Buffer[] = [];
  #blockSize = 0;
  #frames = 0;
  #written = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Bytes of the file so far. */
  get written(): number {
    return this.#written;
  }

  async begin(): Promise<void> {
    await this.#bytes(firstLine);
  }

  /** A frame of JSON, after all rows that came before it. */
  async json(kind: Exclude<FrameKind, 'D'>, content: object): Promise<void> {
    if (this.#blockSize > 0) this.#compressBlock();
    while (this.#inWork.length > 0) await this.#writeOldest();
    await this.#frame(kind, Buffer.from(JSON.stringify(content)));
  }

  /** A piece of the text of COPY. */
  async rows(piece: Buffer): Promise<void> {
    this.#block.push(piece);
    this.#blockSize += piece.length;
    if (this.#blockSize < blockBytes) return;
    this.#compressBlock();
    if (this.#inWork.length >= mostInWork) await this.#writeOldest();
  }

  /** Of all that is written so far. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  #compressBlock(): void {
    const work = compress(Buffer.concat(this.#block), options);
    // It is awaited later; until then a failure must not end the process.
    work.catch(() => {});
    this.#inWork.push(work);
    this.#block = [];
    this.#blockSize = 0;
  }

  async #writeOldest(): Promise<void> {
    const oldest = this.#inWork.shift();
    if (oldest) await this.#frame('D', await oldest);
  }

  async #frame(kind: FrameKind, content: Buffer): Promise<void> {
    const head = frameHead(kind, content, this.#frames);
    this.#frames += 1;
    await this.#bytes(head);
    await this.#bytes(content);
  }

  async #bytes(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.#written += bytes.length;
    await this.#sink.write(bytes);
  }
}
