/** Reads a PDU body, never past its end. */
import type { Buffer } from 'node:buffer';

/** A body that does not fit its command. */
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
    if (end > this.#body.length) throw new Malformed('The body is too short.');
    const bytes = this.#body.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  /** @param most octets with the NUL; twice as many are accepted, because some SMSCs send more */
  cString(most: number): string {
    const end = this.#body.indexOf(0, this.#at);
    if (end < 0) throw new Malformed('A string has no terminating NUL.');
    if (end - this.#at >= most * 2) throw new Malformed('A string is too long.');
    const text = this.#body.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** The rest of the body. A TLV that is cut off is an error: its value is unknown. */
  tlvs(): Map<number, Buffer> {
    const found = new Map<number, Buffer>();
    while (this.#at < this.#body.length) {
      const head = this.bytes(4);
      found.set(head.readUInt16BE(0), this.bytes(head.readUInt16BE(2)));
    }
    return found;
  }
}
