import { bytesOf, lineEndFinder } from './file-head.ts';

/** Even, so that no character of UTF-16 is split. */
const sliceBytes = 1024 * 1024;

/**
 * How many lines a file has; a last line without a line feed counts too. Reads slice by slice, so
 * that the tab stays responsive and uses little memory. Throws the abort reason.
 */
export async function countLines(file: Blob, signal?: AbortSignal): Promise<number> {
  let lines = 0;
  let open = false;
  let find = lineEndFinder(new Uint8Array());
  for (let from = 0; from < file.size; from += sliceBytes) {
    signal?.throwIfAborted();
    const bytes = await bytesOf(file.slice(from, from + sliceBytes));
    if (from === 0) find = lineEndFinder(bytes);
    let end = 0;
    for (let next = find(bytes, 0); next !== undefined; next = find(bytes, next)) {
      lines += 1;
      end = next;
    }
    open = end < bytes.length;
  }
  return open ? lines + 1 : lines;
}
