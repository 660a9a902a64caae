import { crc32 } from 'node:zlib';
import type { Figures } from './format.ts';

const newline = 10;
const modulus = 2 ** 52;

/**
 * Counts rows as they pass in the text of COPY, and sums them up: a row's checksum is added, so that
 * the same rows in another order have the same sum. A row ends with a newline; one inside a value is
 * written as \n.
 */
export class RowFigures {
  #rows = 0;
  #bytes = 0;
  #sum = 0;
  #mixed = 0;
  /** Of the row that the last piece broke off in. */
  #begun = 0;

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    let from = 0;
    for (
      let end = piece.indexOf(newline);
      end >= 0;
      from = end + 1, end = piece.indexOf(newline, from)
    ) {
      const sum = crc32(piece.subarray(from, end), this.#begun);
      this.#begun = 0;
      this.#rows += 1;
      this.#sum = (this.#sum + sum) % modulus;
      // Two rows that are both changed may keep the sum; they hardly keep this one too.
      this.#mixed = (this.#mixed ^ Math.imul(sum, sum | 1)) >>> 0;
    }
    if (from < piece.length) this.#begun = crc32(piece.subarray(from), this.#begun);
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  figures(): Figures {
    const checksum = `${this.#sum.toString(16)}-${this.#mixed.toString(16)}`;
    return { rows: this.#rows, bytes: this.#bytes, checksum };
  }
}
