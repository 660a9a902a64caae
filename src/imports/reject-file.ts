/** Rejected phones and accounts, kept on disk until the COPY of the list has ended. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CopyBuffer } from './copy-buffer.ts';

const chunkBytes = 64 * 1024;
/** Bytes of a value that are kept. */
const valueBytes = 255;

export class RejectFile {
  count = 0;
  readonly #file: number;
  readonly #buffer = new CopyBuffer(chunkBytes + 8 * 1024);

  constructor(folder: string) {
    const path = join(folder, `rejected-${randomUUID()}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
  }

  /** @param value bytes of the cell, from and to; empty for a whole account */
  add(line: number, column: string, value: Buffer, reason: string): void {
    const buffer = this.#buffer;
    buffer.beginRow(4);
    buffer.integer(line);
    buffer.text(column);
    buffer.value(value, 0, endOfCharacter(value, valueBytes));
    buffer.text(reason);
    this.count += 1;
    if (buffer.length >= chunkBytes) this.#flush();
  }

  /** Rows of everything added, in the binary COPY format: line, column, value, reason. */
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

/** Where at most `limit` bytes of UTF-8 end without cutting a character. */
function endOfCharacter(bytes: Buffer, limit: number): number {
  if (bytes.length <= limit) return bytes.length;
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
