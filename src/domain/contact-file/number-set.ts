/**
 * A set of ten-digit telephone numbers, at 4 bytes a slot: two open tables, one for each value of
 * the number's highest bit, because the 8 billion numbers need 33 bits. 1.2 million numbers take
 * 16 MB; a Set of JavaScript would take some 60.
 */
export class NumberSet {
  readonly #low = new OpenTable();
  readonly #high = new OpenTable();

  /** Adds a number from 2000000000 to 9999999999. False when it was in the set already. */
  add(number: number): boolean {
    const offset = number - 2_000_000_000;
    // 0 marks a free slot, hence the 1.
    return offset < 4_000_000_000
      ? this.#low.add(offset + 1)
      : this.#high.add(offset - 3_999_999_999);
  }
}

class OpenTable {
  #slots = new Uint32Array(1 << 12);
  #count = 0;

  add(value: number): boolean {
    const slots = this.#slots;
    const at = slotOf(slots, value);
    if (slots[at] === value) return false;
    slots[at] = value;
    this.#count += 1;
    if (this.#count * 2 > slots.length) this.#grow();
    return true;
  }

  #grow(): void {
    const grown = new Uint32Array(this.#slots.length * 2);
    for (const value of this.#slots) {
      if (value !== 0) grown[slotOf(grown, value)] = value;
    }
    this.#slots = grown;
  }
}

/** The slot that holds a value, or the free one where it belongs. */
function slotOf(slots: Uint32Array, value: number): number {
  const mask = slots.length - 1;
  let at = (Math.imul(value, 0x9e3779b1) >>> 7) & mask;
  while (slots[at] !== 0 && slots[at] !== value) at = (at + 1) & mask;
  return at;
}
