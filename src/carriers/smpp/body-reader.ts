/** Reads a PDU's body and never beyond its end. */
import type { Buffer } from 'node:buffer';

/** A body that is not what its command says. */
export class Malformed extends Error {}

export class BodyReader {
  readonly #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  octet(): number {
    return this.bytes(1)[0] ?? 0;
  }

  skip(octets: number): void {
    this.bytes(octets);
  }

  bytes(octets: number): Buffer {
    const end = this.#at + octets;
    if (end > this.#body.length) throw new Malformed('The body ends too early.');
    const bytes = this.#body.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  /** @param most octets with the NUL at its end; some SMSCs send more, so twice as many are taken */
  cString(most: number): string {
    const end = this.#body.indexOf(0, this.#at);
    if (end < 0) throw new Malformed('A text has no end.');
    if (end - this.#at >= most * 2) throw new Malformed('A text is too long.');
    const text = this.#body.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** What is left. A cut one at the end is an error: nobody knows what it was to say. */
  tlvs(): Map<number, Buffer> {
    const found = new Map<number, Buffer>();
    while (this.#at < this.#body.length) {
      const head = this.bytes(4);
      found.set(head.readUInt16BE(0), this.bytes(head.readUInt16BE(2)));
    }
    return found;
  }
}
