/** Collects the sealed values of a page, and where their cells belong. */
import type { SealedBatch } from './sealed-batch.ts';

export class SealedPack {
  /** How many there are. */
  values = 0;
  #bytes = new Uint8Array(new ArrayBuffer(64 * 1024));
  #ends: number[] = [];
  #fields: number[] = [];
  #cuts: number[] = [];
  #rows: number[] = [];

  /**
   * @param field its position in `recordFields`
   * @param cut the offset of its cell in the page; ascending
   */
  add(sealed: Uint8Array, field: number, cut = 0): void {
    if (sealed.length === 0) return;
    const start = this.#ends[this.values - 1] ?? 0;
    const end = start + sealed.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.set(sealed, start);
    this.#ends[this.values] = end;
    this.#fields[this.values] = field;
    this.#cuts[this.values] = cut;
    this.values += 1;
  }

  /** Every value from this number on is of this record. */
  place(from: number, callListId: number, entryId: number): void {
    for (let at = from; at < this.values; at += 1) {
      this.#rows[2 * at] = callListId;
      this.#rows[2 * at + 1] = entryId;
    }
  }

  /** Forgets the values from this number on. */
  back(values: number): void {
    this.values = values;
  }

  /** What was collected; the next page begins. */
  taken(): { sealed: SealedBatch; cuts: Int32Array } {
    const { values } = this;
    this.values = 0;
    return {
      sealed: {
        bytes: this.#bytes.slice(0, this.#ends[values - 1] ?? 0),
        ends: Int32Array.from(this.#ends.slice(0, values)),
        fields: Uint8Array.from(this.#fields.slice(0, values)),
        rows: Float64Array.from(this.#rows.slice(0, 2 * values)),
      },
      cuts: Int32Array.from(this.#cuts.slice(0, values)),
    };
  }

  #grow(end: number): void {
    const grown = new Uint8Array(new ArrayBuffer(Math.max(end, 2 * this.#bytes.length)));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
