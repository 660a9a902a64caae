/** Rows in the binary COPY format, kept on disk until the COPY of the list has ended. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CopyBuffer } from './copy-buffer.ts';

const chunkBytes = 64 * 1024;

export class CopySpool {
  count = 0;
  readonly #file: number;
  readonly #buffer = new CopyBuffer(chunkBytes + 8 * 1024);

  constructor(folder: string, name: string) {
    const path = join(folder, `${name}-${randomUUID()}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
  }

  /** Begins a row of this many values, which the caller writes. */
  protected row(values: number): CopyBuffer {
    if (this.#buffer.length >= chunkBytes) this.#flush();
    this.#buffer.beginRow(values);
    this.count += 1;
    return this.#buffer;
  }

  /** All rows, in order. */
  *chunks(): Generator<Buffer> {
    this.#flush();
    for (let position = 0; ; ) {
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      const read = readSync(this.#file, chunk, 0, chunkBytes, position);
      if (read === 0) return;
      position += read;
      yield chunk.subarray(0, read);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#buffer.bytes, 0, this.#buffer.length);
    this.#buffer.clear();
  }
}
