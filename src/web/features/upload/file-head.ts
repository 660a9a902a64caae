/** The first lines of a file as bytes, in whatever encoding they are; the server reads the text. */

/** The end of the last line is searched within this many bytes. */
const mostBytes = 4 * 1024 * 1024;
const lineFeed = 0x0a;
const guessBytes = 64 * 1024;

/** Browsers refuse to read a file that changed after it was chosen, without a usable message. */
export const changedFile = 'The file was changed or moved after it was chosen. Choose it again.';

/** The bytes of a part of a chosen file. Throws `changedFile` if the file has changed. */
export async function bytesOf(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch (error) {
    throw new Error(changedFile, { cause: error });
  }
}

/** Why a chosen file can no longer be read; undefined when it can. */
export async function fileFailure(file: Blob): Promise<string | undefined> {
  return bytesOf(file.slice(0, 1)).then(
    () => undefined,
    () => changedFile,
  );
}

/** Up to and with the end of line number `lines`; all of it when there are fewer. */
export async function firstLines(file: Blob, lines: number): Promise<Blob> {
  const bytes = await bytesOf(file.slice(0, mostBytes));
  const find = lineEndFinder(bytes);
  let end = 0;
  for (let line = 0; line < lines; line += 1) {
    const next = find(bytes, end);
    if (next === undefined) return file.slice(0, mostBytes);
    end = next;
  }
  return file.slice(0, end);
}

/** The first lines as text, for guesses only: the server alone decides how a file is read. */
export async function headText(file: Blob): Promise<string> {
  const bytes = await bytesOf(file.slice(0, guessBytes));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Delimiters, quotes and line ends are the same bytes in UTF-8 and Windows-1252.
  return new TextDecoder().decode(bytes);
}

export type FindLineEnd = (bytes: Uint8Array, from: number) => number | undefined;

/** How to find the end of the next line, after its line feed, judging by the file's first bytes. */
export function lineEndFinder(head: Uint8Array): FindLineEnd {
  if (head[0] === 0xff && head[1] === 0xfe) return wide(0);
  if (head[0] === 0xfe && head[1] === 0xff) return wide(1);
  return (bytes, from) => {
    const at = bytes.indexOf(lineFeed, from);
    return at < 0 ? undefined : at + 1;
  };
}

/** UTF-16: two bytes a unit, the line feed in the first or the second of them. */
function wide(offset: 0 | 1): FindLineEnd {
  return (bytes, from) => {
    for (let at = bytes.indexOf(lineFeed, from); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
      const start = at - offset;
      if (start % 2 === 0 && bytes[start + (1 - offset)] === 0) return start + 2;
    }
    return undefined;
  };
}
