/**
 * A growing buffer of rows in PostgreSQL's binary COPY format: each value is its length and its
 * bytes, so nothing is escaped here and nothing is searched there. Sealed values take half the
 * bytes that they take as hexadecimal text.
 */
import type { SealedField } from '#db/encryption.ts';
import { sealExtraBytes, sealHeadBytes } from '#db/sealed-value.ts';
import { repeatsNone, sealedFields, slotAt, slotNumbers } from './seal-slots.ts';

/** Signature, flags and an empty header extension. */
export const copyStart = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
export const copyEnd = Buffer.from('ffff', 'hex');

/** From here on the platform's copy is faster than a loop. */
const longValue = 48;

export class CopyBuffer {
  bytes: Buffer;
  length = 0;
  /** Values that are still in clear, with room to be sealed in place: `slotNumbers` each. */
  slots: number[] = [];

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  /** @throws Error while values of it are still in clear */
  content(): Buffer {
    if (this.slots.length > 0) throw new Error('Values of this buffer are not sealed yet.');
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
    this.slots = [];
  }

  /** Begins a row of this many values. */
  beginRow(values: number): void {
    this.#reserve(2);
    this.length = this.bytes.writeInt16BE(values, this.length);
  }

  integer(value: number): void {
    this.#reserve(8);
    this.#int32(4);
    this.#int32(value);
  }

  smallint(value: number): void {
    this.#reserve(6);
    this.#int32(2);
    this.length = this.bytes.writeInt16BE(value, this.length);
  }

  absent(): void {
    this.#reserve(4);
    this.#int32(-1);
  }

  /** A bytea, or a text in UTF-8. */
  value(source: Uint8Array, from: number, to: number): void {
    this.#reserve(4 + to - from);
    this.#int32(to - from);
    this.#append(source, from, to);
  }

  /** A bytea that is sealed later (seal-thread.ts). */
  secret(source: Uint8Array, from: number, to: number, field: SealedField): void {
    const length = to - from;
    this.#reserve(4 + length + sealExtraBytes);
    this.#int32(length + sealExtraBytes);
    // The line of its account comes with `values`.
    this.slots.push(this.length, length, sealedFields.indexOf(field), 0, repeatsNone);
    this.length += sealHeadBytes;
    this.#append(source, from, to);
    this.length += sealExtraBytes - sealHeadBytes;
  }

  /** A telephone number of eleven digits, as text. */
  phone(number: number): void {
    this.#reserve(15);
    this.#int32(11);
    let rest = number;
    for (let at = this.length + 10; at >= this.length; at--) {
      const next = Math.floor(rest / 10);
      this.bytes[at] = 0x30 + (rest - next * 10);
      rest = next;
    }
    this.length += 11;
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.value(bytes, 0, bytes.length);
  }

  /** A jsonb: its text after the number of its format. */
  json(value: string): void {
    const bytes = Buffer.from(`\u0001${value}`);
    this.value(bytes, 0, bytes.length);
  }

  /**
   * Values that are in the format already.
   *
   * @param account the line of its account in the file, to which secret values are bound
   * @param first where the same values are already: secret ones are sealed once
   * @returns where they are
   */
  values(other: CopyBuffer, account: number, first?: number): number {
    const begin = this.length;
    this.#reserve(other.length);
    this.#append(other.bytes, 0, other.length);
    for (let at = 0; at < other.slots.length; at += slotNumbers) {
      const [offset, length, field] = slotAt(other.slots, at);
      const repeated = first === undefined ? repeatsNone : first + offset;
      this.slots.push(begin + offset, length, field, account, repeated);
    }
    return begin;
  }

  #append(source: Uint8Array, from: number, to: number): void {
    const { bytes } = this;
    let at = this.length;
    if (to - from < longValue) {
      for (let i = from; i < to; i++) bytes[at++] = source[i] as number;
    } else {
      bytes.set(source.subarray(from, to), at);
      at += to - from;
    }
    this.length = at;
  }

  #int32(value: number): void {
    const { bytes } = this;
    const at = this.length;
    bytes[at] = value >>> 24;
    bytes[at + 1] = value >>> 16;
    bytes[at + 2] = value >>> 8;
    bytes[at + 3] = value;
    this.length = at + 4;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
