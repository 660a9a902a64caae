/** Headers and first rows of a file, from its first bytes. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { type PreviewResult, previewLines } from '#contract/call-list-upload.ts';
import { ProblemError } from '#contract/errors.ts';
import { badFile } from '#domain/contact-file/bad-file.ts';
import { EncodingProbe } from '#domain/contact-file/text-encoding.ts';
import { bufferScanner } from './buffer-scanner.ts';
import { cellText } from './cell-text.ts';
import { checkNames, headerNames } from './header.ts';
import { decoderFor } from './text-decoder.ts';

/** More than twenty of the longest rows that an import accepts. */
const maxBytes = 4 * 1024 * 1024;

/** The first bytes of a stream; the rest is discarded. */
export async function firstBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < maxBytes) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/**
 * What the wizard shows. The console sends the first 20 lines of a file, which may end inside a
 * quoted cell or a character: the cut row is dropped.
 *
 * @throws ProblemError bad_file when it is not text, or has no header with any delimiter
 */
export function preview(bytes: Buffer, delimiter: string): PreviewResult {
  const records: string[][] = [];
  const scanner = bufferScanner(delimiter, (record) => {
    const cells = Array.from({ length: record.count }, (_, cell) => cellText(record, cell));
    records.push(records.length === 0 ? headerNames(record) : cells);
  });
  const text = decoded(bytes);
  scanner.push(text);
  try {
    scanner.end();
  } catch (error) {
    if (!(error instanceof ProblemError) || records.length === 0) throw error;
  }
  const [headers, ...rows] = records;
  if (!headers) throw badFile('The file has only blank lines.');
  checkNames(headers);
  return { headers, rows: rows.slice(0, previewLines - 1) };
}

function decoded(bytes: Buffer): Buffer {
  const { encoding, markBytes } = probed(bytes);
  const even = encoding.startsWith('utf-16') ? bytes.length - (bytes.length % 2) : bytes.length;
  return decoderFor(encoding)(bytes.subarray(markBytes, even), false);
}

/** A character that is cut at the end says nothing about the encoding: up to 3 bytes are left out. */
function probed(bytes: Buffer) {
  let failure: unknown;
  for (let less = 0; less <= 3 && less < Math.max(1, bytes.length); less++) {
    const probe = new EncodingProbe(isUtf8);
    probe.push(bytes.subarray(0, bytes.length - less));
    try {
      const found = probe.result();
      if (found.encoding !== 'windows-1252') return found;
      failure ??= found;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure instanceof Error) throw failure;
  return failure as ReturnType<EncodingProbe['result']>;
}
