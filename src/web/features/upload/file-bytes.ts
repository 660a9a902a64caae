/** A contact file as UTF-8, piece by piece, whatever its encoding; for the count of its rows. */
import { badFile } from '#domain/contact-file/bad-file.ts';
import { type Encoding, EncodingProbe } from '#domain/contact-file/text-encoding.ts';
import { bytesOf } from './file-head.ts';

/** Even, so that no unit of UTF-16 is split. */
const sliceBytes = 1024 * 1024;

type OnBytes = (bytes: number) => void;

/** @throws ProblemError bad_file with the sentence of the import when the file is not text */
export async function* textOf(file: Blob, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  const probe = new EncodingProbe(isUtf8);
  let read = 0;
  for await (const bytes of slicesOf(file)) {
    probe.push(bytes);
    read += bytes.length;
    onBytes(read / 2);
  }
  const { encoding, markBytes } = probe.result();
  const decode = decoderOf(encoding);
  let skip = markBytes;
  for await (const bytes of slicesOf(file)) {
    yield decode(bytes.subarray(skip));
    skip = 0;
    read += bytes.length;
    onBytes(read / 2);
  }
}

async function* slicesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += sliceBytes) {
    yield await bytesOf(file.slice(from, from + sliceBytes));
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decoderOf(encoding: Encoding): (bytes: Uint8Array) => Uint8Array {
  if (encoding === 'utf-8') return (bytes) => bytes;
  const decoder = new TextDecoder(encoding, {
    ignoreBOM: true,
    fatal: encoding !== 'windows-1252',
  });
  const encoder = new TextEncoder();
  return (bytes) => {
    const text = decodedBy(decoder, bytes);
    if (text.includes('\0')) throw notText();
    return encoder.encode(text);
  };
}

function decodedBy(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw notText();
  }
}

/** The import names the line. */
const notText = () =>
  badFile('The file has half a character of UTF-16 or a NUL. Export the file again as UTF-8.');
