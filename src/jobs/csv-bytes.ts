/** Writes the cells of a CSV file as bytes, into room that grows with the page. */
import { csvCell } from '#domain/csv.ts';

/** Bytes that may make a cell another than its text: all others stand as they are. */
const special = new Uint8Array(256);
for (const byte of Buffer.from('=+-@\t\r\n,;"')) special[byte] = 1;
/** The first byte of the full-width signs, and of some other letters. */
special[0xef] = 1;

/** A time, a number or a delimiter is shorter. */
const shortCell = 64;

export class CsvBytes {
  bytes: Buffer;
  length = 0;

  /** @param room bytes of a usual page */
  constructor(room: number) {
    this.bytes = Buffer.allocUnsafeSlow(room);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.#grow(1);
    this.bytes[this.length] = value;
    this.length += 1;
  }

  /** ASCII without a special character, at most 64 characters. */
  ascii(text: string): void {
    if (this.length + shortCell > this.bytes.length) this.#grow(shortCell);
    const { bytes, length } = this;
    for (let at = 0; at < text.length; at += 1) bytes[length + at] = text.charCodeAt(at);
    this.length += text.length;
  }

  /** A text as a cell, by `csvCell` where a character is special. */
  text(source: Buffer, start: number, end: number): void {
    // A cell is at most three times its text: quotes doubled, apostrophes before them.
    if (this.length + 3 * (end - start) + shortCell > this.bytes.length) {
      this.#grow(3 * (end - start) + shortCell);
    }
    const { bytes, length } = this;
    let found = 0;
    let to = length;
    for (let at = start; at < end; at += 1) {
      const byte = source[at] as number;
      found |= special[byte] as number;
      bytes[to] = byte;
      to += 1;
    }
    if (found !== 0)
      to = length + bytes.write(csvCell(source.toString('utf8', start, end)), length);
    this.length = to;
  }

  #grow(more: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
