/**
 * An uploaded file on disk while its encoding is detected: without a name, so nothing can be left
 * behind.
 */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { EncodingProbe } from '#domain/contact-file/text-encoding.ts';

export interface Spool {
  handle: FileHandle;
  bytes: number;
  /** Has seen every byte. */
  probe: EncodingProbe;
}

/**
 * Writes a stream to a file.
 *
 * @param onBytes called with the bytes so far; an error it throws ends the work
 * @returns the open file, which the caller closes
 */
export async function spool(
  stream: Readable,
  folder: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<Spool> {
  const path = join(folder, `upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    // The file exists until its handle is closed, even when this process is killed.
    await unlink(path);
    const probe = new EncodingProbe(isUtf8);
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      probe.push(chunk);
      await handle.write(chunk, 0, chunk.length, bytes);
      bytes += chunk.length;
      onBytes(bytes);
    }
    return { handle, bytes, probe };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
