/** Detects the encoding of a file, byte by byte as it arrives, or why it is not text. */
import { badFile, counted } from './bad-file.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface EncodingFound {
  encoding: Encoding;
  /** Length of the byte order mark. */
  markBytes: number;
}

const lf = 0x0a;

/** Kinds of files that are sent by mistake, by their first bytes. */
const signatures: readonly [bytes: readonly number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or a zip file. Save it as CSV, then upload that.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old-format Excel workbook. Save it as CSV, then upload that.'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF. Save the table as CSV, then upload that.'],
  [[0x1f, 0x8b], 'a compressed file. Unpack it, then upload the CSV inside.'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture.'],
  [[0xff, 0xd8, 0xff], 'a picture.'],
  [
    [0x7b, 0x5c, 0x72, 0x74, 0x66],
    'a rich text document. Save the table as CSV, then upload that.',
  ],
];

export class EncodingProbe {
  #begin: Uint8Array = new Uint8Array();
  #size = 0;
  #lines = 1;
  /** The bytes of an incomplete character. */
  #open: Uint8Array = new Uint8Array();
  readonly #isUtf8: (bytes: Uint8Array) => boolean;
  #badUtf8Line: number | undefined;
  #nulLine: number | undefined;
  /** A byte that Windows-1252 leaves undefined, or a control character. */
  #oddByte: { line: number; byte: number } | undefined;

  /** @param isUtf8 whether whole characters are valid; the platform's is the fastest */
  constructor(isUtf8: (bytes: Uint8Array) => boolean) {
    this.#isUtf8 = isUtf8;
  }

  push(chunk: Uint8Array): void {
    if (this.#begin.length < 8) this.#begin = joined(this.#begin, chunk.subarray(0, 8));
    this.#size += chunk.length;
    const nul = this.#nulLine === undefined ? chunk.indexOf(0) : -1;
    if (nul >= 0) this.#nulLine = this.#lines + linesIn(chunk, nul);
    if (this.#badUtf8Line === undefined) this.#checkUtf8(chunk);
    if (this.#badUtf8Line !== undefined && this.#oddByte === undefined) this.#checkBytes(chunk);
    this.#lines += linesIn(chunk, chunk.length);
  }

  /** The encoding of the whole file. @throws ProblemError bad_file */
  result(): EncodingFound {
    if (this.#size === 0) throw badFile('The file is empty.');
    const begin = this.#begin;
    for (const [bytes, what] of signatures) {
      if (bytes.every((byte, at) => begin[at] === byte)) throw badFile(`The file is ${what}`);
    }
    if (begin[0] === 0xff && begin[1] === 0xfe) return this.#utf16('utf-16le');
    if (begin[0] === 0xfe && begin[1] === 0xff) return this.#utf16('utf-16be');
    if (this.#nulLine !== undefined) throw badFile(this.#nulSentence(this.#nulLine));
    return this.#eightBit();
  }

  #utf16(encoding: Encoding): EncodingFound {
    if (this.#size % 2 === 1) {
      throw badFile(
        'The file is UTF-16 text that ends in the middle of a character. Export it again.',
      );
    }
    return { encoding, markBytes: 2 };
  }

  #eightBit(): EncodingFound {
    const [first, second, third] = this.#begin;
    const marked = first === 0xef && second === 0xbb && third === 0xbf;
    const line = this.#badUtf8Line ?? (this.#open.length > 0 ? this.#lines : undefined);
    if (line === undefined) return { encoding: 'utf-8', markBytes: marked ? 3 : 0 };
    if (marked) {
      throw badFile(
        `The file is marked as UTF-8, but line ${counted(line)} has bytes that are not valid UTF-8. Export it again as UTF-8.`,
      );
    }
    const odd = this.#oddByte;
    if (odd) {
      const byte = odd.byte.toString(16).toUpperCase().padStart(2, '0');
      throw badFile(
        `The file is not text: line ${counted(odd.line)} has the byte ${byte}, which is not a character in UTF-8 or Windows-1252. Save the table as CSV in UTF-8.`,
      );
    }
    return { encoding: 'windows-1252', markBytes: 0 };
  }

  #nulSentence(line: number): string {
    const [first, second, third, fourth] = this.#begin;
    const wide = (first === 0 && third === 0) || (second === 0 && fourth === 0);
    return wide
      ? 'The file appears to be UTF-16 text without a byte order mark. Save it as CSV in UTF-8.'
      : `The file is not text: line ${counted(line)} has a NUL byte. Save the table as CSV in UTF-8.`;
  }

  #checkUtf8(chunk: Uint8Array): void {
    const whole = this.#open.length > 0 ? joined(this.#open, chunk) : chunk;
    const cut = whole.length - openBytes(whole);
    this.#open = whole.slice(cut);
    const part = whole.subarray(0, cut);
    if (this.#isUtf8(part)) return;
    this.#badUtf8Line = this.#lines + linesIn(part, this.#firstBadByte(part));
    this.#open = new Uint8Array();
  }

  /** Where valid UTF-8 ends, by halving. */
  #firstBadByte(bytes: Uint8Array): number {
    let good = 0;
    let bad = bytes.length;
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      const part = bytes.subarray(0, middle);
      if (this.#isUtf8(part.subarray(0, middle - openBytes(part)))) good = middle;
      else bad = middle;
    }
    return good;
  }

  #checkBytes(chunk: Uint8Array): void {
    const at = chunk.findIndex((byte) => isOdd[byte] === 1);
    if (at < 0) return;
    this.#oddByte = { line: this.#lines + linesIn(chunk, at), byte: chunk[at] ?? 0 };
  }
}

/** Undefined in Windows-1252, or a control character that no text file has. */
const isOdd = new Uint8Array(256);
for (let byte = 0; byte < 0x20; byte++) isOdd[byte] = byte < 0x09 || byte > 0x0d ? 1 : 0;
for (const byte of [0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d]) isOdd[byte] = 1;

function linesIn(chunk: Uint8Array, end: number): number {
  let lines = 0;
  for (let at = chunk.indexOf(lf); at >= 0 && at < end; at = chunk.indexOf(lf, at + 1)) lines += 1;
  return lines;
}

/** Bytes at the end that begin a character of UTF-8 without ending it; 0 to 3. */
function openBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? back : 0;
    }
  }
  return 0;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
