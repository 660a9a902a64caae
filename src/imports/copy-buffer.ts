/** A growing buffer of lines in PostgreSQL's COPY text format. */

const backslash = 0x5c;
const tab = 0x09;

/** What stands after the backslash for a byte that must be escaped; 0 for every other byte. */
const escapes = new Uint8Array(256);
escapes[backslash] = backslash;
escapes[tab] = 0x74;
escapes[0x0a] = 0x6e;
escapes[0x0d] = 0x72;

const hexDigits = Buffer.from('0123456789abcdef');

export class CopyBuffer {
  bytes: Buffer;
  length = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  content(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.bytes[this.length++] = value;
  }

  tab(): void {
    this.byte(tab);
  }

  endLine(): void {
    this.byte(0x0a);
  }

  absent(): void {
    this.byte(backslash);
    this.byte(0x4e);
  }

  /** A whole number from 0 on. */
  number(value: number): void {
    this.#reserve(16);
    let rest = value;
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits += 1;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const next = Math.floor(rest / 10);
      this.bytes[at] = 0x30 + (rest - next * 10);
      rest = next;
    }
    this.length += digits;
  }

  /** Bytes that are in the format already. */
  raw(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    this.bytes.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** UTF-8 bytes of a value. */
  value(source: Uint8Array, from: number, to: number): void {
    this.#reserve(2 * (to - from));
    const { bytes } = this;
    let at = this.length;
    for (let i = from; i < to; i++) {
      const byte = source[i] as number;
      const letter = escapes[byte] as number;
      if (letter !== 0) {
        bytes[at++] = backslash;
        bytes[at++] = letter;
      } else {
        bytes[at++] = byte;
      }
    }
    this.length = at;
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.value(bytes, 0, bytes.length);
  }

  /** A bytea value. */
  hex(value: Uint8Array): void {
    this.#reserve(3 + 2 * value.length);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = backslash;
    bytes[at++] = backslash;
    bytes[at++] = 0x78;
    for (let i = 0; i < value.length; i++) {
      const byte = value[i] as number;
      bytes[at++] = hexDigits[byte >> 4] as number;
      bytes[at++] = hexDigits[byte & 15] as number;
    }
    this.length = at;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
